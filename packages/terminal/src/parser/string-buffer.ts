/** The bytes of a control string as they come, up to the limit; what is longer is noted as incomplete. */
import { limits } from '../limits.js'

/** A larger array is not kept for the next string. */
const keptBytes = 65_536

export class StringBuffer {
  bytes: Uint8Array = new Uint8Array(64)
  length = 0
  complete = true

  /** The bytes so far, with one more where the limit was passed. */
  get received(): Uint8Array {
    const received = new Uint8Array(this.complete ? this.length : this.length + 1)
    received.set(this.bytes.subarray(0, this.length))
    return received
  }

  reset(): void {
    this.length = 0
    this.complete = true
    if (this.bytes.length > keptBytes) this.bytes = new Uint8Array(64)
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    let end = to
    if (this.length + (end - from) > limits.stringBytes) {
      end = from + limits.stringBytes - this.length
      this.complete = false
    }
    const length = this.length + (end - from)
    if (length > this.bytes.length) {
      const grown = new Uint8Array(Math.min(limits.stringBytes, Math.max(length, this.bytes.length * 2)))
      grown.set(this.bytes.subarray(0, this.length))
      this.bytes = grown
    }
    for (let i = from, at = this.length; i < end; i++, at++) this.bytes[at] = bytes[i]
    this.length = length
  }
}
