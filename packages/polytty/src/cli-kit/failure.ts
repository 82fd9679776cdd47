/** How the command fails: one line that says what was wrong, a second with what to do, and an exit code for scripts. */
import { knownFailure } from '../base/core-error.js'

/** Exit codes: 1 what was asked for failed, 2 the command line was wrong, or the one that the failure names. */
export function reportFailure(error: unknown): number {
  const known = knownFailure(error)
  if (known) {
    const hint = typeof known.data.hint === 'string' ? `\n  ${known.data.hint}` : ''
    process.stderr.write(`polytty: ${known.message}${hint}\n`)
    if (typeof known.data.exitCode === 'number') return known.data.exitCode
    return known.code === 'invalid-params' ? 2 : 1
  }
  if (error instanceof Error && isOrdinary(error)) {
    process.stderr.write(`polytty: ${error.message}\n`)
    return 1
  }
  const detail = error instanceof Error ? (process.env.POLYTTY_DEBUG ? error.stack : error.message) : String(error)
  process.stderr.write(`polytty: ${detail}\n  Set POLYTTY_DEBUG=1 to see where this comes from.\n`)
  return 1
}

/** Errors reported by a server or the system: where they come from in our code helps no one. */
function isOrdinary(error: Error): boolean {
  return error.name === 'RpcError' || 'syscall' in error
}

/** Who sees to an output that fails: a command with something to end first replaces what happens otherwise. */
export function watchOutput(failed: (error: NodeJS.ErrnoException) => void = leave): void {
  process.stdout.removeAllListeners('error').on('error', failed)
}

/** A reader that goes away (`| head`) ends the command quietly; a full disk is reported in one line. */
function leave(error: NodeJS.ErrnoException): never {
  process.exit(error.code === 'EPIPE' ? 0 : reportFailure(error))
}

/** For commands that serve others: an uncaught failure is reported and does not end the other sessions. */
export function keepServing(report: (error: unknown) => void = (error) => void reportFailure(error)): void {
  process.on('uncaughtException', report)
}
