/**
 * MCP between standard input and output and a server's socket. The host that started the command keeps it for as long as
 * it lives, so a server that goes is replaced by the next: what was asked of it fails, and the new one is introduced to
 * the client as the old one was.
 */
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { parseJson } from '../wire/json-rpc.js'

type Id = string | number

interface Message {
  readonly id?: Id
  readonly method?: string
}

const MAX_WAITING = 1000

const GONE = 'the server has gone: ask again; another one answers from now on'

export class McpLink {
  private socket: Socket | null = null
  /** What introduced the client: its `initialize`, and that it has taken note of the answer. */
  private readonly greeting: string[] = []
  private readonly asked = new Set<Id>()
  /** What came while there was no server. */
  private readonly waiting: string[] = []
  /** The request that is said again to a new server, whose answer the client has had already. */
  private repeated: Id | null = null
  private hasEnded = false

  constructor(
    private readonly connect: () => Promise<Socket>,
    private readonly output: NodeJS.WritableStream = process.stdout,
  ) {}

  /** Resolves when the client has gone, and has had its last answer. */
  async run(input: NodeJS.ReadableStream = process.stdin): Promise<void> {
    // Nothing is read before there is someone to read it for.
    let closed = this.attach(await this.connect())
    const lines = createInterface({ input })
    lines.on('line', (line) => this.send(line))
    lines.once('close', () => {
      this.hasEnded = true
      this.socket?.end()
    })
    for (;;) {
      await closed
      if (this.hasEnded) return
      this.failAsked()
      closed = this.attach(await this.connect())
    }
  }

  private attach(socket: Socket): Promise<void> {
    this.socket = socket
    const first = parseJson(this.greeting[0] ?? '') as Message | undefined
    this.repeated = first?.id ?? null
    for (const line of [...this.greeting, ...this.waiting.splice(0)]) socket.write(`${line}\n`)
    createInterface({ input: socket }).on('line', (line) => this.receive(line))
    if (this.hasEnded) socket.end()
    return new Promise((resolve) =>
      socket.once('close', () => {
        this.socket = null
        resolve()
      }),
    )
  }

  private send(line: string): void {
    const message = (parseJson(line) ?? {}) as Message
    const isGreeting = message.method === 'initialize' || message.method === 'notifications/initialized'
    if (isGreeting && this.greeting.length < 2) this.greeting.push(line)
    if (message.method !== undefined && message.id !== undefined) this.asked.add(message.id)
    if (this.socket) this.socket.write(`${line}\n`)
    else if (this.waiting.length < MAX_WAITING) this.waiting.push(line)
    else this.failAsked()
  }

  private receive(line: string): void {
    const { id, method } = (parseJson(line) ?? {}) as Message
    const isAnswer = method === undefined && id !== undefined
    if (isAnswer && id === this.repeated && !this.asked.has(id)) {
      this.repeated = null
      return
    }
    if (isAnswer) this.asked.delete(id)
    this.output.write(`${line}\n`)
  }

  private failAsked(): void {
    for (const id of this.asked)
      this.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: GONE } })}\n`)
    this.asked.clear()
  }
}
