/** A folder of a test's own. Those of a file are removed after it, by own-runtime.ts. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

export function newFolder(): string {
  return mkdtempSync(join(process.env.POLYTTY_TEST_FOLDER!, 't-'))
}
