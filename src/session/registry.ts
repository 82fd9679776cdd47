/**
 * All sessions of a server: made here, found here by id or name, and forgotten here. One registry serves every
 * dialect. Sessions whose program has exited stay readable until they are removed or too many of them have gathered.
 */
import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { Emitter } from '../base/emitter.js'
import type { ExitStatus } from './pty/port.js'
import { checkProgram } from './pty/program-check.js'
import { Session } from './session.js'
import { ShellIntegration } from './shell-integration.js'
import { requireName, resolveOptions, type SpawnOptions } from './spawn-options.js'
import type { Veil } from './veil.js'

export interface RegistryOptions {
  readonly clock?: Clock
  /** Sessions with a running program; 256 if absent. */
  readonly maxSessions?: number
  /** Sessions kept after their program has exited; 64 if absent. */
  readonly maxExited?: number
  /** What programs inherit; the server's own environment if absent. */
  readonly baseEnv?: Readonly<Record<string, string | undefined>>
  /** What to take out of everything that is seen of the sessions; nothing if absent. */
  readonly veil?: Veil | null
}

export class SessionRegistry {
  readonly onCreated = new Emitter<Session>()
  readonly onRenamed = new Emitter<{ readonly session: Session; readonly previous: string }>()
  readonly onTags = new Emitter<{
    readonly session: Session
    readonly added: readonly string[]
    readonly removed: readonly string[]
  }>()
  readonly onExited = new Emitter<{ readonly session: Session; readonly status: ExitStatus }>()
  readonly onDestroyed = new Emitter<Session>()

  private readonly clock: Clock
  private readonly maxSessions: number
  private readonly maxExited: number
  private readonly baseEnv: Readonly<Record<string, string | undefined>>
  private readonly veil: Veil | null
  private readonly integration = new ShellIntegration()
  private readonly byId = new Map<string, Session>()
  private readonly byName = new Map<string, Session>()
  private disposed = false

  constructor(options: RegistryOptions = {}) {
    this.clock = options.clock ?? systemClock
    this.maxSessions = options.maxSessions ?? 256
    this.maxExited = options.maxExited ?? 64
    this.baseEnv = options.baseEnv ?? process.env
    this.veil = options.veil ?? null
  }

  /** Starts a program. What cannot be started is `spawn-failed`, with the reason in the message and the data. */
  async create(options: SpawnOptions): Promise<Session> {
    if (this.disposed) throw new CoreError('session-limit', 'the server is shutting down')
    const running = this.list().filter((session) => !session.exited).length
    if (running >= this.maxSessions)
      throw new CoreError('session-limit', `${running} sessions are running; at most ${this.maxSessions}`, {
        limit: this.maxSessions,
      })
    const id = randomUUID()
    const resolved = resolveOptions(options, id, this.baseEnv)
    const name = options.name ?? id
    this.requireFree(name)
    checkProgram(resolved)
    const session = new Session(
      id,
      name,
      resolved.shellIntegration ? this.integration.apply(resolved) : resolved,
      this.clock,
      this.veil,
    )
    this.byId.set(id, session)
    this.byName.set(name, session)
    session.onTags.on((change) => this.onTags.emit({ session, ...change }))
    session.onExit.on((status) => this.handleExit(session, status))
    this.onCreated.emit(session)
    return session
  }

  /** The session with this id or name; `session-not-found` if there is none. */
  get(idOrName: string): Session {
    const session = this.find(idOrName)
    if (session) return session
    throw new CoreError('session-not-found', `no session ${JSON.stringify(idOrName)}`, { session: idOrName })
  }

  find(idOrName: string): Session | undefined {
    return this.byId.get(idOrName) ?? this.byName.get(idOrName)
  }

  /** In order of creation, those that have exited included. */
  list(): Session[] {
    return [...this.byId.values()]
  }

  /** The name itself if nobody has it, else with a number: vim, vim-2, … */
  freeName(wanted: string): string {
    let name = wanted
    for (let number = 2; this.find(name); number++) name = `${wanted}-${number}`
    return name
  }

  rename(session: Session, name: string): void {
    requireName('name', name)
    if (session.name === name) return
    this.requireFree(name)
    const previous = session.name
    this.byName.delete(previous)
    this.byName.set(name, session)
    session.rename(name)
    this.onRenamed.emit({ session, previous })
  }

  /** Ends the session's processes and forgets it. */
  async remove(session: Session, options: { readonly graceMs?: number } = {}): Promise<ExitStatus | null> {
    try {
      return await session.kill(options)
    } finally {
      this.forget(session)
    }
  }

  /** Ends every session, for good. */
  async dispose(options: { readonly graceMs?: number } = {}): Promise<void> {
    this.disposed = true
    await Promise.allSettled(this.list().map((session) => this.remove(session, options)))
    this.integration.dispose()
  }

  private handleExit(session: Session, status: ExitStatus): void {
    this.onExited.emit({ session, status })
    const exited = this.list().filter((candidate) => candidate.exited)
    // It has ended already; this sees to what it may have left behind.
    for (const oldest of exited.slice(0, Math.max(0, exited.length - this.maxExited)))
      void this.remove(oldest).catch(() => undefined)
  }

  private forget(session: Session): void {
    if (this.byId.get(session.id) !== session) return
    this.byId.delete(session.id)
    this.byName.delete(session.name)
    this.onDestroyed.emit(session)
    session.dispose()
  }

  private requireFree(name: string): void {
    if (!this.find(name)) return
    throw new CoreError('session-exists', `a session named ${JSON.stringify(name)} exists already`, { session: name })
  }
}
