/** What a recorder needs of a session, and no more: its size and the four things that happen to it. */
import type { Disposable } from '../base/disposable.js'

/** Something that can be listened to until the handle is disposed. */
export interface Source<T> {
  on(listener: (value: T) => void): Disposable
}

export interface SessionTap {
  readonly cols: number
  readonly rows: number
  /** Raw bytes as read, valid only during the call; `at` is when, on the clock's monotonic scale, if that is known. */
  readonly onOutput: Source<{ readonly bytes: Uint8Array; readonly at?: number }>
  readonly onInput: Source<{ readonly bytes: Uint8Array }>
  readonly onResize: Source<{ readonly cols: number; readonly rows: number }>
  readonly onExit: Source<{ readonly code: number | null; readonly signal: string | null }>
}
