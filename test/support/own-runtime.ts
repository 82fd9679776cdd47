/** Folders of each test file's own, gone after it. A server that one file starts is not found by the others. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { newPortRange } from './port-range.js'

// Short, since the path of a socket is; and without links, since some programs print where they are.
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pt-'))
const runtime = join(folder, 'run')
mkdirSync(runtime, { mode: 0o700 })
process.env.POLYTTY_TEST_FOLDER = folder
process.env.XDG_RUNTIME_DIR = runtime
const ports = newPortRange()
process.env.POLYTTY_FIRST_PORT = ports.first
// Hosts of servers that a test has killed end soon after it.
process.env.POLYTTY_SERVER_KEEP = '5'
afterAll(() => {
  ports.release()
  removeFolder(5)
})

/** A host whose socket is removed makes it again, but not again and again. */
function removeFolder(tries: number): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  } catch (error) {
    if (tries === 1) throw error
    removeFolder(tries - 1)
  }
}
