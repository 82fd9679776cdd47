/**
 * The connection to NATS and what a fleet keeps there. The client library is loaded here, and nowhere else, when a
 * server joins a fleet.
 */
import { readFileSync } from 'node:fs'
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { KV } from '@nats-io/kv'
import type { ObjectStore } from '@nats-io/obj'
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { Emitter } from '../base/emitter.js'
import type { FleetOptions } from '../base/fleet-options.js'
import type { Log } from '../base/log.js'
import type { Spans } from '../base/spans.js'
import { openStores, type Stores } from './stores.js'
import { Subjects } from './subjects.js'

/** Until the first connection, and between attempts after one was lost. */
const CONNECT_MS = 5000
const RECONNECT_MS = 200
const AGAIN_MS = 500
/** How soon a connection that carries nothing any more is noticed. */
const PING_MS = 4000
const WRONG_SEQUENCE = 10_071
/** Beyond this a keyframe is not kept: those of long histories are some MiB. */
export const MAX_KEYFRAME_BYTES = 64 * 1024 * 1024

export class Connection {
  /** Whether NATS is there now. */
  readonly onConnected = new Emitter<boolean>()
  readonly subjects: Subjects
  private isConnected = false
  private opened: (Stores & { readonly nc: NatsConnection }) | null = null

  constructor(
    private readonly options: FleetOptions,
    private readonly clock: Clock,
    private readonly log: Log,
    readonly spans: Spans,
  ) {
    this.subjects = new Subjects(options.tenant)
  }

  /** Waits for as long as it takes; `aborted` ends that. */
  async open(name: string, aborted: AbortSignal): Promise<void> {
    const { options, subjects } = this
    const { connect, credsAuthenticator } = await import('./nats.js')
    const how: NodeConnectionOptions = {
      ...serversOf(options.servers),
      name: `polytty ${name}`,
      inboxPrefix: subjects.inbox,
      timeout: CONNECT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: RECONNECT_MS,
      waitOnFirstConnect: true,
      pingInterval: PING_MS,
      maxPingOut: 2,
      ...(options.creds !== undefined && { authenticator: credsAuthenticator(readFileSync(options.creds)) }),
      ...(options.ca !== undefined || options.cert !== undefined || /(?:^|,)tls:/.test(options.servers)
        ? { tls: { caFile: options.ca, certFile: options.cert, keyFile: options.key } }
        : {}),
    }
    const connecting = connect(how)
    const stop = new Promise<never>((_, reject) => {
      aborted.addEventListener('abort', () => reject(new CoreError('wait-cancelled', 'the server stops')))
    })
    connecting.then(
      (nc) => void (aborted.aborted && nc.close()),
      () => {},
    )
    const nc = await Promise.race([connecting, stop])
    const stores = await this.persist(() => openStores(nc, subjects, options.replicas ?? 1), aborted)
    this.opened = { nc, ...stores }
    this.isConnected = true
    void this.watch(nc)
  }

  /** A cluster that is starting, or has lost a server, takes a while until it keeps anything: tried again until then. */
  async persist<T>(attempt: () => Promise<T>, aborted: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof CoreError || aborted.aborted) throw error
        if (tries === 1) this.log.warn('NATS does not keep anything yet', { reason: (error as Error).message })
        await new Promise<void>((resolve) => this.clock.after(AGAIN_MS, resolve))
      }
    }
  }

  get connected(): boolean {
    return this.isConnected && this.opened?.nc.isClosed() === false
  }

  get nc(): NatsConnection {
    return this.stores.nc
  }

  get js(): JetStreamClient {
    return this.stores.js
  }

  get jsm(): JetStreamManager {
    return this.stores.jsm
  }

  get nodes(): KV {
    return this.stores.nodes
  }

  get sessions(): KV {
    return this.stores.sessions
  }

  get names(): KV {
    return this.stores.names
  }

  get keyframes(): ObjectStore {
    return this.stores.keyframes
  }

  /** Resolves when NATS is there, at once if it is; never after it was closed. */
  untilConnected(): Promise<void> {
    if (this.connected) return Promise.resolve()
    return new Promise((resolve) => {
      const watch = this.onConnected.on((connected) => {
        if (!connected) return
        watch.dispose()
        resolve()
      })
    })
  }

  async close(): Promise<void> {
    this.isConnected = false
    await this.opened?.nc.close()
  }

  private get stores(): Stores & { readonly nc: NatsConnection } {
    if (this.opened) return this.opened
    throw new CoreError('conflict', 'this server is not connected to its fleet')
  }

  private async watch(nc: NatsConnection): Promise<void> {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect') this.note(false)
      if (type === 'reconnect') this.note(true)
    }
  }

  private note(connected: boolean): void {
    if (this.isConnected === connected) return
    this.isConnected = connected
    this.onConnected.emit(connected)
  }
}

/** Whether a compare-and-set found another value than was expected. */
export function isSuperseded(error: unknown): boolean {
  return (error as { code?: unknown }).code === WRONG_SEQUENCE
}

/** Names and passwords in an address are what people are used to; the library wants them apart from it. */
function serversOf(text: string): { servers: string[]; user?: string; pass?: string; token?: string } {
  const urls = text.split(',').map(readUrl)
  const { username, password } = urls.find((url) => url.username !== '') ?? {}
  const servers = urls.map((url) => url.host)
  if (!username) return { servers }
  const user = decodeURIComponent(username)
  return password ? { servers, user, pass: decodeURIComponent(password) } : { servers, token: user }
}

function readUrl(text: string): URL {
  const given = text.trim()
  try {
    const url = new URL(given.includes('://') ? given : `nats://${given}`)
    if (/^(?:nats|tls):$/.test(url.protocol) && url.host !== '') return url
  } catch {
    // Said below.
  }
  throw new CoreError('invalid-params', 'not an address of NATS: write it like nats://127.0.0.1:4222')
}
