/**
 * The running waits of one session. Each is checked once when it starts, then whenever something happened that can
 * change its answer; its only timer is for its deadline or the moment from which quiet has lasted long enough. A wait
 * never fails because of what the program does: timeout, exit and cancellation are outcomes.
 */

import type { CharacterPairs } from '@polytty/terminal'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import { DEFAULT_WAIT_MS, MAX_WAIT_MS } from '../base/limits.js'
import { type Condition, cause, compileMatcher } from './condition.js'
import type { MatchDetail, Matcher, WaitOutcome, WaitView } from './matcher.js'

export interface WaitOptions {
  /** 30,000 if absent. 0 only looks once. */
  readonly timeoutMs?: number
  readonly abort?: AbortSignal
  /** Looks again whenever this fires: for a `check` whose answer comes from elsewhere. */
  readonly recheck?: Pick<Emitter<void>, 'on'>
}

const MAX_WAITS = 10_000

/** From here on a look counts as long; the next one comes so many times its length later, within a bound. */
const LONG_LOOK_MS = 25
const REST_FACTOR = 10
const MAX_REST_MS = 1000

/** What waits report about themselves. */
export interface WaitStart {
  readonly type: Matcher['type']
  readonly timeoutMs: number
}
export interface WaitEnd extends Pick<WaitOutcome, 'elapsedMs'> {
  readonly type: Matcher['type']
  /** 'failed' where looking itself failed. */
  readonly outcome: WaitOutcome['kind'] | 'failed'
}

export class Waits implements Disposable {
  readonly onStart = new Emitter<WaitStart>()
  readonly onEnd = new Emitter<WaitEnd>()
  private readonly running = new Set<Wait>()
  /** How many of them can rule a screen out by its pairs of characters. */
  private filtered = 0

  constructor(
    private readonly view: WaitView,
    private readonly clock: Clock,
  ) {}

  /** How many waits have not ended. */
  get size(): number {
    return this.running.size
  }

  /** Waits for a matcher. Rejects only for a matcher or a timeout that makes no sense, and for too many waits. */
  async start(matcher: Matcher, options: WaitOptions = {}): Promise<WaitOutcome> {
    const timeoutMs = options.timeoutMs ?? DEFAULT_WAIT_MS
    if (!(timeoutMs >= 0 && timeoutMs <= MAX_WAIT_MS))
      throw new CoreError('invalid-params', `a wait takes a timeout from 0 to ${MAX_WAIT_MS} ms, not ${timeoutMs}`)
    if (this.running.size >= MAX_WAITS)
      throw new CoreError('resource-limit', `${MAX_WAITS} waits are already running on this session`)
    const startedAt = this.clock.monotonic()
    const condition = compileMatcher(matcher, startedAt)
    const { type } = matcher
    const ended = (outcome: WaitEnd['outcome']): void =>
      this.onEnd.emit({ type, outcome, elapsedMs: this.clock.monotonic() - startedAt })
    this.onStart.emit({ type, timeoutMs })
    return new Promise((resolve, reject) => {
      const wait = new Wait(this.view, this.clock, condition, timeoutMs, options, {
        resolve: (outcome) => {
          ended(outcome.kind)
          resolve(outcome)
        },
        reject: (error) => {
          ended('failed')
          reject(error)
        },
        ended: () => {
          if (this.running.delete(wait) && condition.canMatch) this.filtered--
        },
      })
      this.running.add(wait)
      if (condition.canMatch) this.filtered++
      wait.begin()
    })
  }

  /** Something happened: `causes` are bits of `cause`. */
  notify(causes: number): void {
    // Most looks find nothing: what cannot be there is not looked for.
    const canFilter = this.filtered > 0 && (causes & ~(cause.screen | cause.output)) === 0 && causes & cause.screen
    const pairs = canFilter ? this.view.pairs() : null
    for (const wait of this.running) if (pairs === null || wait.canMatch(pairs)) wait.notify(causes)
  }

  /** Cancels all. */
  dispose(): void {
    for (const wait of this.running) wait.cancel()
  }
}

interface WaitEnds {
  resolve(outcome: WaitOutcome): void
  reject(error: unknown): void
  ended(): void
}

class Wait {
  private readonly startedAt: number
  private readonly deadline: number
  private timer: Disposable | null = null
  private timerAt = Number.POSITIVE_INFINITY
  /** After a look that took long, the next one is put off, so that others get their time. */
  private restsUntil = Number.NEGATIVE_INFINITY
  private rechecking: Disposable | null = null
  private readonly handleAbort = () => this.cancel()

  constructor(
    private readonly view: WaitView,
    private readonly clock: Clock,
    private readonly condition: Condition,
    timeoutMs: number,
    private readonly options: WaitOptions,
    private readonly ends: WaitEnds,
  ) {
    this.startedAt = clock.monotonic()
    this.deadline = this.startedAt + timeoutMs
  }

  begin(): void {
    const { abort, recheck } = this.options
    if (abort?.aborted) {
      this.cancel()
      return
    }
    abort?.addEventListener('abort', this.handleAbort, { once: true })
    this.rechecking = recheck?.on(() => this.check()) ?? null
    this.check()
  }

  notify(causes: number): void {
    if (!((this.condition.causes | cause.exit) & causes)) return
    const now = this.clock.monotonic()
    if (now >= this.restsUntil || causes & cause.exit) this.check()
    else this.armTimer(Math.min(this.restsUntil, this.deadline), now)
  }

  /** False where the screen cannot have made it true. */
  canMatch(pairs: CharacterPairs): boolean {
    return this.condition.canMatch?.(pairs) ?? true
  }

  cancel(): void {
    this.end('cancelled')
  }

  private check(): void {
    const now = this.clock.monotonic()
    let match: MatchDetail | null
    try {
      match = this.condition.evaluate(this.view, now)
    } catch (error) {
      // A predicate of the caller's own, or a pattern that takes too much work on what there is now.
      this.stop()
      this.ends.reject(error)
      return
    }
    if (match) {
      this.finish({ kind: 'matched', match, ...this.evidence() })
      return
    }
    const spentMs = this.clock.monotonic() - now
    if (spentMs > LONG_LOOK_MS) this.restsUntil = now + Math.min(spentMs * REST_FACTOR, MAX_REST_MS)
    const due = this.condition.causes & cause.time ? this.condition.dueAt(this.view, now) : Number.POSITIVE_INFINITY
    // After the exit only time can still bring about a match.
    if (this.view.exited && due === Number.POSITIVE_INFINITY) this.end('exited')
    else if (now >= this.deadline) this.end('timeout')
    else this.armTimer(Math.min(due, this.deadline), now)
  }

  /** A timer that comes too early does no harm: it checks and arms the next. */
  private armTimer(at: number, now: number): void {
    if (this.timer && this.timerAt <= at) return
    this.timer?.dispose()
    this.timerAt = at
    this.timer = this.clock.after(Math.ceil(at - now), () => {
      this.timer = null
      this.timerAt = Number.POSITIVE_INFINITY
      this.check()
    })
  }

  private evidence(): Pick<WaitOutcome, 'elapsedMs' | 'snapshot'> {
    return { elapsedMs: this.clock.monotonic() - this.startedAt, snapshot: this.view.snapshot() }
  }

  private end(kind: 'timeout' | 'exited' | 'cancelled'): void {
    const staleSince = this.condition.staleSince?.(this.view) ?? undefined
    this.finish({ kind, ...this.evidence(), ...(staleSince !== undefined && { staleSince }) })
  }

  private finish(outcome: WaitOutcome): void {
    this.stop()
    this.ends.resolve(outcome)
  }

  private stop(): void {
    this.timer?.dispose()
    this.timer = null
    this.rechecking?.dispose()
    this.options.abort?.removeEventListener('abort', this.handleAbort)
    this.ends.ended()
  }
}
