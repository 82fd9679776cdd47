/** Where time comes from. The product uses `systemClock`; tests move a `ManualClock` by hand and never sleep. */
import type { Disposable } from './disposable.js'

export interface Clock {
  /** Milliseconds since the epoch, for timestamps that leave the process. */
  now(): number
  /** Milliseconds on a scale that never jumps, for measuring. */
  monotonic(): number
  /** Calls back once after `ms`; dispose to cancel. */
  after(ms: number, callback: () => void): Disposable
}

/** Longest delay a Node timer takes; anything longer would fire at once. */
const MAX_TIMER_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(ms, 0), MAX_TIMER_MS))
    return { dispose: () => clearTimeout(timer) }
  },
}

interface Timer {
  readonly at: number
  readonly order: number
  readonly callback: () => void
}

/** A clock that moves only when advanced. Due callbacks run in order of time, then of registration. */
export class ManualClock implements Clock {
  private elapsed = 0
  private order = 0
  private readonly timers = new Set<Timer>()

  constructor(private readonly start = 1_700_000_000_000) {}

  now(): number {
    return this.start + this.elapsed
  }

  monotonic(): number {
    return this.elapsed
  }

  after(ms: number, callback: () => void): Disposable {
    const timer: Timer = { at: this.elapsed + Math.max(ms, 0), order: this.order++, callback }
    this.timers.add(timer)
    return { dispose: () => this.timers.delete(timer) }
  }

  /** How many callbacks are waiting: a test's way to see that nothing leaked. */
  get pending(): number {
    return this.timers.size
  }

  /** Moves time forward, firing what comes due on the way. */
  advance(ms: number): void {
    const target = this.elapsed + ms
    for (let next = this.nextDue(target); next; next = this.nextDue(target)) {
      this.timers.delete(next)
      this.elapsed = Math.max(this.elapsed, next.at)
      next.callback()
    }
    this.elapsed = target
  }

  private nextDue(limit: number): Timer | undefined {
    let first: Timer | undefined
    for (const timer of this.timers) {
      if (timer.at > limit) continue
      if (!first || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer
    }
    return first
  }
}
