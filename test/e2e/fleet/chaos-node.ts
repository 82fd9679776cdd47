/** A node of the fleet under faults: a real server, its host, and a session that writes down what it is given. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Client, connect } from '@polytty/client'
import type { TcpProxy } from '../../support/tcp-proxy.js'

const bin = join(import.meta.dirname, '../../../bin/polytty')
/** Every line is numbered, and goes to a file and to the terminal, with the same bytes. */
const counting = [
  `i=0; print() { i=$((i+1)); printf '%s:%s\\r\\n' "$i" "$1" >> "$0"; echo "$i:$1"; }`,
  'stty -echo; print begun; while read -r line; do print "$line"; done',
].join('; ')
const STOP_MS = 20_000
/** Longer than any fault lasts. */
const AWAY_MS = 120_000

/** What was typed into a session, and what its program says that it has read. */
export class CountingSession {
  readonly typed = new Map<string, 'confirmed' | 'unknown'>([['begun', 'confirmed']])
  id = ''
  pid = 0

  constructor(
    readonly name: string,
    readonly file: string,
  ) {}

  async start(client: Client): Promise<void> {
    const params = { shell: '/bin/sh', args: ['-c', counting, this.file], name: this.name }
    this.id ||= (await client.call('Session.create', params)).sessionId
    await client.call('Screen.waitForText', { sessionId: this.id, pattern: '1:begun' })
    const { sessions } = await client.call('Polytty.listSessions')
    this.pid = sessions.find(({ id }) => id === this.id)!.pid
  }
}

export class ChaosNode {
  session!: CountingSession
  client!: Client
  private process!: ChildProcess
  /** The same after every start: another node must not be taken for this one. */
  private port: number | null = null
  private sessions = 0
  private next: CountingSession | null = null
  private turn: Promise<unknown> = Promise.resolve()

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
    this.port ??= await freePort()
    const args = ['serve', '--name', this.name, '--node', this.name, '--fleet', servers, '--keep', '20']
    args.push('--port', String(this.port))
    const run = join(this.folder, 'run')
    const env = { PATH: process.env.PATH, HOME: this.folder, XDG_RUNTIME_DIR: run, SHELL: '/bin/sh' }
    const all = [bin, ...args, '--fleet-replicas', String(this.replicas), '--log-level', 'error']
    this.process = spawn(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await this.listening()
    this.client ??= await connect(url, { reconnectMs: AWAY_MS })
  }

  async startSession(): Promise<void> {
    this.next ??= new CountingSession(`session-${this.name}`, join(this.folder, `read-${this.sessions++}`))
    await this.next.start(this.client)
    this.session = this.next
    this.next = null
  }

  /** Faults of one node come one after the other. */
  alone(fault: () => Promise<void>): Promise<void> {
    const done = this.turn.then(fault)
    this.turn = done.catch(() => {})
    return done
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name)
  }

  async kill(): Promise<void> {
    const ended = once(this.process, 'exit')
    this.process.kill('SIGKILL')
    await ended
  }

  /** As when its machine is gone: nothing of it goes on. */
  async killWithHost(): Promise<void> {
    const host = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${this.session.pid}/status`, 'utf8'))?.[1])
    await this.kill()
    process.kill(host, 'SIGKILL')
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

  private async listening(): Promise<string> {
    for await (const line of createInterface(this.process.stdout!)) {
      const url = /ws:\/\/\S+/.exec(line)?.[0]
      if (url) return url
    }
    throw new Error(`node ${this.name} did not start`)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
