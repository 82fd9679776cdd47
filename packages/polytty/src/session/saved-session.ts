/** A session as a value, for another process that goes on with it: what it was started with, and where it stands. */
import type { Clock } from '../base/clock.js'
import type { SavedRedaction } from '../redaction/output.js'
import type { InputGuard } from './input-guard.js'
import type { Pty, PtyListener, PtyOptions } from './pty/port.js'
import type { SavedReport } from './reported-state.js'
import type { SavedScreen } from './screen.js'
import type { ResolvedOptions } from './spawn-options.js'

/** What holds from the start, and what people change of it. The environment, which may hold secrets, is not kept. */
export interface SessionMeta {
  readonly id: string
  readonly name: string
  readonly tags: readonly string[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly options: Omit<ResolvedOptions, 'env' | 'tags'>
}

/** Where a session stands at one place of its program's output. */
export interface SavedSession {
  readonly cols: number
  readonly rows: number
  readonly pixelWidth: number
  readonly pixelHeight: number
  readonly screen: SavedScreen
  readonly reported: SavedReport
  /** Of a session whose secrets are masked. */
  readonly redaction: SavedRedaction | null
  /** What others keep for it, by name. */
  readonly attachments?: Readonly<Record<string, unknown>>
  /** How many bytes the terminal has answered. */
  readonly replies: number
  readonly reads: number
  /** Its shell has not shown its first prompt. */
  readonly awaitsPrompt: boolean
  /** How long ago, in ms: its last output, and change of the screen, and input. */
  readonly quietMs: { readonly output: number; readonly screen: number; readonly input: number }
}

/** What a session is made of, where that is not a program of this process that begins now. */
export interface SessionParts {
  /** Opens its PTY; one of this process if absent. */
  open?(options: PtyOptions, listener: PtyListener, clock: Clock): Pty
  /** Who is asked about its input; no one if absent. */
  readonly guard?: InputGuard | null
  /** Another process has read its output before. */
  readonly before?: { readonly createdAt: number; readonly saved: SavedSession | null }
}
