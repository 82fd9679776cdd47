/** What a handler of this dialect is given: sessions, adapters and plugins, and the client's own notifications. */
import type { Session } from '../../session/index.js'
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import type { Pusher } from '../peer.js'
import { Adapters } from './adapters/adapters.js'
import type { Notifications } from './notifications.js'
import { PluginRegistry } from './plugins/plugin-registry.js'
import type { RawTranscript } from './raw-transcript.js'
import { SessionView } from './session-view.js'
import { NamedSessions } from './sessions.js'

/** What all clients of a server share. */
export class PtywrightServer {
  readonly sessions: NamedSessions
  readonly plugins: PluginRegistry
  readonly adapters: Adapters
  /** The raw transcripts that are written, of those sessions that have one. */
  readonly rawTranscripts = new WeakMap<Session, RawTranscript>()

  constructor(
    readonly core: Core,
    options: { readonly allowPluginLoad?: boolean; readonly prepareAhead?: boolean } = {},
  ) {
    this.sessions = new NamedSessions(core.sessions)
    this.plugins = new PluginRegistry(core.clock, options.allowPluginLoad ?? false, options.prepareAhead)
    this.adapters = new Adapters(core, this.sessions, this.plugins)
  }

  dispose(): void {
    this.adapters.dispose()
    this.plugins.dispose()
    this.sessions.dispose()
  }
}

export class PtywrightClient {
  constructor(
    readonly server: PtywrightServer,
    readonly notifications: Notifications,
    private readonly pusher: Pusher,
  ) {}

  get sessions(): NamedSessions {
    return this.server.sessions
  }

  session(id: string): Session {
    const session = this.sessions.get(id)
    this.server.core.presence.note(session, 'ptywright', this.pusher)
    return session
  }

  /** A session as plugins and waits see it. */
  view(id: string): SessionView {
    return new SessionView(this.session(id), this.sessions, this.server.core.clock)
  }
}

export const method = methodsFor<PtywrightClient>()
