/**
 * One client's subscription to one session. Screen updates are debounced and, for a client that does not read,
 * coalesced to the latest; raw output is batched and never dropped: a client that falls behind holds the program back
 * until it has caught up or is cut off.
 */
import type { Clock } from '../../base/clock.js'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import type { Session, SessionEvent } from '../../session/index.js'
import { notificationBody } from '../../wire/json-rpc.js'
import type { Pusher } from '../peer.js'
import { type EventName, translateEvent } from './events.js'

/** Raw output is sent when this much has gathered or this long has passed: fewer, larger messages. */
const OUTPUT_BATCH_BYTES = 64 * 1024
const OUTPUT_BATCH_MS = 2

export interface SubscriptionOptions {
  readonly id: string
  readonly session: Session
  readonly events: ReadonlySet<EventName>
  readonly screenDebounceMs: number
  readonly clock: Clock
  readonly pusher: Pusher
  /** What the session told before, for the client that made it. */
  readonly early: readonly SessionEvent[]
}

export class Subscription implements Disposable {
  private readonly owned = new DisposableBag()
  private output: Buffer[] = []
  private outputBytes = 0
  private outputTimer: Disposable | null = null
  private screenTimer: Disposable | null = null
  private toldRevision: number
  private hold: Disposable | null = null
  private ended = false

  constructor(private readonly options: SubscriptionOptions) {
    const { session, events, pusher } = options
    this.toldRevision = session.terminal.revision
    if (events.has('Session.output')) this.owned.add(session.onOutput.on(({ bytes }) => this.gather(bytes)))
    if (events.has('Screen.updated')) this.owned.add(session.onChange.on(() => this.scheduleScreen()))
    for (const event of options.early) this.tellEvent(event)
    this.owned.add(session.onEvent.on((event) => this.tellEvent(event)))
    this.owned.add(session.onExit.on(({ code, signal }) => this.tellExit(code, signal)))
    this.owned.add(pusher.link.onDrain.on(() => this.drained()))
  }

  dispose(): void {
    this.ended = true
    this.owned.dispose()
    this.outputTimer?.dispose()
    this.screenTimer?.dispose()
    this.hold?.dispose()
  }

  private tellEvent(event: SessionEvent): void {
    const { session, events } = this.options
    const translated = translateEvent(event, session.terminal.modes)
    if (translated && events.has(translated.event)) this.tell(translated.event, translated.data)
  }

  /** Sends an event after the output that came before it. */
  private tell(event: EventName, data: object): void {
    this.flushOutput()
    this.send(event, data)
  }

  private send(event: EventName, data: object): void {
    const { id, session, clock, pusher } = this.options
    pusher.notify(
      notificationBody('Events.event', {
        subscriptionId: id,
        event,
        sessionId: session.id,
        timestamp: clock.now(),
        data,
      }),
    )
    if (pusher.link.congested && this.options.events.has('Session.output')) this.hold ??= session.hold()
  }

  private gather(bytes: Uint8Array): void {
    this.output.push(Buffer.from(bytes))
    this.outputBytes += bytes.length
    if (this.outputBytes >= OUTPUT_BATCH_BYTES) this.flushOutput()
    else this.outputTimer ??= this.options.clock.after(OUTPUT_BATCH_MS, () => this.flushOutput())
  }

  private flushOutput(): void {
    this.outputTimer?.dispose()
    this.outputTimer = null
    if (this.outputBytes === 0) return
    const data = Buffer.concat(this.output).toString('base64')
    this.output = []
    this.outputBytes = 0
    this.send('Session.output', { data })
  }

  private scheduleScreen(): void {
    this.screenTimer ??= this.options.clock.after(this.options.screenDebounceMs, () => this.tellScreen())
  }

  private tellScreen(): void {
    this.screenTimer = null
    const { session, pusher } = this.options
    const { terminal } = session
    if (terminal.revision === this.toldRevision || pusher.link.congested) return
    const dirtyRegion = terminal.dirtyRegionSince(this.toldRevision)
    this.toldRevision = terminal.revision
    this.tell('Screen.updated', { dirtyRegion })
  }

  /** The last screen is told before the exit, so that nobody misses the end. */
  private tellExit(code: number | null, signal: string | null): void {
    this.screenTimer?.dispose()
    if (this.options.events.has('Screen.updated')) this.tellScreen()
    this.flushOutput()
    if (this.options.events.has('Session.exited')) this.send('Session.exited', { exitCode: code, signal })
  }

  private drained(): void {
    this.hold?.dispose()
    this.hold = null
    if (!this.ended && this.options.events.has('Screen.updated')) this.scheduleScreen()
  }
}
