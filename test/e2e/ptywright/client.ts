/** A ptywright client for tests: over a socket, or over the streams of a server that runs as a process. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export interface State {
  readonly state: string
  readonly evidence: string
  readonly last_intent?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface Waited {
  readonly state: State
  readonly matched: unknown
}

export class RpcClient {
  readonly events: { readonly method: string; readonly params: unknown }[] = []
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private nextId = 1

  constructor(
    input: Readable,
    private readonly output: Writable,
  ) {
    createInterface(input).on('line', (line) => {
      const message = JSON.parse(line) as Answer & { method: string; params: unknown }
      if (message.id === undefined) this.events.push(message)
      else this.waiting.get(message.id)?.(message)
    })
  }

  static async connect(path: string): Promise<RpcClient> {
    const socket = connect(path)
    await once(socket, 'connect')
    socket.on('error', () => {})
    return new RpcClient(socket, socket)
  }

  /** Asks, and gives the whole answer. */
  ask(method: string, params?: object): Promise<Answer> {
    const id = this.nextId++
    this.output.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => this.waiting.set(id, resolve))
  }

  /** Asks, and gives the result; an error fails the test. */
  async call<R = unknown>(method: string, params?: object): Promise<R> {
    const { result, error } = await this.ask(method, params)
    if (error) throw new Error(`${method}: ${error.code} ${error.message}`)
    return result as R
  }
}

/** A started adapter, and the calls one makes all the time. */
export class TestAdapter {
  private constructor(
    readonly client: RpcClient,
    readonly id: string,
  ) {}

  static async start(client: RpcClient, params: object): Promise<TestAdapter> {
    const { adapter } = await client.call<{ adapter: string }>('adapter.start', params)
    return new TestAdapter(client, adapter)
  }

  async state(): Promise<State> {
    return (await this.client.call<{ state: State }>('adapter.state', { adapter: this.id })).state
  }

  send(intent: string, params: object = {}): Promise<Answer> {
    return this.client.ask('adapter.send', { adapter: this.id, intent, params })
  }

  wait(params: object = {}): Promise<Waited> {
    return this.client.call('adapter.wait', { adapter: this.id, timeout_ms: 20_000, ...params })
  }

  turn(intent: string, params: object = {}): Promise<Waited> {
    const wait = { timeout_ms: 20_000 }
    return this.client.call('adapter.turn', { adapter: this.id, send: { intent, params }, wait })
  }

  async screen(): Promise<string> {
    const { plain_text } = await this.client.call<{ plain_text: string }>('adapter.inspect', { adapter: this.id })
    return plain_text
  }
}
