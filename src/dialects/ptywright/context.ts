/** What a handler of this dialect is given: the sessions by its names, and the client's own notifications. */
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import type { Notifications } from './notifications.js'
import type { NamedSessions } from './sessions.js'

export interface PtywrightServer {
  readonly core: Core
  readonly sessions: NamedSessions
}

export class PtywrightClient {
  constructor(
    readonly server: PtywrightServer,
    readonly notifications: Notifications,
  ) {}

  get sessions(): NamedSessions {
    return this.server.sessions
  }
}

export const method = methodsFor<PtywrightClient>()
