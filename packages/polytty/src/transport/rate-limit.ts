/** How often an address may ask, counted by whole seconds. What is asked does not matter here. */
import type { Clock } from '../base/clock.js'

/** Addresses remembered at a time. */
const MAX_ADDRESSES = 4096

export class RateLimit {
  private readonly counts = new Map<string, { readonly second: number; count: number }>()

  constructor(
    readonly perSecond: number,
    private readonly clock: Clock,
  ) {}

  /** Counts a request; false when it was one too many in this second. */
  admits(address: string): boolean {
    const second = Math.floor(this.clock.monotonic() / 1000)
    const known = this.counts.get(address)
    if (known?.second === second) return ++known.count <= this.perSecond
    if (this.counts.size >= MAX_ADDRESSES) this.counts.clear()
    this.counts.set(address, { second, count: 1 })
    return true
  }
}
