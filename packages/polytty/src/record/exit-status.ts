/** How programs end, as one number, the way shells report it. */
import { constants } from 'node:os'

/** The exit code, or 128 and the number of the signal that ended the program. */
export function exitStatus(exit: { readonly code: number | null; readonly signal: string | null }): number {
  return exit.code ?? 128 + (constants.signals[exit.signal as NodeJS.Signals] ?? 0)
}
