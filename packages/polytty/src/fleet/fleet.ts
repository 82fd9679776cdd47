/**
 * A server as a node of a fleet: what it has, the others can use, and the other way round. Without NATS it serves its own
 * clients as if it stood alone, and joins in when NATS is there.
 */
import { hostname } from 'node:os'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { Emitter } from '../base/emitter.js'
import type { FleetOptions } from '../base/fleet-options.js'
import type { Log } from '../base/log.js'
import type { Spans } from '../base/spans.js'
import type { Redactor } from '../redaction/redactor.js'
import type { Elsewhere, FleetNode, ListedSession, Session, SessionRegistry, SpawnOptions } from '../session/index.js'
import { BucketMirror } from './bucket-mirror.js'
import { Connection } from './connection.js'
import { listed, type NameClaim, type SessionEntry } from './entries.js'
import { LogBudget } from './log-writer.js'
import { Membership } from './membership.js'
import { Names } from './names.js'
import { OpenedSessions } from './opened-sessions.js'
import { type Bid, placeSession } from './placement.js'
import { PublishedSession } from './published-session.js'
import { ask, type Request, serve } from './request.js'
import { NODE_NAME, USUAL_TENANT } from './subjects.js'

const JOIN_MS = 5000
const CREATE_MS = 30_000
const FLUSH_MS = 2000

export interface FleetParts {
  readonly registry: SessionRegistry
  readonly redactor: Redactor | null
  readonly clock: Clock
  readonly log: Log
  readonly spans: Spans
  readonly version: string
  readonly maxSessions: number
  /** By what it differs from other servers of the machine; empty for the usual one. */
  readonly server: string
  /** Where it runs: a server of the same place may go on as this node. */
  readonly place: string
}

export class Fleet implements Elsewhere {
  readonly node: string
  readonly onChange = new Emitter<void>()
  private readonly connection: Connection
  private readonly budget = new LogBudget()
  private readonly published = new Map<string, PublishedSession>()
  private readonly byName = new Map<string, string>()
  private readonly nameOf = new Map<string, string>()
  private readonly stopping = new AbortController()
  private readonly names: Names
  private readonly opened: OpenedSessions
  private members: Membership | null = null
  private sessions: BucketMirror<SessionEntry> | null = null

  constructor(
    private readonly options: FleetOptions,
    private readonly parts: FleetParts,
  ) {
    const { registry, clock } = parts
    this.node = options.node ?? nodeName(parts.server)
    for (const [what, name] of [
      ['node', this.node],
      ['pool', options.pool ?? 'default'],
      ['tenant', options.tenant ?? USUAL_TENANT],
    ] as const)
      if (!NODE_NAME.test(name))
        throw new CoreError(
          'invalid-params',
          `${JSON.stringify(name)} is not a valid name of a ${what}: letters, digits, - and _`,
        )
    const connection = new Connection(options, clock, parts.log, parts.spans)
    this.connection = connection
    const { node } = this
    const isLive = (claim: NameClaim, isFresh: boolean) => this.isClaimLive(claim, isFresh)
    const lateClaim = (name: string, id: string) => this.handleLateClaim(name, id)
    this.names = new Names({ connection, node, epoch: () => this.epoch, isLive, lateClaim, clock })
    this.opened = new OpenedSessions(connection, registry, clock)
    registry.onCreated.on((session) => session.node === null && this.publish(session))
    registry.onDestroyed.on((session) => this.unpublish(session))
  }

  /** Waits for NATS for a moment, and then goes on without it; fails where the node cannot be one of the fleet. */
  async join(): Promise<void> {
    const { clock, log } = this.parts
    let isLate = false
    const joined = this.start().catch((error: Error) => {
      if (!isLate) throw error
      if (!this.stopping.signal.aborted) log.error('this server could not join its fleet', { reason: error.message })
    })
    const late = deferred<void>()
    const timer = clock.after(JOIN_MS, () => {
      isLate = true
      log.warn('NATS is not there yet: this server joins its fleet when it is')
      late.resolve()
    })
    await Promise.race([joined, late.promise])
    timer.dispose()
  }

  /** Resolves when the node is registered, and all others are known. */
  private async start(): Promise<void> {
    const { options, parts, connection } = this
    const { registry, clock, log, version, maxSessions: most, place } = parts
    await connection.open(this.node, this.stopping.signal)
    const own = {
      ...{ node: this.node, place: `${hostname()} ${place}`, machine: hostname() },
      ...{ pool: options.pool ?? 'default', labels: options.labels ?? {}, most, version },
    }
    const members = new Membership(connection, own, registry, clock, log)
    this.members = members
    this.sessions = new BucketMirror(connection, connection.sessions, clock)
    this.sessions.onChange.on(({ key, value }) => this.handleEntry(key, value))
    members.onLost.on(() => this.review())
    members.onNode.on(() => this.review())
    members.onReplaced.on(() => void this.connection.close())
    await connection.persist(() => members.start(), this.stopping.signal)
    await this.sessions.start()
    serve(connection, connection.subjects.node(this.node), (request) => this.answer(request))
    for (const one of this.published.values()) await this.openPublished(one)
    members.onEpoch.on(() => void this.publishAgain())
    await members.markReady()
    members.onRenewed.on(() => this.showRest())
    connection.onConnected.on((connected) => {
      log.warn(connected ? 'NATS is back' : 'NATS is away: sessions of other nodes cannot be used', { node: this.node })
      if (connected) for (const one of this.published.values()) void this.openPublished(one)
    })
    log.info('joined the fleet', { node: this.node, nodes: members.list().length })
  }

  /** `leaves`: its sessions have ended; else another process goes on with them. */
  async stop(leaves: boolean): Promise<void> {
    this.stopping.abort()
    const flushed = Promise.all([...this.published.values()].map((one) => one.flushed()))
    await Promise.race([flushed, new Promise<void>((resolve) => this.parts.clock.after(FLUSH_MS, resolve))])
    this.sessions?.stop()
    await this.members?.stop(leaves)
    for (const one of this.published.values()) await one.close(false)
    await this.connection.close()
  }

  get connected(): boolean {
    return this.connection.connected
  }

  get figures() {
    const { bytes, appended, messages } = this.budget
    return { opened: this.opened.size, waitingBytes: bytes, loggedBytes: appended, loggedMessages: messages }
  }

  nodes(): readonly FleetNode[] {
    return this.members?.list() ?? []
  }

  async drain(node: string, draining: boolean): Promise<void> {
    if (node === this.node) return this.drainHere(draining)
    if (!this.members?.get(node)) throw new CoreError('not-found', `no node ${JSON.stringify(node)} in the fleet`)
    await this.askNode(node, { op: 'drain', draining })
  }

  private async drainHere(draining: boolean): Promise<void> {
    this.parts.registry.draining = draining
    await this.members?.update()
  }

  list(): readonly ListedSession[] {
    const others = [...(this.sessions?.entries.values() ?? [])].filter(
      ({ value }) => !this.published.has(value.meta.id),
    )
    return others.map(({ value }) => listed(value, this.isLost(value))).sort((a, b) => a.createdAt - b.createdAt)
  }

  find(idOrName: string): ListedSession | undefined {
    const entry = this.entryOf(idOrName)
    return entry && listed(entry, this.isLost(entry))
  }

  async open(idOrName: string): Promise<Session> {
    const entry = this.entryOf(idOrName)
    if (!entry) throw new CoreError('session-not-found', `no session ${JSON.stringify(idOrName)}`)
    return this.opened.open(entry, this.isLost(entry))
  }

  async create(wanted: SpawnOptions, hasRoom: boolean): Promise<Session | null> {
    const { members, connection } = this
    if (wanted.place?.node === this.node) return null
    if (!members || !connection.connected) {
      if (!wanted.place) return null
      throw new CoreError('session-limit', 'NATS is away: sessions can be started on this node only')
    }
    const isHere = wanted.place === undefined && !this.options.spread && hasRoom
    if (isHere) return null
    const { place = {}, inherit: _, ...rest } = wanted
    const node = await placeSession(connection, members.list(), place, members.pool)
    if (node === this.node) return null
    const entry = await this.askNode<SessionEntry>(node, { op: 'create', wanted: { ...rest, place: { node } } })
    return this.opened.open(entry, false, true)
  }

  async claim(name: string, id: string): Promise<void> {
    await this.names.claim(name, id)
  }

  release(name: string, id: string): void {
    this.names.release(name, id)
  }

  private get epoch(): number {
    return this.members?.epoch ?? 0
  }

  private publish(session: Session): void {
    const { connection, budget, node, parts } = this
    const { registry, redactor, clock, log } = parts
    const owner = { connection, registry, node, epoch: () => this.epoch, budget, redactor, clock, log }
    const one = new PublishedSession(session, owner)
    one.claimed = this.names.holds(session.name, session.id)
    session.onRename.on(({ name }) => void (one.claimed = this.names.holds(name, session.id)))
    this.published.set(session.id, one)
    if (this.members && connection.connected) void this.openPublished(one)
  }

  private async openPublished(one: PublishedSession): Promise<void> {
    const { session } = one
    try {
      if (session.name !== session.id && !one.claimed)
        one.claimed = await this.names.claimAgain(session.name, session.id)
      await one.open()
    } catch (error) {
      this.parts.log.warn('a session could not be shown to the fleet', { reason: (error as Error).message })
    }
  }

  /** What NATS could not take when it was written. */
  private showRest(): void {
    for (const one of this.published.values())
      if (!one.isShown || this.names.isUnanswered(one.session.id)) void this.openPublished(one)
  }

  private handleLateClaim(name: string, id: string): void {
    const one = this.published.get(id)
    if (one?.session.name !== name) return this.names.release(name, id)
    one.claimed = true
    void one.putEntry()
  }

  private async publishAgain(): Promise<void> {
    for (const one of this.published.values()) {
      const { name, id } = one.session
      if (name !== id) one.claimed = await this.names.claimAgain(name, id)
      await one.putEntry()
    }
    await this.members?.markReady()
  }

  private unpublish({ id, name }: Session): void {
    const one = this.published.get(id)
    if (!one) return
    this.published.delete(id)
    this.names.release(name, id)
    void one.close(true)
  }

  private entryOf(idOrName: string): SessionEntry | undefined {
    const id = this.byName.get(idOrName) ?? idOrName
    return this.published.has(id) ? undefined : this.sessions?.entries.get(id)?.value
  }

  private isLost({ node, epoch, exit }: SessionEntry): boolean {
    const known = this.members?.get(node)
    return exit === null && (!known || (known.state === 'ready' && known.epoch > epoch))
  }

  /** A name is taken away from a node only when NATS says that it is gone: we may have been away ourselves. */
  private async isClaimLive({ id, node, epoch }: NameClaim, isFresh: boolean): Promise<boolean> {
    const entry = this.sessions?.entries.get(id)?.value
    if (entry && !this.isLost(entry)) return true
    if (!entry && !isFresh) return false
    return (await this.members?.isGone(node, epoch)) === false
  }

  private handleEntry(id: string, entry: SessionEntry | null): void {
    const before = this.nameOf.get(id)
    if (before !== undefined && this.byName.get(before) === id) this.byName.delete(before)
    this.nameOf.delete(id)
    if (entry && entry.name !== id) {
      const holder = this.sessions?.entries.get(this.byName.get(entry.name) ?? '')?.value
      if (!holder || this.isLost(holder) || !this.isLost(entry)) this.byName.set(entry.name, id)
      this.nameOf.set(id, entry.name)
    }
    this.opened.update(id, entry, entry !== null && this.isLost(entry))
    this.onChange.emit()
  }

  /** A node has come or gone: sessions may be lost, or found again. */
  private review(): void {
    for (const id of this.opened.ids()) {
      const entry = this.sessions?.entries.get(id)?.value
      if (entry) this.opened.update(id, entry, this.isLost(entry))
    }
    this.onChange.emit()
  }

  private async answer(request: Request): Promise<unknown> {
    const { registry, maxSessions: most } = this.parts
    switch (request.op) {
      case 'bid': {
        const { running, room } = registry
        return { node: this.node, running, room, most } satisfies Bid
      }
      case 'create': {
        const { id } = await registry.create(request.wanted as SpawnOptions)
        return this.published.get(id)?.entry
      }
      case 'drain':
        return this.drainHere(request.draining === true)
      default:
        throw new CoreError('unknown-method', `nodes cannot be asked to ${request.op}`)
    }
  }

  private async askNode<T = void>(node: string, request: Request): Promise<T> {
    try {
      return await ask<T>(this.connection, this.connection.subjects.node(node), request, CREATE_MS)
    } catch (error) {
      if (error instanceof CoreError) throw error
      throw new CoreError('spawn-failed', `node ${node} does not answer`)
    }
  }
}

function nodeName(server: string): string {
  const name = server === '' ? hostname() : `${hostname()}-${server}`
  return name.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 64)
}
