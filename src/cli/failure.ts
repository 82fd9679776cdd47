/** How the command fails: one line that says what was wrong, a second with what to do, and an exit code for scripts. */
import { CoreError } from '../base/core-error.js'

/** Exit codes: 1 the thing asked for failed, 2 the command line was wrong. */
export function reportFailure(error: unknown): number {
  if (error instanceof CoreError) {
    const hint = typeof error.data.hint === 'string' ? `\n  ${error.data.hint}` : ''
    process.stderr.write(`polytty: ${error.message}${hint}\n`)
    return error.code === 'invalid-params' ? 2 : 1
  }
  if (error instanceof Error && isOrdinary(error)) {
    process.stderr.write(`polytty: ${error.message}\n`)
    return 1
  }
  const detail = error instanceof Error ? (process.env.POLYTTY_DEBUG ? error.stack : error.message) : String(error)
  process.stderr.write(`polytty: ${detail}\n  Set POLYTTY_DEBUG=1 to see where this comes from.\n`)
  return 1
}

/** Errors that a server or the system told: where they come from in our code helps nobody. */
function isOrdinary(error: Error): boolean {
  return error.name === 'RpcError' || error.name === 'DaemonError' || 'syscall' in error
}

/** A reader that goes away (`| head`) ends the command quietly; a full disk is told in a line. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.exit(reportFailure(error))
  })
}

/** For commands that serve others: a failure nobody caught is told, and is not the other sessions' to die of. */
export function keepServing(tell: (error: unknown) => void = (error) => void reportFailure(error)): void {
  process.on('uncaughtException', tell)
}
