/**
 * A picture as numbers of colours. Every colour that is used gets a number once, so that text is painted, and a palette
 * made, without looking at colours pixel by pixel. A colour's value is a pixel: a signed 32-bit word whose bytes in
 * memory are red, green, blue, alpha. Colours to paint with come in as packed RGB.
 */
import type { Glyph } from './glyph.js'
import { FULL } from './rasterizer.js'

const MAX_RAMPS = 4096
/** With more colours than this a canvas is better begun anew. */
const CROWDED = 200_000

/** Packed RGB to an opaque pixel (little-endian, as every machine Node runs on). */
export function toPixel(color: number): number {
  return 0xff000000 | ((color & 0xff) << 16) | (color & 0xff00) | (color >> 16)
}

export class Canvas {
  /** The number of each pixel's colour, row by row. */
  readonly numbers: Int32Array
  /** How many colours there are; numbers are below it. */
  colorCount = 0
  private values = new Int32Array(256)
  private readonly known = new Map<number, number>()
  private readonly ramps = new Map<number, Int32Array>()

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.numbers = new Int32Array(width * height)
    this.number(0)
  }

  get crowded(): boolean {
    return this.colorCount > CROWDED
  }

  /** The pixel of a colour's number. */
  value(number: number): number {
    return this.values[number]
  }

  /** Copies pixels from `start` up to `end` into `target`. */
  read(start: number, end: number, target: Int32Array, at: number): void {
    for (let from = start, to = at; from < end; from++, to++) target[to] = this.values[this.numbers[from]]
  }

  /** Changes a pixel by its value. */
  change(at: number, change: (pixel: number) => number): void {
    this.numbers[at] = this.number(change(this.values[this.numbers[at]]))
  }

  fill(x: number, y: number, w: number, h: number, color: number): void {
    const number = this.number(toPixel(color))
    for (let row = y; row < y + h; row++) this.numbers.fill(number, row * this.width + x, row * this.width + x + w)
  }

  /** Draws a glyph in a cell whose background is `paper`; pixels that reach out of it blend with what they find. */
  draw(glyph: Glyph, x: number, y: number, cellsWidth: number, ink: number, paper: number): void {
    if (glyph.colors) this.blendPicture(glyph, x, y, paper)
    else if (glyph.left >= 0 && glyph.left + glyph.width <= cellsWidth) this.drawInside(glyph, x, y, ink, paper)
    else this.blend(glyph, x, y, ink)
  }

  /** Lays coverage in one colour over whatever is there. */
  blend(glyph: Glyph, x: number, y: number, ink: number): void {
    const { coverage, width, height } = glyph
    const from = Math.max(-(x + glyph.left), 0)
    const to = Math.min(width, this.width - x - glyph.left)
    for (let row = 0; row < height; row++) {
      const target = (y + glyph.top + row) * this.width + x + glyph.left
      for (let column = from; column < to; column++) {
        const amount = coverage[row * width + column]
        if (amount > 0) this.change(target + column, (pixel) => mixPixel(pixel, ink, amount))
      }
    }
  }

  private drawInside(glyph: Glyph, x: number, y: number, ink: number, paper: number): void {
    const { coverage, width, height } = glyph
    const ramp = this.ramp(ink, paper)
    const { numbers } = this
    for (let row = 0, at = 0; row < height; row++) {
      let target = (y + glyph.top + row) * this.width + x + glyph.left
      for (const end = at + width; at < end; at++, target++) if (coverage[at] > 0) numbers[target] = ramp[coverage[at]]
    }
  }

  private blendPicture(glyph: Glyph, x: number, y: number, paper: number): void {
    const { coverage, width, height } = glyph
    const colors = glyph.colors as Uint32Array
    const base = toPixel(paper)
    for (let row = 0, at = 0; row < height; row++) {
      const target = (y + glyph.top + row) * this.width + x + glyph.left
      for (let column = 0; column < width; column++, at++)
        if (coverage[at] > 0) this.numbers[target + column] = this.number(mixPixel(base, colors[at], coverage[at]))
    }
  }

  /** The numbers of every coverage step between two colours. */
  private ramp(ink: number, paper: number): Int32Array {
    const key = ink * 0x1000000 + paper
    let ramp = this.ramps.get(key)
    if (!ramp) {
      if (this.ramps.size >= MAX_RAMPS) this.ramps.clear()
      const base = toPixel(paper)
      ramp = Int32Array.from({ length: FULL + 1 }, (_, amount) => this.number(mixPixel(base, ink, amount)))
      this.ramps.set(key, ramp)
    }
    return ramp
  }

  private number(pixel: number): number {
    let number = this.known.get(pixel)
    if (number !== undefined) return number
    number = this.colorCount++
    if (number === this.values.length) {
      const larger = new Int32Array(number * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[number] = pixel
    this.known.set(pixel, number)
    return number
  }
}

/** `amount` of FULL gives the ink. The alpha of what is below grows towards opaque. */
function mixPixel(pixel: number, ink: number, amount: number): number {
  const rest = FULL - amount
  const half = FULL >> 1
  const r = (((pixel & 0xff) * rest + (ink >> 16) * amount + half) / FULL) | 0
  const g = ((((pixel >> 8) & 0xff) * rest + ((ink >> 8) & 0xff) * amount + half) / FULL) | 0
  const b = ((((pixel >> 16) & 0xff) * rest + (ink & 0xff) * amount + half) / FULL) | 0
  const a = (((pixel >>> 24) * rest + 255 * amount + half) / FULL) | 0
  return (a << 24) | (b << 16) | (g << 8) | r
}
