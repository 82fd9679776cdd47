/**
 * All sessions of a server: made here, found here by id or name, and forgotten here. One registry serves every
 * dialect. Sessions whose program has exited stay readable until they are removed or too many of them have gathered.
 */
import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { createDiagnostics, type Diagnostics } from '../base/diagnostics.js'
import { Emitter } from '../base/emitter.js'
import type { Redactor } from '../redaction/redactor.js'
import type { Elsewhere, ListedSession } from './elsewhere.js'
import type { KillOptions } from './end-processes.js'
import type { InputGuard } from './input-guard.js'
import { observeFailedStart, observeSession } from './observe.js'
import type { ExitStatus } from './pty/port.js'
import { checkProgram } from './pty/program-check.js'
import { ReadingTurns } from './reading.js'
import type { SavedSession, SessionMeta, SessionParts } from './saved-session.js'
import { Session } from './session.js'
import { ShellIntegration } from './shell-integration.js'
import { type ResolvedOptions, requireName, resolveOptions, type SpawnOptions } from './spawn-options.js'

/** What a program is started with, in this process or elsewhere. */
export type LaunchOptions = ResolvedOptions & { readonly path: string }

/** A program that was started elsewhere. */
export interface Launched extends Pick<Required<SessionParts>, 'open'> {
  /** Its session, for whoever keeps it for other processes. */
  keep(session: Session): void
}

/** Starts programs elsewhere than in this process. */
export interface Launcher {
  launch(options: LaunchOptions, meta: SessionMeta): Promise<Launched>
}

export interface RegistryOptions {
  readonly clock?: Clock
  /** Sessions with a running program; 256 if absent. */
  readonly maxSessions?: number
  /** Sessions kept after their program has exited; 64 if absent. */
  readonly maxExited?: number
  /** What programs inherit; the server's own environment if absent. */
  readonly baseEnv?: Readonly<Record<string, string | undefined>>
  /** What to take out of everything that is seen of the sessions; nothing if absent. */
  readonly redactor?: Redactor | null
  /** Who is asked about inputs and programs; no one if absent. */
  readonly guard?: InputGuard
  /** Where starts, exits, waits and unknown sequences are reported; nowhere if absent. */
  readonly diagnostics?: Diagnostics
  /** Programs are started by this one; in this process if absent. */
  readonly launcher?: Launcher
  /** Where the scripts of shells are kept for good; in a folder of their own that goes with the registry if absent. */
  readonly scriptsFolder?: string
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
  private readonly redactor: Redactor | null
  private readonly diagnostics: Diagnostics
  private readonly integration: ShellIntegration
  private readonly launcher: Launcher | null
  private readonly guard: InputGuard | null
  /** Names of sessions that are being started. */
  private readonly starting = new Set<string>()
  private readonly turns = new ReadingTurns()
  /** Sessions whose processes are being ended. */
  private readonly removals = new Set<Promise<unknown>>()
  private readonly byId = new Map<string, Session>()
  private readonly byName = new Map<string, Session>()
  private disposed = false
  private elsewhere: Elsewhere | null = null
  /** Whether no more sessions are started here; those that run go on. */
  draining = false

  constructor(options: RegistryOptions = {}) {
    this.clock = options.clock ?? systemClock
    this.maxSessions = options.maxSessions ?? 256
    this.maxExited = options.maxExited ?? 64
    this.baseEnv = options.baseEnv ?? process.env
    this.redactor = options.redactor ?? null
    this.diagnostics = options.diagnostics ?? createDiagnostics()
    this.launcher = options.launcher ?? null
    this.guard = options.guard ?? null
    this.integration = new ShellIntegration(options.scriptsFolder)
  }

  /** From now on, sessions of other machines are found as well. */
  join(elsewhere: Elsewhere): void {
    this.elsewhere = elsewhere
  }

  /** The fleet that this server is a node of; null for one that stands alone. */
  get fleet(): Elsewhere | null {
    return this.elsewhere
  }

  /** Starts a program. What cannot be started is `spawn-failed`, with the reason in the message and the data. */
  async create(wanted: SpawnOptions): Promise<Session> {
    try {
      const start = async (): Promise<Session> =>
        (await this.elsewhere?.create(wanted, this.room > 0)) ?? this.start(wanted)
      return await (this.guard ? this.guard.start(wanted, start) : start())
    } catch (error) {
      observeFailedStart(wanted.program, error instanceof Error ? error.message : String(error), this.diagnostics)
      throw error
    }
  }

  private start(wanted: SpawnOptions): Session | Promise<Session> {
    if (this.disposed) throw new CoreError('session-limit', 'the server is shutting down')
    if (wanted.place && !this.elsewhere)
      throw new CoreError('invalid-params', 'a session can be placed only in a fleet, and this server is in none')
    if (this.draining) throw new CoreError('session-limit', 'no more sessions are started here: it is being drained')
    if (this.room <= 0)
      throw new CoreError('session-limit', `${this.running} sessions are running; at most ${this.maxSessions}`, {
        limit: this.maxSessions,
      })
    const id = randomUUID()
    const resolved = resolveOptions(wanted, id, this.baseEnv)
    const name = wanted.name ?? id
    this.requireFree(name)
    const found = { ...resolved, path: checkProgram(resolved) }
    const options = resolved.shellIntegration ? this.integration.apply(found) : found
    const begin = () =>
      this.launcher
        ? this.launch(this.launcher, id, name, options)
        : this.add(new Session(id, name, options, this.clock, this.redactor, this.turns, { guard: this.guard }))
    return this.elsewhere && wanted.name !== undefined ? this.claim(this.elsewhere, name, id, begin) : begin()
  }

  /** Has the name reserved in the whole fleet first. */
  private async claim(
    elsewhere: Elsewhere,
    name: string,
    id: string,
    begin: () => Session | Promise<Session>,
  ): Promise<Session> {
    this.starting.add(name)
    try {
      await elsewhere.claim(name, id)
    } finally {
      this.starting.delete(name)
    }
    try {
      return await begin()
    } catch (error) {
      elsewhere.release(name, id)
      throw error
    }
  }

  /** Sessions whose program runs on this machine, those that are being started included. */
  get running(): number {
    return this.list().filter((session) => !session.exited).length + this.starting.size
  }

  /** How many more may be started. */
  get room(): number {
    return this.disposed || this.draining ? 0 : this.maxSessions - this.running
  }

  private async launch(launcher: Launcher, id: string, name: string, options: LaunchOptions): Promise<Session> {
    const { env: _, tags, ...kept } = options
    const createdAt = this.clock.now()
    this.starting.add(name)
    try {
      const launched = await launcher.launch(options, { id, name, tags, createdAt, options: kept })
      const { open } = launched
      const { guard } = this
      const session = new Session(id, name, options, this.clock, this.redactor, this.turns, { open, guard })
      launched.keep(session)
      return this.add(session)
    } finally {
      this.starting.delete(name)
    }
  }

  /** Takes over a session whose output another process has read so far. */
  adopt({ options, ...meta }: SessionMeta, saved: SavedSession | null, { open, keep }: Launched): Session {
    const { id, createdAt, tags } = meta
    const name = this.elsewhere && !this.byName.has(meta.name) ? meta.name : this.freeName(meta.name)
    const resolved = { ...options, tags, env: {}, path: options.program }
    const before = { createdAt, saved }
    const { guard } = this
    const session = new Session(id, name, resolved, this.clock, this.redactor, this.turns, { open, before, guard })
    keep(session)
    return this.add(session)
  }

  private add(session: Session): Session {
    this.byId.set(session.id, session)
    this.byName.set(session.name, session)
    observeSession(session, this.diagnostics)
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

  /** Those of this machine, in order of creation, those that have exited included. */
  list(): Session[] {
    return [...this.byId.values()].filter(({ node }) => node === null)
  }

  /** Those of other machines that are open here. */
  listOpened(): Session[] {
    return [...this.byId.values()].filter(({ node }) => node !== null)
  }

  /** All of the fleet, whether they are open here or not. */
  listEverywhere(): (Session | ListedSession)[] {
    if (!this.elsewhere) return this.list()
    return [...this.list(), ...this.elsewhere.list().map((listed) => this.byId.get(listed.id) ?? listed)]
  }

  /** The session with this id or name, opened if it is on another machine; null where that is not needed. */
  opening(idOrName: string): Promise<Session> | null {
    if (!this.elsewhere || this.find(idOrName) || !this.elsewhere.find(idOrName)) return null
    return this.elsewhere.open(idOrName)
  }

  /** The name itself if no one has it, else with a number: vim, vim-2, … */
  freeName(wanted: string): string {
    let name = wanted
    for (let number = 2; this.isTaken(name); number++) name = `${wanted}-${number}`
    return name
  }

  /** Whether a session has this name, or gets it once its program has started. */
  isTaken(name: string): boolean {
    if (this.starting.has(name)) return true
    const known = this.find(name)
    if (known && !isLost(known)) return true
    const other = this.elsewhere?.find(name)
    return other !== undefined && !isLost(other)
  }

  rename(session: Session, name: string): Promise<void> {
    requireName('name', name)
    if (session.name === name) return Promise.resolve()
    this.requireFree(name)
    if (session.remote) return session.remote.rename(name)
    if (this.elsewhere) return this.renameInFleet(this.elsewhere, session, name)
    this.takeName(session, name)
    return Promise.resolve()
  }

  private async renameInFleet(elsewhere: Elsewhere, session: Session, name: string): Promise<void> {
    await elsewhere.claim(name, session.id)
    const previous = session.name
    this.takeName(session, name)
    elsewhere.release(previous, session.id)
  }

  /** For whoever knows that the name is free. */
  takeName(session: Session, name: string): void {
    const previous = session.name
    this.byName.delete(previous)
    this.byName.set(name, session)
    session.rename(name)
    this.onRenamed.emit({ session, previous })
  }

  /** Ends the session's processes and forgets it. Resolves when none is left. */
  async remove(session: Session, options: KillOptions = {}): Promise<ExitStatus | null> {
    if (!session.exited) session.requireSupport('close', 'closing a pane')
    return this.end(session, options)
  }

  private end(session: Session, options: KillOptions): Promise<ExitStatus | null> {
    // Once its program has ended it is gone for everyone, though what it may have left behind is still looked for.
    const watch = session.onExit.on(() => queueMicrotask(() => this.forget(session)))
    const ended = session.remote ? session.remote.remove(options) : session.kill(options)
    const removal = ended.finally(() => {
      watch.dispose()
      this.forget(session)
      this.removals.delete(removal)
    })
    this.removals.add(removal)
    return removal
  }

  /** Forgets the session of another terminal's pane, which goes on. */
  drop(session: Session): void {
    session.release()
    this.forget(session)
  }

  /** Lets all sessions be, for another process to take over: nothing is started any more. */
  release(): void {
    this.disposed = true
  }

  /** Ends every session, for good. */
  async dispose(options: KillOptions = {}): Promise<void> {
    this.disposed = true
    const all = this.list()
    // Panes of other terminals are not ours to end.
    for (const session of all.filter(({ bridge }) => bridge)) this.drop(session)
    const ours = all.filter(({ bridge }) => !bridge)
    await Promise.allSettled([...ours.map((session) => this.remove(session, options)), ...this.removals])
    for (const session of this.listOpened()) this.forget(session)
    this.integration.dispose()
  }

  private handleExit(session: Session, status: ExitStatus): void {
    this.onExited.emit({ session, status })
    const opened = this.listOpened().filter((candidate) => candidate.exited)
    for (const oldest of opened.slice(0, Math.max(0, opened.length - this.maxExited))) this.forget(oldest)
    const exited = this.list().filter((candidate) => candidate.exited)
    // It has ended already; this sees to what it may have left behind.
    for (const oldest of exited.slice(0, Math.max(0, exited.length - this.maxExited)))
      void this.remove(oldest).catch(() => undefined)
  }

  /** Without asking anything of its program: it is on another machine, or no more. */
  forget(session: Session): void {
    if (this.byId.get(session.id) !== session) return
    this.byId.delete(session.id)
    this.byName.delete(session.name)
    this.onDestroyed.emit(session)
    session.dispose()
  }

  private requireFree(name: string): void {
    const known = this.find(name)
    // What is left of a session whose machine is gone is still there by its id.
    if (known && known.name !== known.id && isLost(known)) this.takeName(known, known.id)
    if (!this.isTaken(name)) return
    throw new CoreError('session-exists', `a session named ${JSON.stringify(name)} already exists`, { session: name })
  }
}

/** Whether it is on a machine that is gone. */
function isLost({ node, exit }: Pick<ListedSession, 'node' | 'exit'>): boolean {
  return node !== null && exit?.reason !== undefined
}
