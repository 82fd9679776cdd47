/**
 * A program on a PTY with its terminal, its transcript and its waits: the one reader of its output and the one writer
 * of its input. Output flows in a fixed order: raw listeners, transcript, terminal, replies to the program, waits, then
 * the other listeners. Sessions are made, named and forgotten by the registry.
 */
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
import { type Snapshot, Terminal, type TerminalEvent } from '../terminal/index.js'
import { cause, type Matcher, type WaitOptions, type WaitOutcome, Waits, type WaitView } from '../wait/index.js'
import { endProcesses, type KillOptions } from './end-processes.js'
import { signalGroup } from './processes.js'
import { spawnNativePty } from './pty/native-pty.js'
import type { ExitStatus, Pty } from './pty/port.js'
import { type SessionEvent, ShellMarks } from './shell-marks.js'
import { type ResolvedOptions, requireName, requireSize, requireTagCount } from './spawn-options.js'
import { Transcript } from './transcript.js'

/** Output as it was read. The bytes are valid only during the call; copy them to keep them. */
export interface OutputChunk {
  readonly bytes: Uint8Array
  /** On the clock's monotonic scale, in ms. */
  readonly at: number
}

const encoder = new TextEncoder()

export class Session implements WaitView {
  readonly createdAt: number
  readonly terminal: Terminal
  readonly transcript: Transcript
  readonly program: string
  readonly args: readonly string[]
  /** Where the program was started; `currentCwd` follows what it says. */
  readonly cwd: string

  readonly onOutput = new Emitter<OutputChunk>()
  /** What clients sent to the program; the terminal's own replies are not input. */
  readonly onInput = new Emitter<OutputChunk>()
  readonly onChange = new Emitter<{ readonly revision: number }>()
  readonly onEvent = new Emitter<SessionEvent>()
  readonly onResize = new Emitter<{ readonly cols: number; readonly rows: number }>()
  readonly onExit = new Emitter<ExitStatus>()
  readonly onRename = new Emitter<{ readonly name: string; readonly previous: string }>()
  readonly onTags = new Emitter<{ readonly added: readonly string[]; readonly removed: readonly string[] }>()

  private readonly pty: Pty
  private readonly waits: Waits
  private readonly marks: ShellMarks
  private readonly ended = deferred<ExitStatus>()
  private readonly tagSet: Set<string>
  private readonly pendingEvents: SessionEvent[] = []
  private currentName: string
  private status: ExitStatus | null = null
  private workingDirectory: string
  private readCount = 0
  private holds = 0
  private activityAt: number
  private lastOutputAt: number
  private lastScreenChangeAt: number
  private lastRevision: number
  private lastSnapshot: Snapshot | null = null
  private pixelSize: { readonly width: number; readonly height: number }
  private killing: Promise<ExitStatus> | null = null

  /** Starts the program. The options have been checked, also for whether the program can be started. */
  constructor(
    readonly id: string,
    name: string,
    options: ResolvedOptions,
    private readonly clock: Clock,
  ) {
    this.currentName = name
    this.program = options.program
    this.args = options.args
    this.cwd = options.cwd
    this.workingDirectory = options.cwd
    this.tagSet = new Set(options.tags)
    this.createdAt = clock.now()
    this.activityAt = this.lastOutputAt = this.lastScreenChangeAt = clock.monotonic()
    this.pixelSize = { width: options.pixelWidth, height: options.pixelHeight }
    this.transcript = new Transcript(options.transcriptChars)
    this.terminal = new Terminal({ cols: options.cols, rows: options.rows, scrollback: options.scrollback })
    this.lastRevision = this.terminal.revision
    this.marks = new ShellMarks(this.terminal, clock)
    this.terminal.onEvent((event) => this.handleTerminalEvent(event))
    this.waits = new Waits(this, clock)
    const listener = {
      onData: (bytes: Uint8Array) => this.handleOutput(bytes),
      onExit: (status: ExitStatus) => this.handleExit(status),
    }
    this.pty = spawnNativePty(options, listener, clock)
  }

  get name(): string {
    return this.currentName
  }

  get tags(): ReadonlySet<string> {
    return this.tagSet
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

  /** The directory that the program last told (OSC 7), or the one it was started in. */
  get currentCwd(): string {
    return this.workingDirectory
  }

  get cols(): number {
    return this.terminal.cols
  }

  get rows(): number {
    return this.terminal.rows
  }

  get pixels(): { readonly width: number; readonly height: number } {
    return this.pixelSize
  }

  get revision(): number {
    return this.terminal.revision
  }

  /** How many times output has been read. */
  get reads(): number {
    return this.readCount
  }

  /** When output or input last happened, on the clock's monotonic scale. */
  get lastActivityAt(): number {
    return this.activityAt
  }

  get outputAt(): number {
    return this.lastOutputAt
  }

  get screenChangedAt(): number {
    return this.lastScreenChangeAt
  }

  /** How many waits are running. */
  get waiting(): number {
    return this.waits.size
  }

  /** The screen now. The same revision gives the same snapshot. */
  snapshot(): Snapshot {
    if (this.lastSnapshot?.revision !== this.terminal.revision) this.lastSnapshot = this.terminal.snapshot()
    return this.lastSnapshot
  }

  /** Types bytes or text. Resolves when the kernel has them; rejects when the program is gone or does not read. */
  async write(data: Uint8Array | string): Promise<void> {
    if (this.status) throw new CoreError('session-exited', 'the program has exited', { session: this.id })
    const bytes = typeof data === 'string' ? encoder.encode(data) : data
    if (bytes.length === 0) return
    const at = (this.activityAt = this.clock.monotonic())
    const written = this.pty.write(bytes)
    this.onInput.emit({ bytes, at })
    await written
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

  /** Tells a program that asked for it that the terminal gained or lost the focus. */
  async focus(focused: boolean): Promise<void> {
    await this.write(encodeFocus(focused, this.terminal.modes))
    this.onEvent.emit({ type: 'focus', focused })
  }

  /** Resizes the terminal and, in the same step, the PTY: the program gets SIGWINCH. */
  resize(cols: number, rows: number, pixelWidth = 0, pixelHeight = 0): void {
    requireSize(cols, rows, pixelWidth, pixelHeight)
    this.pixelSize = { width: pixelWidth, height: pixelHeight }
    this.terminal.resize(cols, rows)
    this.pty.resize(cols, rows, pixelWidth, pixelHeight)
    this.afterChange(0)
    this.onResize.emit({ cols, rows })
  }

  /** Sends a signal such as 'SIGINT' to the program's process group and to its job in the foreground. */
  signal(name: string): void {
    if (this.status) throw new CoreError('session-exited', 'the program has exited', { session: this.id })
    signalGroup(this.pid, name)
  }

  /**
   * Ends the program and everything it started: SIGHUP and SIGTERM (or the given signal), SIGKILL after the grace time.
   * Resolves with the exit status when all of it is gone.
   */
  kill(options: KillOptions = {}): Promise<ExitStatus> {
    this.killing ??= endProcesses(
      { sessionId: this.id, pty: this.pty, ended: this.ended.promise, isEnded: () => this.status !== null },
      options,
      this.clock,
    ).finally(() => {
      this.killing = null
    })
    return this.killing
  }

  /** Waits for a matcher; timeout, exit and cancellation are outcomes, not errors. */
  wait(matcher: Matcher, options?: WaitOptions): Promise<WaitOutcome> {
    return this.waits.start(matcher, options)
  }

  /** Stops reading the program's output until the handle is disposed: for a subscriber that fell behind. */
  hold(): Disposable {
    if (this.holds++ === 0) this.pty.pause()
    let active = true
    return {
      dispose: () => {
        if (!active) return
        active = false
        if (--this.holds === 0) this.pty.resume()
      },
    }
  }

  setTags(add: readonly string[], remove: readonly string[] = []): void {
    for (const tag of add) requireName('tag', tag)
    const removed = remove.filter((tag) => this.tagSet.has(tag) && !add.includes(tag))
    const added = [...new Set(add)].filter((tag) => !this.tagSet.has(tag))
    requireTagCount(this.tagSet.size - removed.length + added.length)
    for (const tag of removed) this.tagSet.delete(tag)
    for (const tag of added) this.tagSet.add(tag)
    if (added.length + removed.length > 0) this.onTags.emit({ added, removed })
  }

  /** For the registry, which sees to it that names are unique. */
  rename(name: string): void {
    const previous = this.currentName
    this.currentName = name
    this.onRename.emit({ name, previous })
  }

  /** For the registry, after the program has ended: ends the waits and forgets the listeners. */
  dispose(): void {
    this.waits.dispose()
    for (const emitter of [this.onOutput, this.onInput, this.onChange, this.onEvent, this.onResize]) emitter.clear()
    for (const emitter of [this.onExit, this.onRename, this.onTags]) emitter.clear()
  }

  private handleOutput(bytes: Uint8Array): void {
    const at = (this.activityAt = this.lastOutputAt = this.clock.monotonic())
    this.readCount++
    this.onOutput.emit({ bytes, at })
    this.transcript.append(bytes)
    this.terminal.write(bytes)
    this.afterChange(cause.output)
  }

  /** What follows every change of the terminal: replies, waits, then whoever listens. */
  private afterChange(causes: number): void {
    const replies = this.terminal.takeReplies()
    // A program that asks but does not read its answers, or is gone, loses them.
    if (replies.length > 0) this.pty.write(replies).catch(() => undefined)
    const { revision } = this.terminal
    const changed = revision !== this.lastRevision
    if (changed) {
      this.lastRevision = revision
      this.lastScreenChangeAt = this.clock.monotonic()
    }
    this.waits.notify(changed ? causes | cause.screen : causes)
    for (const event of this.pendingEvents.splice(0)) this.onEvent.emit(event)
    if (changed) this.onChange.emit({ revision })
  }

  private handleTerminalEvent(event: TerminalEvent): void {
    if (event.type === 'cwd') this.workingDirectory = event.cwd
    this.pendingEvents.push(event.type === 'promptMark' ? this.marks.enrich(event) : event)
  }

  private handleExit(status: ExitStatus): void {
    this.transcript.finish()
    this.status = status
    this.ended.resolve(status)
    this.waits.notify(cause.exit | cause.output)
    this.onExit.emit(status)
  }
}
