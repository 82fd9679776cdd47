/**
 * What a handler of this dialect is given: the server's sessions as stages, and the client that asks, which may be on
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
import type { Stage } from './stage.js'
import type { Subscription } from './subscription.js'

/** State that all clients of this dialect share. */
export interface WshServer {
  readonly core: Core
  readonly hostname: string
  readonly serverId: string
  readonly recordings: Recordings
  readonly onLifecycle: Emitter<Lifecycle>
  /** An ephemeral server ends with its last session. */
  persistent: boolean
  stage(session: Session): Stage
  /** Notes what a session that is about to be made was asked to run. */
  announce(name: string, command: string): void
  /** A single-use ticket for a WebSocket upgrade. */
  issueTicket(): string
  /** Somebody asked the server to end. */
  requestStop(): void
}

export class WshClient {
  readonly subscriptions = new Map<Stage, Subscription>()
  /** Ends the idle wait that is pending on this connection, if any. */
  supersede: (() => void) | null = null
  private holds = 0
  private held: object[] = []

  constructor(
    readonly server: WshServer,
    /** null over HTTP. */
    readonly pusher: Pusher | null,
    /** The session whose socket this is; null for the server's own and for HTTP. */
    private readonly bound: Stage | null,
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
  stage(name: string | null | undefined): Stage {
    if (this.bound) return this.bound
    if (name === null || name === undefined)
      throw new CoreError('invalid-params', "This method requires a 'session' field.", { code: 'session_required' })
    return this.named(name)
  }

  /** The session on whose socket the client is; null on the server's. */
  get ownStage(): Stage | null {
    return this.bound
  }

  named(name: string): Stage {
    const session = this.core.sessions.find(name)
    if (!session) throw new CoreError('session-not-found', `Session not found: ${name}.`)
    if (this.pusher) this.core.presence.note(session, 'wsh', this.pusher)
    return this.server.stage(session)
  }

  /** Tells of a session's life, after the answer to the request that caused it. */
  tellLifecycle(event: object): void {
    if (this.holds > 0) this.held.push(event)
    else this.pusher?.notify(event)
  }

  holdLifecycle(): Disposable {
    this.holds++
    return {
      dispose: () => {
        if (--this.holds > 0) return
        for (const event of this.held.splice(0)) this.pusher?.notify(event)
      },
    }
  }
}

export const method = methodsFor<WshClient>()
