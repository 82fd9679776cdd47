/** The parameters of one control sequence, in place: nothing is allocated from sequence to sequence. */
import { limits } from '../limits.js'

export class Params {
  /** Number of values, sub-parameters included. */
  count = 0
  /** Values in order; -1 where the program left one out. */
  readonly values = new Int32Array(limits.params)
  /** True while no value follows a colon; `sub` is not valid then. */
  plain = true
  /** 1 where the value follows a colon: a sub-parameter of the one before. */
  readonly sub = new Uint8Array(limits.params)

  /** The value at `index`, or `fallback` where it is missing. */
  at(index: number, fallback = 0): number {
    if (index >= this.count) return fallback
    const value = this.values[index]
    return value < 0 ? fallback : value
  }

  /** The value at `index` as a count: at least 1. */
  atLeastOne(index: number): number {
    const value = this.at(index, 1)
    return value === 0 ? 1 : value
  }

  reset(): void {
    this.count = 0
    this.plain = true
  }

  /** Starts the next value; false when there is no room for it. */
  open(isSub: boolean): boolean {
    if (this.count >= limits.params) return false
    if (isSub && this.plain) {
      this.plain = false
      this.sub.fill(0, 0, this.count)
    }
    this.values[this.count] = -1
    this.sub[this.count++] = isSub ? 1 : 0
    return true
  }
}
