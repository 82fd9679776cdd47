/**
 * How late the event loop is. Measuring wakes an idle process again and again, so it begins with the first reading and
 * ends when no one has read for a while.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'

/** Between two measurements; what is measured contains it. */
const RESOLUTION_MS = 20
/** Scrapers read every minute or more often. */
const KEEP_MS = 180_000

export class LoopDelay implements Disposable {
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  private timer: Disposable | null = null

  constructor(private readonly clock: Clock) {}

  /** Seconds since measuring began, by quantile. */
  read(): ReadonlyMap<string, number> {
    this.histogram.enable()
    this.timer?.dispose()
    this.timer = this.clock.after(KEEP_MS, () => this.histogram.disable())
    const { histogram } = this
    const seconds = (ns: number): number => (histogram.count === 0 ? 0 : Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000))
    return new Map([
      ['0.5', seconds(histogram.percentile(50))],
      ['0.99', seconds(histogram.percentile(99))],
      ['1', seconds(histogram.max)],
    ])
  }

  dispose(): void {
    this.timer?.dispose()
    this.histogram.disable()
  }
}
