/** A bound on what many hold together, each within its own limit: memory for unfinished input, for answers, for recordings. */
import type { Disposable } from './disposable.js'

export class Budget {
  private held = 0

  constructor(readonly maxBytes: number) {}

  /** What all hold now. */
  get heldBytes(): number {
    return this.held
  }

  /** One holder's part of it. */
  open(): Share {
    let mine = 0
    const hold = (bytes: number): boolean => {
      this.held += bytes - mine
      mine = bytes
      return bytes === 0 || this.held <= this.maxBytes
    }
    return { hold, dispose: () => void hold(0) }
  }
}

export interface Share extends Disposable {
  /** Notes how much this one holds now; false when all hold too much together, and this one must let go. */
  hold(bytes: number): boolean
}
