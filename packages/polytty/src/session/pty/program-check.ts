/**
 * Finds out before the fork whether a program can be started, because after it the only sign of failure is a line on
 * the terminal and exit code 1.
 */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'
import { CoreError } from '../../base/core-error.js'

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin'
/** Linux takes no longer single argument or environment string. */
const MAX_STRING_BYTES = 131_071
const MAX_SHEBANG_BYTES = 256

interface Request {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** Throws `spawn-failed` with the reason if the program cannot be started; gives its full path otherwise. */
export function checkProgram(request: Request): string {
  checkStrings(request)
  checkDirectory(request)
  const path = findProgram(request)
  checkInterpreter(path, request)
  return path
}

function failed(request: Request, reason: string, message: string): CoreError {
  const { program, cwd } = request
  return new CoreError('spawn-failed', `cannot start ${JSON.stringify(program)}: ${message}`, { program, cwd, reason })
}

function checkStrings(request: Request): void {
  if (request.program === '') throw failed(request, 'empty-program', 'the program name is empty')
  const strings = [request.program, request.cwd, ...request.args]
  for (const [name, value] of Object.entries(request.env)) {
    if (name === '' || name.includes('='))
      throw failed(request, 'bad-environment', `${JSON.stringify(name)} cannot be the name of an environment variable`)
    strings.push(`${name}=${value}`)
  }
  for (const text of strings) {
    if (text.includes('\0'))
      throw failed(request, 'nul-byte', 'a NUL character in the program, arguments, cwd or environment')
    if (Buffer.byteLength(text) > MAX_STRING_BYTES)
      throw failed(request, 'too-long', `an argument or variable is longer than ${MAX_STRING_BYTES} bytes`)
  }
}

function checkDirectory(request: Request): void {
  const stats = statSync(request.cwd, { throwIfNoEntry: false })
  if (!stats) throw failed(request, 'cwd-missing', `the working directory ${request.cwd} does not exist`)
  if (!stats.isDirectory())
    throw failed(request, 'cwd-not-a-directory', `the working directory ${request.cwd} is not a directory`)
  if (!isExecutable(request.cwd))
    throw failed(request, 'cwd-forbidden', `the working directory ${request.cwd} may not be entered`)
}

function findProgram(request: Request): string {
  const { program, env, cwd } = request
  if (program.includes('/')) {
    const path = isAbsolute(program) ? program : resolve(cwd, program)
    const problem = programProblem(path)
    if (problem) throw failed(request, ...problem)
    return path
  }
  let refused: [string, string] | null = null
  for (const directory of (env.PATH ?? DEFAULT_PATH).split(delimiter)) {
    const path = resolve(cwd, directory, program)
    const problem = programProblem(path)
    if (!problem) return path
    if (problem[0] !== 'program-missing') refused ??= problem
  }
  throw failed(request, ...(refused ?? (['program-missing', 'no such program on the PATH'] as const)))
}

/** A reason and its message, or null if this file can be executed. */
function programProblem(path: string): [reason: string, message: string] | null {
  let stats: ReturnType<typeof statSync>
  try {
    stats = statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    // A path through something that is not a directory, or a directory that may not be searched.
    const forbidden = (error as NodeJS.ErrnoException).code === 'EACCES'
    return forbidden
      ? ['program-forbidden', `${path} may not be reached`]
      : ['program-missing', `${path} does not exist`]
  }
  if (!stats) return ['program-missing', `${path} does not exist`]
  if (!stats.isFile()) return ['program-not-a-file', `${path} is not a file`]
  if (!isExecutable(path)) return ['program-not-executable', `${path} is not executable (chmod +x would make it so)`]
  return null
}

/** A script whose interpreter is missing fails as if the script itself were; say which it is. */
function checkInterpreter(path: string, request: Request): void {
  const interpreter = /^#![ \t]*([^\s]+)/.exec(firstBytes(path))?.[1]
  if (!interpreter?.startsWith('/')) return
  const problem = programProblem(interpreter)
  if (problem)
    throw failed(request, 'interpreter-missing', `its interpreter ${interpreter} cannot be run: ${problem[1]}`)
}

function firstBytes(path: string): string {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch {
    // Executable but not readable: the kernel can run it, and we cannot say more.
    return ''
  }
  try {
    const buffer = Buffer.alloc(MAX_SHEBANG_BYTES)
    return buffer.toString('latin1', 0, readSync(fd, buffer, 0, MAX_SHEBANG_BYTES, 0))
  } finally {
    closeSync(fd)
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
