/**
 * How a test asks for what may be missing on a machine. `needs('vim')` goes where a test or a suite takes its options:
 * it is skipped where there is no vim, and the report at the end of the run says so. Where it is there, the file's tests
 * find it: without having asked they find nothing but what `bare-path.ts` leaves them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { libc } from '../../packages/polytty/src/system/libc.js'
import {
  findNats,
  findProgram,
  pythonClient,
  pythonFile,
  pythonMcp,
  pythonTest,
  testPrograms,
} from '../../scripts/programs.mjs'

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped; absent where nothing is missing. */
    missing?: string
  }
}

interface Options {
  readonly skip: boolean
  readonly meta: { readonly missing?: string }
}

/** Options of a test that needs programs of scripts/programs.mjs. */
export function needs(...programs: readonly string[]): Options {
  for (const name of programs)
    if (!testPrograms[name]) throw new Error(`no such program in scripts/programs.mjs: ${name}`)
  const whole = process.env.POLYTTY_WHOLE_PATH ?? process.env.PATH
  const missing = programs.filter((name) => !findProgram(name, whole))
  const packages = missing.flatMap((name) => testPrograms[name].packages)
  if (missing.length < programs.length) process.env.PATH = whole
  return skipIf(missing.length > 0, `no ${missing.join(', no ')}: apt-get install ${packages.join(' ')}`)
}

/** Options of a test that needs something that is not a program: a file, a folder, a library. */
export function needsPath(path: string, otherwise: string): Options {
  return skipIf(!existsSync(path), otherwise)
}

/** Options of a test that calls the C library. */
export function needsLibc(): Options {
  return needsThat(libc() !== null, 'the C library cannot be called: koffi has no build for this system')
}

/** Options of a test that needs what only it can detect. */
export function needsThat(isThere: boolean, otherwise: string): Options {
  return skipIf(!isThere, otherwise)
}

/** The user that root becomes to be no one in particular. */
export const anotherUser = 65_534

/** Options of a test that runs something as another user, who must be able to read the build. */
export function needsAnotherUser(): Options {
  const build = join(import.meta.dirname, '../../packages/polytty/dist/index.js')
  const read = ['-e', `require('fs').readFileSync(${JSON.stringify(build)})`]
  const as = { uid: anotherUser, gid: anotherUser, cwd: '/' }
  const canBe = process.getuid?.() === 0 && spawnSync(process.execPath, read, as).status === 0
  return needsThat(canBe, 'no second user who can read the build: run as root from a folder open to all')
}

/** Options of a test that runs Python, by `pythonInterpreter`. */
export function needsPython(...programs: readonly string[]): Options {
  const python = needs('python3', ...programs)
  return python.skip ? python : needsPath(pythonFile, `Python was not looked for: ${setUp}`)
}

/** Options of a test that runs the published Python client of wrightty, which is in `pythonClient`. */
export function needsPythonClient(...programs: readonly string[]): Options {
  const python = needsPython(...programs)
  return python.skip ? python : needsPath(pythonClient, `no Python client of wrightty: ${setUp}`)
}

/** Options of a test that runs the published Python library of MCP, which is in `pythonMcp`. */
export function needsPythonMcp(...programs: readonly string[]): Options {
  const python = needsPython(...programs)
  return python.skip ? python : needsPath(pythonMcp, `no Python library of MCP: ${setUp}`)
}

/** Options of a test that runs pytest, which is in `pythonTest`. */
export function needsPytest(...programs: readonly string[]): Options {
  const python = needsPython(...programs)
  return python.skip ? python : needsPath(pythonTest, `no pytest: ${setUp}`)
}

/** Options of a test that runs a server of NATS, by `startNats`. */
export function needsNats(...programs: readonly string[]): Options {
  const others = needs(...programs)
  return others.skip ? others : needsThat(findNats() !== undefined, `no nats-server: ${setUp}, or put one on the PATH`)
}

export function pythonInterpreter(): string {
  return readFileSync(pythonFile, 'utf8')
}

const setUp = 'node scripts/setup.mjs --tests'

function skipIf(isMissing: boolean, missing: string): Options {
  return isMissing ? { skip: true, meta: { missing } } : { skip: false, meta: {} }
}
