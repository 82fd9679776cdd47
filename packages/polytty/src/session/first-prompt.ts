/**
 * Input that comes before a shell's first prompt would be echoed above it, and again behind it, so that no one can know
 * what was typed from what was printed. It is kept back until the shell asks for it: until it marks its prompt, or where
 * it marks none until it has printed something.
 */
import type { Clock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'
import type { Disposable } from '../base/disposable.js'

/** A shell whose start-up files take longer gets its input before its prompt. */
const MAX_WAIT_MS = 1000

export class FirstPrompt implements Disposable {
  private readonly seen = deferred<void>()
  private readonly timer: Disposable
  private isPending = true

  constructor(
    private readonly marks: boolean,
    clock: Clock,
  ) {
    this.timer = clock.after(MAX_WAIT_MS, () => this.dispose())
    // Registered before all who wait: whoever comes while they go on waits behind them.
    void this.seen.promise.then(() => {
      this.isPending = false
    })
  }

  /** What input has to wait for; null once it may go. */
  get awaited(): Promise<void> | null {
    return this.isPending ? this.seen.promise : null
  }

  /** The shell has printed something. */
  noteOutput(): void {
    if (this.isPending && !this.marks) this.dispose()
  }

  /** The shell has marked the end of its prompt. */
  notePrompt(): void {
    if (this.isPending) this.dispose()
  }

  dispose(): void {
    this.timer.dispose()
    this.seen.resolve()
  }
}
