/** How the command fails: one line that says what was wrong, a second with what to do, and an exit code for scripts. */
import { CoreError } from '../base/core-error.js'

/** Exit codes: 1 the thing asked for failed, 2 the command line was wrong. */
export function reportFailure(error: unknown): number {
  if (error instanceof CoreError) {
    const hint = typeof error.data.hint === 'string' ? `\n  ${error.data.hint}` : ''
    process.stderr.write(`polytty: ${error.message}${hint}\n`)
    return error.code === 'invalid-params' ? 2 : 1
  }
  const detail = error instanceof Error ? (process.env.POLYTTY_DEBUG ? error.stack : error.message) : String(error)
  process.stderr.write(`polytty: ${detail}\n  Set POLYTTY_DEBUG=1 to see where this comes from.\n`)
  return 1
}
