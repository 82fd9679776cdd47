/**
 * The state that all clients of this dialect share: a stage for every session, whoever made it, the news of sessions
 * coming and going, tickets, and whether the server is still needed.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import type { Session } from '../../session/index.js'
import type { Core } from '../core.js'
import type { WshServer } from './context.js'
import { refuse } from './errors.js'
import type { Lifecycle } from './lifecycle.js'
import { Recordings } from './recordings.js'
import { Stage } from './stage.js'

const TICKET_MS = 30_000
const MAX_TICKETS = 1024
/** How long an ephemeral server waits for its first session. */
const FIRST_SESSION_MS = 30_000

export class WshHost implements WshServer, Disposable {
  readonly hostname = hostname()
  readonly serverId = randomUUID()
  readonly recordings: Recordings
  readonly onLifecycle = new Emitter<Lifecycle>()
  /** Nobody needs this server any longer, or somebody asked it to stop. */
  readonly onUnneeded = new Emitter<void>()
  private readonly owned = new DisposableBag()
  private readonly stages = new Map<Session, Stage>()
  private readonly commands = new Map<string, string>()
  private readonly tickets = new Map<string, Disposable>()
  private firstSession: Disposable | null = null
  private stays = true

  constructor(readonly core: Core) {
    const { sessions } = core
    this.recordings = new Recordings(core.clock)
    for (const session of sessions.list()) this.stage(session)
    this.owned.add(
      sessions.onCreated.on((session) => {
        this.stage(session)
        this.tell({ event: 'session_created', params: { name: session.name } })
        this.firstSession?.dispose()
      }),
    )
    this.owned.add(
      sessions.onRenamed.on(({ session, previous }) =>
        this.tell({ event: 'session_renamed', params: { old_name: previous, new_name: session.name } }),
      ),
    )
    this.owned.add(
      sessions.onTags.on(({ session, added, removed }) =>
        this.tell({ event: 'session_tags_changed', params: { name: session.name, added, removed } }),
      ),
    )
    this.owned.add(sessions.onExited.on(({ session }) => this.handleExit(session)))
    this.owned.add(sessions.onDestroyed.on((session) => this.forget(session)))
  }

  get persistent(): boolean {
    return this.stays
  }

  set persistent(stays: boolean) {
    this.stays = stays
    this.firstSession?.dispose()
    this.firstSession = null
    if (stays || this.hasRunning()) return
    this.firstSession = this.core.clock.after(FIRST_SESSION_MS, () => this.onUnneeded.emit())
  }

  stage(session: Session): Stage {
    const known = this.stages.get(session)
    if (known) return known
    const command = this.commands.get(session.name) ?? [session.program, ...session.args].join(' ')
    this.commands.delete(session.name)
    const stage = new Stage(session, this.core.clock, command)
    this.stages.set(session, stage)
    return stage
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

  requestStop(): void {
    this.onUnneeded.emit()
  }

  dispose(): void {
    this.firstSession?.dispose()
    this.owned.dispose()
    this.recordings.dispose()
    for (const timer of this.tickets.values()) timer.dispose()
    for (const stage of this.stages.values()) stage.dispose()
  }

  private hasRunning(): boolean {
    return this.core.sessions.list().some(({ exited }) => !exited)
  }

  private handleExit(session: Session): void {
    this.stage(session).onEnd.emit()
    this.recordings.finish(session)
    this.tell({ event: 'session_destroyed', params: { name: session.name } })
    if (!this.stays && !this.hasRunning()) this.onUnneeded.emit()
  }

  private forget(session: Session): void {
    this.stages.get(session)?.dispose()
    this.stages.delete(session)
  }

  private tell(event: Lifecycle): void {
    this.onLifecycle.emit(event)
  }
}
