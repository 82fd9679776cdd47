/**
 * The PTY port: all that a session needs of a pseudo-terminal. The one adapter is native-pty.ts; nothing else in the
 * project knows which library is behind it.
 */

import type { TerminalProbe } from '../../ready/index.js'

/** How a program ended: by a code, or by a signal such as 'SIGTERM'. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: string | null
}

export interface PtyOptions {
  /** As it was asked for: what the program sees as its name. */
  readonly program: string
  /** Where it was found. */
  readonly path: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly cols: number
  readonly rows: number
  readonly pixelWidth: number
  readonly pixelHeight: number
  /** Bytes that may wait for a program that does not read; 1 MiB if absent. */
  readonly queueBytes?: number
}

export interface PtyListener {
  /** Bytes as read; the buffer is reused, so it is valid only during the call. */
  onData(bytes: Uint8Array): void
  /** The program is gone and all it wrote has been given to `onData`. Called once. */
  onExit(status: ExitStatus): void
}

export interface Pty {
  readonly pid: number
  /**
   * Queues bytes; resolves when the kernel has them all. Rejects with `input-overflow` when the queue is full and
   * with `session-exited` when no one is left to read.
   */
  write(bytes: Uint8Array): Promise<void>
  resize(cols: number, rows: number, pixelWidth: number, pixelHeight: number): void
  /** What the terminal says of itself, while it is open. */
  readonly probe: TerminalProbe
  /** Whether bytes wait that the kernel has not taken yet. */
  readonly hasQueued: boolean
  /** Stops reading: the kernel's buffer fills and the program waits. */
  pause(): void
  resume(): void
  /** True until every process has let go of the terminal. */
  readonly open: boolean
  /** Resolves when every process has let go of the terminal. */
  readonly closed: Promise<void>
  /** Hangs up: closes our end, which the kernel reports to the processes on it by SIGHUP. */
  hangUp(): void
}
