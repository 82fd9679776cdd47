/**
 * When a screen is read that reports no changes: soon after input and then less and less often, often while someone
 * watches, and now and then otherwise. The reads of one pane never overlap.
 */
import type { Clock } from '../../base/clock.js'
import type { Disposable } from '../../base/disposable.js'

/** After input, one after the other. */
const AFTER_INPUT_MS = [15, 30, 60, 120, 250, 500]
const WATCHED_MS = 200
const UNWATCHED_MS = 5000

export class ReadSchedule {
  private timer: Disposable | null = null
  private reading = false
  private step = AFTER_INPUT_MS.length
  private isOver = false

  constructor(
    private readonly read: () => Promise<void>,
    private readonly isWatched: () => boolean,
    private readonly clock: Clock,
  ) {
    this.plan()
  }

  noteInput(): void {
    this.step = 0
    this.plan()
  }

  /** Someone looks: what they see next is to be new. */
  hurry(): void {
    if (this.step < AFTER_INPUT_MS.length || this.reading) return
    this.step = AFTER_INPUT_MS.length - 1
    this.plan(AFTER_INPUT_MS[0])
  }

  stop(): void {
    this.isOver = true
    this.timer?.dispose()
  }

  private plan(ms = this.nextMs()): void {
    this.timer?.dispose()
    if (!this.isOver) this.timer = this.clock.after(ms, () => void this.run())
  }

  private nextMs(): number {
    return AFTER_INPUT_MS[this.step] ?? (this.isWatched() ? WATCHED_MS : UNWATCHED_MS)
  }

  private async run(): Promise<void> {
    if (this.reading) return
    this.reading = true
    this.step++
    try {
      await this.read()
    } catch {
      // A pane that is gone is not listed any more, which is looked at elsewhere.
    }
    this.reading = false
    this.plan()
  }
}
