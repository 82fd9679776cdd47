/**
 * What can be seen of a session and done by way of its screen: snapshots, history, waits, readiness, and typing in the
 * encodings that the program asked for. What keeps it running is in session.ts.
 */
import type { Row, Snapshot, Terminal } from '@polytty/terminal'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import type { Emitter } from '../base/emitter.js'
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
import type { Redactor } from '../redaction/redactor.js'
import {
  asksReadiness,
  cause,
  type Matcher,
  readsTranscript,
  type ScreenQuery,
  type WaitOptions,
  type WaitOutcome,
  type Waits,
} from '../wait/index.js'
import { type FindOptions, type FoundText, findText } from './find-text.js'
import { folderOf } from './processes.js'
import type { Bridge, BridgeGap, ExitStatus, RemoteProgram, WriteOptions } from './pty/port.js'
import type { SessionScreen } from './screen.js'
import type { SessionEvent } from './shell-marks.js'
import type { Transcript } from './transcript.js'

/** Output as it was read. The bytes are valid only during the call; copy them to keep them. */
export interface OutputChunk {
  readonly bytes: Uint8Array
  /** On the clock's monotonic scale, in ms. */
  readonly at: number
}

export interface PixelSize {
  readonly width: number
  readonly height: number
}

export abstract class SessionView {
  abstract readonly onEvent: Emitter<SessionEvent>
  abstract readonly readiness: Readiness
  abstract readonly remote: RemoteProgram | null
  abstract readonly pixels: PixelSize
  protected abstract readonly screen: SessionScreen
  protected abstract readonly redactor: Redactor | null

  abstract readonly pid: number
  /** Where the program was started. */
  abstract readonly cwd: string
  /** How the program ended; null while it runs. */
  abstract readonly exit: ExitStatus | null
  /** Whose pane it is, where that is another terminal's; null for a program of ours. */
  abstract readonly bridge: Bridge | null

  abstract write(data: Uint8Array | string, options?: WriteOptions): Promise<void>

  get exited(): boolean {
    return this.exit !== null
  }

  lacks(gap: BridgeGap): boolean {
    return this.bridge?.unsupported.includes(gap) ?? false
  }

  /** `not-supported` where the pane's own terminal cannot do it. */
  requireSupport(gap: BridgeGap, what: string): void {
    const { bridge } = this
    if (!bridge || !this.lacks(gap)) return
    throw new CoreError('not-supported', `${what} is not supported by this bridge (${bridge.kind})`, {
      bridge: bridge.kind,
      unsupported: gap,
    })
  }

  /** For whoever wants what the program printed: where only screens can be read, that is not known. */
  requireRawOutput(): void {
    this.requireSupport('raw-output', 'reading raw output')
  }

  /** The folder that the program last reported (OSC 7), or that of its process, or the one it was started in. */
  get currentCwd(): string {
    return this.screen.reportedCwd ?? (this.exit ? null : folderOf(this.pid)) ?? this.cwd
  }

  get terminal(): Terminal {
    return this.screen.terminal
  }

  get transcript(): Transcript {
    return this.screen.transcript
  }

  get cols(): number {
    return this.terminal.cols
  }

  get rows(): number {
    return this.terminal.rows
  }

  get revision(): number {
    return this.terminal.revision
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

  /** Presses a key, in the encoding that the program asked for. */
  async press(key: KeyPress | string, options?: WriteOptions): Promise<void> {
    await this.write(encodeKey(key, this.terminal.modes), options)
  }

  /** Uses the mouse; `mouse-not-enabled` if the program did not ask for that. */
  async mouse(action: MouseAction): Promise<void> {
    this.requireSupport('mouse', 'using the mouse')
    const { cols, rows } = this.terminal
    const { width, height } = this.pixels
    const cellWidth = width ? width / cols : undefined
    const cellHeight = height ? height / rows : undefined
    await this.write(encodeMouse(action, this.terminal.modes, { cols, rows, cellWidth, cellHeight }))
  }

  async paste(text: string, options: { readonly bracketed?: PasteBrackets } = {}): Promise<void> {
    const { bracketed = 'auto' } = options
    const pasted = bracketed === 'auto' && !this.terminal.modes.bracketedPaste
    await this.write(encodePaste(text, this.terminal.modes, bracketed), { pasted })
  }

  /** Notifies a program that asked for it that the terminal gained or lost the focus. */
  async focus(focused: boolean): Promise<void> {
    await this.write(encodeFocus(focused, this.terminal.modes))
    this.onEvent.emit({ type: 'focus', focused })
  }

  /** Waits for a matcher; timeout, exit and cancellation are outcomes, not errors. */
  async wait(matcher: Matcher, options?: WaitOptions): Promise<WaitOutcome> {
    if (readsTranscript(matcher)) this.requireRawOutput()
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

  /** The same; a program of another machine is asked about first. */
  async lookAgain(): Promise<Verdict> {
    await this.remote?.judge()
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
}
