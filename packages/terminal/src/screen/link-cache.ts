/** The last links of a terminal, by the bytes that they were sent as. */
import type { Hyperlink, TerminalEvent } from '../types.js'

interface SeenLink {
  readonly bytes: Uint8Array
  /** Its number in the tables. */
  readonly link: number
  readonly event: TerminalEvent
}

const slotBits = 11

export class LinkCache {
  private readonly seen: (SeenLink | undefined)[] = new Array(1 << slotBits)

  find(bytes: Uint8Array, hash: number, from: number, to: number): SeenLink | undefined {
    const found = this.seen[slotOf(hash)]
    if (found?.bytes.length !== to - from) return undefined
    for (let i = 0; from + i < to; i++) if (found.bytes[i] !== bytes[from + i]) return undefined
    return found
  }

  add(hash: number, bytes: Uint8Array, link: number, { uri, id }: Hyperlink): void {
    this.seen[slotOf(hash)] = { bytes, link, event: Object.freeze({ type: 'hyperlink', uri, id }) }
  }
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - slotBits)
}
