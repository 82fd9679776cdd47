/** A client of a daemon's socket: a line a request, answers in order. */
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { CoreError } from '../../base/core-error.js'
import { type Deferred, deferred } from '../../base/deferred.js'

interface Reply {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number | string; readonly message: string } | null
}

export class DaemonError extends Error {
  override readonly name = 'DaemonError'

  constructor(
    readonly code: number | string,
    message: string,
  ) {
    super(message)
  }
}

export class LineClient {
  private readonly waiting: Deferred<string>[] = []
  private nextId = 1

  private constructor(private readonly socket: Socket) {
    createInterface(socket).on('line', (line) => this.waiting.shift()?.resolve(line))
    socket.on('close', () => {
      for (const answer of this.waiting.splice(0))
        answer.reject(new CoreError('not-found', 'the daemon closed the connection'))
    })
    socket.on('error', () => {})
  }

  static connect(path: string): Promise<LineClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(path)
      socket.once('connect', () => resolve(new LineClient(socket)))
      socket.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new CoreError('not-found', `no daemon answers at ${path}: ${error.code ?? error.message}`, {
            hint: 'Start one with: polytty termwright daemon --socket PATH -- COMMAND',
          }),
        ),
      )
    })
  }

  /** Sends a request and gives the reply line as it came. */
  exchange(method: string, params: unknown): Promise<string> {
    const answer = deferred<string>()
    this.waiting.push(answer)
    this.socket.write(`${JSON.stringify({ id: this.nextId++, method, params: params ?? null })}\n`)
    return answer.promise
  }

  async call<T>(method: string, params: unknown = null): Promise<T> {
    const { result, error } = JSON.parse(await this.exchange(method, params)) as Reply
    if (error) throw new DaemonError(error.code, error.message)
    return result as T
  }

  close(): void {
    this.socket.destroy()
  }
}
