/**
 * When output goes to the server: what comes after a silence at the end of this turn of the event loop; of a flood, so
 * much at a time that carrying it costs little, and after a millisecond at the latest.
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'

const BATCH_BYTES = 32 * 1024
const FLOOD_BYTES = 2048
const FLOOD_MS = 2
const WAIT_MS = 1

export class Outlet {
  private bytes = 0
  private lastBytes = 0
  private lastAt = Number.NEGATIVE_INFINITY
  private isPlanned = false
  private timer: Disposable | null = null

  constructor(
    private readonly clock: Clock,
    private readonly send: () => void,
  ) {}

  /** So many bytes were added. */
  note(bytes: number): void {
    this.bytes += bytes
    if (this.bytes >= BATCH_BYTES) return this.flush()
    if (this.isPlanned) return
    this.isPlanned = true
    const floods = this.lastBytes >= FLOOD_BYTES && this.clock.monotonic() - this.lastAt < FLOOD_MS
    if (floods) this.timer = this.clock.after(WAIT_MS, () => this.flush())
    else setImmediate(() => this.flush())
  }

  flush(): void {
    this.timer?.dispose()
    this.timer = null
    this.isPlanned = false
    if (this.bytes === 0) return
    this.lastBytes = this.bytes
    this.lastAt = this.clock.monotonic()
    this.bytes = 0
    this.send()
  }
}
