/**
 * One client's subscription to one session. Screen updates are debounced and, for a client that does not read,
 * coalesced to the latest; raw output is batched and never dropped: a client that falls behind holds the program back
 * until it has caught up or is cut off.
 */
import type { Clock } from '../../base/clock.js'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import type { Verdict } from '../../ready/index.js'
import type { Session, SessionEvent } from '../../session/index.js'
import type { Pusher } from '../peer.js'
import { encodeReadiness } from '../readiness.js'
import { type EventName, happened, translateEvent, type WrighttyEvent } from './events.js'

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
  /** What the session emitted before, for the client that made it. */
  readonly early: readonly SessionEvent[]
}

export class Subscription implements Disposable {
  private readonly owned = new DisposableBag()
  private output: Buffer[] = []
  private outputBytes = 0
  private outputTimer: Disposable | null = null
  private screenTimer: Disposable | null = null
  private sentRevision: number
  private hold: Disposable | null = null
  private ended = false

  constructor(private readonly options: SubscriptionOptions) {
    const { session, events, pusher } = options
    this.sentRevision = session.terminal.revision
    if (events.has('Session.output')) this.owned.add(session.onOutput.on(({ bytes }) => this.gather(bytes)))
    if (events.has('Session.readinessChanged')) this.watchReadiness(session)
    if (events.has('Screen.updated')) this.owned.add(session.onChange.on(() => this.scheduleScreen()))
    for (const event of options.early) this.notifyEvent(event)
    this.owned.add(session.onEvent.on((event) => this.notifyEvent(event)))
    this.owned.add(session.onExit.on(({ code, signal }) => this.notifyExit(code, signal)))
    this.owned.add(pusher.link.onDrain.on(() => this.drained()))
    // Who comes after the exit would otherwise wait for it forever.
    if (session.exit) this.notifyExit(session.exit.code, session.exit.signal)
  }

  dispose(): void {
    this.ended = true
    this.owned.dispose()
    this.outputTimer?.dispose()
    this.screenTimer?.dispose()
    this.hold?.dispose()
  }

  private notifyEvent(event: SessionEvent): void {
    const { session, events } = this.options
    const translated = translateEvent(event, session.terminal.modes)
    if (translated && events.has(translated.name)) this.notify(translated)
  }

  private watchReadiness(session: Session): void {
    const send = (verdict: Verdict): void =>
      this.notify(happened('Session.readinessChanged', { readiness: encodeReadiness(verdict) }))
    this.owned.add(session.readiness.onChange.on(send))
    send(session.ready)
  }

  /** Sends an event after the output that came before it. */
  private notify(what: WrighttyEvent): void {
    this.flushOutput()
    this.send(what)
  }

  private send({ event, data }: WrighttyEvent): void {
    const { id, session, clock, pusher } = this.options
    pusher.notify(event, data, { subscriptionId: id, sessionId: session.id, timestamp: clock.now() })
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
    this.send(happened('Session.output', { data }))
  }

  private scheduleScreen(): void {
    this.screenTimer ??= this.options.clock.after(this.options.screenDebounceMs, () => this.notifyScreen())
  }

  private notifyScreen(): void {
    this.screenTimer = null
    const { session, pusher } = this.options
    const { terminal } = session
    if (terminal.revision === this.sentRevision || pusher.link.congested) return
    const dirtyRegion = terminal.dirtyRegionSince(this.sentRevision)
    this.sentRevision = terminal.revision
    this.notify(happened('Screen.updated', { dirtyRegion }))
  }

  /** The last screen is sent before the exit, so that no one misses the end. */
  private notifyExit(code: number | null, signal: string | null): void {
    this.screenTimer?.dispose()
    if (this.options.events.has('Screen.updated')) this.notifyScreen()
    this.flushOutput()
    if (this.options.events.has('Session.exited')) this.send(happened('Session.exited', { exitCode: code, signal }))
  }

  private drained(): void {
    this.hold?.dispose()
    this.hold = null
    if (!this.ended && this.options.events.has('Screen.updated')) this.scheduleScreen()
  }
}
