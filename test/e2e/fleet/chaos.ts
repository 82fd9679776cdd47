/**
 * A fleet of real processes under faults. While something fails, lines are typed into its sessions through nodes at
 * random; afterwards every line must be there at most once, and those whose typing was confirmed exactly once; every node
 * must show every session as its owner does, to the byte; and no name may be two sessions'.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node'
import { type Client, connect } from '@polytty/client'
import { Nats } from '../../support/nats.js'
import { TcpProxy } from '../../support/tcp-proxy.js'

const bin = join(import.meta.dirname, '../../../bin/polytty')
const counting = 'stty -echo; i=0; while read -r line; do i=$((i+1)); echo "$i:$line"; done'
const SETTLE_MS = 60_000
const STOP_MS = 20_000

export interface ChaosOptions {
  readonly folder: string
  readonly natsServers: number
  readonly nodes: number
  /** A whole number below its argument. */
  random(below: number): number
}

class NodeProcess {
  readonly typed = new Map<string, 'confirmed' | 'unknown'>()
  sessionId = ''
  client!: Client
  private process!: ChildProcess

  constructor(
    readonly name: string,
    private readonly folder: string,
    readonly proxies: readonly TcpProxy[],
    private readonly replicas: number,
  ) {
    mkdirSync(join(folder, 'run'), { recursive: true })
  }

  async start(): Promise<void> {
    const servers = this.proxies.map(({ url }) => url).join(',')
    const args = ['serve', '--name', this.name, '--node', this.name, '--fleet', servers, '--keep', '20']
    const env = {
      PATH: process.env.PATH,
      HOME: this.folder,
      XDG_RUNTIME_DIR: join(this.folder, 'run'),
      SHELL: '/bin/sh',
    }
    const all = [bin, ...args, '--fleet-replicas', String(this.replicas), '--log-level', 'error']
    this.process = spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await this.listening()
    this.client ??= await connect(url)
  }

  private async listening(): Promise<string> {
    for await (const line of createInterface(this.process.stdout!)) {
      const url = /ws:\/\/\S+/.exec(line)?.[0]
      if (url) return url
    }
    throw new Error(`node ${this.name} did not start`)
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name)
  }

  async kill(): Promise<void> {
    const ended = once(this.process, 'exit')
    this.process.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit')
    await this.client.call('Polytty.stop').catch(() => this.process.kill('SIGKILL'))
    await this.client.close()
    // One that does not end by itself is a fault too.
    const timer = setTimeout(() => this.process.kill('SIGKILL'), STOP_MS)
    const [code] = (await ended) as [number | null]
    clearTimeout(timer)
    if (code !== 0) throw new Error(`node ${this.name} did not end by itself`)
  }
}

export class FleetChaos {
  private readonly nats: Nats[] = []
  readonly nodes: NodeProcess[] = []
  private nc!: NatsConnection
  private lines = 0
  readonly settleMs: number[] = []

  constructor(private readonly options: ChaosOptions) {}

  async start(): Promise<void> {
    const { folder, natsServers, nodes } = this.options
    await this.startNats(natsServers)
    const replicas = natsServers >= 3 ? 3 : 1
    for (let index = 0; index < nodes; index++) {
      const proxies = await Promise.all(this.nats.map(({ port }) => TcpProxy.open(port)))
      const node = new NodeProcess(`n${index}`, join(folder, `n${index}`), proxies, replicas)
      await node.start()
      this.nodes.push(node)
    }
    this.nc = await connectNats({ servers: this.nats.map(({ port }) => `127.0.0.1:${port}`), maxReconnectAttempts: -1 })
    await this.untilReady()
    for (const node of this.nodes) {
      const params = { shell: '/bin/sh', args: ['-c', counting], name: `session-${node.name}` }
      node.sessionId = (await node.client.call('Session.create', params)).sessionId
    }
    await this.check()
  }

  async stop(): Promise<void> {
    await this.nc.close()
    await Promise.all(this.nodes.map((node) => node.stop()))
    for (const { proxies } of this.nodes) for (const proxy of proxies) proxy.close()
    await Promise.all(this.nats.map((nats) => nats.stop()))
  }

  /** Each is done while lines are typed. */
  readonly faults: Readonly<Record<string, () => Promise<void>>> = {
    'kill -9 of a server; its host stays': async () => {
      const node = this.anyNode()
      await this.pause(50)
      await node.kill()
      await node.start()
    },
    'SIGSTOP of a server': async () => {
      const node = this.anyNode()
      node.signal('SIGSTOP')
      await this.pause(1500)
      node.signal('SIGCONT')
    },
    'a partition: a node without NATS': async () => {
      const { proxies } = this.anyNode()
      for (const proxy of proxies) proxy.cut()
      await this.pause(2000)
      for (const proxy of proxies) proxy.mend()
    },
    'connections to NATS are lost': async () => {
      for (const { proxies } of this.nodes) for (const proxy of proxies) proxy.mend()
      await this.pause(300)
    },
    'kill -9 of a server of NATS': async () => {
      const nats = this.nats[this.options.random(this.nats.length)]!
      await nats.stop()
      await this.pause(500)
      await nats.restart()
    },
    'SIGSTOP of a server of NATS': async () => {
      const nats = this.nats[this.options.random(this.nats.length)]!
      nats.signal('SIGSTOP')
      await this.pause(1500)
      nats.signal('SIGCONT')
    },
    'the leader of the log is lost': async () => {
      const { cluster } = await (await jetstreamManager(this.nc)).streams.info('PT_LOG')
      const leader = this.nats[Number(cluster?.leader?.slice(1) ?? 0)]!
      await leader.stop()
      await this.pause(500)
      await leader.restart()
    },
    'SIGSTOP of a server beyond its lease': async () => {
      const node = this.anyNode()
      node.signal('SIGSTOP')
      await new Promise((resolve) => setTimeout(resolve, 12_000))
      node.signal('SIGCONT')
    },
    'a rolling upgrade': async () => {
      for (const { client } of this.nodes) await client.call('Polytty.restart').catch(() => {})
    },
  }

  /** One fault, and what holds after it. */
  async round(fault: string): Promise<void> {
    let isOver = false
    const typing = this.nodes.map((node) => this.typeUntil(node, () => isOver))
    const claim = `claim-${randomUUID()}`
    const claims = this.nodes.map(async ({ client }) => {
      const made = await client.call('Session.create', { shell: '/bin/cat', name: claim }).catch(() => null)
      return made && { client, ...made }
    })
    await this.faults[fault]!()
    isOver = true
    await Promise.all(typing)
    const made = (await Promise.all(claims)).flatMap((one) => one ?? [])
    const since = performance.now()
    await this.untilReady()
    await this.check()
    this.settleMs.push(performance.now() - since)
    await this.checkNames()
    for (const { client, sessionId } of made) await client.call('Session.destroy', { sessionId }).catch(() => {})
  }

  private anyNode(): NodeProcess {
    return this.nodes[this.options.random(this.nodes.length)]!
  }

  private pause(most: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.options.random(most)))
  }

  /** Through a node at random; what fails may or may not have been typed. */
  private async typeUntil({ client }: NodeProcess, isOver: () => boolean): Promise<void> {
    do {
      const { sessionId, typed } = this.anyNode()
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

  private async check(): Promise<void> {
    for (const owner of this.nodes) {
      const { sessionId, typed } = owner
      const last = `last ${this.lines++}`
      await this.eventually(`typing into ${owner.name}`, () =>
        owner.client.call('Input.sendText', { sessionId, text: `${last}\n` }),
      )
      typed.set(last, 'confirmed')
      // What was typed without having been confirmed may still be on its way.
      const text = await this.eventually(`${owner.name} through all nodes`, async () => {
        const texts = await Promise.all(this.nodes.map((node) => read(node, sessionId, last)))
        const hashes = new Set(texts.map((text) => createHash('sha256').update(text).digest('hex')))
        if (hashes.size !== 1) throw new Error(`it is not the same everywhere:\n${texts.join('\n---\n')}`)
        return texts[0]!
      })
      checkLines(text, typed)
    }
  }

  private async checkNames(): Promise<void> {
    const bucket = await new Kvm(jetstream(this.nc)).open('pt_sessions')
    const names: string[] = []
    for await (const key of await bucket.keys()) {
      const entry = await bucket.get(key)
      if (entry?.operation === 'PUT') names.push(entry.json<{ name: string }>().name)
    }
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice) throw new Error(`two sessions are named ${twice}`)
  }

  /** What a fault has upset may take a while; what is wrong stays wrong. */
  private async eventually<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + SETTLE_MS
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (performance.now() > deadline) throw new Error(`${what}: ${(error as Error).message}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  private async startNats(count: number): Promise<void> {
    const ports = Array.from({ length: count }, () => 20_000 + this.options.random(20_000))
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

/** All that a session has printed, once a line is there. */
async function read({ client }: NodeProcess, sessionId: string, last: string): Promise<string> {
  const before = await client.call('Screen.getText', { sessionId })
  const { lines } = await client.call('Screen.getScrollback', { sessionId, lines: 10_000 })
  const { text } = await client.call('Screen.getText', { sessionId })
  if (before.text !== text) throw new Error('it is still printing')
  const all = [...lines.map((line) => line.text), ...text.split('\n')].map((line) => line.trimEnd()).join('\n')
  if (!all.includes(`:${last}\n`)) throw new Error(`${last} is not there`)
  return all
}

function checkLines(text: string, typed: ReadonlyMap<string, 'confirmed' | 'unknown'>): void {
  const seen = new Map<string, number>()
  for (const [, line] of text.matchAll(/^\d+:(.*)$/gm)) seen.set(line!, (seen.get(line!) ?? 0) + 1)
  for (const [line, state] of typed) {
    const count = seen.get(line) ?? 0
    if (count > 1) throw new Error(`${JSON.stringify(line)} was typed ${count} times`)
    if (state === 'confirmed' && count === 0) throw new Error(`${JSON.stringify(line)} was lost`)
  }
}
