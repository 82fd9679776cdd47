/**
 * Predicates of plugins inside a wait. A predicate runs in another thread, so its answer comes later: the wait looks
 * again when it is there. An answer counts for the state it was asked about, and at the moment it arrives. A predicate
 * that looked at the time since the last change is asked again as that time grows.
 */
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import type { Matcher } from '../../wait/index.js'
import type { PredicateParam } from './matchers.js'
import type { PluginInstance } from './plugins/plugin-instance.js'
import type { PluginRegistry } from './plugins/plugin-registry.js'
import type { SessionView } from './session-view.js'

export class Predicates implements Disposable {
  /** An answer has come: time to look again. */
  readonly onAnswer = new Emitter<void>()
  private readonly asked: Predicate[] = []

  constructor(
    private readonly view: SessionView,
    private readonly plugins: PluginRegistry,
    private readonly clock: Clock,
  ) {}

  matcher(param: PredicateParam): Matcher {
    const instance = this.plugins.instanceOf(this.plugins.get(param.plugin))
    const predicate = new Predicate(param, instance, this.view, this.clock, () => this.look(() => this.onAnswer.emit()))
    this.asked.push(predicate)
    return { type: 'check', test: () => predicate.test() }
  }

  /** Whether every answer is about the state that the session is in now. */
  get isCurrent(): boolean {
    return this.asked.every((predicate) => predicate.isCurrent())
  }

  /** Asks all of them about the state now. */
  async update(): Promise<void> {
    await Promise.all(this.asked.map((predicate) => predicate.update()))
  }

  /** Looks while the answers that have just come count, wherever the session is by now. */
  look<T>(act: () => T): T {
    for (const predicate of this.asked) predicate.fresh = true
    try {
      return act()
    } finally {
      for (const predicate of this.asked) predicate.fresh = false
    }
  }

  dispose(): void {
    this.onAnswer.clear()
    for (const predicate of this.asked) predicate.dispose()
  }
}

interface Answer {
  readonly evidence?: unknown
  readonly capture?: unknown
}

class Predicate implements Disposable {
  /** The answer has just come and counts, wherever the session is by now. */
  fresh = false
  /** The state that the answer is about. */
  private about = ''
  private answer: Answer | null = null
  private failure: CoreError | null = null
  private asking: Promise<void> | null = null
  private timer: Disposable | null = null
  private disposed = false

  constructor(
    private readonly param: PredicateParam,
    private readonly instance: PluginInstance,
    private readonly view: SessionView,
    private readonly clock: Clock,
    private readonly onAnswer: () => void,
  ) {}

  isCurrent(): boolean {
    return this.about === this.view.stamp()
  }

  test(): { readonly data: Answer } | null {
    if (this.failure) throw this.failure
    const current = this.isCurrent()
    if (this.answer && (current || this.fresh)) return { data: this.answer }
    if (!current) void this.ask()
    return null
  }

  async update(): Promise<void> {
    if (!this.isCurrent()) await this.ask()
  }

  dispose(): void {
    this.disposed = true
    this.timer?.dispose()
  }

  /** One question at a time; whoever asks meanwhile shares its answer. */
  private ask(): Promise<void> {
    this.asking ??= this.askNow().then(() => {
      this.asking = null
      this.onAnswer()
    })
    return this.asking
  }

  private async askNow(): Promise<void> {
    const { plugin, predicate, params } = this.param
    const stamp = this.view.stamp()
    const input = this.view.predicateInput(params)
    try {
      const exported = await this.instance.exported()
      if (!exported.has(predicate))
        throw new CoreError('invalid-params', `plugin ${plugin} has no predicate ${predicate}`)
      const { value, watched } = await this.instance.call(predicate, input, { watch: 'stable_ms' })
      this.answer = readAnswer(value)
      this.about = stamp
      if (watched && !this.answer && !this.disposed) this.askLater(input.stable_ms)
    } catch (error) {
      this.failure = error instanceof CoreError ? error : new CoreError('internal', String(error))
    }
  }

  private askLater(stableMs: number): void {
    const delay = Math.min(Math.max(stableMs / 4, 20), 1000)
    this.timer?.dispose()
    this.timer = this.clock.after(delay, () => {
      this.about = ''
      this.onAnswer()
    })
  }
}

/** A boolean, or a table that says `matched` and perhaps why; nothing at all is a no. */
function readAnswer(value: unknown): Answer | null {
  if (value === null || typeof value === 'boolean') return value ? {} : null
  const { matched, evidence, capture } = value as { matched?: unknown; evidence?: unknown; capture?: unknown }
  if (typeof value !== 'object' || matched === undefined)
    throw new CoreError('internal', 'a predicate returns a boolean, or a table with matched = true or false')
  if (matched === false) return null
  return { ...(evidence === undefined ? {} : { evidence }), ...(capture === undefined ? {} : { capture }) }
}
