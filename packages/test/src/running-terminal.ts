/**
 * A running program as locators, matchers and the kit need it: its screen, its actions, its answers, its failures. What a
 * test itself calls is in terminal.ts.
 */
import type { Snapshot } from '@polytty/terminal'
import { MemorySink, recordSession } from 'polytty/record'
import {
  type Clock,
  CoreError,
  type Disposable,
  encodeKey,
  type KeyPress,
  type MouseAction,
  type Redactor,
  type Session,
  type Verdict,
} from 'polytty/sessions'
import { type Action, ActionLog, answerOf } from './actions.js'
import type { Evidence } from './artifacts.js'
import type { Chaos } from './chaos.js'
import { describeExit } from './failure.js'
import { Finder } from './finder.js'
import { Locator } from './locator.js'
import type { Query } from './locators/query.js'
import { defaults, type LaunchOptions } from './options.js'
import { Reports } from './reports.js'
import type { SnapshotStore } from './snapshots/store.js'
import type { TestedTerminal } from './tested-terminal.js'
import type { Trace } from './trace.js'
import { View } from './view.js'

/** What a terminal gets from the test it belongs to. */
export interface Surroundings {
  readonly clock: Clock
  readonly trace: Trace
  readonly snapshots: SnapshotStore
  readonly outputFolder: string | null
  readonly defaults: LaunchOptions
  start(options: LaunchOptions): Promise<Started>
  note(text: string): void
  failSoftly(error: Error): void
}

interface Started {
  readonly session: Session
  readonly chaos: Chaos | null
  /** Takes secrets out of what leaves the test. */
  readonly redactor: Redactor | null
}

interface Running extends Started {
  readonly actions: ActionLog
  readonly reports: Reports
  readonly cast: MemorySink
  readonly taps: readonly Disposable[]
}

export abstract class RunningTerminal extends Finder<Locator> implements TestedTerminal {
  private running: Running | null = null
  private options: LaunchOptions
  private failedAt: Snapshot | null = null

  constructor(private readonly around: Surroundings) {
    super()
    this.options = around.defaults
  }

  protected async start(options: LaunchOptions): Promise<void> {
    if (this.running)
      throw new CoreError(
        'conflict',
        `this terminal already runs ${this.session.program}: use launch() for a second one`,
      )
    this.options = { ...this.around.defaults, ...options }
    const { clock, trace } = this.around
    const { session, chaos, redactor } = await this.around.start(this.options)
    const cast = new MemorySink()
    const recorder = recordSession(session, {
      ...{ sink: cast, redactor, command: [session.program, ...session.args].join(' ') },
    })
    const actions = new ActionLog(session, clock)
    const slow = chaos?.slowDown(session, clock)
    const taps = [{ dispose: () => void recorder.stop() }, actions, ...(slow ? [slow] : [])]
    this.running = { session, chaos, redactor, actions, reports: new Reports(session, clock), cast, taps }
    trace.started(session)
    actions.begin('launch', session.program)
    const verdict = await answerOf(session, this.options.startMs ?? defaults.startMs, { orServing: true })
    trace.actionEnded(session, actions.end(verdict))
  }

  get session(): Session {
    return this.require().session
  }

  get isRunning(): boolean {
    return this.running !== null
  }

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
    return { session: this.session, cast: this.running.cast, snapshot: this.failedAt ?? this.session.snapshot() }
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
    this.failedAt ??= this.session.snapshot()
  }

  redact(text: string): string {
    return this.running?.redactor?.redact(text) ?? text
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

  protected answer(isLast: boolean): Promise<Verdict> {
    return answerOf(this.session, this.settleMs, { isLast })
  }

  protected sendKey(key: string | KeyPress): Promise<void> {
    return this.send(encodeKey(key, this.session.terminal.modes))
  }

  protected async send(bytes: Uint8Array, unseen = false): Promise<void> {
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

/** An action that was not possible, with what the program did instead. */
function explain(error: unknown, action: string, { exit }: Session): unknown {
  if (!(error instanceof CoreError)) return error
  const ended = exit ? `; it ended with ${describeExit(exit)}` : ''
  return new CoreError(error.code, `cannot ${action}: ${error.message}${ended}`, error.data, { cause: error })
}
