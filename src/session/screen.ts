/**
 * What is known of a program by its output: terminal, transcript, shell marks, and the waits on them. It keeps the order
 * in which everybody hears of a change: replies to the program first, then waits, then listeners. Where the output comes
 * from and where replies go is the session's business.
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import {
  type PaletteOverrides,
  type Row,
  type Snapshot,
  Terminal,
  type TerminalEvent,
  type TerminalOptions,
} from '../terminal/index.js'
import { cause, Waits, type WaitView } from '../wait/index.js'
import { type SessionEvent, ShellMarks } from './shell-marks.js'
import { Transcript } from './transcript.js'
import type { Veil } from './veil.js'

/** How long a program may keep a frame open (mode 2026) before what there is of it counts. */
const MAX_FRAME_MS = 150
/** How far a wrapped line is followed when looking for secrets in it. */
const MAX_LINE_ROWS = 64

export interface ScreenOptions extends TerminalOptions {
  readonly cwd: string
  readonly transcriptChars: number
}

export class SessionScreen implements WaitView {
  readonly terminal: Terminal
  readonly transcript: Transcript
  readonly waits: Waits
  readonly onChange = new Emitter<{ readonly revision: number }>()
  readonly onEvent = new Emitter<SessionEvent>()
  exited = false
  outputAt: number
  screenChangedAt: number
  currentCwd: string

  private readonly marks: ShellMarks
  private readonly pendingEvents: SessionEvent[] = []
  private seenRevision: number
  private toldRevision: number
  /** Kept from the mode's events, since reading all modes at every chunk of output would cost more than parsing it. */
  private inFrame = false
  private frameTimer: Disposable | null = null
  private last: Snapshot | null = null
  /** The screen before the frame that is being drawn. */
  private frame: Snapshot | null = null

  constructor(
    options: ScreenOptions,
    private readonly clock: Clock,
    private readonly reply: (bytes: Uint8Array) => void,
    private readonly veil: Veil | null,
  ) {
    this.currentCwd = options.cwd
    this.outputAt = this.screenChangedAt = clock.monotonic()
    this.transcript = new Transcript(options.transcriptChars)
    this.terminal = new Terminal(options)
    this.seenRevision = this.toldRevision = this.terminal.revision
    this.marks = new ShellMarks(this.terminal, clock)
    this.terminal.onEvent((event) => this.handleEvent(event))
    this.waits = new Waits(this, clock)
  }

  get revision(): number {
    return this.terminal.revision
  }

  /** The screen now. The same revision gives the same snapshot. */
  snapshot(): Snapshot {
    if (this.frame) return this.frame
    if (this.last?.revision !== this.terminal.revision) this.last = this.look()
    return this.last
  }

  /** Lines that have left the screen, oldest first. */
  history(from = 0, count = Number.POSITIVE_INFINITY): readonly Row[] {
    const { terminal, veil } = this
    const end = Math.min(from + count, terminal.snapshot().history)
    if (!veil) return terminal.history(from, end - from)
    const [before, after] = [this.lineAbove(from), this.snapshot()]
    const rows = [...before, ...terminal.history(from, end - from)]
    // A line may go on below what was asked for, and even on the screen.
    for (let below = end; rows.at(-1)?.wrapped && rows.length < MAX_LINE_ROWS; below++)
      rows.push(below < after.history ? terminal.history(below, 1)[0]! : terminal.snapshot().row(below - after.history))
    return veil.rows(rows, terminal.cols).slice(before.length, before.length + Math.max(end - from, 0))
  }

  /** Takes output of the program. What it printed goes to the transcript at once, unless it is veiled. */
  feed(bytes: Uint8Array): void {
    this.outputAt = this.clock.monotonic()
    if (!this.veil) this.transcript.append(bytes)
    this.terminal.write(bytes)
    this.settle(cause.output)
  }

  /** Takes what of the output may be seen, where that is told apart. */
  print(bytes: Uint8Array): void {
    this.transcript.append(bytes)
    this.waits.notify(cause.output)
  }

  resize(cols: number, rows: number): void {
    this.frame = null
    this.terminal.resize(cols, rows)
    this.settle(0)
  }

  setPalette(overrides: Partial<PaletteOverrides>): void {
    this.frame = null
    this.terminal.setPalette(overrides)
    this.settle(0)
  }

  setColorScheme(scheme: 'dark' | 'light'): void {
    this.terminal.setColorScheme(scheme)
    this.settle(0)
  }

  /** The program has exited and all its output was fed. */
  end(): void {
    this.transcript.finish()
    this.exited = true
    this.tellChange(cause.exit | cause.output)
  }

  dispose(): void {
    this.frameTimer?.dispose()
    this.waits.dispose()
    this.onChange.clear()
    this.onEvent.clear()
  }

  /** What follows everything that may have changed the terminal. */
  private settle(causes: number): void {
    const replies = this.terminal.takeReplies()
    if (replies.length > 0) this.reply(replies)
    if (this.terminal.revision !== this.seenRevision) {
      this.seenRevision = this.terminal.revision
      this.screenChangedAt = this.clock.monotonic()
    }
    if (this.inFrame && this.seenRevision !== this.toldRevision && this.terminal.modes.synchronizedOutput) {
      // In the middle of a frame: the screen is told when it is whole, or has been awaited long enough.
      this.frameTimer ??= this.clock.after(MAX_FRAME_MS, () => this.tellChange(0))
      this.waits.notify(causes)
      this.tellEvents()
    } else {
      this.tellChange(causes)
    }
  }

  private tellChange(causes: number): void {
    this.frameTimer?.dispose()
    this.frameTimer = null
    this.frame = null
    const changed = this.seenRevision !== this.toldRevision
    this.toldRevision = this.seenRevision
    this.waits.notify(changed ? causes | cause.screen : causes)
    this.tellEvents()
    if (changed) this.onChange.emit({ revision: this.toldRevision })
  }

  private tellEvents(): void {
    for (const event of this.pendingEvents.splice(0)) this.onEvent.emit(event)
  }

  /** Nobody sees a frame that is half drawn: until it is whole, the screen is the one before it. */
  private handleFrame(begins: boolean): void {
    this.inFrame = begins
    this.frame = begins ? (this.frame ?? this.look()) : null
  }

  private look(): Snapshot {
    const snapshot = this.terminal.snapshot()
    return this.veil ? this.veil.screen(snapshot, this.lineAbove(snapshot.history)) : snapshot
  }

  /** The rows above one that are of the same line. */
  private lineAbove(row: number): Row[] {
    const rows: Row[] = []
    while (row > 0 && rows.length < MAX_LINE_ROWS) {
      const [above] = this.terminal.history(--row, 1)
      if (!above?.wrapped) break
      rows.unshift(above)
    }
    return rows
  }

  /** The dispatcher masks texts; what is packed is masked here. */
  private veilEvent<E extends TerminalEvent>(event: E): E {
    if (!this.veil || event.type !== 'clipboard') return event
    const text = this.veil.redactor.redact(event.text)
    return { ...event, text, base64: Buffer.from(text).toString('base64') }
  }

  private handleEvent(event: TerminalEvent): void {
    if (event.type === 'cwd') this.currentCwd = event.cwd
    else if (event.type === 'mode' && event.mode === 'synchronizedOutput') this.handleFrame(event.enabled)
    this.pendingEvents.push(event.type === 'promptMark' ? this.marks.enrich(event) : this.veilEvent(event))
  }
}
