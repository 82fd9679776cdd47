/**
 * How much of the time goes into telling: after some work on what listeners get, so much more time is left to the
 * program and everybody else. With many listeners who want to hear at once, all of them hear less often instead.
 */
import type { Clock } from '../../base/clock.js'

/** For each millisecond of telling, milliseconds of other things. */
const REST = 3

export class Pace {
  private restUntil = Number.NEGATIVE_INFINITY

  constructor(private readonly clock: Clock) {}

  /** Milliseconds until something may be told that is due at `dueAt`. */
  waitFor(dueAt: number): number {
    return Math.max(dueAt, this.restUntil) - this.clock.monotonic()
  }

  /** Does work that listeners wait for, and counts its time. */
  spend(work: () => void): void {
    const startedAt = this.clock.monotonic()
    work()
    const endedAt = this.clock.monotonic()
    this.restUntil = Math.max(this.restUntil, endedAt) + (endedAt - startedAt) * REST
  }
}
