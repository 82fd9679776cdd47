/** Runs another terminal's command and reads what it prints. */
import { execFile } from 'node:child_process'
import { CoreError } from '../../base/core-error.js'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 16 * 1024 * 1024

export interface RunOptions {
  readonly input?: Uint8Array
  readonly env?: NodeJS.ProcessEnv
}

/** `hint` says how to start the terminal. */
export function runProgram(
  [program = '', ...args]: readonly string[],
  hint: string,
  { input, env }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env: env ?? process.env, maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      if (error.code === 'ENOENT')
        return reject(new CoreError('missing-program', `${program} is not installed`, { program }))
      reject(new CoreError('not-found', `${program}: ${stderr.trim() || stdout.trim() || error.message}`, { hint }))
    })
    // A program that does not read its input ends before all of it is written.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
