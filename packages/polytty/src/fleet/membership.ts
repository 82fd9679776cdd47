/**
 * This server as a node, and the others: each has an entry that it renews, and is gone when it does not. A renewal is a
 * compare-and-set, so that a process that was frozen notices that its time is over, and registers again.
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import type { Log } from '../base/log.js'
import { BucketMirror } from './bucket-mirror.js'
import { type Connection, isSuperseded } from './connection.js'
import type { NodeEntry } from './entries.js'
import { LEASE_MS, RENEW_MS } from './subjects.js'

/** How late the renewal of our own entry may be on a busy machine. */
const ASLEEP_MS = 1500

type Own = Pick<NodeEntry, 'node' | 'place' | 'machine' | 'pool' | 'labels' | 'most' | 'version'>

interface Seen {
  readonly entry: NodeEntry
  readonly lease: Disposable
}

export class Membership {
  /** Registered again under a new epoch: all that was written before must be written again. */
  readonly onEpoch = new Emitter<number>()
  readonly onLost = new Emitter<string>()
  readonly onNode = new Emitter<NodeEntry>()
  /** NATS has taken our entry. */
  readonly onRenewed = new Emitter<void>()
  /** Another process is this node now. */
  readonly onReplaced = new Emitter<void>()
  epoch = 0
  private readonly instance = randomUUID()
  private readonly seen = new Map<string, Seen>()
  /** Of each node's entry, when it was last seen. */
  private readonly revisions = new Map<string, number>()
  private readonly mirror: BucketMirror<NodeEntry>
  private revision = 0
  private state: NodeEntry['state'] = 'joining'
  private timer: Disposable | null = null
  private left = false
  private awakeAt: number

  constructor(
    private readonly connection: Connection,
    private readonly own: Own,
    private readonly load: { readonly running: number; draining: boolean },
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.awakeAt = clock.monotonic()
    this.mirror = new BucketMirror(connection, connection.nodes, clock)
    this.mirror.onChange.on(({ key, value, revision }) => {
      if (value) this.revisions.set(key, revision)
      if (value) this.note({ ...value, node: key, epoch: value.epoch || revision })
      // One that is only missing may be late: its lease decides. One that was removed has left.
      else if (revision > 0) this.drop(key)
    })
    connection.onConnected.on((connected) => connected && this.handleReconnect())
  }

  /** `conflict` where a server of another place is this node. */
  async start(): Promise<void> {
    await this.register(true)
    await this.mirror.start()
    this.renewLater()
  }

  get name(): string {
    return this.own.node
  }

  get pool(): string {
    return this.own.pool
  }

  get(node: string): NodeEntry | undefined {
    return this.seen.get(node)?.entry
  }

  /**
   * Whether a node is there no longer, as NATS has it. One that has not renewed its entry while we watched is made to
   * notice that, if it comes back: its entry is removed, unless it was renewed after all.
   */
  async isGone(node: string, epoch: number): Promise<boolean> {
    const { nodes } = this.connection
    const known = await nodes.get(node)
    if (known?.operation !== 'PUT') return true
    if ((known.json<NodeEntry>().epoch || known.revision) !== epoch) return true
    if (this.seen.has(node) || known.revision !== this.revisions.get(node)) return false
    try {
      await nodes.delete(node, { previousSeq: known.revision })
      return true
    } catch (error) {
      if (isSuperseded(error)) return false
      throw error
    }
  }

  list(): NodeEntry[] {
    return [...this.seen.values()].map(({ entry }) => entry).sort((a, b) => (a.node < b.node ? -1 : 1))
  }

  /** All sessions are written. */
  async markReady(): Promise<void> {
    this.state = 'ready'
    await this.renew()
  }

  /** What it says of itself has changed. */
  async update(): Promise<void> {
    await this.renew()
  }

  /** `leaves`: the node is gone for good, not only this process. */
  async stop(leaves: boolean): Promise<void> {
    this.left = true
    this.timer?.dispose()
    this.mirror.stop()
    for (const { lease } of this.seen.values()) lease.dispose()
    if (leaves && this.connection.connected)
      await this.connection.nodes.delete(this.name, { previousSeq: this.revision }).catch(() => {})
  }

  private get value(): string {
    const { epoch, instance, state } = this
    const { draining, running } = this.load
    return JSON.stringify({ ...this.own, epoch, instance, state, draining, running })
  }

  private async register(first: boolean): Promise<void> {
    const { nodes } = this.connection
    const known = await nodes.get(this.name)
    const before = known?.operation === 'PUT' ? known.json<NodeEntry>() : null
    if (before && before.place !== this.own.place)
      throw new CoreError('conflict', `node ${this.name} is in the fleet already, on ${before.machine}`, {
        hint: 'Give this one another name with --node',
      })
    if (before && !first && before.instance !== this.instance) return this.yield()
    if (before && first) this.load.draining = before.draining
    this.epoch = 0
    this.state = 'joining'
    this.revision = before
      ? await nodes.update(this.name, this.value, known!.revision)
      : await nodes.create(this.name, this.value)
    this.begin(this.revision)
  }

  private begin(epoch: number): void {
    this.epoch = epoch
    this.onEpoch.emit(epoch)
  }

  private renewLater(): void {
    this.timer?.dispose()
    if (this.left) return
    this.timer = this.clock.after(RENEW_MS, () => void this.renew())
  }

  private async renew(): Promise<void> {
    this.timer?.dispose()
    if (this.wasAsleep) this.renewLeases()
    this.awakeAt = this.clock.monotonic()
    try {
      if (!this.connection.connected || this.left) return
      this.revision = await this.connection.nodes.update(this.name, this.value, this.revision)
      this.onRenewed.emit()
    } catch (error) {
      if (isSuperseded(error)) await this.handleSuperseded()
    } finally {
      this.renewLater()
    }
  }

  /** Our entry is not the one we wrote last: it has expired, or an answer was lost, or another process took over. */
  private async handleSuperseded(): Promise<void> {
    try {
      const known = await this.connection.nodes.get(this.name)
      const value = known?.operation === 'PUT' ? known.json<NodeEntry>() : null
      if (value?.instance === this.instance && value.epoch === this.epoch) {
        this.revision = known!.revision
        // It is our registration, whose answer was lost.
        if (this.epoch === 0) this.begin(this.revision)
        return
      }
      if (value && value.instance !== this.instance) return this.yield()
      this.log.warn('this node was given up by the fleet, and registers again', { node: this.name })
      await this.register(false)
    } catch (error) {
      this.log.warn('this node could not register again', { reason: (error as Error).message })
    }
  }

  private yield(): void {
    this.left = true
    this.log.error('another server is this node now; this one serves its own clients only', { node: this.name })
    this.onReplaced.emit()
  }

  private note(entry: NodeEntry): void {
    this.seen.get(entry.node)?.lease.dispose()
    this.seen.set(entry.node, { entry, lease: this.lease(entry.node) })
    this.onNode.emit(entry)
  }

  private lease(node: string): Disposable {
    return this.clock.after(LEASE_MS, () => {
      if (this.wasAsleep) return this.renewLeases()
      // While NATS is away no one can renew anything.
      if (this.connection.connected) this.drop(node)
    })
  }

  private drop(node: string): void {
    this.seen.get(node)?.lease.dispose()
    if (this.seen.delete(node)) this.onLost.emit(node)
  }

  private handleReconnect(): void {
    this.renewLeases()
    void this.renew()
  }

  /** This process was frozen: that it has not seen others renew their entries means nothing. */
  private get wasAsleep(): boolean {
    return this.clock.monotonic() - this.awakeAt > RENEW_MS + ASLEEP_MS
  }

  private renewLeases(): void {
    for (const { entry, lease } of this.seen.values()) {
      lease.dispose()
      this.seen.set(entry.node, { entry, lease: this.lease(entry.node) })
    }
  }
}
