/**
 * What is known of a program by its output: terminal, transcript, shell marks, and the waits on them. It keeps the order
 * in which everyone is notified of a change: replies to the program first, then waits, then listeners. Where the output comes
 * from and where replies go is up to the session.
 */

import {
  CharacterPairs,
  type PaletteOverrides,
  type Row,
  type SavedTerminal,
  type Snapshot,
  Terminal,
  type TerminalEvent,
  type TerminalOptions,
} from '@polytty/terminal'
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import { isKeyPart } from '../redaction/private-key.js'
import type { Redactor } from '../redaction/redactor.js'
import { redactRows, redactSnapshot } from '../redaction/snapshot.js'
import { cause, Waits, type WaitView } from '../wait/index.js'
import { type SavedMarks, type SessionEvent, ShellMarks } from './shell-marks.js'
import { type SavedTranscript, Transcript } from './transcript.js'

/** How long a program may keep a frame open (mode 2026) before what there is of it counts. */
const MAX_FRAME_MS = 150
/** How far a wrapped line, or a private key, is followed when looking for secrets in it. */
const MAX_CONTEXT_ROWS = 256
/** Rows before those of a key in which it may begin: its first line wrapped, and headers. */
const KEY_HEAD_ROWS = 6

export interface SavedScreen {
  readonly terminal: SavedTerminal
  readonly transcript: SavedTranscript
  readonly marks: SavedMarks
  readonly cwd: string | null
}

export interface ScreenOptions extends TerminalOptions {
  readonly transcriptChars: number
}

/** One for all sessions: it is read and asked in one step. */
const characterPairs = new CharacterPairs()

export class SessionScreen implements WaitView {
  readonly terminal: Terminal
  readonly transcript: Transcript
  readonly waits: Waits
  readonly onChange = new Emitter<{ readonly revision: number }>()
  readonly onEvent = new Emitter<SessionEvent>()
  exited = false
  /** When output was last read; kept by whoever feeds it. */
  outputAt: number
  screenChangedAt: number
  /** The folder that the program last reported (OSC 7); null if it has reported none. */
  reportedCwd: string | null = null
  /** Whether the alternate screen is shown. */
  isAlternate = false

  private readonly marks: ShellMarks
  private readonly pendingEvents: SessionEvent[] = []
  private seenRevision: number
  private reportedRevision: number
  /** Kept from the mode's events, since reading all modes at every chunk of output would cost more than parsing it. */
  private inFrame = false
  private frameTimer: Disposable | null = null
  private last: Snapshot | null = null
  /** The screen before the frame that is being drawn. */
  private frame: Snapshot | null = null

  constructor(
    options: ScreenOptions,
    private readonly clock: Clock,
    private readonly reply: (bytes: Uint8Array, onAlternate: boolean) => void,
    private readonly redactor: Redactor | null,
    readonly settledState: WaitView['settledState'],
  ) {
    this.outputAt = this.screenChangedAt = clock.monotonic()
    this.transcript = new Transcript(options.transcriptChars)
    this.terminal = new Terminal({ ...options, trackCells: true })
    this.seenRevision = this.reportedRevision = this.terminal.revision
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

  /** Null while what is shown differs from what the terminal has: in a frame, and where secrets are masked. */
  pairs(): CharacterPairs | null {
    if (this.frame || this.redactor) return null
    this.terminal.readPairs(characterPairs)
    return characterPairs
  }

  /** Whether a frame is being drawn that is not shown yet. */
  get isInFrame(): boolean {
    return this.frame !== null
  }

  /** In a frame that is not shown yet nothing counts as written. */
  writtenAt(row: number, col: number, count: number): number {
    return this.frame ? 0 : this.terminal.writtenAt(row, col, count)
  }

  /** What stands before the cursor in its row. */
  beforeCursor(): string {
    const snapshot = this.snapshot()
    const { row, col } = snapshot.cursor
    return col === 0 ? '' : snapshot.text({ region: { top: row, left: 0, bottom: row, right: col - 1 }, trim: false })
  }

  /** Lines that have left the screen, oldest first. */
  history(from = 0, count = Number.POSITIVE_INFINITY): readonly Row[] {
    const { terminal, redactor } = this
    const end = Math.min(from + count, terminal.snapshot().history)
    if (!redactor) return terminal.history(from, end - from)
    const before = this.contextAbove(from)
    const rows = [...before, ...terminal.history(from, end - from), ...this.contextBelow(end)]
    return redactRows(rows, terminal.cols, redactor).slice(before.length, before.length + Math.max(end - from, 0))
  }

  /** Takes output of the program. What it printed goes to the transcript at once, unless it is redacted. */
  feed(bytes: Uint8Array): void {
    if (!this.redactor) this.transcript.append(bytes)
    this.terminal.write(bytes)
    this.afterChange(cause.output)
  }

  /** Takes what of the output may be seen, where that differs. */
  print(bytes: Uint8Array): void {
    this.transcript.append(bytes)
    this.waits.notify(cause.output)
  }

  resize(cols: number, rows: number): void {
    this.frame = null
    this.terminal.resize(cols, rows)
    this.afterChange(0)
  }

  setPalette(overrides: Partial<PaletteOverrides>): void {
    this.frame = null
    this.terminal.setPalette(overrides)
    this.afterChange(0)
  }

  setColorScheme(scheme: 'dark' | 'light'): void {
    this.terminal.setColorScheme(scheme)
    this.afterChange(0)
  }

  /** What another screen needs to go on from here. */
  save(): SavedScreen {
    const transcript = this.transcript.save()
    return { terminal: this.terminal.save(), transcript, marks: this.marks.save(), cwd: this.reportedCwd }
  }

  /** Goes on where a screen of the same size was. Revisions go on from `revision`. */
  restore({ terminal, transcript, marks, cwd }: SavedScreen, revision: number): void {
    this.terminal.restore(terminal, revision)
    this.transcript.restore(transcript)
    this.marks.restore(marks)
    this.reportedCwd = cwd
    const { synchronizedOutput } = this.terminal.modes
    this.isAlternate = this.terminal.snapshot().alternateScreen
    this.inFrame = synchronizedOutput
    this.pendingEvents.length = 0
    this.seenRevision = this.reportedRevision = this.terminal.revision
  }

  /** The program has exited and all its output was fed. */
  end(): void {
    this.transcript.finish()
    this.exited = true
    this.emitChange(cause.exit | cause.output)
  }

  dispose(): void {
    this.frameTimer?.dispose()
    this.waits.dispose()
    this.onChange.clear()
    this.onEvent.clear()
  }

  /** What follows everything that may have changed the terminal. */
  private afterChange(causes: number): void {
    this.sendReplies(this.isAlternate)
    if (this.terminal.revision !== this.seenRevision) {
      this.seenRevision = this.terminal.revision
      this.screenChangedAt = this.clock.monotonic()
    }
    if (this.inFrame && this.seenRevision !== this.reportedRevision && this.terminal.modes.synchronizedOutput) {
      // In the middle of a frame: the screen is reported when it is whole, or has been awaited long enough.
      this.frameTimer ??= this.clock.after(MAX_FRAME_MS, () => this.emitChange(0))
      this.waits.notify(causes)
      this.emitEvents()
    } else {
      this.emitChange(causes)
    }
  }

  private sendReplies(onAlternate: boolean): void {
    const replies = this.terminal.takeReplies()
    if (replies.length > 0) this.reply(replies, onAlternate)
  }

  private emitChange(causes: number): void {
    this.frameTimer?.dispose()
    this.frameTimer = null
    this.frame = null
    const changed = this.seenRevision !== this.reportedRevision
    this.reportedRevision = this.seenRevision
    this.waits.notify(changed ? causes | cause.screen : causes)
    this.emitEvents()
    if (changed) this.onChange.emit({ revision: this.reportedRevision })
  }

  private emitEvents(): void {
    for (const event of this.pendingEvents.splice(0)) this.onEvent.emit(event)
  }

  /** No one sees a frame that is half drawn: until it is whole, the screen is the one before it. */
  private handleFrame(begins: boolean): void {
    this.inFrame = begins
    this.frame = begins ? (this.frame ?? this.look()) : null
  }

  private look(): Snapshot {
    const snapshot = this.terminal.snapshot()
    return this.redactor ? redactSnapshot(snapshot, this.redactor, this.above(snapshot)) : snapshot
  }

  /** The rows of history that show what the top of a screen is: the rest of its line, or of a private key. */
  above(snapshot: Snapshot): readonly Row[] {
    return snapshot.alternateScreen ? [] : this.contextAbove(snapshot.history)
  }

  /** The rows above one in the history that are of the same line or key. */
  private contextAbove(from: number): Row[] {
    const rows: Row[] = []
    let below = this.rowAt(from)
    let head = KEY_HEAD_ROWS
    for (let index = from - 1; index >= 0 && rows.length < MAX_CONTEXT_ROWS; index--) {
      const row = this.rowAt(index)!
      const isBody = below !== undefined && isKeyPart(below.text)
      if (!row.wrapped && !isBody && (rows.length === 0 || --head < 0)) break
      rows.push(row)
      below = row
    }
    return rows.reverse()
  }

  /** The rows from one on that are of the same line or key as the one before it; they may be on the screen. */
  private contextBelow(from: number): Row[] {
    const rows: Row[] = []
    let above = this.rowAt(from - 1)
    for (let index = from; above && rows.length < MAX_CONTEXT_ROWS; index++) {
      if (!above.wrapped && !isKeyPart(above.text)) break
      above = this.rowAt(index)
      if (above) rows.push(above)
    }
    return rows
  }

  /** A row as the program wrote it: of the history, or of the screen that follows it. */
  private rowAt(index: number): Row | undefined {
    const screen = this.terminal.snapshot()
    if (index < 0 || index >= screen.history + screen.rows) return undefined
    return index < screen.history ? this.terminal.history(index, 1)[0] : screen.row(index - screen.history)
  }

  /** The dispatcher masks texts; what is packed is masked here. */
  private redactEvent<E extends TerminalEvent>(event: E): E {
    if (!this.redactor || event.type !== 'clipboard') return event
    const text = this.redactor.redact(event.text)
    return { ...event, text, base64: Buffer.from(text).toString('base64') }
  }

  private handleEvent(event: TerminalEvent): void {
    if (event.type === 'cwd') this.reportedCwd = event.cwd
    else if (event.type === 'mode' && event.mode === 'synchronizedOutput') this.handleFrame(event.enabled)
    else if (event.type === 'alternateScreen') {
      // What was asked before belongs to the screen that is left.
      this.sendReplies(this.isAlternate)
      this.isAlternate = event.active
    }
    this.pendingEvents.push(event.type === 'promptMark' ? this.marks.enrich(event) : this.redactEvent(event))
  }
}
