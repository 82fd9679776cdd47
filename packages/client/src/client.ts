/** A client of a whole server: its methods by name, fully typed, and events of sessions by subscription. */
import type { Channel } from './channel.js'
import type { Wrightty } from './generated/wrightty.js'
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
}

export interface Subscription {
  readonly id: string
  /** Those of the events asked for that the server knows. */
  readonly events: readonly string[]
  end(): Promise<void>
}

export class Client extends RpcClient<Wrightty> {
  private readonly subscriptions = new Map<string, (event: SessionEvent) => void>()
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
      this.subscriptions.set(id, listener as (event: SessionEvent) => void)
      return {
        id,
        events: subscribedEvents,
        end: async () => {
          this.subscriptions.delete(id)
          if (this.isOpen) await this.call('Events.unsubscribe', { subscriptionId: id })
        },
      }
    } finally {
      this.subscribing--
      for (const event of this.unclaimed.splice(0)) this.deliver(event)
    }
  }

  private deliver(event: SessionEvent): void {
    const listener = this.subscriptions.get(event.subscriptionId)
    if (listener) listener(event)
    else if (this.subscribing > 0) this.unclaimed.push(event)
  }
}

/**
 * Connects to a server: `ws://…` or `http://…` for its port, a path for its Unix socket.
 * In a browser the token is given by a call, since no header can carry it.
 */
export async function connect(address: string, { token, timeoutMs }: ConnectOptions = {}): Promise<Client> {
  if (!/^\w+:\/\//.test(address) && address.includes('/')) return new Client(await openUnixSocket(address))
  const url = (/^\w+:\/\//.test(address) ? address : `ws://${address}`).replace(/^http/, 'ws')
  const client = new Client(await openWebSocket(url, { timeoutMs }))
  if (token === undefined) return client
  try {
    await client.call('Wrightty.authenticate', { password: token })
    return client
  } catch (error) {
    client.close()
    throw error
  }
}
