/**
 * Starts a program on a new PTY: by the C library where it can be called, else by node-pty's fork, which takes a thread
 * for each program.
 */
import { CoreError } from '../../base/core-error.js'
import type { TerminalProbe } from '../../ready/index.js'
import { libc } from '../../system/libc.js'
import { addPtyDescriptor, forkWithoutGaps, removePtyDescriptor } from './descriptor-gaps.js'
import { nativePty } from './native-fork.js'
import type { PtyOptions } from './port.js'
import { noProbe, probeTerminal } from './posix-probe.js'
import { resizePty, startProgram } from './posix-pty.js'

/** A started program and our end of its terminal, which does not block. */
export interface Child {
  readonly pid: number
  readonly fd: number
  resize(cols: number, rows: number, pixelWidth: number, pixelHeight: number): void
  readonly probe: TerminalProbe
  /** Reads what is there already; 0 or less where nothing is. Absent where that would be as dear as waiting for it. */
  readonly read?: (buffer: Uint8Array) => number
  /** Our end was closed. */
  close(): void
}

type OnExit = (code: number, signal: number) => void

export type Start = (options: PtyOptions, onExit: OnExit) => Child

/** Loads what starting a program takes, so that the first one need not wait for it. */
export function prepareStart(): void {
  libc()
}

export const start: Start = (options, onExit) => {
  const library = libc()
  if (!library) return fork(options, onExit)
  const { fd, pid } = startProgram(library, options, onExit)
  return {
    fd,
    pid,
    resize: (cols, rows, width, height) => resizePty(library, fd, cols, rows, width, height),
    probe: probeTerminal(library, fd),
    read: (buffer) => library.read(fd, buffer, buffer.length),
    close: () => {},
  }
}

export const fork: Start = (options, onExit) => {
  const { native, helperPath } = nativePty()
  const { program, args, cwd, cols, rows, pixelWidth, pixelHeight } = options
  const env = Object.entries(options.env).map(([name, value]) => `${name}=${value}`)
  let child: { readonly fd: number; readonly pid: number }
  try {
    child = forkWithoutGaps(() => native.fork(program, args, env, cwd, cols, rows, -1, -1, true, helperPath, onExit))
  } catch (error) {
    const message = `could not start ${JSON.stringify(program)}: the system gave no terminal or process`
    throw new CoreError('spawn-failed', message, { program, reason: 'system-error' }, { cause: error })
  }
  const { fd, pid } = child
  addPtyDescriptor(fd)
  const resize: Child['resize'] = (...size) => native.resize(fd, ...size)
  if (pixelWidth || pixelHeight) resize(cols, rows, pixelWidth, pixelHeight)
  return { fd, pid, resize, probe: noProbe, close: () => removePtyDescriptor(fd) }
}
