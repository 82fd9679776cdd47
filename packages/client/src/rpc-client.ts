/**
 * Calls with answers, and events as they come, over any channel and in any of the server's protocols: they differ in
 * what they call things, not in how a call is matched with its answer.
 */
import type { Channel } from './channel.js'
import { ConnectionError, RpcError } from './errors.js'

/** The methods and events of a protocol: what `generated/` has of each. */
export interface ProtocolTypes {
  readonly methods: { readonly [name: string]: { readonly params: unknown; readonly result: unknown } }
  readonly events: { readonly [name: string]: unknown }
}

export type MethodName<P extends ProtocolTypes> = keyof P['methods'] & string
export type ParamsOf<P extends ProtocolTypes, M extends MethodName<P>> = P['methods'][M]['params']
export type ResultOf<P extends ProtocolTypes, M extends MethodName<P>> = P['methods'][M]['result']

/** Params may be left out where none are required. */
export type ParamsArgument<T> = Record<string, never> extends T ? [params?: T] : [params: T]

/** Something that came unasked: a notification of JSON-RPC, or an event of wsh with all its fields. */
export type Event<P extends ProtocolTypes> = {
  [N in keyof P['events'] & string]: { readonly name: N; readonly params: P['events'][N] }
}[keyof P['events'] & string]

export interface RpcOptions {
  /** Whether messages say `jsonrpc: "2.0"`; true if absent. */
  readonly jsonrpc?: boolean
  /** The id of the first request; 1 if absent. */
  readonly firstId?: number
  /** Gets every message as it came, before it is handled. */
  readonly onMessage?: (text: string) => void
}

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly event?: string
  readonly type?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number | string; readonly message: string; readonly data?: unknown } | null
}

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

export class RpcClient<P extends ProtocolTypes> {
  private readonly pending = new Map<number, Pending>()
  private readonly listeners = new Set<(event: Event<P>) => void>()
  private readonly closing = new Set<(reason: string) => void>()
  private readonly resuming = new Set<() => void>()
  private readonly jsonrpc: boolean
  private nextId: number
  private lost: string | null = null

  constructor(
    private readonly channel: Channel,
    { jsonrpc = true, firstId = 1, onMessage = () => {} }: RpcOptions = {},
  ) {
    this.jsonrpc = jsonrpc
    this.nextId = firstId
    channel.receive({
      message: (text) => {
        onMessage(text)
        const message = parse(text)
        if (message) return this.handle(message)
        this.end(`the server sent something that is not a message: ${text.slice(0, 80)}`)
        channel.close()
      },
      closed: (reason) => this.end(reason),
      lost: (reason) => this.rejectAll(new ConnectionError(`server restarted, or connection lost: ${reason}`, true)),
      resumed: () => {
        for (const listener of this.resuming) listener()
      },
    })
  }

  get isOpen(): boolean {
    return this.lost === null
  }

  /**
   * Calls a method. Rejects with an RpcError if the server does, with a ConnectionError if it goes away; a `retryable` one
   * where the client is connecting again.
   */
  call<M extends MethodName<P>>(method: M, ...[params]: ParamsArgument<ParamsOf<P, M>>): Promise<ResultOf<P, M>> {
    return this.send(method, params ?? {}) as Promise<ResultOf<P, M>>
  }

  /** Calls a method that is not declared: one of another version, or one that a person typed. */
  send(method: string, params: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.lost !== null) return reject(new ConnectionError(this.lost))
      const id = this.nextId++
      this.pending.set(id, { resolve, reject })
      this.channel.send(JSON.stringify({ ...(this.jsonrpc && { jsonrpc: '2.0' }), id, method, params }))
    })
  }

  /** Notifies of what comes unasked, until the returned function is called. */
  onEvent(listener: (event: Event<P>) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Notifies when the connection is over, with the reason. */
  onClose(listener: (reason: string) => void): () => void {
    this.closing.add(listener)
    return () => void this.closing.delete(listener)
  }

  /** Notifies when a connection that was lost is there again. */
  onResume(listener: () => void): () => void {
    this.resuming.add(listener)
    return () => void this.resuming.delete(listener)
  }

  /**
   * Takes nothing from the server until the returned function is called, so that programs whose output is subscribed to
   * wait; null where the channel cannot: a WebSocket, or one that connects again by itself.
   */
  hold(): (() => void) | null {
    return this.channel.hold?.() ?? null
  }

  close(): void {
    this.channel.close()
  }

  private handle(message: Message): void {
    const { id, result, error } = message
    const call = typeof id === 'number' ? this.pending.get(id) : undefined
    if (call) {
      this.pending.delete(id as number)
      if (error) call.reject(new RpcError(error.code, error.message, error.data))
      else call.resolve(result)
      return
    }
    const event = eventOf(message)
    if (event) for (const listener of this.listeners) listener(event as Event<P>)
    // The server could not read a request, and so knows no id: whichever it was, it gets no other answer.
    else if (error) this.rejectAll(new RpcError(error.code, error.message, error.data))
  }

  private end(reason: string): void {
    if (this.lost !== null) return
    this.lost = reason
    this.rejectAll(new ConnectionError(reason))
    for (const listener of this.closing) listener(reason)
  }

  private rejectAll(error: Error): void {
    for (const call of this.pending.values()) call.reject(error)
    this.pending.clear()
  }
}

function parse(text: string): Message | null {
  try {
    return JSON.parse(text) as Message
  } catch {
    return null
  }
}

function eventOf(message: Message): { readonly name: string; readonly params: unknown } | null {
  const { method, params, event, type } = message
  if (method !== undefined) return { name: method, params }
  const name = event ?? type
  return name === undefined ? null : { name, params: message }
}
