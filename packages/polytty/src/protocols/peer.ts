/**
 * One client speaking one dialect: takes its messages apart, keeps their order, answers them, and carries what the
 * server sends unasked. When the client goes, everything it asked for is aborted and its subscriptions end.
 */
import { setMaxListeners } from 'node:events'
import { CoreError } from '../base/core-error.js'
import { DisposableBag } from '../base/disposable.js'
import type { Emitter } from '../base/emitter.js'
import { nextTurn } from '../base/turns.js'
import type { FrameFault } from '../wire/framing.js'
import type { Incoming, IncomingMessage, RequestId } from '../wire/json-rpc.js'
import type { EventParams, EventSpec } from './define.js'
import type { Dispatcher } from './dispatcher.js'

/** What a peer needs of a connection; transports provide it. */
export interface Link {
  /** Its number, for logs. */
  readonly id?: number
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
  /** Sends an event; `about` is what the protocol puts around it. */
  notify<E extends EventSpec>(event: E, params: EventParams<E>, about?: object): void
}

/** Requests one client may have begun and unanswered: waits, for the most part. */
const MAX_IN_FLIGHT = 256

/** From here on an answer takes time that others may want. */
const LARGE_ANSWER_CHARS = 64 * 1024

/** Messages that wait to be begun before no more are read. */
const MAX_BACKLOG = 16

export class Peer<C> implements Pusher {
  /** Ends with the connection: subscriptions and the like. */
  readonly owned = new DisposableBag()
  readonly context: C
  private readonly abort = new AbortController()
  private readonly backlog: IncomingMessage[] = []
  private working = false
  /** The last answer was a large one, so the next one may be. */
  private asksForMuch = false
  private inFlight = 0
  private paused = false
  private ended = false

  constructor(
    private readonly dispatcher: Dispatcher<C>,
    readonly link: Link,
    createContext: (peer: Peer<C>) => C,
    private readonly maxInFlight = MAX_IN_FLIGHT,
  ) {
    // Every wait listens for the client's going; there may be as many as requests in flight.
    setMaxListeners(0, this.abort.signal)
    this.context = createContext(this)
    if (link.id !== undefined) dispatcher.identify(this.context, link.id)
    link.receive({
      message: (text) => this.accept(dispatcher.parse(text, this.context)),
      fault: (fault) => this.accept(faultMessage(fault)),
      ended: () => {
        this.ended = true
        this.closeWhenIdle()
      },
      closed: () => this.closed(),
    })
    this.owned.add(link.onDrain.on(() => this.adjustReading()))
  }

  notify<E extends EventSpec>(event: E, params: EventParams<E>, about: object = {}): void {
    this.link.send(this.dispatcher.encodeEvent(event, params, about))
  }

  private accept(message: IncomingMessage): void {
    this.backlog.push(message)
    this.adjustReading()
    if (!this.working) void this.work()
  }

  /**
   * Begins one message after another, each when it is this client's turn and its answers are being read. In a serial
   * dialect the next one waits for the answer; otherwise only for what can be answered at once.
   */
  private async work(): Promise<void> {
    this.working = true
    const serial = this.dispatcher.dialect.order === 'serial'
    for (let message = this.backlog.shift(); message && this.link.isOpen; message = this.backlog.shift()) {
      this.adjustReading()
      const turn = this.dispatcher.turns.take(this.asksForMuch)
      if (turn) await turn
      const done = this.process(message)
      await (serial ? done : Promise.race([done, nextTurn()]))
      if (this.link.congested) await this.drained()
    }
    this.working = false
    this.closeWhenIdle()
  }

  private async process({ items, batch }: IncomingMessage): Promise<void> {
    // A client that may ask out of order is answered with an error; one that waits its turn is just not read.
    const concurrent = this.dispatcher.dialect.order === 'concurrent'
    const overloaded = concurrent && this.inFlight + items.length > this.maxInFlight
    const accepted = overloaded ? items.map(refuseOverload(this.maxInFlight)) : items
    this.inFlight += items.length
    try {
      const { texts, afterwards } = await this.dispatcher.answerAll(accepted, this.context, this.abort.signal)
      const text = batch ? `[${texts.join(',')}]` : (texts[0] ?? '')
      this.asksForMuch = text.length > LARGE_ANSWER_CHARS
      if (texts.length > 0) this.link.send(text)
      for (const action of afterwards) action()
    } catch (error) {
      // Ours to fix; the requests that follow are not to suffer for it.
      this.dispatcher.reportFailure(error, 'an answer')
    } finally {
      this.inFlight -= items.length
      this.closeWhenIdle()
    }
  }

  /** Resolves when the client has read what was queued for it, or has gone. */
  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const watch = this.link.onDrain.on(done)
      const gone = this.owned.add({ dispose: done })
      const { owned } = this
      function done(): void {
        watch.dispose()
        owned.delete(gone)
        resolve()
      }
    })
  }

  /** Stops reading requests while the answers are not being read, or while enough of them wait to be begun. */
  private adjustReading(): void {
    const shouldPause = this.link.congested || this.backlog.length >= MAX_BACKLOG
    if (shouldPause === this.paused) return
    this.paused = shouldPause
    if (shouldPause) this.link.pause()
    else this.link.resume()
  }

  private closeWhenIdle(): void {
    if (this.ended && !this.working && this.inFlight === 0) this.link.close()
  }

  private closed(): void {
    this.abort.abort()
    this.owned.dispose()
  }
}

const faultReasons: Record<FrameFault, string> = {
  oversized: 'the message is larger than this server accepts',
  crowded: 'the server holds too much unfinished input: send the message again later',
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
