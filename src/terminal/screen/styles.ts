/**
 * Interned styles: every distinct combination of colours, flags and link is one small integer, so a cell carries 32
 * bits of style and a colour change costs one lookup in an integer hash table. A table only grows; a sweep makes a
 * new one (see tables.ts), so snapshots keep the table they were made with.
 */
import type { Color, UnderlineStyle } from '../types.js'

/** Style flags; the underline style takes three bits. */
export const flag = {
  bold: 1,
  dim: 2,
  italic: 4,
  underlineShift: 3,
  underlineMask: 7 << 3,
  blink: 64,
  reverse: 128,
  hidden: 256,
  strikethrough: 512,
  overline: 1024,
  protected: 2048,
} as const

export const underlineStyles: readonly UnderlineStyle[] = ['none', 'single', 'double', 'curly', 'dotted', 'dashed']

/** Packed colours: 0 is the default, then a tag in bits 24–25 over an index or an RGB value. */
export const indexed = 0x1000000
export const direct = 0x2000000

export function unpackColor(packed: number): Color {
  if (packed === 0) return null
  if (packed < direct) return packed & 0xff
  return { r: (packed >> 16) & 0xff, g: (packed >> 8) & 0xff, b: packed & 0xff }
}

/** Columns of a style record. */
const width = 5

export class StyleTable {
  count = 1
  private records = new Int32Array(width * 16)
  private slots = new Int32Array(32)

  /** The id of a style, new if it was not seen before. Id 0 is the default style. */
  intern(fg: number, bg: number, underlineColor: number, flags: number, link: number): number {
    if ((fg | bg | underlineColor | flags | link) === 0) return 0
    const { records, slots } = this
    const mask = slots.length - 1
    let slot = hash(fg, bg, underlineColor, flags, link) & mask
    for (let id = slots[slot]; id !== 0; id = slots[(slot = (slot + 1) & mask)]) {
      const at = id * width
      if (
        records[at] === fg &&
        records[at + 1] === bg &&
        records[at + 3] === flags &&
        records[at + 2] === underlineColor &&
        records[at + 4] === link
      ) {
        return id
      }
    }
    return this.add(slot, fg, bg, underlineColor, flags, link)
  }

  fg(id: number): number {
    return this.records[id * width]
  }

  bg(id: number): number {
    return this.records[id * width + 1]
  }

  underlineColor(id: number): number {
    return this.records[id * width + 2]
  }

  flags(id: number): number {
    return this.records[id * width + 3]
  }

  link(id: number): number {
    return this.records[id * width + 4]
  }

  private add(slot: number, fg: number, bg: number, underlineColor: number, flags: number, link: number): number {
    const id = this.count++
    if ((id + 1) * width > this.records.length) {
      const grown = new Int32Array(this.records.length * 2)
      grown.set(this.records)
      this.records = grown
    }
    const at = id * width
    this.records[at] = fg
    this.records[at + 1] = bg
    this.records[at + 2] = underlineColor
    this.records[at + 3] = flags
    this.records[at + 4] = link
    this.slots[slot] = id
    if (this.count * 2 > this.slots.length) this.rehash()
    return id
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let id = 1; id < this.count; id++) {
      let slot = hash(this.fg(id), this.bg(id), this.underlineColor(id), this.flags(id), this.link(id)) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id
    }
    this.slots = slots
  }
}

function hash(fg: number, bg: number, underlineColor: number, flags: number, link: number): number {
  let h = Math.imul(fg ^ 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15) ^ bg, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13) ^ (flags | (link << 12)), 0x27d4eb2f)
  h ^= underlineColor
  return h ^ (h >>> 16)
}
