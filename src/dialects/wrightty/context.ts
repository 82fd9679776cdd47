/**
 * What a handler of this dialect is given: the core, and the client that asks. Also the two courtesies that published
 * clients count on: session "0" exists when asked for, and a look right after typing waits for the program's echo.
 */
import { CoreError } from '../../base/core-error.js'
import type { Session, SessionEvent } from '../../session/index.js'
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import type { Pusher } from '../peer.js'
import { EarlyEvents } from './early-events.js'
import type { Recordings } from './recordings.js'
import type { Subscription } from './subscription.js'

/** How long a look after typing waits for the first output. Published clients type and look at once. */
const SETTLE_MS = 40

/** State that all clients of this dialect share. */
export interface WrighttyServer {
  readonly core: Core
  readonly recordings: Recordings
  /** Ids of sessions that were destroyed, so that they are told from ids that never were. */
  readonly destroyed: { has(id: string): boolean }
  nextSubscription(): string
  /** Frames captured of a session are numbered from 0. */
  nextFrame(session: Session): number
}

export class WrighttyClient {
  authenticated: boolean
  wrongPasswords = 0
  readonly subscriptions = new Map<string, Subscription>()
  /** Sessions this client has typed into, and the state of their output at that time. */
  private readonly typed = new WeakMap<Session, { readonly reads: number; readonly at: number }>()

  private readonly early = new WeakMap<Session, EarlyEvents>()

  constructor(
    readonly server: WrighttyServer,
    readonly pusher: Pusher | null,
    authenticated: boolean,
  ) {
    this.authenticated = authenticated
  }

  get core(): Core {
    return this.server.core
  }

  /** The session with this id or name. "0" is made on first use, since clients that find no session ask for it. */
  async session(id: string): Promise<Session> {
    const { sessions, shell, presence } = this.core
    const known = sessions.find(id)
    if (known && this.pusher) presence.note(known, 'wrightty', this.pusher)
    if (known) return known
    if (this.server.destroyed.has(id))
      throw new CoreError('session-exited', 'Session was already destroyed', { session: id })
    if (id !== DEFAULT_SESSION) throw new CoreError('session-not-found', `Session not found: ${id}`, { session: id })
    return sessions.create({ program: shell, name: DEFAULT_SESSION, shellIntegration: true })
  }

  /** Keeps what a session tells until this client, who made it, first subscribes to it. */
  noteCreation(session: Session): void {
    if (this.pusher) this.early.set(session, this.pusher.owned.add(new EarlyEvents(session)))
  }

  takeEarlyEvents(session: Session): readonly SessionEvent[] {
    const early = this.early.get(session)
    if (!early) return []
    this.early.delete(session)
    this.pusher?.owned.delete(early)
    return early.take()
  }

  noteTyping(session: Session): void {
    this.typed.set(session, { reads: session.reads, at: this.core.clock.monotonic() })
  }

  /** After typing, waits until the program has said something or a moment has passed. */
  async settle(session: Session, signal: AbortSignal): Promise<void> {
    const typed = this.typed.get(session)
    if (!typed) return
    this.typed.delete(session)
    const left = SETTLE_MS - (this.core.clock.monotonic() - typed.at)
    if (session.reads > typed.reads || session.exit || left <= 0) return
    await session.wait({ type: 'changed', since: session.terminal.revision }, { timeoutMs: left, abort: signal })
  }
}

const DEFAULT_SESSION = '0'

export const method = methodsFor<WrighttyClient>()
