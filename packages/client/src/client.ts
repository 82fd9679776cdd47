/** A client of a whole server: its methods by name, fully typed, and events of sessions by subscription. */
import type { Channel, ChannelHandler } from './channel.js'
import { ConnectionError } from './errors.js'
import type { Wrightty } from './generated/wrightty.js'
import { ReconnectingChannel } from './reconnecting-channel.js'
import { RpcClient } from './rpc-client.js'
import { openUnixSocket } from './stream-channel.js'
import { openWebSocket } from './web-socket-channel.js'

export type EventName = keyof Wrightty['events'] & string

/** An event of a session, with what it is about. */
export type SessionEvent<E extends EventName = EventName> = {
  readonly [N in E]: {
    readonly event: N
    readonly sessionId: string
    readonly subscriptionId: string
    /** Milliseconds since the epoch. */
    readonly timestamp: number
    readonly data: Wrightty['events'][N]
  }
}[E]

export interface ConnectOptions {
  /** The server's token, if it asks for one. A Unix socket asks for none. */
  readonly token?: string
  /** How long the connection may take; 5000 if absent. */
  readonly timeoutMs?: number
  /** For how long it is opened again when it is lost, before the client is closed; 10,000 if absent, never with 0. */
  readonly reconnectMs?: number
}

const RECONNECT_MS = 10_000

/** Typing, which must not happen twice: sent again under the same key it is not typed again. */
const typing: ReadonlySet<string> = new Set(['Input.sendKeys', 'Input.sendText'])

export interface Subscription {
  /** May be another one after the server was restarted. */
  readonly id: string
  /** Those of the events asked for that the server knows. */
  readonly events: readonly string[]
  end(): Promise<void>
}

interface Subscribed {
  id: string
  readonly again: { readonly sessionId: string; readonly events: EventName[]; readonly options: object }
  readonly listener: (event: SessionEvent) => void
}

export class Client extends RpcClient<Wrightty> {
  private readonly subscriptions = new Map<string, Subscribed>()
  /** Events of subscriptions whose answer is still on its way. */
  private readonly unclaimed: SessionEvent[] = []
  private subscribing = 0

  constructor(channel: Channel) {
    super(channel)
    this.onEvent((event) => {
      // They come wrapped, with the subscription they are for.
      const { name, params } = event as { readonly name: string; readonly params: unknown }
      if (name === 'Events.event') this.deliver(params as SessionEvent)
    })
    this.onResume(() => void this.subscribeAgain())
  }

  /** What is typed is typed once: where the connection is lost meanwhile, it is sent again. */
  override async send(method: string, params: unknown): Promise<unknown> {
    if (!typing.has(method)) return super.send(method, params)
    const keyed = { key: newKey(), ...(params as object) }
    try {
      return await super.send(method, keyed)
    } catch (error) {
      if (!(error instanceof ConnectionError && error.retryable)) throw error
      return super.send(method, keyed)
    }
  }

  /** Subscribes to events of a session on this connection. */
  async subscribe<E extends EventName>(
    sessionId: string,
    events: readonly E[],
    listener: (event: SessionEvent<E>) => void,
    options: { readonly screenDebounceMs?: number } = {},
  ): Promise<Subscription> {
    this.subscribing++
    try {
      const { subscriptionId: id, subscribedEvents } = await this.call('Events.subscribe', {
        sessionId,
        events: [...events],
        options,
      })
      const again = { sessionId, events: [...events], options }
      const subscribed: Subscribed = { id, again, listener: listener as (event: SessionEvent) => void }
      this.subscriptions.set(id, subscribed)
      return {
        get id() {
          return subscribed.id
        },
        events: subscribedEvents,
        end: async () => {
          this.subscriptions.delete(subscribed.id)
          if (this.isOpen) await this.call('Events.unsubscribe', { subscriptionId: subscribed.id })
        },
      }
    } finally {
      this.subscribing--
      for (const event of this.unclaimed.splice(0)) this.deliver(event)
    }
  }

  /** A server that was restarted knows nothing of what was subscribed to before. */
  private async subscribeAgain(): Promise<void> {
    const lost = [...this.subscriptions.values()]
    this.subscriptions.clear()
    for (const subscribed of lost) {
      this.subscribing++
      try {
        subscribed.id = (await this.call('Events.subscribe', subscribed.again)).subscriptionId
        this.subscriptions.set(subscribed.id, subscribed)
      } catch {
        // The session is gone, or the connection once more: then it is tried again with the next.
        if (this.isOpen) this.subscriptions.set(subscribed.id, subscribed)
      } finally {
        this.subscribing--
        for (const event of this.unclaimed.splice(0)) this.deliver(event)
      }
    }
  }

  private deliver(event: SessionEvent): void {
    const subscribed = this.subscriptions.get(event.subscriptionId)
    if (subscribed) subscribed.listener(event)
    else if (this.subscribing > 0) this.unclaimed.push(event)
  }
}

/**
 * Connects to a server: `ws://…` or `http://…` for its port, a path for its Unix socket.
 * In a browser the token is given by a call, since no header can carry it.
 */
export async function connect(address: string, options: ConnectOptions = {}): Promise<Client> {
  const { token, timeoutMs, reconnectMs = RECONNECT_MS } = options
  const isPath = !/^\w+:\/\//.test(address) && address.includes('/')
  const url = (/^\w+:\/\//.test(address) ? address : `ws://${address}`).replace(/^http/, 'ws')
  const open = (): Promise<Channel> => (isPath ? openUnixSocket(address) : openWebSocket(url, { timeoutMs }))
  const channel = await open()
  if (token === undefined || isPath) return new Client(reconnectMs > 0 ? lasting(channel, open, reconnectMs) : channel)
  const openKnown = async (): Promise<Channel> => authenticated(await open(), token)
  const known = await authenticated(channel, token)
  return new Client(reconnectMs > 0 ? lasting(known, openKnown, reconnectMs) : known)
}

function lasting(channel: Channel, open: () => Promise<Channel>, patienceMs: number): Channel {
  return new ReconnectingChannel(channel, open, patienceMs)
}

/** The channel once the server has taken the token; what follows the answer waits until someone listens. */
async function authenticated(channel: Channel, token: string): Promise<Channel> {
  const relay = new RelayChannel(channel)
  const rpc = new RpcClient<Wrightty>(relay)
  try {
    await rpc.call('Wrightty.authenticate', { password: token })
    return relay
  } catch (error) {
    channel.close()
    throw error
  }
}

/** Passes a channel on to whoever listens last. */
class RelayChannel implements Channel {
  private handler: ChannelHandler | null = null

  constructor(private readonly channel: Channel) {
    channel.receive({
      message: (text) => this.handler?.message(text),
      closed: (reason, isFinal) => this.handler?.closed(reason, isFinal),
    })
  }

  send(text: string): void {
    this.channel.send(text)
  }

  close(): void {
    this.channel.close()
  }

  receive(handler: ChannelHandler): void {
    this.handler = handler
  }
}

/** Sixteen random bytes, in hexadecimal. */
function newKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
