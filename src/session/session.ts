/**
 * A program on a PTY with its screen: the one reader of its output and the one writer of its input. Output goes to the
 * raw listeners first, then to screen.ts, which tells all others. Sessions are made, named and forgotten by the
 * registry.
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
import type { PaletteOverrides, Row, Snapshot, Terminal } from '../terminal/index.js'
import type { Matcher, WaitOptions, WaitOutcome } from '../wait/index.js'
import { endProcesses, type KillOptions } from './end-processes.js'
import { signalGroup } from './processes.js'
import { spawnNativePty } from './pty/native-pty.js'
import type { ExitStatus, Pty } from './pty/port.js'
import { SessionScreen } from './screen.js'
import type { SessionEvent } from './shell-marks.js'
import { type ResolvedOptions, requireName, requireSize, requireTagCount } from './spawn-options.js'
import type { Transcript } from './transcript.js'
import { type Veil, VeiledOutput } from './veil.js'

/** Output as it was read. The bytes are valid only during the call; copy them to keep them. */
export interface OutputChunk {
  readonly bytes: Uint8Array
  /** On the clock's monotonic scale, in ms. */
  readonly at: number
}

const encoder = new TextEncoder()

/** How long typing may wait for a program that does not read. */
const INPUT_PATIENCE_MS = 5000

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

  readonly onOutput = new Emitter<OutputChunk>()
  /** What clients sent to the program; the terminal's own replies are not input. */
  readonly onInput = new Emitter<OutputChunk>()
  /** The screen changed; waits have been told already. */
  readonly onChange: Emitter<{ readonly revision: number }>
  readonly onEvent: Emitter<SessionEvent>
  readonly onResize = new Emitter<{ readonly cols: number; readonly rows: number }>()
  readonly onExit = new Emitter<ExitStatus>()
  readonly onRename = new Emitter<{ readonly name: string; readonly previous: string }>()
  readonly onTags = new Emitter<{ readonly added: readonly string[]; readonly removed: readonly string[] }>()

  private readonly pty: Pty
  private readonly screen: SessionScreen
  private readonly veiled: VeiledOutput | null
  private readonly ended = deferred<ExitStatus>()
  private readonly tagSet: Set<string>
  private currentName: string
  private status: ExitStatus | null = null
  private readCount = 0
  private holds = 0
  private inputAt: number
  private pixelSize: PixelSize
  private killing: Promise<ExitStatus> | null = null

  /** Starts the program. The options have been checked, also for whether the program can be started. */
  constructor(
    readonly id: string,
    name: string,
    options: ResolvedOptions,
    private readonly clock: Clock,
    private readonly veil: Veil | null = null,
  ) {
    this.currentName = name
    this.program = options.program
    this.args = options.args
    this.cwd = options.cwd
    this.tagSet = new Set(options.tags)
    this.createdAt = clock.now()
    this.inputAt = clock.monotonic()
    this.pixelSize = { width: options.pixelWidth, height: options.pixelHeight }
    const cellWidth = Math.floor(options.pixelWidth / options.cols) || undefined
    const cellHeight = Math.floor(options.pixelHeight / options.rows) || undefined
    // A program that asks but does not read its answers, or is gone, loses them.
    const reply = (bytes: Uint8Array) => {
      if (options.answerQueries) void this.pty.write(bytes).catch(() => undefined)
    }
    this.screen = new SessionScreen({ ...options, cellWidth, cellHeight }, clock, reply, veil)
    this.veiled = veil && new VeiledOutput(veil.redactor, clock, (bytes) => this.tellOutput(bytes))
    this.onChange = this.screen.onChange
    this.onEvent = this.screen.onEvent
    const onData = (bytes: Uint8Array) => this.handleOutput(bytes)
    const onExit = (status: ExitStatus) => this.handleExit(status)
    this.pty = spawnNativePty(options, { onData, onExit }, clock)
  }

  get name(): string {
    return this.currentName
  }

  get tags(): ReadonlySet<string> {
    return this.tagSet
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

  /** The directory that the program last told (OSC 7), or the one it was started in. */
  get currentCwd(): string {
    return this.screen.currentCwd
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

  /** Whether secrets are taken out of what is seen of it. */
  get isVeiled(): boolean {
    return this.veil !== null
  }

  /** The title that the program last set. */
  get title(): string {
    const { title } = this.terminal
    return this.veil?.redactor.redact(title) ?? title
  }

  /**
   * Types bytes or text. Resolves when the kernel has them; rejects when the program is gone, and when it does not read
   * for five seconds: what was typed then stays queued, but whoever typed it is not kept waiting.
   */
  async write(data: Uint8Array | string): Promise<void> {
    if (this.status) throw new CoreError('session-exited', 'the program has exited', { session: this.id })
    const bytes = typeof data === 'string' ? encoder.encode(data) : data
    if (bytes.length === 0) return
    const at = (this.inputAt = this.clock.monotonic())
    const written = this.pty.write(bytes)
    this.onInput.emit({ bytes, at })
    await this.bounded(written)
  }

  private bounded(written: Promise<void>): Promise<void> {
    const { promise, resolve, reject } = deferred<void>()
    const timer = this.clock.after(INPUT_PATIENCE_MS, () => reject(this.unread()))
    written.then(resolve, reject).finally(() => timer.dispose())
    return promise
  }

  private unread(): CoreError {
    const message = `the program does not read its input: some of it still waits after ${INPUT_PATIENCE_MS} ms, and stays queued`
    return new CoreError('input-overflow', message, { session: this.id })
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

  /** Tells programs that want to know whether the theme is dark. */
  setColorScheme(scheme: 'dark' | 'light'): void {
    this.screen.setColorScheme(scheme)
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
    return this.screen.waits.start(matcher, options)
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
    this.veiled?.dispose()
    this.screen.dispose()
    for (const emitter of [this.onOutput, this.onInput, this.onResize]) emitter.clear()
    for (const emitter of [this.onExit, this.onRename, this.onTags]) emitter.clear()
  }

  private handleOutput(bytes: Uint8Array): void {
    this.readCount++
    if (!this.veiled) this.onOutput.emit({ bytes, at: this.clock.monotonic() })
    this.screen.feed(bytes)
    this.veiled?.push(bytes)
  }

  private tellOutput(bytes: Uint8Array): void {
    this.onOutput.emit({ bytes, at: this.clock.monotonic() })
    this.screen.print(bytes)
  }

  private handleExit(status: ExitStatus): void {
    this.status = status
    this.ended.resolve(status)
    this.veiled?.end()
    this.screen.end()
    this.onExit.emit(status)
  }
}
