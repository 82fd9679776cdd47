/** The port through which an operator sees, and may refuse, what is typed into sessions and started in them. */
import type { SpawnOptions } from './spawn-options.js'

/** Who types. */
export interface Typist {
  /** For the log of inputs. */
  readonly name: string
  /** What it uses, such as a method; for the log as well. */
  readonly tool: string
  /** Someone at a terminal, who sees what comes of it. */
  readonly isPerson?: boolean
  /** Aborted when it has gone: nothing is typed for it any more. */
  readonly abort?: AbortSignal
}

/** A session, as far as it matters to whoever guards its input. */
export interface GuardedSession {
  readonly id: string
  readonly name: string
  /** `secret` where the program hides what is typed. */
  readonly ready: { readonly secret: boolean }
}

export interface InputGuard {
  /** Null if it may be typed at once; else resolves when it may, and rejects if it may not. */
  admit(session: GuardedSession, bytes: Uint8Array, typist: Typist | undefined): Promise<void> | null
  /** Starts a program, if that is allowed. */
  start<S extends GuardedSession>(wanted: SpawnOptions, start: () => S | Promise<S>): Promise<S>
}
