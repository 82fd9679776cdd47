/**
 * Whether a session's program waits for its user, over time. The kernel reports no sleep, so while someone wants to know
 * it is looked at again and again after input and output, soon at first and then ever less often: the one schedule of
 * its kind. No one wants to know, or the program waits: nothing is looked at.
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import { Flood } from './flood.js'
import { type Facts, type LookFurther, nothingKnown } from './kernel/facts.js'
import {
  type Circumstances,
  isServing,
  type Judgement,
  judge,
  type ReadyState,
  SERVES_MS,
  STUCK_MS,
} from './verdict.js'

/** What is known of a program, and since when. */
export interface Verdict extends Judgement {
  /** Milliseconds since the epoch. */
  readonly since: number
  /** What stands before the cursor, where the program waits for a line or a command. */
  readonly prompt: string | null
}

export interface ReadySource {
  /** Where another machine has the program, and judges: what it says; null if it cannot be asked. */
  judgedElsewhere?(isFresh: boolean): Judgement | null
  gather(further: LookFurther): Facts
  circumstances(): Omit<Circumstances, 'paintsByItself'>
  /** What stands before the cursor. */
  promptText(): string
}

export interface SettleOptions {
  /** Until the verdict is given as it is then; 10,000 if absent. */
  readonly timeoutMs?: number
  /** A server that has begun to listen, and waits for nothing else, has answered too. */
  readonly orServing?: boolean
  /** So has one that prints without end. */
  readonly orFlooding?: boolean
  /** Only these states count; all in which it waits for its user, or has ended, if absent. */
  readonly states?: readonly ReadyState[]
  readonly abort?: AbortSignal
}

/** When to look after the last input or output, each after the one before; then by STEADY_MS. */
const LOOKS_MS = [0.5, 1, 2, 4, 8, 16, 32, 50]
const STEADY_MS = 50
/** After so long without input and output looks become rarer still. */
const STEADY_FOR_MS = 2000
const SLOWEST_MS = 1000

/** For how long a program that has painted by itself is taken to do so again. */
const PAINTS_MS = 1000

const DEFAULT_TIMEOUT_MS = 10_000

/** States in which nothing more happens before something is typed. */
const waitingStates: ReadonlySet<ReadyState> = new Set([
  ...(['exited', 'stopped', 'prompt', 'continuation', 'secret-input', 'line-input', 'key-input', 'quiet'] as const),
])

const asksLine: ReadonlySet<ReadyState> = new Set(['prompt', 'continuation', 'secret-input', 'line-input'])

export function waitsForUser({ state }: Pick<Judgement, 'state'>): boolean {
  return state !== 'exited' && state !== 'stopped' && state !== 'quiet' && waitingStates.has(state)
}

/** How long output must have been silent, where the facts alone do not make it sure that none will come. */
function neededQuietMs({ state, confidence }: Judgement): number {
  if (confidence >= 0.9 || state === 'quiet') return 0
  return confidence >= 0.8 ? 20 : 250
}

interface Waiter {
  readonly states: readonly ReadyState[] | undefined
  readonly orServing: boolean
  readonly orFlooding: boolean
  finish(verdict: Verdict): void
}

export class Readiness {
  /** The state changed. Looks are taken only while someone listens or waits. */
  readonly onChange = new Emitter<Verdict>()
  /** It has answered all that was typed, and waits. */
  readonly onSettled = new Emitter<Verdict>()
  private readonly waiters = new Set<Waiter>()
  private readonly flood = new Flood()
  private last: Verdict | null = null
  private timer: Disposable | null = null
  private step = 0
  private activeAt: number
  private looksAt = 0
  private lookedAt = Number.NEGATIVE_INFINITY
  /** It waited at the last look, and nothing was typed since: what it prints now it prints by itself. */
  private waited = false
  private paintedAt = Number.NEGATIVE_INFINITY
  /** Whether sockets, and all processes, were looked at since something last happened. */
  private sawSockets = false
  private sawEveryone = false

  constructor(
    readonly source: ReadySource,
    private readonly clock: Clock,
  ) {
    this.activeAt = clock.monotonic()
  }

  /** What is so now; of a program elsewhere what is known, unless it must be `isFresh`. */
  look(isFresh = false): Verdict {
    this.lookedAt = this.clock.monotonic()
    const paintsByItself = this.lookedAt - this.paintedAt < PAINTS_MS
    const about = { ...this.source.circumstances(), paintsByItself }
    const elsewhere = about.exit ? null : this.source.judgedElsewhere?.(isFresh)
    if (elsewhere) return this.note(elsewhere)
    const sockets = about.quietMs >= SERVES_MS && !this.sawSockets
    const everyone = about.quietMs >= STUCK_MS && !this.sawEveryone
    this.sawSockets ||= sockets
    this.sawEveryone ||= everyone
    // The number of a process that has ended may be another's by now.
    const judgement = judge(about.exit ? nothingKnown : this.source.gather({ sockets, everyone }), about)
    return this.note(this.keepKnown(judgement, { sockets, everyone }))
  }

  /** Resolves when the program has answered all that was typed and waits, or has ended; else at the timeout. */
  settled(options: SettleOptions = {}): Promise<Verdict> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, abort, states, orServing = false, orFlooding = false } = options
    return new Promise((resolve) => {
      const finish = (verdict: Verdict): void => {
        deadline.dispose()
        abort?.removeEventListener('abort', giveUp)
        this.waiters.delete(waiter)
        if (!this.isWanted) this.disarm()
        resolve(verdict)
      }
      const giveUp = (): void => finish(this.look())
      const waiter: Waiter = { states, orServing, orFlooding, finish }
      const deadline = this.clock.after(timeoutMs, giveUp)
      if (abort?.aborted) return giveUp()
      abort?.addEventListener('abort', giveUp)
      this.waiters.add(waiter)
      this.check()
    })
  }

  /** What is so now, if it has answered all that was typed and waits. */
  settledNow(): Verdict | null {
    const verdict = this.look(true)
    return waitingStates.has(verdict.state) && this.lackingMs(verdict) <= 0 ? verdict : null
  }

  /** Something was typed. */
  noteInput(): void {
    this.waited = false
    this.paintedAt = Number.NEGATIVE_INFINITY
    this.flood.reset()
    this.noteActivity()
  }

  /** So many bytes were printed. */
  noteOutput(bytes: number): void {
    const now = this.clock.monotonic()
    if (this.waited) this.paintedAt = now
    this.flood.note(bytes, now)
    this.noteActivity()
  }

  private noteActivity(): void {
    this.activeAt = this.clock.monotonic()
    this.step = 0
    this.sawSockets = false
    this.sawEveryone = false
    if (this.isWanted) this.arm()
  }

  /** The program has ended, and all its output was read. */
  noteExit(): void {
    if (this.isWanted || this.last) this.check()
  }

  /** For who has begun to listen: what is so now, and what changes from now on. */
  watch(): void {
    this.check()
  }

  dispose(): void {
    this.disarm()
    for (const waiter of this.waiters) waiter.finish(this.look())
    this.onChange.clear()
    this.onSettled.clear()
  }

  private get isWanted(): boolean {
    return this.waiters.size > 0 || this.onChange.size > 0 || this.onSettled.size > 0
  }

  private disarm(): void {
    this.timer?.dispose()
    this.timer = null
  }

  private check(): void {
    this.disarm()
    if (!this.isWanted) return
    const verdict = this.look(true)
    const isWaiting = waitingStates.has(verdict.state)
    const lackingMs = isWaiting ? this.lackingMs(verdict) : 0
    if (lackingMs > 0) return this.arm(Math.max(1, lackingMs))
    const floods = this.flood.isOne(this.clock.monotonic())
    for (const waiter of this.waiters) {
      const isWanted = waiter.states?.includes(verdict.state) ?? isWaiting
      const isEnough = (waiter.orServing && isServing(verdict)) || (waiter.orFlooding && floods)
      if (isWanted || isEnough) waiter.finish(verdict)
    }
    if (isWaiting) this.onSettled.emit(verdict)
    // Whoever waits for another state than it is in wants further looks; who only listens does not.
    if (this.waiters.size > 0 || (!isWaiting && this.isWanted)) this.arm()
  }

  /** How much longer output must be silent before the verdict counts. */
  private lackingMs(verdict: Verdict): number {
    return neededQuietMs(verdict) - this.source.circumstances().quietMs
  }

  private arm(after?: number): void {
    const now = this.clock.monotonic()
    const delay = after ?? this.nextDelay(now - this.activeAt)
    if (this.timer && this.looksAt <= now + delay) return
    this.timer?.dispose()
    this.looksAt = now + delay
    this.timer = this.clock.after(delay, () => this.checkUnlessActive())
  }

  /** A program that prints without end is looked at now and then only. */
  private checkUnlessActive(): void {
    this.timer = null
    const now = this.clock.monotonic()
    if (now - this.activeAt < LOOKS_MS[0] && now - this.lookedAt < STEADY_MS) this.arm()
    else this.check()
  }

  private nextDelay(idleMs: number): number {
    const planned = LOOKS_MS[this.step++]
    if (planned !== undefined) return planned
    return idleMs < STEADY_FOR_MS ? STEADY_MS : Math.min(SLOWEST_MS, idleMs / 10)
  }

  /** What was found by looking further stays so until something happens. */
  private keepKnown(judgement: Judgement, { sockets, everyone }: LookFurther): Judgement {
    const { last } = this
    if (judgement.state !== 'busy' || !last) return judgement
    const isStuck = this.sawEveryone && !everyone && last.state === 'stuck'
    const serves = this.sawSockets && !sockets && isServing(last)
    return isStuck || serves ? last : judgement
  }

  private note(judgement: Judgement): Verdict {
    const isSame = this.last?.state === judgement.state
    const since = isSame && this.last ? this.last.since : this.clock.now()
    const prompt = asksLine.has(judgement.state) ? this.source.promptText() : null
    this.last = { ...judgement, since, prompt }
    this.waited = waitsForUser(judgement) || judgement.state === 'animating'
    if (!isSame) this.onChange.emit(this.last)
    return this.last
  }
}
