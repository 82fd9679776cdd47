/**
 * One client's subscription to one session. Events are told at most once per interval, the last state always; a client
 * that does not read is told how much it missed and gets a whole screen when it reads again. Nothing is queued for it
 * meanwhile but a bounded list of marks.
 */
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import type { Pusher } from '../peer.js'
import { encodeKeyPress, encodeLine } from './encode.js'
import type { Mark } from './feed.js'
import { QuietWatch } from './idle.js'
import type { LineFormat } from './params.js'
import type { Stage, TypedInput } from './stage.js'

export const eventTypes = ['lines', 'cursor', 'mode', 'diffs', 'input', 'activity'] as const
export type EventType = (typeof eventTypes)[number]

export interface SubscriptionOptions {
  readonly stage: Stage
  readonly events: ReadonlySet<EventType>
  readonly intervalMs: number
  readonly format: LineFormat
  /** Silence after which a sync (or, for `activity`, an idle) is told; 0 for never. */
  readonly quietMs: number
  readonly pusher: Pusher
  /** On the server-level socket every event names its session. */
  readonly multiplexed: boolean
}

interface Numbered {
  readonly seq: number
}

/** Marks kept between two tellings; a program that clears more often than that is told as a lag. */
const MAX_MARKS = 256

export class Subscription implements Disposable {
  private readonly owned = new DisposableBag()
  private timer: Disposable | null = null
  private pending = false
  private lastAt = Number.NEGATIVE_INFINITY
  private marks: Mark[] = []
  private toldSeq: number
  private toldCursor = ''
  private skipped = 0
  private ended = false
  private watch: QuietWatch | null = null

  constructor(private readonly options: SubscriptionOptions) {
    const { stage, pusher } = options
    this.toldSeq = stage.feed.last
    this.owned.add(stage.feed.onMark.on((mark) => this.addMark(mark)))
    this.owned.add(stage.feed.onChange.on(() => this.schedule()))
    this.owned.add(stage.onInputMode.on((mode) => this.wants('mode', 'input') && this.send({ event: 'mode', mode })))
    this.owned.add(stage.onTyped.on((input) => this.wants('input') && this.send(encodeInput(input))))
    // What was not told yet is told now, before the end is.
    this.owned.add(stage.onEnd.on(() => this.flush()))
    this.owned.add(pusher.link.onDrain.on(() => this.schedule()))
    this.tellCursor()
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
    const { stage, multiplexed } = this.options
    const sync = this.sync(0)
    if (!multiplexed) return this.send(sync)
    const { event, ...params } = sync
    this.send({ event, session: stage.session.name, params })
  }

  private startWatch(): void {
    const { stage, quietMs } = this.options
    const asEvents = this.wants('activity')
    this.watch = this.owned.add(
      new QuietWatch(stage, quietMs, {
        quiet: () => this.send(asEvents ? this.idle() : this.sync(0)),
        active: () => asEvents && this.send(this.running()),
      }),
    )
    if (asEvents) this.send(this.watch.isQuiet ? this.idle() : this.running())
  }

  private idle(): object {
    const { screen, scrollback_lines } = this.sync(0)
    return { event: 'idle', seq: 0, generation: this.options.stage.generation, screen, scrollback_lines }
  }

  private running(): object {
    return { event: 'running', seq: 0, generation: this.options.stage.generation }
  }

  private sync(seq: number) {
    const { stage, format } = this.options
    return { event: 'sync', seq, screen: stage.screen(format), scrollback_lines: stage.scrollbackLines }
  }

  private addMark(mark: Mark): void {
    if (this.marks.length < MAX_MARKS) this.marks.push(mark)
    else this.skipped++
    this.schedule()
  }

  /** Tells soon: at the end of this turn, so that a chunk is told whole, or when the interval is over. */
  private schedule(): void {
    if (this.pending || this.timer || this.ended) return
    const { stage, intervalMs } = this.options
    const left = stage.pace.waitFor(this.lastAt + intervalMs)
    if (left > 0) {
      this.timer = stage.clock.after(Math.ceil(left), () => {
        this.timer = null
        // Others may have been told meanwhile: then it is their turn to wait, and this one's to wait longer.
        if (stage.pace.waitFor(this.lastAt + intervalMs) > 1) this.schedule()
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
    const { stage, pusher } = this.options
    this.timer?.dispose()
    this.timer = null
    this.lastAt = stage.clock.monotonic()
    stage.pace.spend(() => {
      const events = this.collect()
      // Told when the queue has drained, in one piece.
      if (pusher.link.congested) this.skipped += events.length
      else if (this.skipped > 0) this.catchUp()
      else for (const event of events) this.send(event)
    })
  }

  private catchUp(): void {
    const { stage, multiplexed } = this.options
    const { skipped } = this
    this.skipped = 0
    this.tellCursor()
    this.send({ type: 'lagged', skipped, ...(multiplexed && { session: stage.session.name }) })
    this.send(this.sync(stage.feed.next()))
  }

  /** Everything since the last telling, in the order in which it happened. */
  private collect(): Numbered[] {
    const { stage, format } = this.options
    const { feed } = stage
    const snapshot = stage.session.snapshot()
    const changed = feed.rowsSince(this.toldSeq).filter(({ row }) => row < snapshot.rows)
    const events: Numbered[] = this.marks.filter(({ event }) => event === 'reset' || this.wants('mode'))
    const total_lines = stage.scrollbackLines
    if (this.wants('lines'))
      for (const { row, seq } of changed)
        events.push({
          event: 'line',
          seq,
          index: row,
          total_lines,
          line: encodeLine(snapshot.row(row), format),
        } as Numbered)
    if (this.wants('cursor') && feed.cursorSeq > this.toldSeq && this.tellCursor()) {
      const { row, col, visible } = snapshot.cursor
      events.push({ event: 'cursor', seq: feed.cursorSeq, row, col, visible } as Numbered)
    }
    events.sort((a, b) => a.seq - b.seq)
    if (this.wants('diffs') && changed.length > 0) {
      const changed_lines = changed.map(({ row }) => row)
      events.push({ event: 'diff', seq: feed.next(), changed_lines, screen: stage.screen(format) } as Numbered)
    }
    if (this.marks.some(({ event }) => event === 'reset')) events.push(this.sync(feed.next()))
    this.marks = []
    this.toldSeq = feed.last
    return events
  }

  /** Notes where the cursor is; true if that is news. */
  private tellCursor(): boolean {
    const { row, col, visible } = this.options.stage.session.snapshot().cursor
    const now = `${row};${col};${visible}`
    const isNew = now !== this.toldCursor
    this.toldCursor = now
    return isNew
  }

  private send(body: object): void {
    const { pusher, stage, multiplexed } = this.options
    const named = multiplexed && !('session' in body) ? { ...body, session: stage.session.name } : body
    pusher.notify(named)
  }
}

function encodeInput({ mode, bytes, key, target }: TypedInput): object {
  return {
    event: 'input',
    mode,
    raw: [...bytes],
    parsed: key && encodeKeyPress(key),
    ...(target !== null && { target }),
  }
}
