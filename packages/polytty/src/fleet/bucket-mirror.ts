/** A bucket of NATS as this process last saw it, kept current. After a lost connection it is read again as a whole. */
import type { KV, KvWatchEntry } from '@nats-io/kv'
import type { Clock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'
import { Emitter } from '../base/emitter.js'
import type { Connection } from './connection.js'

const AGAIN_MS = 500
/** What cannot be read is left out; what is more is not kept. */
const MAX_ENTRIES = 200_000

export interface Kept<T> {
  readonly value: T
  readonly revision: number
}

export interface BucketChange<T> {
  readonly key: string
  /** null where it was removed. */
  readonly value: T | null
  readonly revision: number
}

export class BucketMirror<T extends object> {
  readonly onChange = new Emitter<BucketChange<T>>()
  readonly entries = new Map<string, Kept<T>>()
  private readonly first = deferred<void>()
  private watcher: { stop(): void } | null = null
  private stopped = false

  constructor(
    private readonly connection: Connection,
    private readonly bucket: KV,
    private readonly clock: Clock,
  ) {
    connection.onConnected.on(() => this.watcher?.stop())
  }

  /** Resolves when all that is there was read. */
  start(): Promise<void> {
    void this.run()
    return this.first.promise
  }

  stop(): void {
    this.stopped = true
    this.watcher?.stop()
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      await this.connection.untilConnected()
      if (this.stopped) return
      try {
        await this.watch()
      } catch {
        // The connection is away, or no server leads the bucket: tried again below.
      }
      if (!this.stopped) await new Promise<void>((resolve) => this.clock.after(AGAIN_MS, resolve))
    }
  }

  private async watch(): Promise<void> {
    const seen = new Set<string>()
    let isWhole = false
    const finish = (): void => {
      isWhole = true
      for (const key of this.entries.keys()) if (!seen.has(key)) this.remove(key, 0)
      this.first.resolve()
    }
    const { values } = await this.bucket.status()
    const entries = await this.bucket.watch()
    this.watcher = entries
    if (values === 0) finish()
    for await (const entry of entries) {
      if (!isWhole) seen.add(entry.key)
      this.take(entry)
      if (!isWhole && (entry.delta ?? 0) === 0) finish()
    }
  }

  private take(entry: KvWatchEntry): void {
    const { key, revision } = entry
    const known = this.entries.get(key)
    if (known && known.revision >= revision) return
    const value = entry.operation === 'PUT' ? read<T>(entry) : null
    if (value === null) return this.remove(key, revision)
    if (!known && this.entries.size >= MAX_ENTRIES) return
    this.entries.set(key, { value, revision })
    this.onChange.emit({ key, value, revision })
  }

  private remove(key: string, revision: number): void {
    if (this.entries.delete(key)) this.onChange.emit({ key, value: null, revision })
  }
}

function read<T extends object>(entry: KvWatchEntry): T | null {
  try {
    const value: unknown = entry.json()
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}
