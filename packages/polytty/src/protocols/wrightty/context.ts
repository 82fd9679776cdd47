/**
 * What a handler of this dialect is given: the core, and the client that asks. Also the two courtesies that published
 * clients count on: session "0" exists when asked for, and a look right after typing waits for the program's echo.
 */
import { CoreError } from '../../base/core-error.js'
import type { Session, SessionEvent } from '../../session/index.js'
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import { FirstLook } from '../first-look.js'
import type { Pusher } from '../peer.js'
import { EarlyEvents } from './early-events.js'
import { homeFolder } from './home-folder.js'
import type { Recordings } from './recordings.js'
import type { Subscription } from './subscription.js'

/** A look after typing waits this long for the answer at most: published clients type and look at once. */
const MOST_LOOK_MS = 40

/** State that all clients of this dialect share. */
export interface WrighttyServer {
  readonly core: Core
  readonly recordings: Recordings
  /** Ids of sessions that were destroyed, so that they are distinguished from ids that never were. */
  readonly destroyed: { has(id: string): boolean }
  nextSubscription(): string
  /** Frames captured of a session are numbered from 0. */
  nextFrame(session: Session): number
}

export class WrighttyClient {
  wrongPasswords = 0
  readonly subscriptions = new Map<string, Subscription>()
  private readonly firstLook: FirstLook
  private readonly used = new WeakSet<Session>()
  private readonly early = new WeakMap<Session, EarlyEvents>()

  constructor(
    readonly server: WrighttyServer,
    readonly pusher: Pusher | null,
    private known: boolean,
    private readonly onAuthenticated: () => void = () => {},
  ) {
    this.firstLook = new FirstLook(server.core.clock, MOST_LOOK_MS)
  }

  get authenticated(): boolean {
    return this.known
  }

  /** The right password was given. */
  authenticate(): void {
    this.known = true
    this.onAuthenticated()
  }

  get core(): Core {
    return this.server.core
  }

  /**
   * The session with this id or name. "0" is made on first use, since clients that find no session ask for it; where
   * its program has ended, a client that has not used it gets another.
   */
  async session(id: string): Promise<Session> {
    const { sessions, shell } = this.core
    const known = sessions.find(id)
    if (known && (id !== DEFAULT_SESSION || !known.exited || this.used.has(known))) return this.use(known)
    if (known) await sessions.rename(known, sessions.freeName(id))
    if (this.server.destroyed.has(id))
      throw new CoreError('session-exited', 'Session was already destroyed', { session: id })
    if (id !== DEFAULT_SESSION) throw new CoreError('session-not-found', `Session not found: ${id}`, { session: id })
    const made = { program: shell, name: DEFAULT_SESSION, cwd: homeFolder(), shellIntegration: true }
    return this.use(await sessions.create(made))
  }

  private use(session: Session): Session {
    this.used.add(session)
    if (this.pusher) this.core.presence.note(session, 'wrightty', this.pusher)
    return session
  }

  /** Keeps what a session emits until this client, who made it, first subscribes to it. */
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
    this.firstLook.noteInput(session)
  }

  /** After typing, waits until the program has answered or a moment has passed. */
  untilAnswered(session: Session, signal: AbortSignal): Promise<void> {
    return this.firstLook.untilAnswered(session, signal)
  }
}

const DEFAULT_SESSION = '0'

export const method = methodsFor<WrighttyClient>()
