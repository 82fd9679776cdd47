/**
 * Keeps our ends of the PTYs out of the children. On Linux the native fork marks inherited descriptors close-on-exec
 * one by one and stops at the first number that is not open, so a gap below one of our PTYs would let that one, and
 * with it another session's terminal, through to every later child. Before each fork the gaps are therefore filled
 * with /dev/null, and the fillers are closed again as soon as no PTY lies above them.
 */
import { closeSync, openSync } from 'node:fs'

/** Beyond this the fillers would cost more than they protect. */
const MAX_FILLERS = 65_536

const ptys = new Set<number>()
const fillers = new Set<number>()

/** To be called right before a fork: leaves no gap below any open PTY. */
export function fillDescriptorGaps(): void {
  if (process.platform !== 'linux' || ptys.size === 0) return
  const top = Math.max(...ptys)
  while (fillers.size < MAX_FILLERS) {
    let fd: number
    try {
      // A new descriptor always gets the lowest number that is free.
      fd = openSync('/dev/null', 'r')
    } catch {
      // Out of descriptors: the fork needs the rest more than we do.
      closeFillers(0)
      return
    }
    if (fd > top) {
      closeSync(fd)
      return
    }
    fillers.add(fd)
  }
}

/** A PTY was opened with this number. */
export function addPtyDescriptor(fd: number): void {
  ptys.add(fd)
}

/** That PTY is closed. */
export function removePtyDescriptor(fd: number): void {
  ptys.delete(fd)
  if (fillers.size > 0) closeFillers(ptys.size === 0 ? 0 : Math.max(...ptys))
}

function closeFillers(above: number): void {
  for (const fd of fillers) {
    if (fd < above) continue
    fillers.delete(fd)
    closeSync(fd)
  }
}
