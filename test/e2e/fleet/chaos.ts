/**
 * A fleet of real processes under faults. While something fails, lines are typed into its sessions through nodes at
 * random, and all nodes want the same name; afterwards chaos-checks.ts must hold, and no name may be two sessions'.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node'
import { Subjects } from '../../../packages/polytty/src/fleet/subjects.js'
import { Nats } from '../../support/nats.js'
import { TcpProxy } from '../../support/tcp-proxy.js'
import { checkFile, checkReplay, checkThrough } from './chaos-checks.js'
import { type Fault, faultsOf } from './chaos-faults.js'
import { ChaosNode, type CountingSession } from './chaos-node.js'

const SETTLE_MS = 60_000
/** Of each session through each node: after every round, and in the end. */
const RECENT_LINES = 300
const ALL_LINES = 10_000
const subjects = new Subjects()

export interface ChaosOptions {
  readonly folder: string
  readonly natsServers: number
  readonly nodes: number
  /** A whole number below its argument. */
  random(below: number): number
}

export class FleetChaos {
  readonly nats: Nats[] = []
  readonly nodes: ChaosNode[] = []
  readonly settleMs: number[] = []
  readonly faults: Readonly<Record<string, Fault>> = faultsOf(this)
  /** Of nodes that are gone; their sessions must stay readable. */
  readonly lost: CountingSession[] = []
  readonly lostIds = new Set<string>()
  nc!: NatsConnection
  private lines = 0
  private waiting: (() => void)[] = []

  constructor(private readonly options: ChaosOptions) {}

  async start(): Promise<void> {
    const { folder, natsServers, nodes } = this.options
    await this.startNats(natsServers)
    const replicas = natsServers >= 3 ? 3 : 1
    for (let index = 0; index < nodes; index++) {
      const proxies = await Promise.all(this.nats.map(({ port }) => TcpProxy.open(port)))
      const node = new ChaosNode(`n${index}`, join(folder, `n${index}`), proxies, replicas)
      await node.start()
      this.nodes.push(node)
    }
    this.nc = await connectNats({ servers: this.nats.map(({ port }) => `127.0.0.1:${port}`), maxReconnectAttempts: -1 })
    this.nc.subscribe(`$KV.${subjects.nodesBucket}.>`, { callback: () => this.wake() })
    await this.untilReady()
    for (const node of this.nodes) await node.startSession()
    await this.check(RECENT_LINES)
  }

  async stop(): Promise<void> {
    await this.nc.close()
    await Promise.all(this.nodes.map((node) => node.stop()))
    for (const { proxies } of this.nodes) for (const proxy of proxies) proxy.close()
    await Promise.all(this.nats.map((nats) => nats.stop()))
  }

  /** Some faults at once, and what holds after them. */
  async round(...faults: readonly string[]): Promise<void> {
    let isOver = false
    const typing = this.nodes.map((node) => this.typeUntil(node, () => isOver))
    const claim = `claim-${randomUUID()}`
    const claims = this.nodes.map(async ({ client }) => {
      const made = await client.call('Session.create', { shell: '/bin/cat', name: claim }).catch(() => null)
      return made && { client, ...made }
    })
    await Promise.all(faults.map((fault) => this.faults[fault]!()))
    isOver = true
    await Promise.all(typing)
    const made = (await Promise.all(claims)).flatMap((one) => one ?? [])
    const since = performance.now()
    await this.untilReady()
    await this.check(RECENT_LINES)
    this.settleMs.push(performance.now() - since)
    await this.eventually('names', () => this.checkNames())
    for (const session of this.lost.splice(0)) await this.checkLost(session)
    for (const { client, sessionId } of made) await client.call('Session.destroy', { sessionId }).catch(() => {})
  }

  /** As much of every session as is kept, through every node. */
  async finish(): Promise<void> {
    await this.check(ALL_LINES)
  }

  random(below: number): number {
    return this.options.random(below)
  }

  anyNode(): ChaosNode {
    return this.nodes[this.random(this.nodes.length)]!
  }

  /** Of a fault: how long it lasts. */
  pause(most: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.random(most)))
  }

  /** What a fault has upset may take a while; what is wrong stays wrong. Tried again when a node renews its entry. */
  async eventually<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + SETTLE_MS
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (performance.now() > deadline) throw new Error(`${what}: ${(error as Error).message}`)
        const left = AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now())))
        await Promise.race([new Promise<void>((resolve) => this.waiting.push(resolve)), once(left, 'abort')])
      }
    }
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve()
  }

  /** Through a node at random; what fails may or may not have been typed. */
  private async typeUntil({ client }: ChaosNode, isOver: () => boolean): Promise<void> {
    do {
      const { id: sessionId, typed } = this.anyNode().session
      const line = `line ${this.lines++}`
      typed.set(line, 'unknown')
      await client.call('Input.sendText', { sessionId, text: `${line}\n` }).then(
        () => typed.set(line, 'confirmed'),
        () => {},
      )
      await this.pause(20)
    } while (!isOver())
  }

  /** Every node knows all nodes, and says so itself. */
  private async untilReady(): Promise<void> {
    await this.eventually('all nodes are ready', async () => {
      for (const { client } of this.nodes) {
        const { nodes, connected } = await client.call('Polytty.listNodes')
        const ready = nodes.filter(({ state }) => state === 'ready').length
        if (!connected || ready !== this.nodes.length)
          throw new Error(`${ready} of ${this.nodes.length} nodes are ready`)
      }
    })
  }

  /** Its lease has ended: NATS has forgotten it. */
  async checkMissed({ name }: ChaosNode): Promise<void> {
    const { streams } = await jetstreamManager(this.nc)
    const stream = `KV_${subjects.nodesBucket}`
    const entry = await streams.getMessage(stream, { last_by_subj: `$KV.${subjects.nodesBucket}.${name}` })
    if (entry?.data.length) throw new Error('its lease has not ended')
  }

  private async check(most: number): Promise<void> {
    for (const { session, client } of this.nodes) {
      const last = `last ${this.lines++}`
      const { id: sessionId, name, typed } = session
      typed.set(last, 'unknown')
      await this.eventually(`typing into ${name}`, () =>
        client.call('Input.sendText', { sessionId, text: `${last}\n` }).then(() => typed.set(last, 'confirmed')),
      )
      const through = this.nodes.map((node) =>
        this.eventually(`${name} through ${node.name}`, () => checkThrough(node.client, session, last, most)),
      )
      await Promise.all(through)
      checkFile(session, true)
      await this.eventually(`the log of ${name}`, () => checkReplay(this.nc, session, true))
    }
  }

  /** Its node is gone: what it had printed is there, through any other. */
  private async checkLost(session: CountingSession): Promise<void> {
    checkFile(session, false)
    await this.eventually(`what is left of ${session.name}`, async () => {
      const { client } = this.anyNode()
      const { sessions } = await client.call('Polytty.listSessions')
      if (!sessions.find(({ id }) => id === session.id)?.exit) throw new Error('it is not listed as lost')
      const { text } = await client.call('Screen.getText', { sessionId: session.id })
      const shown = text.trimEnd().split('\n').at(-1)!
      await checkThrough(client, session, shown.slice(shown.indexOf(':') + 1), RECENT_LINES)
      await checkReplay(this.nc, session, false)
    })
  }

  private async checkNames(): Promise<void> {
    const { streams } = await jetstreamManager(this.nc)
    const stream = `KV_${subjects.sessionsBucket}`
    const { state } = await streams.info(stream, { subjects_filter: '>' })
    const names: string[] = []
    for (const subject of Object.keys(state.subjects ?? {})) {
      const entry = await streams.getMessage(stream, { last_by_subj: subject })
      // Names of sessions whose node is gone are free.
      if (!entry?.data.length || this.lostIds.has(subject.split('.').at(-1)!)) continue
      names.push(entry.json<{ name: string }>().name)
    }
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice) throw new Error(`two sessions are named ${twice}`)
  }

  private async startNats(count: number): Promise<void> {
    const ports = Array.from({ length: count }, () => 10_000 + this.random(20_000))
    const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',')
    const starting = ports.map((port, index) => {
      const folder = join(this.options.folder, `nats-${index}`)
      mkdirSync(folder)
      const cluster = `cluster { name: c, listen: "127.0.0.1:${port}", routes: [${routes}], no_advertise: true }`
      return Nats.start({ folder, config: `server_name: s${index}\n${count > 1 ? cluster : ''}` })
    })
    this.nats.push(...(await Promise.all(starting)))
  }
}
