/**
 * One client speaking one dialect: takes its messages apart, keeps their order, answers them, and carries what the
 * server tells unasked. When the client goes, everything it asked for is aborted and its subscriptions end.
 */
import { setMaxListeners } from 'node:events'
import { CoreError } from '../base/core-error.js'
import { DisposableBag } from '../base/disposable.js'
import type { Emitter } from '../base/emitter.js'
import type { FrameFault } from '../wire/framing.js'
import type { Incoming, IncomingMessage, RequestId } from '../wire/json-rpc.js'
import type { Dispatcher } from './dispatch.js'

/** What a peer needs of a connection; transports provide it. */
export interface Link {
  readonly congested: boolean
  readonly isOpen: boolean
  readonly onDrain: Pick<Emitter<void>, 'on'>
  receive(handler: { message(text: string): void; fault(fault: FrameFault): void; ended(): void; closed(): void }): void
  send(text: string): void
  pause(): void
  resume(): void
  close(code?: number, reason?: string): void
}

/** The pushing side of a connection: what subscriptions hold on to. */
export interface Pusher {
  readonly link: Pick<Link, 'congested' | 'onDrain'>
  /** Ends with the connection. */
  readonly owned: DisposableBag
  notify(body: object): void
}

/** Requests one client may have unanswered: waits, for the most part. */
const MAX_IN_FLIGHT = 256

export class Peer<C> implements Pusher {
  /** Ends with the connection: subscriptions and the like. */
  readonly owned = new DisposableBag()
  readonly context: C
  private readonly abort = new AbortController()
  private inFlight = 0
  private paused = false
  private ended = false
  private tail: Promise<void> = Promise.resolve()

  constructor(
    private readonly dispatcher: Dispatcher<C>,
    readonly link: Link,
    createContext: (peer: Peer<C>) => C,
    private readonly maxInFlight = MAX_IN_FLIGHT,
  ) {
    // Every wait listens for the client's going; there may be as many as requests in flight.
    setMaxListeners(0, this.abort.signal)
    this.context = createContext(this)
    link.receive({
      message: (text) => this.accept(dispatcher.dialect.parse(text)),
      fault: (fault) => this.accept(faultMessage(fault)),
      ended: () => {
        this.ended = true
        this.closeWhenIdle()
      },
      closed: () => this.closed(),
    })
    this.owned.add(link.onDrain.on(() => this.adjustReading()))
  }

  /** Tells the client something it did not ask for just now. */
  notify(body: object): void {
    this.link.send(JSON.stringify(this.dispatcher.veil(body)))
  }

  private accept(message: IncomingMessage): void {
    const serial = this.dispatcher.dialect.order === 'serial'
    // A client that may ask out of order is told at once that it asks too much; one that waits its turn is just not read.
    const overloaded = !serial && this.inFlight + message.items.length > this.maxInFlight
    const items = overloaded ? message.items.map(refuseOverload(this.maxInFlight)) : message.items
    this.inFlight += items.length
    this.adjustReading()
    const work = serial ? this.tail.then(() => this.process(items, message.batch)) : this.process(items, message.batch)
    this.tail = work
    void work.finally(() => {
      this.inFlight -= items.length
      this.adjustReading()
      this.closeWhenIdle()
    })
  }

  private async process(items: readonly Incoming[], batch: boolean): Promise<void> {
    const { texts, afterwards } = await this.dispatcher.answerAll(items, this.context, this.abort.signal)
    if (texts.length > 0) this.link.send(batch ? `[${texts.join(',')}]` : texts[0]!)
    for (const action of afterwards) action()
  }

  /** Stops reading requests while the answers are not being read, or while too many wait their turn. */
  private adjustReading(): void {
    const serial = this.dispatcher.dialect.order === 'serial'
    const shouldPause = this.link.congested || (serial && this.inFlight >= this.maxInFlight)
    if (shouldPause === this.paused) return
    this.paused = shouldPause
    if (shouldPause) this.link.pause()
    else this.link.resume()
  }

  private closeWhenIdle(): void {
    if (this.ended && this.inFlight === 0) this.link.close()
  }

  private closed(): void {
    this.abort.abort()
    this.owned.dispose()
  }
}

const faultReasons: Record<FrameFault, string> = {
  oversized: 'the message is larger than this server accepts',
  'not-utf8': 'the message is not valid UTF-8',
  truncated: 'the stream ended inside a message',
  'bad-header': 'a Content-Length header with the body length in bytes is required',
}

function faultMessage(fault: FrameFault): IncomingMessage {
  const reason = faultReasons[fault]
  return {
    batch: false,
    items: [{ kind: 'fault', id: null, error: new CoreError('parse-error', `Parse error: ${reason}`, { reason }) }],
  }
}

function refuseOverload(limit: number): (item: Incoming) => Incoming {
  return (item) => {
    if (item.kind === 'fault') return item
    const id: RequestId = item.request.id ?? null
    const error = new CoreError('resource-limit', `more than ${limit} requests are unanswered on this connection`, {
      limit,
    })
    return { kind: 'fault', id, error }
  }
}
