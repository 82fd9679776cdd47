/**
 * Which characters stand beside each other on a screen, roughly: enough to know quickly, for many texts at once, that one
 * is not there. Only pairs of visible ASCII characters count, and different pairs may share a place, so a pair that is
 * not on the screen may seem to be; one that is there always is.
 */

import { clusterBit, widePad, widthMask } from './screen/tables.js'
import type { TerminalState } from './screen/terminal-state.js'

const places = 4096

/** Where two characters are noted. */
function placeOf(first: number, second: number): number {
  return ((first << 5) ^ second) & (places - 1)
}

function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f
}

export class CharacterPairs {
  /** For each place the number of the screen that has it: nothing needs to be cleared for the next one. */
  private readonly seenIn = new Uint8Array(places)
  private screen = 0

  /** Takes the pairs of a screen in the place of the one before. */
  read({ grid, tables, rows, cols }: TerminalState): void {
    this.screen = this.screen === 255 ? 1 : this.screen + 1
    if (this.screen === 1) this.seenIn.fill(0)
    const { codes, used } = grid
    const { seenIn, screen } = this
    // Rows are read as one: a line may go on in the next, with or without the blanks at its end.
    let last = 0
    for (let row = 0; row < rows; row++) {
      const line = grid.line(row)
      const base = line * cols
      let before = last
      for (let at = base, end = base + used[line]; at < end; at++) {
        const code = codes[at]
        if (code < 0x7f) {
          // Pairs with a blank are noted as well, which costs less than to look.
          seenIn[((before << 5) ^ code) & (places - 1)] = screen
          before = code
          if (code > 0x20) last = code
        } else if (code >= clusterBit) before = last = this.readCluster(tables.textOf(code), before)
        else if ((code & widthMask) !== widePad) before = last = 0
      }
    }
  }

  private readCluster(text: string, before: number): number {
    let last = before
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (isVisibleAscii(unit)) this.seenIn[placeOf(last, unit)] = this.screen
      last = isVisibleAscii(unit) ? unit : 0
    }
    return last
  }

  /** Whether all of these places, of `placesOf`, are on the screen. */
  hasAll(wanted: Uint16Array): boolean {
    const { seenIn, screen } = this
    for (let i = 0; i < wanted.length; i++) if (seenIn[wanted[i]] !== screen) return false
    return true
  }

  /** The pairs that a text has, for `hasAll`. */
  static placesOf(text: string): Uint16Array {
    const found = new Set<number>()
    for (let i = 1; i < text.length; i++) {
      const [first, second] = [text.charCodeAt(i - 1), text.charCodeAt(i)]
      if (isVisibleAscii(first) && isVisibleAscii(second)) found.add(placeOf(first, second))
    }
    return Uint16Array.from(found)
  }
}
