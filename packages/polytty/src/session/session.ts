/**
 * A program on a PTY with its screen: the one reader of its output and the one writer of its input. Output goes to the
 * raw listeners first, then to screen.ts, which notifies all others. Sessions are made, named and forgotten by the
 * registry.
 */

import type { PaletteOverrides, Row, Snapshot, Terminal } from '@polytty/terminal'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import {
  encodeFocus,
  encodeKey,
  encodeMouse,
  encodePaste,
  type KeyPress,
  type MouseAction,
  type PasteBrackets,
} from '../input/index.js'
import type { Readiness, SettleOptions, Verdict } from '../ready/index.js'
import { RedactedOutput } from '../redaction/output.js'
import type { Redactor } from '../redaction/redactor.js'
import {
  asksReadiness,
  cause,
  type Matcher,
  type ScreenQuery,
  type WaitOptions,
  type WaitOutcome,
  type Waits,
} from '../wait/index.js'
import { Ending, type KillOptions } from './end-processes.js'
import { type FindOptions, type FoundText, findText } from './find-text.js'
import { FirstPrompt } from './first-prompt.js'
import { folderOf, signalGroup } from './processes.js'
import { spawnNativePty } from './pty/native-pty.js'
import type { ExitStatus, Pty } from './pty/port.js'
import { withoutColors } from './query-answers.js'
import { Reading, ReadingTurns } from './reading.js'
import { Replies } from './replies.js'
import { ReportedState } from './reported-state.js'
import { SessionScreen } from './screen.js'
import { openReadiness } from './session-readiness.js'
import type { SessionEvent } from './shell-marks.js'
import { type ResolvedOptions, requireSize } from './spawn-options.js'
import { type TagChange, Tags } from './tags.js'
import type { Transcript } from './transcript.js'
import { untilRead } from './unread-input.js'

/** Output as it was read. The bytes are valid only during the call; copy them to keep them. */
export interface OutputChunk {
  readonly bytes: Uint8Array
  /** On the clock's monotonic scale, in ms. */
  readonly at: number
}

const encoder = new TextEncoder()

interface PixelSize {
  readonly width: number
  readonly height: number
}

export class Session {
  readonly createdAt: number
  readonly program: string
  readonly args: readonly string[]
  /** Where the program was started; `currentCwd` follows what it says. */
  readonly cwd: string
  /** The program is a shell that reads commands from the terminal. */
  readonly interactiveShell: boolean

  readonly onOutput = new Emitter<OutputChunk>()
  /** What clients sent to the program; the terminal's own replies are not input. */
  readonly onInput = new Emitter<OutputChunk>()
  /** The screen changed; waits have been notified already. */
  readonly onChange: Emitter<{ readonly revision: number }>
  readonly onEvent: Emitter<SessionEvent>
  readonly onResize = new Emitter<{ readonly cols: number; readonly rows: number }>()
  readonly onExit = new Emitter<ExitStatus>()
  readonly onRename = new Emitter<{ readonly name: string; readonly previous: string }>()
  readonly onTags = new Emitter<TagChange>()

  private readonly pty: Pty
  private readonly reading: Reading
  private readonly endSignal: string | undefined
  private readonly screen: SessionScreen
  private readonly replies: Replies
  private readonly firstPrompt: FirstPrompt | null
  readonly readiness: Readiness
  private readonly reported = new ReportedState()
  private readonly redacted: RedactedOutput | null
  private readonly ended = deferred<ExitStatus>()
  private readonly tagList: Tags
  private currentName: string
  private status: ExitStatus | null = null
  private readCount = 0
  private inputAt: number
  private readonly startedAt: number
  private pixelSize: PixelSize
  private ending: Ending | null = null
  private leftAlive = 0

  /** Starts the program. The options have been checked, also for whether the program can be started. */
  constructor(
    readonly id: string,
    name: string,
    options: ResolvedOptions & { readonly path: string },
    private readonly clock: Clock,
    private readonly redactor: Redactor | null = null,
    turns = new ReadingTurns(),
  ) {
    this.currentName = name
    this.program = options.program
    this.args = options.askedArgs
    this.interactiveShell = options.interactiveShell
    this.endSignal = options.endSignal
    this.cwd = options.cwd
    this.tagList = new Tags(options.tags)
    this.createdAt = clock.now()
    this.startedAt = clock.monotonic()
    this.inputAt = clock.monotonic()
    this.pixelSize = { width: options.pixelWidth, height: options.pixelHeight }
    const cellWidth = Math.floor(options.pixelWidth / options.cols) || undefined
    const cellHeight = Math.floor(options.pixelHeight / options.rows) || undefined
    const reply = (bytes: Uint8Array, onAlternate: boolean) => {
      if (!options.answerQueries) return
      const answers = options.answerQueries === 'all-but-colors' ? withoutColors(bytes) : bytes
      if (answers.length > 0) this.replies.send(answers, onAlternate)
    }
    const settledState = () => this.readiness.settledNow()
    const terminal = { ...options, cellWidth, cellHeight, ...options.terminal }
    this.screen = new SessionScreen(terminal, clock, reply, redactor, settledState)
    this.redacted = redactor && new RedactedOutput(redactor, clock, (bytes) => this.emitOutput(bytes))
    this.onChange = this.screen.onChange
    this.onEvent = this.screen.onEvent
    const take = (bytes: Uint8Array) => (options.splitOutput ? this.handleBytes(bytes) : this.handleOutput(bytes))
    const onData = (bytes: Uint8Array) => this.reading.spend(() => take(bytes))
    const onExit = (status: ExitStatus) => this.handleExit(status)
    this.pty = spawnNativePty(options, { onData, onExit }, clock)
    this.reading = new Reading(this.pty, turns, clock)
    this.replies = new Replies(
      {
        pid: this.pty.pid,
        isAlternate: () => this.screen.isAlternate,
        hasUnread: () => this.pty.probe.hasUnreadInput(),
        // A program that asks but does not read its answers, or is gone, loses them.
        write: (bytes) => void this.pty.write(bytes).catch(() => undefined),
      },
      clock,
    )
    this.firstPrompt = options.interactiveShell ? new FirstPrompt(options.marksPrompts, clock) : null
    this.readiness = openReadiness({
      pty: this.pty,
      screen: this.screen,
      reported: this.reported,
      redactor,
      clock,
      exit: () => this.status,
      lastActivityAt: () => this.lastActivityAt,
      isHeld: () => this.reading.isHeld,
      isInputHeld: () => this.inputHeld !== null,
    })
    this.screen.onEvent.on((event) => {
      this.reported.noteEvent(event)
      if (event.type === 'promptMark' && event.mark === 'commandStart') this.firstPrompt?.notePrompt()
    })
  }

  /** How long ago the program was started. */
  get ageMs(): number {
    return this.clock.monotonic() - this.startedAt
  }

  get name(): string {
    return this.currentName
  }

  get tags(): ReadonlySet<string> {
    return this.tagList.all
  }

  get terminal(): Terminal {
    return this.screen.terminal
  }

  get transcript(): Transcript {
    return this.screen.transcript
  }

  get pid(): number {
    return this.pty.pid
  }

  /** How the program ended; null while it runs. */
  get exit(): ExitStatus | null {
    return this.status
  }

  get exited(): boolean {
    return this.status !== null
  }

  /** The folder that the program last reported (OSC 7), or that of its process, or the one it was started in. */
  get currentCwd(): string {
    return this.screen.reportedCwd ?? (this.status ? null : folderOf(this.pid)) ?? this.cwd
  }

  get cols(): number {
    return this.terminal.cols
  }

  get rows(): number {
    return this.terminal.rows
  }

  get pixels(): PixelSize {
    return this.pixelSize
  }

  get revision(): number {
    return this.terminal.revision
  }

  /** While input is kept back until a shell's first prompt: resolves when it goes. Null from then on. */
  get inputHeld(): Promise<void> | null {
    return this.firstPrompt?.awaited ?? null
  }

  /** How many times output has been read. */
  get reads(): number {
    return this.readCount
  }

  /** When output or input last happened, on the clock's monotonic scale. */
  get lastActivityAt(): number {
    return Math.max(this.inputAt, this.screen.outputAt)
  }

  /** When output last happened. */
  get outputAt(): number {
    return this.screen.outputAt
  }

  /** When the screen last changed. */
  get screenChangedAt(): number {
    return this.screen.screenChangedAt
  }

  /** How many waits are running. */
  get waiting(): number {
    return this.screen.waits.size
  }

  /** The screen now. The same revision gives the same snapshot. */
  snapshot(): Snapshot {
    return this.screen.snapshot()
  }

  /** Lines that have left the screen, oldest first. */
  history(from?: number, count?: number): readonly Row[] {
    return this.screen.history(from, count)
  }

  /** The rows of history that show what the top of a screen is: the rest of its line, or of a private key. */
  above(snapshot: Snapshot): readonly Row[] {
    return this.screen.above(snapshot)
  }

  /** Whether secrets are taken out of what is seen of it. */
  get isRedacted(): boolean {
    return this.redactor !== null
  }

  /** The title that the program last set. */
  get title(): string {
    const { title } = this.terminal
    return this.redactor?.redact(title) ?? title
  }

  /**
   * Types bytes or text. Resolves when the kernel has them; rejects when the program is gone, and when it does not read
   * for five seconds: what was typed then stays queued, but whoever typed it is not kept waiting. What is `unseen` is
   * told to no one else, and so is in no recording.
   */
  async write(data: Uint8Array | string, { unseen = false }: { readonly unseen?: boolean } = {}): Promise<void> {
    if (this.status) throw new CoreError('session-exited', 'the program has exited', { session: this.id })
    const bytes = typeof data === 'string' ? encoder.encode(data) : data
    if (bytes.length === 0) return
    if (this.inputHeld) {
      await this.inputHeld
      if (this.status) throw new CoreError('session-exited', 'the program has exited', { session: this.id })
    }
    const at = (this.inputAt = this.clock.monotonic())
    const written = this.pty.write(bytes)
    this.replies.noteInput()
    this.reported.noteInput(bytes)
    this.readiness.noteInput()
    if (!unseen) this.onInput.emit({ bytes, at })
    await untilRead(written, this.id, this.clock)
  }

  /** Presses a key, in the encoding that the program asked for. */
  async press(key: KeyPress | string): Promise<void> {
    await this.write(encodeKey(key, this.terminal.modes))
  }

  /** Uses the mouse; `mouse-not-enabled` if the program did not ask for that. */
  async mouse(action: MouseAction): Promise<void> {
    const { cols, rows } = this.terminal
    const { width, height } = this.pixelSize
    const cellWidth = width ? width / cols : undefined
    const cellHeight = height ? height / rows : undefined
    await this.write(encodeMouse(action, this.terminal.modes, { cols, rows, cellWidth, cellHeight }))
  }

  async paste(text: string, options: { readonly bracketed?: PasteBrackets } = {}): Promise<void> {
    await this.write(encodePaste(text, this.terminal.modes, options.bracketed))
  }

  /** Notifies a program that asked for it that the terminal gained or lost the focus. */
  async focus(focused: boolean): Promise<void> {
    await this.write(encodeFocus(focused, this.terminal.modes))
    this.onEvent.emit({ type: 'focus', focused })
  }

  /** Resizes the terminal and, in the same step, the PTY: the program gets SIGWINCH. Cells keep their pixel size. */
  resize(cols: number, rows: number, pixelWidth?: number, pixelHeight?: number): void {
    const width = pixelWidth ?? Math.round((this.pixelSize.width / this.cols) * cols)
    const height = pixelHeight ?? Math.round((this.pixelSize.height / this.rows) * rows)
    requireSize(cols, rows, width, height)
    this.pixelSize = { width, height }
    this.pty.resize(cols, rows, width, height)
    this.screen.resize(cols, rows)
    this.onResize.emit({ cols, rows })
  }

  /** Changes colours from outside; null gives back the theme's colour. */
  setPalette(overrides: Partial<PaletteOverrides>): void {
    this.screen.setPalette(overrides)
  }

  /** Notifies programs that want to know whether the theme is dark. */
  setColorScheme(scheme: 'dark' | 'light'): void {
    this.screen.setColorScheme(scheme)
  }

  /** Sends a signal such as 'SIGINT' to the program's process group and to its job in the foreground. */
  signal(name: string): void {
    if (this.status) throw new CoreError('session-exited', 'the program has exited', { session: this.id })
    signalGroup(this.pid, name)
  }

  /**
   * Ends the program and everything it started: the given signal (or its own, or SIGTERM), SIGKILL after the grace time.
   * Asked again meanwhile, the shortest grace time counts. Resolves with the exit status when all of it is gone.
   */
  async kill(options: KillOptions = {}): Promise<ExitStatus> {
    if (this.ending) this.ending.hurry(options)
    const ending = (this.ending ??= new Ending(
      {
        sessionId: this.id,
        pty: this.pty,
        ended: this.ended.promise,
        interactiveShell: this.interactiveShell,
        isEnded: () => this.status !== null,
      },
      { ...options, signal: options.signal ?? this.endSignal },
      this.clock,
    ))
    try {
      const status = await ending.done
      this.leftAlive = ending.left
      return status
    } finally {
      this.ending = null
    }
  }

  /** After it was killed: how many of its processes could not be ended. None, but for those that no signal reaches. */
  get processesLeft(): number {
    return this.leftAlive
  }

  /** Waits for a matcher; timeout, exit and cancellation are outcomes, not errors. */
  async wait(matcher: Matcher, options?: WaitOptions): Promise<WaitOutcome> {
    const { waits } = this.screen
    const looking = asksReadiness(matcher) ? this.readiness.onSettled.on(() => waits.notify(cause.ready)) : null
    try {
      const outcome = waits.start(matcher, options)
      if (looking) this.readiness.watch()
      return await outcome
    } finally {
      looking?.dispose()
    }
  }

  /** Whether the program waits for its user now, and for what; by the kernel's facts where they can be had. */
  get ready(): Verdict {
    return this.readiness.look()
  }

  /** Whenever that changes, while someone listens. */
  onReady(listener: (verdict: Verdict) => void): Disposable {
    const subscription = this.readiness.onChange.on(listener)
    this.readiness.watch()
    return subscription
  }

  /**
   * Resolves when the program has read and answered all that was typed and waits for more, or has ended; else, at the
   * timeout, with what is so then.
   */
  settled(options?: SettleOptions): Promise<Verdict> {
    return this.readiness.settled(options)
  }

  /** Text or a pattern on the screen, and which revision wrote it; with `freshSince` only what a later one wrote. */
  find(query: ScreenQuery, options?: FindOptions): readonly FoundText[] {
    return findText(this.screen, query, options)
  }

  /** For diagnostics. */
  get waits(): Pick<Waits, 'onStart' | 'onEnd'> {
    return this.screen.waits
  }

  /** Stops reading the program's output until the handle is disposed: for a subscriber that fell behind. */
  hold(): Disposable {
    return this.reading.hold()
  }

  setTags(add: readonly string[], remove: readonly string[] = []): void {
    const change = this.tagList.change(add, remove)
    if (change.added.length + change.removed.length > 0) this.onTags.emit(change)
  }

  /** For the registry, which sees to it that names are unique. */
  rename(name: string): void {
    const previous = this.currentName
    this.currentName = name
    this.onRename.emit({ name, previous })
  }

  /** For the registry, after the program has ended: ends the waits and forgets the listeners. */
  dispose(): void {
    this.redacted?.dispose()
    this.readiness.dispose()
    this.screen.dispose()
    for (const emitter of [this.onOutput, this.onInput, this.onResize]) emitter.clear()
    for (const emitter of [this.onExit, this.onRename, this.onTags]) emitter.clear()
  }

  private handleBytes(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) this.handleOutput(bytes.subarray(at, at + 1))
  }

  private handleOutput(bytes: Uint8Array): void {
    this.readCount++
    // Before anyone is notified: listeners ask how long it has been quiet.
    const at = (this.screen.outputAt = this.clock.monotonic())
    if (!this.redacted) this.onOutput.emit({ bytes, at })
    this.screen.feed(bytes)
    this.firstPrompt?.noteOutput()
    this.readiness.noteOutput(bytes.length)
    this.redacted?.push(bytes)
  }

  private emitOutput(bytes: Uint8Array): void {
    this.onOutput.emit({ bytes, at: this.clock.monotonic() })
    this.screen.print(bytes)
  }

  private handleExit(status: ExitStatus): void {
    this.status = status
    this.replies.dispose()
    this.firstPrompt?.dispose()
    this.ended.resolve(status)
    this.redacted?.end()
    this.screen.end()
    this.onExit.emit(status)
    this.readiness.noteExit()
  }
}
