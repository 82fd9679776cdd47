/**
 * What a handler of this dialect is given: the server's sessions as wshSessions, and the client that asks, which may be on
 * one session's socket, on the server's, or on HTTP.
 */
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import type { Emitter } from '../../base/emitter.js'
import type { Session } from '../../session/index.js'
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import type { Pusher } from '../peer.js'
import type { Lifecycle } from './lifecycle.js'
import type { Recordings } from './recordings.js'
import type { Subscription } from './subscription.js'
import type { WshSession } from './wsh-session.js'

/** State that all clients of this dialect share. */
export interface WshServer {
  readonly core: Core
  readonly hostname: string
  readonly serverId: string
  readonly recordings: Recordings
  readonly onLifecycle: Emitter<Lifecycle>
  wshSession(session: Session): WshSession
  /** Notes what a session that is about to be made was asked to run. */
  announce(name: string, command: string): void
  /** A single-use ticket for a WebSocket upgrade. */
  issueTicket(): string
}

/** The session that is meant where none is named; null where there is none or more than one. */
export function onlySession({ sessions }: Core): Session | null {
  const [only, ...more] = sessions.list().filter(({ exited }) => !exited)
  return more.length > 0 ? null : (only ?? null)
}

const NAMELESS = "This method requires a 'session' field."

export class WshClient {
  readonly subscriptions = new Map<WshSession, Subscription>()
  /** Ends the idle wait that is pending on this connection, if any. */
  supersede: (() => void) | null = null
  private holds = 0
  private held: Lifecycle[] = []

  constructor(
    readonly server: WshServer,
    /** null over HTTP. */
    readonly pusher: Pusher | null,
    /** The session whose socket this is; null for the server's own and for HTTP. */
    private readonly bound: WshSession | null,
  ) {}

  get core(): Core {
    return this.server.core
  }

  get isHttp(): boolean {
    return this.pusher === null
  }

  /** True on the server-level socket, where events name their session. */
  get isMultiplexed(): boolean {
    return this.bound === null
  }

  /** The session that a request is about. */
  wshSession(name: string | null | undefined): WshSession {
    if (this.bound) return this.bound
    if (name !== null && name !== undefined) return this.named(name)
    const only = onlySession(this.core)
    if (only) return this.use(only)
    const hint = this.isHttp ? 'There is not just one session: use /sessions/NAME/….' : NAMELESS
    throw new CoreError('invalid-params', hint, { code: 'session_required' })
  }

  /** The session on whose socket the client is; null on the server's. */
  get ownWshSession(): WshSession | null {
    return this.bound
  }

  /** Refuses what is meant for another server. */
  requireLocal(server: unknown): void {
    if (server === undefined || server === null || server === this.server.hostname) return
    throw new CoreError('not-found', `Server not found: ${String(server).slice(0, 80)}.`, { code: 'server_not_found' })
  }

  named(name: string): WshSession {
    const session = this.core.sessions.find(name)
    if (!session) throw new CoreError('session-not-found', `Session not found: ${name}.`)
    return this.use(session)
  }

  private use(session: Session): WshSession {
    if (this.pusher) this.core.presence.note(session, 'wsh', this.pusher)
    return this.server.wshSession(session)
  }

  /** Reports an event of a session's life, after the answer to the request that caused it. */
  reportLifecycle(what: Lifecycle): void {
    if (this.holds > 0) this.held.push(what)
    else this.pusher?.notify(what.event, what.params)
  }

  /** While a request is answered that may end a session, and with it the server. */
  holdLifecycle(): Disposable {
    this.holds++
    const kept = this.core.lifetime.keep()
    return {
      dispose: () => {
        if (--this.holds === 0) for (const what of this.held.splice(0)) this.reportLifecycle(what)
        kept.dispose()
      },
    }
  }
}

export const method = methodsFor<WshClient>()
