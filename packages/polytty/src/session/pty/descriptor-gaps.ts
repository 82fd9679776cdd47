/**
 * Keeps our ends of the PTYs out of the children. On Linux the native fork marks inherited descriptors close-on-exec
 * one by one and stops at the first number that is not open, so a gap below one of our PTYs would let that one, and
 * with it another session's terminal, through to every later child. For the time of a fork the gaps are therefore filled
 * with /dev/null. The new PTY must lie above them all, since its own number is a gap in the child.
 */
import { closeSync, openSync } from 'node:fs'

/** Beyond this the fillers would cost more than they protect. */
const MAX_FILLERS = 65_536

const ptys = new Set<number>()

/** Forks while there is no gap below any open PTY. */
export function forkWithoutGaps<T>(fork: () => T): T {
  const fillers = fillGaps()
  try {
    return fork()
  } finally {
    for (const fd of fillers) closeSync(fd)
  }
}

/** A PTY was opened with this number. */
export function addPtyDescriptor(fd: number): void {
  ptys.add(fd)
}

/** That PTY is closed. */
export function removePtyDescriptor(fd: number): void {
  ptys.delete(fd)
}

/** The descriptors that were opened. */
function fillGaps(): number[] {
  const fillers: number[] = []
  if (process.platform !== 'linux' || ptys.size === 0) return fillers
  const top = Math.max(...ptys)
  while (fillers.length < MAX_FILLERS) {
    try {
      // A new descriptor always gets the lowest number that is free.
      fillers.push(openSync('/dev/null', 'r'))
    } catch {
      // Out of descriptors: the fork needs them more than we do.
      for (const fd of fillers) closeSync(fd)
      return []
    }
    if (fillers.at(-1)! > top) break
  }
  const above = fillers.pop()
  if (above !== undefined) closeSync(above)
  return fillers
}
