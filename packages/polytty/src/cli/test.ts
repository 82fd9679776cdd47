/** `polytty test`: finds the runner in the project, or beside this command, and gives it the command line. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CoreError } from '../base/core-error.js'

export interface TestFlags {
  readonly update?: string | boolean
  readonly [name: string]: unknown
}

/** What is used of the runner; the package itself is not one of ours to depend on. */
interface Runner {
  runTests(globs: readonly string[], flags: object): Promise<number>
}

const RUNNER = '@polytty/test/runner'

export async function test(globs: readonly string[], { update, ...flags }: TestFlags): Promise<void> {
  const { runTests } = await findRunner()
  const mode = update === true ? 'changed' : update
  process.exitCode = await runTests(globs, { ...flags, ...(mode !== undefined && { update: mode }) })
}

async function findRunner(): Promise<Runner> {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.filename]) {
    const path = resolveFrom(from)
    if (path !== null) return (await import(pathToFileURL(path).href)) as Runner
  }
  throw new CoreError('missing-program', 'the runner is not installed here', {
    hint: 'Install it in the project: npm install --save-dev @polytty/test',
  })
}

function resolveFrom(file: string): string | null {
  try {
    return createRequire(file).resolve(RUNNER)
  } catch {
    return null
  }
}
