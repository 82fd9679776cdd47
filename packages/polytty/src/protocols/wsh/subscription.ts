/**
 * One client's subscription to one session. Events are sent at most once per interval, the last state always; a client
 * that does not read is notified how much it missed and gets a whole screen when it reads again. Nothing is queued for it
 * meanwhile but a bounded list of marks.
 */
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { type Notification, notification } from '../define.js'
import type { Pusher } from '../peer.js'
import { encodeKeyPress, encodeLine } from './encode.js'
import * as events from './events.js'
import { QuietWatch } from './idle.js'
import type { LineFormat } from './params.js'
import type { Mark } from './screen-events.js'
import type { TypedInput, WshSession } from './wsh-session.js'

export const eventTypes = ['lines', 'cursor', 'mode', 'diffs', 'input', 'activity'] as const
export type EventType = (typeof eventTypes)[number]

export interface SubscriptionOptions {
  readonly wshSession: WshSession
  readonly events: ReadonlySet<EventType>
  readonly intervalMs: number
  readonly format: LineFormat
  /** Silence after which a sync (or, for `activity`, an idle) is sent; 0 for never. */
  readonly quietMs: number
  readonly pusher: Pusher
  /** On the server-level socket every event names its session. */
  readonly multiplexed: boolean
}

interface Numbered {
  readonly seq: number
  readonly what: Notification
}

/** Marks kept between two notifications; a program that clears more often than that is reported as a lag. */
const MAX_MARKS = 256

export class Subscription implements Disposable {
  private readonly owned = new DisposableBag()
  private timer: Disposable | null = null
  private pending = false
  private lastAt = Number.NEGATIVE_INFINITY
  private marks: Mark[] = []
  private sentSeq: number
  private sentCursor = ''
  private skipped = 0
  private ended = false
  private watch: QuietWatch | null = null

  constructor(private readonly options: SubscriptionOptions) {
    const { wshSession, pusher } = options
    this.sentSeq = wshSession.screenEvents.last
    this.owned.add(wshSession.screenEvents.onMark.on((mark) => this.addMark(mark)))
    this.owned.add(wshSession.screenEvents.onChange.on(() => this.schedule()))
    this.owned.add(
      wshSession.onInputMode.on(
        (mode) => this.wants('mode', 'input') && this.notify(notification(events.mode, { mode })),
      ),
    )
    this.owned.add(wshSession.onTyped.on((input) => this.wants('input') && this.notify(typed(input))))
    // What was not sent yet is sent now, before the end is.
    this.owned.add(wshSession.onEnd.on(() => this.flush()))
    this.owned.add(pusher.link.onDrain.on(() => this.schedule()))
    this.noteCursor()
    this.sendFirst()
    if (options.quietMs > 0) this.startWatch()
  }

  dispose(): void {
    this.ended = true
    this.timer?.dispose()
    this.owned.dispose()
  }

  private wants(...types: readonly EventType[]): boolean {
    return types.some((type) => this.options.events.has(type))
  }

  private sendFirst(): void {
    const { params } = this.sync(0)
    this.send(notification(events.sync, this.options.multiplexed ? { ...params, params } : params))
  }

  private startWatch(): void {
    const { wshSession, quietMs } = this.options
    const asEvents = this.wants('activity')
    this.watch = this.owned.add(
      new QuietWatch(wshSession, quietMs, {
        quiet: () => this.notify(asEvents ? this.idle() : this.sync(0)),
        active: () => asEvents && this.notify(this.running()),
      }),
    )
    if (asEvents) this.notify(this.watch.isQuiet ? this.idle() : this.running())
  }

  private idle(): Notification {
    const { screen, scrollback_lines } = this.sync(0).params
    const { generation } = this.options.wshSession
    return notification(events.idle, { seq: 0, generation, screen, scrollback_lines })
  }

  private running(): Notification {
    return notification(events.running, { seq: 0, generation: this.options.wshSession.generation })
  }

  private sync(seq: number): Notification<typeof events.sync> {
    const { wshSession, format } = this.options
    const { scrollbackLines: scrollback_lines } = wshSession
    return notification(events.sync, { seq, screen: wshSession.screen(format), scrollback_lines })
  }

  private addMark(mark: Mark): void {
    if (this.marks.length < MAX_MARKS) this.marks.push(mark)
    else this.skipped++
    this.schedule()
  }

  /** Sends soon: at the end of this turn, so that a chunk is sent whole, or when the interval is over. */
  private schedule(): void {
    if (this.pending || this.timer || this.ended) return
    const { wshSession, intervalMs } = this.options
    const left = wshSession.throttle.waitFor(this.lastAt + intervalMs)
    if (left > 0) {
      this.timer = wshSession.clock.after(Math.ceil(left), () => {
        this.timer = null
        // Others may have been notified meanwhile: then it is their turn to wait, and this one's to wait longer.
        if (wshSession.throttle.waitFor(this.lastAt + intervalMs) > 1) this.schedule()
        else this.flush()
      })
      return
    }
    this.pending = true
    queueMicrotask(() => {
      this.pending = false
      if (!this.ended) this.flush()
    })
  }

  private flush(): void {
    const { wshSession, pusher } = this.options
    this.timer?.dispose()
    this.timer = null
    this.lastAt = wshSession.clock.monotonic()
    wshSession.throttle.spend(() => {
      const pending = this.collect()
      if (this.skipped > 0 && !pusher.link.congested) this.catchUp()
      else for (const one of pending) this.notify(one)
    })
  }

  private catchUp(): void {
    const { skipped } = this
    this.skipped = 0
    this.noteCursor()
    this.send(notification(events.lagged, { skipped }))
    this.send(this.sync(this.options.wshSession.screenEvents.next()))
  }

  /** Everything since the last notification, in the order in which it happened. */
  private collect(): Notification[] {
    const { wshSession, format } = this.options
    const { screenEvents } = wshSession
    const snapshot = wshSession.session.snapshot()
    const changed = screenEvents.rowsSince(this.sentSeq).filter(({ row }) => row < snapshot.rows)
    const found: Numbered[] = this.marks.filter(({ event }) => event === 'reset' || this.wants('mode')).map(numberMark)
    const total_lines = wshSession.scrollbackLines
    if (this.wants('lines'))
      for (const { row, seq } of changed) {
        const line = encodeLine(snapshot.row(row), format)
        found.push({ seq, what: notification(events.line, { seq, index: row, total_lines, line }) })
      }
    if (this.wants('cursor') && screenEvents.cursorSeq > this.sentSeq && this.noteCursor()) {
      const { row, col, visible } = snapshot.cursor
      const { cursorSeq: seq } = screenEvents
      found.push({ seq, what: notification(events.cursor, { seq, row, col, visible }) })
    }
    const ordered: Notification[] = found.sort((a, b) => a.seq - b.seq).map(({ what }) => what)
    if (this.wants('diffs') && changed.length > 0) {
      const changed_lines = changed.map(({ row }) => row)
      ordered.push(
        notification(events.diff, { seq: screenEvents.next(), changed_lines, screen: wshSession.screen(format) }),
      )
    }
    if (this.marks.some(({ event }) => event === 'reset')) ordered.push(this.sync(screenEvents.next()))
    this.marks = []
    this.sentSeq = screenEvents.last
    return ordered
  }

  /** Notes where the cursor is; true if that is news. */
  private noteCursor(): boolean {
    const { row, col, visible } = this.options.wshSession.session.snapshot().cursor
    const now = `${row};${col};${visible}`
    const isNew = now !== this.sentCursor
    this.sentCursor = now
    return isNew
  }

  /** What a client does not read is not queued: it gets the whole screen once it reads again. */
  private notify(what: Notification): void {
    if (this.options.pusher.link.congested) this.skipped++
    else this.send(what)
  }

  private send({ event, params }: Notification): void {
    const { pusher, wshSession, multiplexed } = this.options
    pusher.notify(event, params, multiplexed ? { session: wshSession.session.name } : {})
  }
}

function numberMark(mark: Mark): Numbered {
  const { seq } = mark
  return mark.event === 'reset'
    ? { seq, what: notification(events.reset, { seq, reason: mark.reason }) }
    : { seq, what: notification(events.mode, { seq, alternate_active: mark.alternate_active }) }
}

function typed({ mode, bytes, key, target }: TypedInput): Notification {
  const parsed = key && encodeKeyPress(key)
  return notification(events.input, { mode, raw: [...bytes], parsed, ...(target !== null && { target }) })
}
