/** A client of a ptywright server, over any pair of streams: numbered requests, and whatever the server tells unasked. */
import type { Readable, Writable } from 'node:stream'
import { systemClock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { type Deferred, deferred } from '../../base/deferred.js'
import { Emitter } from '../../base/emitter.js'
import type { Connection } from '../../transport/connection.js'
import { connectStreams } from '../../transport/stream-connection.js'
import type { Framing } from '../../wire/framing.js'

interface Message {
  readonly id?: number | null
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** The server's own words for what went wrong. */
export class ServerError extends Error {
  override readonly name = 'RpcError'

  constructor({ code, message, data }: NonNullable<Message['error']>) {
    super(`${code} ${message}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`)
  }
}

const MAX_MESSAGE_BYTES = 256 * 1024 * 1024

export class RpcClient {
  readonly onEvent = new Emitter<{ readonly method: string; readonly params: unknown }>()
  readonly onClose = new Emitter<void>()
  private readonly waiting = new Map<number, Deferred<unknown>>()
  private readonly connection: Connection
  private nextId = 1

  constructor(input: Readable, output: Writable, framing: Framing) {
    const options = { peer: 'server', framing, maxMessageBytes: MAX_MESSAGE_BYTES, clock: systemClock }
    this.connection = connectStreams(input, output, options, (connection) =>
      connection.receive({
        message: (text) => this.handle(JSON.parse(text) as Message),
        fault: (fault) => this.end(`the server sent what cannot be read: ${fault}`),
        ended: () => this.end('the server closed the connection'),
        closed: () => this.end('the server closed the connection'),
      }),
    )
  }

  call<R>(method: string, params: unknown = {}): Promise<R> {
    const answer = deferred<unknown>()
    const id = this.nextId++
    this.waiting.set(id, answer)
    this.connection.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return answer.promise as Promise<R>
  }

  close(): void {
    this.connection.close()
  }

  private handle({ id, method, params, result, error }: Message): void {
    if (method !== undefined) return this.onEvent.emit({ method, params })
    const answer = this.waiting.get(id ?? -1)
    this.waiting.delete(id ?? -1)
    if (error) answer?.reject(new ServerError(error))
    else answer?.resolve(result)
  }

  private end(reason: string): void {
    for (const answer of this.waiting.values()) answer.reject(new CoreError('not-found', reason))
    this.waiting.clear()
    this.onClose.emit()
  }
}
