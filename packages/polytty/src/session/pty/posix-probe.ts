/** What a terminal says of itself, by the C library's calls on our end of it. */
import { closeSync, openSync } from 'node:fs'
import type { TerminalProbe } from '../../ready/index.js'
import type { Libc } from '../../system/libc.js'
import { nameOf, O_NOCTTY, O_NONBLOCK, O_RDWR, TERMIOS_BYTES } from './posix-pty.js'

const POLLIN = 1
/** Where a termios has its local modes, and two of them. */
const LOCAL_MODES_AT = 12
const ICANON = 0x2
const ECHO = 0x8

export function probeTerminal(libc: Libc, fd: number): TerminalProbe {
  const termios = new Uint8Array(TERMIOS_BYTES)
  const modes = new DataView(termios.buffer)
  return {
    group() {
      const group = libc.tcgetpgrp(fd)
      return group > 0 ? group : null
    },
    lineMode() {
      if (libc.tcgetattr(fd, termios) !== 0) return null
      const local = modes.getUint32(LOCAL_MODES_AT, true)
      return { canonical: (local & ICANON) !== 0, echo: (local & ECHO) !== 0 }
    },
    hasUnreadInput: () => hasUnreadInput(libc, fd),
    hasUnreadOutput: () => isReadable(libc, fd),
  }
}

/** Without the C library's calls nothing is known. */
export const noProbe: TerminalProbe = {
  group: () => null,
  lineMode: () => null,
  hasUnreadInput: () => null,
  hasUnreadOutput: () => null,
}

/** The terminal's other end is asked. Null where it cannot be opened. */
function hasUnreadInput(libc: Libc, fd: number): boolean | null {
  let terminal: number
  try {
    terminal = openSync(nameOf(libc, fd), O_RDWR | O_NOCTTY | O_NONBLOCK)
  } catch {
    return null
  }
  try {
    return isReadable(libc, terminal)
  } finally {
    closeSync(terminal)
  }
}

/** By poll, which first passes on what was written to the other end a moment ago. */
function isReadable(libc: Libc, fd: number): boolean | null {
  const asked = new Uint8Array(Int32Array.of(fd, POLLIN).buffer)
  const count = libc.poll(asked, 1, 0)
  return count < 0 ? null : (new Uint16Array(asked.buffer)[3] & POLLIN) !== 0
}
