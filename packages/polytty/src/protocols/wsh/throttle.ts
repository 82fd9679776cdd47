/**
 * How much time goes into notifications: after some work on what listeners get, so much more time is left to the
 * program and everyone else. With many listeners who want events at once, all of them get them less often instead.
 */
import type { Clock } from '../../base/clock.js'

/** For each millisecond of notifying, milliseconds of other things. */
const REST = 3

export class Throttle {
  private restUntil = Number.NEGATIVE_INFINITY

  constructor(private readonly clock: Clock) {}

  /** Milliseconds until something may be sent that is due at `dueAt`. */
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
