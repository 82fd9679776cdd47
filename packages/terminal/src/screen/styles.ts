/**
 * Styles as numbers. Palette colours and flags fit into the number itself; a style with a direct colour, an underline
 * colour, a script or a link is an entry of an integer hash table. A table only grows; a sweep makes a new one (see tables.ts),
 * so snapshots keep the table they were made with.
 */
import type { Color, UnderlineStyle } from '../types.js'

/** Style flags; the underline style takes three bits. Those of scripts do not fit into a palette style's number. */
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
  superscript: 4096,
  subscript: 8192,
} as const

export const scriptMask = flag.superscript | flag.subscript

export const underlineStyles: readonly UnderlineStyle[] = ['none', 'single', 'double', 'curly', 'dotted', 'dashed']

/** What a style is made of: packed colours, flags and a link's number. */
export interface StyleParts {
  fg: number
  bg: number
  underlineColor: number
  flags: number
  link: number
}

/** Packed colours: 0 is the default, 1 to 256 a palette index and one, and from `direct` on an RGB value. */
export const direct = 0x1000000

export function unpackColor(packed: number): Color {
  if (packed === 0) return null
  if (packed < direct) return packed - 1
  return Object.freeze({ r: (packed >> 16) & 0xff, g: (packed >> 8) & 0xff, b: packed & 0xff })
}

/** Set in the numbers of styles that are in the table. The others say it all themselves. */
export const internedBit = 0x40000000
const colorBits = 9
const colorMask = 511
const flagShift = 18
/** The bits of a palette style's number that are its foreground, and its background. */
export const foregroundMask = colorMask
export const backgroundMask = colorMask << colorBits

/** The number of a style that has palette colours and flags only. */
export function paletteStyle(fg: number, bg: number, flags: number): number {
  return fg | (bg << colorBits) | (flags << flagShift)
}

/** What such a number says. */
export const paletteParts = {
  fg: (style: number): number => style & colorMask,
  bg: (style: number): number => (style >> colorBits) & colorMask,
  flags: (style: number): number => style >> flagShift,
} as const

/** Columns of a style record: foreground, background, flags, underline colour and link. */
const width = 5
/** Columns of a slot: foreground, background, flags and the entry and one. In one place, as memory is far away. */
const slotWidth = 4
/** In the flags of a slot: its entry has an underline colour, a script or a link; the rest is compared in the record. */
const rareBit = 0x10000

export class StyleTable {
  /** Entries of the table: styles with a direct colour, an underline colour, a script or a link. */
  count = 0
  private records = new Int32Array(width * 8)
  private slots = new Int32Array(slotWidth * 16)

  /** The number of a style; equal styles have equal numbers. 0 is the default style. */
  intern(fg: number, bg: number, underlineColor: number, flags: number, link: number): number {
    const isRare = (underlineColor | link | (flags & scriptMask)) !== 0
    if ((fg | bg) < direct && !isRare) return paletteStyle(fg, bg, flags)
    const { slots } = this
    const mask = slots.length - 1
    const key = isRare ? flags | rareBit : flags
    let at = (isRare ? hash(fg, bg, key, underlineColor, link) : hash(fg, bg, key, 0, 0)) & mask
    for (let entry = slots[at + 3]; entry !== 0; entry = slots[at + 3]) {
      if (slots[at] === fg && slots[at + 1] === bg && slots[at + 2] === key) {
        if (!isRare || this.hasRare(entry - 1, underlineColor, link)) return internedBit | (entry - 1)
      }
      at = (at + slotWidth) & mask
    }
    return this.add(at, fg, bg, underlineColor, flags, link)
  }

  private hasRare(entry: number, underlineColor: number, link: number): boolean {
    return this.records[entry * width + 3] === underlineColor && this.records[entry * width + 4] === link
  }

  fg(id: number): number {
    return id < internedBit ? paletteParts.fg(id) : this.records[(id - internedBit) * width]
  }

  bg(id: number): number {
    return id < internedBit ? paletteParts.bg(id) : this.records[(id - internedBit) * width + 1]
  }

  underlineColor(id: number): number {
    return id < internedBit ? 0 : this.records[(id - internedBit) * width + 3]
  }

  flags(id: number): number {
    return id < internedBit ? paletteParts.flags(id) : this.records[(id - internedBit) * width + 2]
  }

  parts(id: number): StyleParts {
    return {
      fg: this.fg(id),
      bg: this.bg(id),
      underlineColor: this.underlineColor(id),
      flags: this.flags(id),
      link: this.link(id),
    }
  }

  link(id: number): number {
    return id < internedBit ? 0 : this.records[(id - internedBit) * width + 4]
  }

  private add(slot: number, fg: number, bg: number, underlineColor: number, flags: number, link: number): number {
    const entry = this.count++
    const at = entry * width
    if (at + width > this.records.length) {
      const grown = new Int32Array(this.records.length * 2)
      grown.set(this.records)
      this.records = grown
    }
    this.records[at] = fg
    this.records[at + 1] = bg
    this.records[at + 2] = flags
    this.records[at + 3] = underlineColor
    this.records[at + 4] = link
    this.fill(this.slots, slot, entry)
    if (this.count * slotWidth * 3 > this.slots.length * 2) this.rehash()
    return internedBit | entry
  }

  /** Writes an entry's slot; `slots` may be the table's next ones. */
  private fill(slots: Int32Array, slot: number, entry: number): void {
    const { records } = this
    const at = entry * width
    slots[slot] = records[at]
    slots[slot + 1] = records[at + 1]
    slots[slot + 2] = this.key(entry)
    slots[slot + 3] = entry + 1
  }

  private key(entry: number): number {
    const { records } = this
    const at = entry * width
    const rare = records[at + 3] | records[at + 4] | (records[at + 2] & scriptMask)
    return records[at + 2] | (rare !== 0 ? rareBit : 0)
  }

  private rehash(): void {
    const { records } = this
    const slots = new Int32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let entry = 0; entry < this.count; entry++) {
      const at = entry * width
      let slot = hash(records[at], records[at + 1], this.key(entry), records[at + 3], records[at + 4]) & mask
      while (slots[slot + 3] !== 0) slot = (slot + slotWidth) & mask
      this.fill(slots, slot, entry)
    }
    this.slots = slots
  }
}

/** Odd numbers that differ in every process, so that no one can choose styles that all hash to one slot. */
const [fgFactor, bgFactor, keyFactor, lineFactor, linkFactor] = Array.from(
  { length: 5 },
  () => Math.floor(Math.random() * 0x1_0000_0000) | 1,
)

/** A slot's place, before it is cut to the table's size. */
function hash(fg: number, bg: number, key: number, underlineColor: number, link: number): number {
  const sum = Math.imul(fg, fgFactor) + Math.imul(bg, bgFactor) + Math.imul(key, keyFactor)
  const mixed = Math.imul(sum + Math.imul(underlineColor, lineFactor) + Math.imul(link, linkFactor), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 15)) << 2
}
