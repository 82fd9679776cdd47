/**
 * A terminal under test: a program on a PTY, what a test does to it, and what it finds there. Every action resolves when
 * the program has answered it. Expectations are in expect.ts, what a failure leaves behind in kit.ts.
 */
import type { Snapshot } from '@polytty/terminal'
import { type Element, printOutline } from 'polytty/outline'
import { MemorySink, recordSession } from 'polytty/record'
import {
  type Clock,
  CoreError,
  type Disposable,
  type ExitStatus,
  encodeKey,
  encodePaste,
  type KeyPress,
  type MouseAction,
  type Redactor,
  type Session,
  type Verdict,
} from 'polytty/sessions'
import { type Action, ActionLog, answerOf } from './actions.js'
import type { Evidence } from './artifacts.js'
import type { Chaos } from './chaos.js'
import { Finder } from './finder.js'
import { Locator } from './locator.js'
import type { Query } from './locators/query.js'
import { defaults, type LaunchOptions, parseSize, type Size } from './options.js'
import { Reports } from './reports.js'
import { Shell } from './shell.js'
import type { SnapshotStore } from './snapshots/store.js'
import type { Stage } from './stage.js'
import type { Trace } from './trace.js'
import { View } from './view.js'

/** What a terminal gets from the test it belongs to. */
export interface Surroundings {
  readonly clock: Clock
  readonly trace: Trace
  readonly snapshots: SnapshotStore
  readonly outputFolder: string | null
  readonly defaults: LaunchOptions
  /** Takes secrets out of what leaves the test. */
  readonly redactor: Redactor | null
  start(options: LaunchOptions): Promise<{ readonly session: Session; readonly chaos: Chaos | null }>
  note(text: string): void
  failSoftly(error: Error): void
}

interface Running {
  readonly session: Session
  readonly chaos: Chaos | null
  readonly actions: ActionLog
  readonly reports: Reports
  readonly cast: MemorySink
  readonly taps: readonly Disposable[]
}

export class Terminal extends Finder<Locator> implements Stage {
  private running: Running | null = null
  private options: LaunchOptions
  private failedAt: Snapshot | null = null

  constructor(private readonly around: Surroundings) {
    super()
    this.options = around.defaults
  }

  /** Starts a program; resolves when it waits for input, paints by itself or serves, after 3 s at the latest. */
  async launch(program: LaunchOptions['program'], options: Omit<LaunchOptions, 'program'> = {}): Promise<this> {
    if (this.running)
      throw new CoreError(
        'conflict',
        `this terminal runs ${this.session.program} already: use launch() for a second one`,
      )
    this.options = { ...this.around.defaults, ...options, program }
    const { clock, trace } = this.around
    const { session, chaos } = await this.around.start(this.options)
    const cast = new MemorySink()
    const recorder = recordSession(session, {
      ...{ sink: cast, redactor: this.around.redactor, command: [session.program, ...session.args].join(' ') },
    })
    const actions = new ActionLog(session, clock)
    const slow = chaos?.slowDown(session, clock)
    const taps = [{ dispose: () => void recorder.stop() }, actions, ...(slow ? [slow] : [])]
    this.running = { session, chaos, actions, reports: new Reports(session, clock), cast, taps }
    trace.started(session)
    actions.begin('launch', session.program)
    const verdict = await answerOf(session, this.options.startMs ?? defaults.startMs, { orServing: true })
    trace.actionEnded(session, actions.end(verdict))
    return this
  }

  /** The shell of this terminal; starts bash where no program was started. */
  async shell(program: LaunchOptions['program'] = 'bash'): Promise<Shell> {
    if (!this.running) await this.launch(program)
    return new Shell(this)
  }

  /** Presses keys one after another, each once the one before was answered: 'Enter', 'Ctrl+C', 'Down', 'x'. */
  async press(...keys: readonly (string | KeyPress)[]): Promise<void> {
    const names = keys.map((key) => (typeof key === 'string' ? key : key.key)).join(' ')
    // Wrong names are found before anything is typed.
    for (const key of keys) encodeKey(key)
    await this.act('press', names, async () => {
      for (const [index, key] of keys.entries()) {
        // The action as a whole waits for the answer to its last key.
        if (index > 0) await this.answer(false)
        await this.sendKey(key)
      }
    })
  }

  /** Types text; line ends are Enter. With `each` the answer to every character is awaited. */
  async type(text: string, { each = false, secret = false }: TypeOptions = {}): Promise<void> {
    const typed = text.replace(/\r?\n/g, '\r')
    await this.act('type', secret ? '(secret)' : JSON.stringify(text), async () => {
      for (const part of each ? [...typed] : [typed]) {
        await this.send(Buffer.from(part), secret)
        if (each) await this.answer(false)
      }
    })
  }

  /** Pastes text, in brackets where the program asked for that. */
  async paste(text: string): Promise<void> {
    await this.act('paste', JSON.stringify(text), () => this.send(encodePaste(text, this.session.terminal.modes)))
  }

  /** Sends bytes as they are. */
  async write(bytes: string | Uint8Array): Promise<void> {
    await this.act('write', JSON.stringify(String(bytes)), () => this.send(Buffer.from(bytes)))
  }

  async resize(size: Size): Promise<void> {
    const { cols, rows } = parseSize(size)
    await this.act('resize', size, async () => this.session.resize(cols, rows))
  }

  async focus(focused = true): Promise<void> {
    await this.act('focus', focused ? 'in' : 'out', () => this.session.focus(focused))
  }

  async signal(name: string): Promise<void> {
    await this.act('signal', name, async () => this.session.signal(name))
  }

  /** Waits for the answer to what happened outside of it: a file that changed, a request that was served. */
  async settle(): Promise<Verdict> {
    return (await this.act('settle', '', async () => {})).verdict!
  }

  /** A row of the screen, counted from 0; negative numbers count from the last. */
  row(index: number): Locator {
    return this.rowAt(index)
  }

  column(index: number): Locator {
    return this.columnAt(index)
  }

  /** The screen as text, with its rows trimmed. */
  screen(): string {
    return this.snapshot().text()
  }

  snapshot(): Snapshot {
    return this.session.snapshot()
  }

  outline(): readonly Element[] {
    return this.view().outline
  }

  outlineText(): string {
    return printOutline(this.outline())
  }

  /** What the program was doing when the last action had been answered. */
  get verdict(): Verdict {
    return this.view().actions.last.verdict ?? this.session.ready
  }

  /** What was done so far, the start first. */
  get actions(): readonly Action[] {
    return this.view().actions.all
  }

  get exit(): ExitStatus | null {
    return this.session.exit
  }

  get session(): Session {
    return this.require().session
  }

  get isRunning(): boolean {
    return this.running !== null
  }

  // What follows is for locators, matchers and the kit.

  get timeoutMs(): number {
    return this.options.timeoutMs ?? defaults.timeoutMs
  }

  get settleMs(): number {
    return this.options.settleMs ?? defaults.settleMs
  }

  get trace(): Trace {
    return this.around.trace
  }

  get snapshots(): SnapshotStore {
    return this.around.snapshots
  }

  get outputFolder(): string | null {
    return this.around.outputFolder
  }

  get notes(): readonly string[] {
    const { chaos } = this.require()
    return chaos ? [chaos.note] : []
  }

  /** Whether an error about it was made. */
  get hasFailed(): boolean {
    return this.failedAt !== null
  }

  get evidence(): Evidence | null {
    if (!this.running) return null
    return { session: this.session, cast: this.running.cast, snapshot: this.failedAt ?? this.snapshot() }
  }

  readonly changes = {
    on: (listener: () => void): Disposable => {
      const { session } = this
      const all = [session.onEvent.on(listener), session.onResize.on(listener), session.onReady(listener)]
      return { dispose: () => void all.map((one) => one.dispose()) }
    },
  }

  view(): View {
    const { session, actions, reports } = this.require()
    return new View(session, session.snapshot(), actions, reports)
  }

  async act(name: string, detail: string, run: () => Promise<void>): Promise<Action> {
    const { session, actions, chaos } = this.require()
    this.trace.actionBegan(session, name, detail)
    actions.begin(name, detail)
    try {
      await run()
      chaos?.storm(session)
    } catch (error) {
      actions.end(session.ready)
      throw explain(error, `${name} ${detail}`.trim(), session)
    }
    const action = actions.end(await this.answer(true))
    this.trace.actionEnded(session, action)
    return action
  }

  async key(name: string): Promise<Verdict> {
    await this.sendKey(name)
    return this.answer(true)
  }

  async mouse(...steps: readonly MouseAction[]): Promise<void> {
    for (const [index, step] of steps.entries()) {
      if (index > 0) await this.answer(false)
      if (this.session.exited && index > 0) return
      const isUnreported = step.type === 'release' && this.session.terminal.modes.mouseTracking === 'x10'
      if (!isUnreported) await this.session.mouse(step)
    }
  }

  noteFailure(): void {
    this.failedAt ??= this.snapshot()
  }

  redact(text: string): string {
    return this.around.redactor?.redact(text) ?? text
  }

  failSoftly(error: Error): void {
    this.around.failSoftly(error)
  }

  note(text: string): void {
    const shown = this.redact(text)
    this.trace.noted(this.session, shown)
    this.around.note(shown)
  }

  /** For the kit: ends what listens. The session itself is ended by who started it. */
  close(): void {
    if (!this.running) return
    this.trace.ended(this.session)
    for (const tap of this.running.taps) tap.dispose()
    this.running.reports.dispose()
  }

  protected override locate(query: Query): Locator {
    return new Locator(this, query)
  }

  private answer(isLast: boolean): Promise<Verdict> {
    return answerOf(this.session, this.settleMs, { isLast })
  }

  private sendKey(key: string | KeyPress): Promise<void> {
    return this.send(encodeKey(key, this.session.terminal.modes))
  }

  private async send(bytes: Uint8Array, unseen = false): Promise<void> {
    const { session, chaos } = this.require()
    const write = (part: Uint8Array): Promise<void> => session.write(part, { unseen })
    await (chaos ? chaos.write(bytes, write, () => this.answer(false)) : write(bytes))
  }

  private require(): Running {
    if (this.running) return this.running
    throw new CoreError(
      'conflict',
      "no program runs in this terminal: add test.use({ program: ['my-program'] }), or call terminal.launch('my-program')",
    )
  }
}

export interface TypeOptions {
  readonly each?: boolean
  /** Kept out of recordings and errors. */
  readonly secret?: boolean
}

/** An action that was not possible, with what the program did instead. */
function explain(error: unknown, action: string, { exit }: Session): unknown {
  if (!(error instanceof CoreError)) return error
  const ended = exit ? `; it ended with ${exit.signal ?? `exit code ${exit.code}`}` : ''
  return new CoreError(error.code, `cannot ${action}: ${error.message}${ended}`, error.data, { cause: error })
}
