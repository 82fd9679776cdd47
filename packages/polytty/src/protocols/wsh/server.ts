/**
 * The state that all clients of this dialect share: a wshSession for every session, whoever made it, the news of sessions
 * coming and going, and tickets.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import type { Session } from '../../session/index.js'
import type { Core } from '../core.js'
import { notification } from '../define.js'
import type { EndpointHost } from '../protocol.js'
import type { WshServer } from './context.js'
import { refuse } from './errors.js'
import { sessionCreated, sessionDestroyed, sessionRenamed, sessionTagsChanged } from './events.js'
import type { Lifecycle } from './lifecycle.js'
import { Recordings } from './recordings.js'
import { WshSession } from './wsh-session.js'

const TICKET_MS = 30_000
const MAX_TICKETS = 1024

export class WshHost implements WshServer, Disposable {
  readonly serverId = randomUUID()
  readonly recordings: Recordings
  readonly onLifecycle = new Emitter<Lifecycle>()
  private readonly owned = new DisposableBag()
  private readonly wshSessions = new Map<Session, WshSession>()
  private readonly commands = new Map<string, string>()
  private readonly tickets = new Map<string, Disposable>()

  constructor(
    readonly core: Core,
    readonly hostname: string,
  ) {
    const { sessions } = core
    this.recordings = new Recordings(core.clock, core.recordings)
    for (const session of sessions.list()) this.wshSession(session)
    this.owned.add(
      sessions.onCreated.on((session) => {
        this.wshSession(session)
        this.onLifecycle.emit(notification(sessionCreated, { params: { name: session.name } }))
      }),
    )
    this.owned.add(
      sessions.onRenamed.on(({ session, previous }) =>
        this.onLifecycle.emit(notification(sessionRenamed, { params: { old_name: previous, new_name: session.name } })),
      ),
    )
    this.owned.add(
      sessions.onTags.on(({ session, added, removed }) =>
        this.onLifecycle.emit(
          notification(sessionTagsChanged, {
            params: { name: session.name, added: [...added], removed: [...removed], tags: [...session.tags].sort() },
          }),
        ),
      ),
    )
    this.owned.add(sessions.onCreated.on((session) => this.recordings.goOn(session)))
    this.owned.add(sessions.onExited.on(({ session }) => this.handleExit(session)))
    this.owned.add(sessions.onDestroyed.on((session) => this.forget(session)))
  }

  wshSession(session: Session): WshSession {
    const known = this.wshSessions.get(session)
    if (known) return known
    const command = this.commands.get(session.name) ?? [session.program, ...session.args].join(' ')
    this.commands.delete(session.name)
    const wshSession = new WshSession(session, this.core.clock, command)
    this.wshSessions.set(session, wshSession)
    return wshSession
  }

  announce(name: string, command: string): void {
    this.commands.clear()
    this.commands.set(name, command)
  }

  issueTicket(): string {
    if (this.tickets.size >= MAX_TICKETS)
      throw refuse('resource_limit_reached', `${MAX_TICKETS} tickets are waiting to be used`)
    const ticket = randomBytes(16).toString('hex')
    this.tickets.set(
      ticket,
      this.core.clock.after(TICKET_MS, () => this.tickets.delete(ticket)),
    )
    return ticket
  }

  /** True once for each ticket. */
  redeem(ticket: string): boolean {
    this.tickets.get(ticket)?.dispose()
    return this.tickets.delete(ticket)
  }

  dispose(): void {
    this.owned.dispose()
    this.recordings.dispose()
    for (const timer of this.tickets.values()) timer.dispose()
    for (const wshSession of this.wshSessions.values()) wshSession.dispose()
  }

  private handleExit(session: Session): void {
    this.wshSession(session).onEnd.emit()
    this.recordings.finish(session)
    this.onLifecycle.emit(notification(sessionDestroyed, { params: { name: session.name } }))
  }

  private forget(session: Session): void {
    this.wshSessions.get(session)?.dispose()
    this.wshSessions.delete(session)
  }
}

const hosts = new WeakMap<Core, WshHost>()

/** The one host of a server, which MCP shares. */
export function wshHostOf({ core, options }: Pick<EndpointHost, 'core' | 'options'>): WshHost {
  const host = hosts.get(core) ?? new WshHost(core, options.hostname ?? hostname())
  hosts.set(core, host)
  return host
}
