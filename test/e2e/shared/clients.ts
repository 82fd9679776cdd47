/** Clients of the five dialects on one server, each over a real socket, each speaking as its own protocol has it. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerOptions } from '../../../src/server/options.js'
import { type Server, type ServerParts, startServer } from '../../../src/server/server.js'

export type Answer = Record<string, never> & Record<string, unknown>

/** One side of a conversation in JSON messages: requests with numbers, answers in any order, events between them. */
export class Client {
  readonly events: Answer[] = []
  /** Everything that came, as it came. */
  readonly heard: string[] = []
  readonly closed: Promise<void>
  private readonly pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  private readonly watchers = new Set<() => void>()
  private lastId = 0

  constructor(
    private readonly dialect: string,
    private readonly post: (text: string) => void,
    readonly close: () => void,
    listen: (heard: (text: string) => void) => void,
    closed: Promise<unknown>,
  ) {
    listen((text) => {
      this.heard.push(text)
      this.hear(JSON.parse(text) as Answer)
    })
    this.closed = closed.then(() => {
      for (const { reject } of this.pending.values()) reject(new Error(`${dialect}: the connection has ended`))
      this.pending.clear()
    })
  }

  /** The result; an error of the dialect's own kind is thrown with its body. */
  call<T = Answer>(method: string, params: object | null = {}): Promise<T> {
    const id = ++this.lastId
    const version = ['termwright', 'wsh'].includes(this.dialect) ? {} : { jsonrpc: '2.0' }
    this.post(JSON.stringify({ ...version, id, method, params }))
    return new Promise<T>((resolve, reject) =>
      this.pending.set(id, { resolve: (answer) => resolve(answer as T), reject }),
    )
  }

  /** The first event from now on, or heard already, that fits. */
  event(fits: (event: Answer) => boolean): Promise<Answer> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.events.find(fits)
        if (!found) return
        this.watchers.delete(look)
        resolve(found)
      }
      this.watchers.add(look)
      look()
    })
  }

  get unanswered(): number {
    return this.pending.size
  }

  private hear(message: Answer): void {
    const waiting = typeof message.id === 'number' ? this.pending.get(message.id) : undefined
    if (!waiting) {
      this.events.push(message)
      for (const look of [...this.watchers]) look()
      return
    }
    this.pending.delete(message.id as unknown as number)
    const { error } = message
    if (error) waiting.reject(new Error(`${this.dialect}: ${JSON.stringify(error)}`))
    else waiting.resolve(message.result as unknown as Answer)
  }
}

export interface Shared {
  readonly server: Server
  readonly folder: string
  /** `greeting` is the first line of our own commands, which a stranger leaves out. */
  unix(dialect: string, greeting?: object): Promise<Client>
  webSocket(dialect: string, path: string): Promise<Client>
  http<T>(verb: string, path: string, body?: object): Promise<T>
  tuispec(session?: string): Promise<Client>
  /** A socket whose binary messages are gathered. */
  bytes(path: string): Promise<{ text(): string }>
}

export async function shareServer(options: ServerOptions = {}, parts: ServerParts = {}): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'polytty-shared-'))
  const server = await startServer({ port: 0, socket: join(folder, 'socket'), ...options }, parts)
  onTestFinished(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })
  const headers: Record<string, string> = options.token ? { authorization: `Bearer ${options.token}` } : {}
  const unix = async (dialect: string, greeting?: object): Promise<Client> => {
    const socket = connect(server.socket!)
    await once(socket, 'connect')
    const client = lineClient(dialect, socket)
    if (!greeting) return client
    socket.write(`${JSON.stringify(greeting)}\n`)
    const welcome = await client.event((event) => 'polytty' in event)
    client.events.length = 0
    if ((welcome.polytty as unknown) !== 'ready') throw new Error(JSON.stringify(welcome))
    return client
  }
  return {
    server,
    folder,
    unix,
    async webSocket(dialect, path) {
      const socket = new WebSocket(`${server.url}${path}`, { headers })
      const client = socketClient(dialect, socket)
      await once(socket, 'open')
      return client
    },
    async bytes(path) {
      const socket = new WebSocket(`${server.url}${path}`, { headers })
      let gathered = ''
      socket.on('message', (data: Buffer) => {
        gathered += data.toString()
      })
      await once(socket, 'open')
      return { text: () => gathered }
    },
    async http(verb, path, body) {
      const url = `${server.url.replace(/^ws/, 'http')}${path}`
      const response = await fetch(url, { method: verb, headers, body: body && JSON.stringify(body) })
      const text = await response.text()
      if (!response.ok) throw new Error(`${verb} ${path}: ${response.status} ${text}`)
      return JSON.parse(text || 'null')
    },
    tuispec: (session) =>
      unix('tuispec', {
        polytty: 'tuispec',
        session: session ?? null,
        artifactDir: join(folder, 'artifacts'),
        cols: 80,
        rows: 24,
        timeoutSeconds: 10,
        ambiguityMode: 'fail',
        cwd: folder,
        env: process.env,
      }),
  }
}

function lineClient(dialect: string, socket: Socket): Client {
  socket.on('error', () => {})
  return new Client(
    dialect,
    (text) => void socket.write(`${text}\n`),
    () => socket.destroy(),
    (heard) => void createInterface(socket).on('line', heard),
    once(socket, 'close'),
  )
}

function socketClient(dialect: string, socket: WebSocket): Client {
  return new Client(
    dialect,
    (text) => socket.send(text),
    () => socket.terminate(),
    (heard) => void socket.on('message', (data, isBinary) => !isBinary && heard(data.toString())),
    new Promise((resolve) => socket.once('close', resolve)),
  )
}
