/**
 * Grapheme clusters after UAX #29: whether a code point belongs to the text before it, and how many columns a cluster
 * takes. Works from the text alone, so that a cell needs no break state beside it.
 */
import { graphemeClass as g } from './grapheme-class.js'
import { classOf, propertyOf } from './properties.js'

/** Longest cluster kept in one cell, in UTF-16 units; the rest of an endless one is dropped. */
export const maxClusterLength = 64

const zwnj = 0x200c
const textSelector = 0xfe0e
const emojiSelector = 0xfe0f

/** True when `cp` continues the cluster `text` (not empty). */
export function joins(text: string, cp: number): boolean {
  const next = classOf(cp)
  const last = lastCodePoint(text)
  const prev = classOf(last)
  if (prev === g.control || next === g.control) return false
  switch (next) {
    case g.extend:
    case g.zwj:
    case g.spacing:
    case g.linker:
      return true
    case g.modifier:
      // After a space it is a swatch of its own, as tables of skin tones print it.
      return last !== 0x20
    case g.hangulL:
      return prev === g.hangulL || prev === g.prepend
    case g.hangulSyllable:
      return prev === g.hangulL || prev === g.prepend
    case g.hangulV:
      return prev === g.hangulL || prev === g.hangulV || (prev === g.hangulSyllable && isLv(last)) || prev === g.prepend
    case g.hangulT:
      return prev === g.hangulV || prev === g.hangulT || prev === g.hangulSyllable || prev === g.prepend
    case g.pictographic:
      return prev === g.prepend || (prev === g.zwj && endsInPictographic(text))
    case g.regional:
      return prev === g.prepend || (prev === g.regional && regionalCount(text) % 2 === 1)
    case g.consonant:
      return prev === g.prepend || endsInLinkedConsonant(text)
    default:
      return prev === g.prepend
  }
}

/** Columns of a cluster: those of its code points, two at most, unless a variation selector says otherwise. */
export function clusterWidth(text: string): 0 | 1 | 2 {
  let width = 0
  let selectable = false
  for (let i = 0; i < text.length; ) {
    const cp = text.codePointAt(i)!
    i += cp > 0xffff ? 2 : 1
    const property = propertyOf(cp)
    if (cp === emojiSelector && selectable) width = 2
    else if (cp === textSelector && selectable) width = 1
    else width = Math.min(2, width + (property & 3))
    selectable = (property & 0x80) !== 0
  }
  return width as 0 | 1 | 2
}

function isLv(cp: number): boolean {
  return (cp - 0xac00) % 28 === 0
}

function lastCodePoint(text: string): number {
  const low = text.charCodeAt(text.length - 1)
  return (low & 0xfc00) === 0xdc00 && text.length > 1 ? text.codePointAt(text.length - 2)! : low
}

/** GB11: pictographic Extend* ZWJ. */
function endsInPictographic(text: string): boolean {
  const cps = [...text]
  for (let i = cps.length - 2; i >= 0; i--) {
    const cls = classOf(cps[i].codePointAt(0)!)
    if (cls === g.pictographic) return true
    if (cls !== g.extend && cls !== g.linker && cls !== g.modifier) return false
  }
  return false
}

/** GB12 and GB13 count the indicators back to the start. */
function regionalCount(text: string): number {
  let count = 0
  for (const char of text) count = classOf(char.codePointAt(0)!) === g.regional ? count + 1 : 0
  return count
}

/** GB9c: consonant, then extenders with at least one linker among them. */
function endsInLinkedConsonant(text: string): boolean {
  const cps = [...text]
  let linked = false
  for (let i = cps.length - 1; i >= 0; i--) {
    const cp = cps[i].codePointAt(0)!
    const cls = classOf(cp)
    if (cls === g.consonant) return linked
    if (cls === g.linker) linked = true
    else if ((cls !== g.extend && cls !== g.zwj && cls !== g.modifier) || cp === zwnj) return false
  }
  return false
}
