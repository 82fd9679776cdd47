/**
 * A client of the wrightty dialect over WebSocket: calls with answers, and events as they come. The typed methods on
 * top of it, and the server behind it, are elsewhere: they meet only in the protocol.
 */
import { WebSocket } from 'ws'
import { CoreError } from '../base/core-error.js'
import { type Deferred, deferred } from '../base/deferred.js'
import { Emitter } from '../base/emitter.js'

/** An error as the server told it. */
export class RpcError extends Error {
  override readonly name = 'RpcError'

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message)
  }
}

export interface RpcEvent {
  readonly subscriptionId: string
  readonly event: string
  readonly sessionId: string
  readonly timestamp: number
  readonly data: Readonly<Record<string, unknown>>
}

export interface ConnectOptions {
  readonly url: string
  readonly password?: string
  /** How long the connection may take; 5000 if absent. */
  readonly timeoutMs?: number
}

interface Incoming {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly method?: string
  readonly params?: RpcEvent
}

export class RpcClient {
  readonly onEvent = new Emitter<RpcEvent>()
  private readonly pending = new Map<number, Deferred<unknown>>()
  private nextId = 1

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.receive(JSON.parse(data.toString()) as Incoming))
    socket.on('close', () => this.closed())
    socket.on('error', () => {})
  }

  /** Connects, and gives the password if there is one. */
  static async connect({ url, password, timeoutMs = 5000 }: ConnectOptions): Promise<RpcClient> {
    const socket = await open(url, timeoutMs)
    const client = new RpcClient(socket)
    if (password === undefined) return client
    try {
      await client.call('Wrightty.authenticate', { password })
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  async call<T>(method: string, params: object = {}): Promise<T> {
    if (this.socket.readyState !== WebSocket.OPEN) throw gone()
    const id = this.nextId++
    const answer = deferred<unknown>()
    this.pending.set(id, answer)
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return (await answer.promise) as T
  }

  close(): void {
    this.socket.close()
  }

  private receive({ id, result, error, method, params }: Incoming): void {
    if (method === 'Events.event' && params) return this.onEvent.emit(params)
    const answer = id === undefined ? undefined : this.pending.get(id)
    if (id === undefined || !answer) return
    this.pending.delete(id)
    if (error) answer.reject(new RpcError(error.code, error.message, error.data))
    else answer.resolve(result)
  }

  private closed(): void {
    for (const answer of this.pending.values()) answer.reject(gone())
    this.pending.clear()
  }
}

function open(url: string, timeoutMs: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs, perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CoreError(
          'not-found',
          `no server answers at ${url}: ${error.code ?? error.message}`,
          { hint: 'Start one with: polytty serve' },
          { cause: error },
        ),
      ),
    )
  })
}

function gone(): CoreError {
  return new CoreError('not-found', 'the server closed the connection')
}
