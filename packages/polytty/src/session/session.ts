/**
 * A program on a PTY with its screen: the one reader of its output and the one writer of its input. Output goes to the
 * raw listeners first, then to screen.ts, which notifies all others. Sessions are made, named and forgotten by the
 * registry.
 */

import type { PaletteOverrides, Snapshot } from '@polytty/terminal'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import type { Readiness } from '../ready/index.js'
import { groupExists } from '../ready/kernel/foreground.js'
import { RedactedOutput } from '../redaction/output.js'
import type { Redactor } from '../redaction/redactor.js'
import { applyNote } from './apply-note.js'
import { Attachments } from './attachments.js'
import { Ending, type KillOptions } from './end-processes.js'
import { FirstPrompt } from './first-prompt.js'
import type { InputGuard, Typist } from './input-guard.js'
import { addLeader, removeLeader, signalGroup } from './processes.js'
import { spawnNativePty } from './pty/native-pty.js'
import {
  type Bridge,
  describeEnd,
  type ExitStatus,
  type Pty,
  type PtyNote,
  type RemoteProgram,
  type WriteOptions,
} from './pty/port.js'
import { withoutColors } from './query-answers.js'
import { Reading, ReadingTurns } from './reading.js'
import { Replies } from './replies.js'
import { endsLine, ReportedState } from './reported-state.js'
import type { SavedSession, SessionMeta, SessionParts } from './saved-session.js'
import { SessionScreen } from './screen.js'
import { openReadiness } from './session-readiness.js'
import { type OutputChunk, type PixelSize, SessionView } from './session-view.js'
import type { SessionEvent } from './shell-marks.js'
import { isShellProcess } from './shells.js'
import { type ResolvedOptions, requireSize } from './spawn-options.js'
import { type TagChange, Tags } from './tags.js'
import { untilRead } from './unread-input.js'

const encoder = new TextEncoder()
const ignore = (): void => {}

/** A restored session goes on with the next multiple of this: what is counted since is no number from before. */
const REVISION_STEP = 10_000

export class Session extends SessionView {
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
  /** What changes it between two pieces of output, before that is done. */
  readonly onNote = new Emitter<PtyNote>()

  /** What others keep for it, for a process that goes on with it. */
  readonly attachments: Attachments
  private readonly pty: Pty
  private readonly guard: InputGuard | null
  private readonly reading: Reading
  private readonly options: ResolvedOptions
  protected readonly screen: SessionScreen
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
  private replyBytes = 0
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
    protected readonly redactor: Redactor | null = null,
    turns = new ReadingTurns(),
    { open = spawnNativePty, before, guard = null }: SessionParts = {},
  ) {
    super()
    const saved = before?.saved ?? null
    this.attachments = new Attachments(saved?.attachments)
    this.guard = guard
    this.currentName = name
    this.program = options.program
    this.args = options.askedArgs
    this.options = options
    this.interactiveShell = options.interactiveShell
    this.cwd = options.cwd
    this.tagList = new Tags(options.tags)
    this.createdAt = before?.createdAt ?? clock.now()
    this.startedAt = clock.monotonic() - (clock.now() - this.createdAt)
    this.inputAt = clock.monotonic()
    const { pixelWidth, pixelHeight, cols, rows } = saved ?? options
    this.pixelSize = { width: pixelWidth, height: pixelHeight }
    const cellWidth = Math.floor(options.pixelWidth / options.cols) || undefined
    const cellHeight = Math.floor(options.pixelHeight / options.rows) || undefined
    const reply = (bytes: Uint8Array, onAlternate: boolean) => this.reply(bytes, onAlternate)
    const settledState = () => this.readiness.settledNow()
    const terminal = { ...options, cols, rows, cellWidth, cellHeight, ...options.terminal }
    this.screen = new SessionScreen(terminal, clock, reply, redactor, settledState)
    this.redacted = redactor && new RedactedOutput(redactor, clock, (bytes) => this.emitOutput(bytes))
    this.onChange = this.screen.onChange
    this.onEvent = this.screen.onEvent
    const take = (bytes: Uint8Array, at?: number) =>
      options.splitOutput ? this.handleBytes(bytes, at) : this.handleOutput(bytes, at)
    const onData = (bytes: Uint8Array, at?: number) => this.reading.spend(() => take(bytes, at))
    const onExit = (status: ExitStatus) => this.handleExit(status)
    const { screen, reported } = this
    const onNote = (note: PtyNote) => {
      this.onNote.emit(note)
      applyNote(note, { screen, reported, resize: (size) => this.takeSize(size) })
    }
    const text = () => this.screen.terminal.snapshot().text()
    this.pty = open(options, { onData, onExit, onNote, text }, clock)
    if (!this.pty.bridge && !this.pty.remote) addLeader(this.pty.pid, this.id)
    this.reading = new Reading(this.pty, turns, clock)
    this.replies = new Replies(
      {
        isAlternate: () => this.screen.isAlternate,
        hasUnread: () => this.pty.kernel.hasUnreadInput(),
        write: (bytes, number) => this.pty.reply(bytes, number),
      },
      clock,
      { look: () => this.pty.kernel.foreground(), groupExists, isShell: isShellProcess },
    )
    // A shell of someone else has shown its prompt long ago.
    const asksUser = options.interactiveShell && !this.pty.end && saved?.awaitsPrompt !== false
    this.firstPrompt = asksUser ? new FirstPrompt(options.marksPrompts, clock) : null
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
    this.pty.watchedBy?.(() => this.waiting > 0 || this.onChange.size > 0 || this.onOutput.size > 1)
    if (saved) this.restore(saved)
  }

  override snapshot(): Snapshot {
    this.pty.looked?.()
    return super.snapshot()
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

  get pid(): number {
    return this.pty.pid
  }

  get bridge(): Bridge | null {
    return this.pty.bridge ?? null
  }

  /** Whether what runs in it is someone else's, who may be looking at it in another terminal. */
  get isBorrowed(): boolean {
    return this.pty.end !== undefined
  }

  /** The machine that has its program, where that is another of the fleet. */
  get node(): string | null {
    return this.pty.remote?.node ?? null
  }

  /** How the program ended; null while it runs. */
  get exit(): ExitStatus | null {
    return this.status
  }

  get pixels(): PixelSize {
    return this.pixelSize
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

  /**
   * Types bytes or text. Resolves when the kernel has them; rejects when the program is gone, and when it does not read
   * for five seconds: what was typed then stays queued, but whoever typed it is not kept waiting. What is `unseen` is
   * reported to no one else, and so is in no recording. Where the operator is to be asked, waits for that first.
   */
  async write(
    data: Uint8Array | string,
    {
      unseen = false,
      typist,
      key,
      pasted,
    }: WriteOptions & { readonly unseen?: boolean; readonly typist?: Typist } = {},
  ): Promise<void> {
    this.requireRunning()
    const bytes = typeof data === 'string' ? encoder.encode(data) : data
    if (bytes.length === 0) return
    const asked = this.guard?.admit(this, bytes, typist)
    if (asked) {
      await asked
      this.requireRunning()
    }
    if (this.inputHeld) {
      await this.inputHeld
      this.requireRunning()
    }
    const at = (this.inputAt = this.clock.monotonic())
    const entered = endsLine(bytes)
    this.note({ type: 'input', entered })
    const written = this.pty.write(bytes, { key, pasted })
    this.replies.noteInput()
    this.reported.noteInput(entered)
    this.readiness.noteInput()
    if (!unseen) this.onInput.emit({ bytes, at })
    await untilRead(written, this.id, this.clock)
  }

  /**
   * Resizes the terminal and, in the same step, the PTY: the program gets SIGWINCH. Cells keep their pixel size. Done
   * when it returns, unless the program is on another machine or in another terminal: then when the promise resolves.
   */
  resize(cols: number, rows: number, pixelWidth?: number, pixelHeight?: number): Promise<void> {
    const width = pixelWidth ?? Math.round((this.pixelSize.width / this.cols) * cols)
    const height = pixelHeight ?? Math.round((this.pixelSize.height / this.rows) * rows)
    requireSize(cols, rows, width, height)
    const size = { cols, rows, pixelWidth: width, pixelHeight: height }
    const there = this.note({ type: 'resize', ...size })
    if (there) return there
    const elsewhere = this.pty.resize(cols, rows, width, height)
    if (elsewhere) return elsewhere
    this.takeSize(size)
    return Promise.resolve()
  }

  private note(note: PtyNote): Promise<void> | null {
    const there = this.pty.note(note)
    if (!there) this.onNote.emit(note)
    return there
  }

  private takeSize({ cols, rows, pixelWidth, pixelHeight }: Omit<Extract<PtyNote, { type: 'resize' }>, 'type'>): void {
    this.pixelSize = { width: pixelWidth, height: pixelHeight }
    this.screen.resize(cols, rows)
    this.onResize.emit({ cols, rows })
  }

  /** Changes colours from outside; null gives back the theme's colour. */
  setPalette(overrides: Partial<PaletteOverrides>): void {
    if (!this.note({ type: 'palette', overrides })?.catch(ignore)) this.screen.setPalette(overrides)
  }

  /** Notifies programs that want to know whether the theme is dark. */
  setColorScheme(scheme: 'dark' | 'light'): void {
    if (!this.note({ type: 'colorScheme', scheme })?.catch(ignore)) this.screen.setColorScheme(scheme)
  }

  /** Sends a signal such as 'SIGINT' to the program's process group and to its job in the foreground. */
  signal(name: string): Promise<void> {
    this.requireRunning()
    if (this.pty.remote) return this.pty.remote.signal(name)
    if (this.pid === 0) this.requireSupport('signal', 'sending signals')
    signalGroup(this.pid, name)
    return Promise.resolve()
  }

  /**
   * Ends the program and everything it started: the given signal (or its own, or SIGTERM), SIGKILL after the grace time.
   * Asked again meanwhile, the shortest grace time counts. Resolves with the exit status when all of it is gone.
   */
  async kill(options: KillOptions = {}): Promise<ExitStatus> {
    if (this.pty.remote) return this.status ?? this.pty.remote.kill(options)
    if (this.pty.end) {
      await this.pty.end()
      return this.ended.promise
    }
    if (this.ending) this.ending.hurry(options)
    const ending = (this.ending ??= new Ending(
      {
        sessionId: this.id,
        pty: this.pty,
        ended: this.ended.promise,
        interactiveShell: this.interactiveShell,
        isEnded: () => this.status !== null,
      },
      { ...options, signal: options.signal ?? this.options.endSignal },
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

  /** Lets a pane of another terminal be: the session ends here, and what runs in it goes on. */
  release(): void {
    if (this.bridge) this.pty.hangUp()
  }

  /** Stops reading the program's output until the handle is disposed: for a subscriber that fell behind. */
  hold(): Disposable {
    return this.reading.hold()
  }

  setTags(add: readonly string[], remove: readonly string[] = []): Promise<void> {
    if (this.pty.remote) return this.pty.remote.setTags(add, remove)
    this.takeTags(add, remove)
    return Promise.resolve()
  }

  /** Where they are those of a session on another machine: as that has them. */
  takeTags(add: readonly string[], remove: readonly string[]): void {
    const change = this.tagList.change(add, remove)
    if (change.added.length + change.removed.length > 0) this.onTags.emit(change)
  }

  /** For the registry, where the program is on another machine: that one has the name. */
  get remote(): RemoteProgram | null {
    return this.pty.remote ?? null
  }

  /** For the registry, which sees to it that names are unique. */
  rename(name: string): void {
    const previous = this.currentName
    this.currentName = name
    this.onRename.emit({ name, previous })
  }

  /** What it was started with, and what became of that. */
  get meta(): SessionMeta {
    const { env: _, tags: __, ...options } = this.options
    return { id: this.id, name: this.name, tags: [...this.tags], createdAt: this.createdAt, options }
  }

  /** Where it stands, for another process that goes on from here. */
  save(): SavedSession {
    const now = this.clock.monotonic()
    const { cols, rows, reads, replyBytes: replies } = this
    const { width: pixelWidth, height: pixelHeight } = this.pixelSize
    return {
      ...{ cols, rows, pixelWidth, pixelHeight, replies, reads },
      screen: this.screen.save(),
      reported: this.reported.save(),
      redaction: this.redacted?.save() ?? null,
      awaitsPrompt: this.inputHeld !== null,
      attachments: this.attachments.save(),
      quietMs: { output: now - this.outputAt, screen: now - this.screenChangedAt, input: now - this.inputAt },
    }
  }

  private restore({ screen, reported, redaction, replies, reads, quietMs }: SavedSession): void {
    const now = this.clock.monotonic()
    const { revision } = screen.terminal.state
    this.screen.restore(screen, Math.ceil((revision + 1) / REVISION_STEP) * REVISION_STEP)
    this.screen.outputAt = now - quietMs.output
    this.screen.screenChangedAt = now - quietMs.screen
    this.inputAt = now - quietMs.input
    this.reported.restore(reported)
    if (redaction) this.redacted?.restore(redaction)
    this.replyBytes = replies
    this.readCount = reads
    // What the program asked meanwhile it may not want to know any more.
    this.replies.noteInput()
  }

  /** For the registry, after the program has ended: ends the waits and forgets the listeners. */
  dispose(): void {
    this.pty.forget()
    this.redacted?.dispose()
    this.readiness.dispose()
    this.screen.dispose()
    for (const emitter of [this.onOutput, this.onInput, this.onResize]) emitter.clear()
    for (const emitter of [this.onExit, this.onRename, this.onTags, this.onNote]) emitter.clear()
  }

  private requireRunning(): void {
    if (this.status) throw new CoreError('session-exited', describeEnd(this.status), { session: this.id })
  }

  private handleBytes(bytes: Uint8Array, time?: number): void {
    for (let at = 0; at < bytes.length; at++) this.handleOutput(bytes.subarray(at, at + 1), time)
  }

  private handleOutput(bytes: Uint8Array, at = this.clock.monotonic()): void {
    this.readCount++
    // Before anyone is notified: listeners ask how long it has been quiet.
    this.screen.outputAt = at
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

  /** Answers are counted as the terminal gives them: whoever reads the output again counts the same. */
  private reply(bytes: Uint8Array, onAlternate: boolean): void {
    const { answerQueries } = this.options
    this.replyBytes += bytes.length
    if (!answerQueries || this.replyBytes <= this.pty.replied) return
    const answers = answerQueries === 'all-but-colors' ? withoutColors(bytes) : bytes
    if (answers.length > 0) this.replies.send(answers, onAlternate, this.replyBytes)
  }

  private handleExit(status: ExitStatus): void {
    this.status = status
    removeLeader(this.pty.pid)
    this.replies.dispose()
    this.firstPrompt?.dispose()
    this.ended.resolve(status)
    this.redacted?.end()
    this.screen.end()
    this.onExit.emit(status)
    this.readiness.noteExit()
  }
}
