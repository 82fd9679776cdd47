/**
 * A picture as numbers of colours, in the layout of a PNG: each scan line after one byte that stays 0. Every colour gets
 * a number once, so that painting and encoding never look at colours pixel by pixel. Narrow canvases have 256 colours
 * and a byte a pixel; wide ones, for the rare colourful picture, have no such bound. A colour's value is a pixel: a
 * signed 32-bit word whose bytes in memory are red, green, blue, alpha. Colours to paint with come in as packed RGB.
 */
import type { Glyph } from './glyph.js'
import { FULL } from './rasterizer.js'

const MAX_RAMPS = 4096
/** How many colours a narrow canvas has; one is taken by the empty pixel. */
export const NARROW_COLORS = 256
/** A wide canvas with more colours than this is better begun again. */
const WIDE_COLORS = 500_000

/** The colours between ink and paper, and the list that has them already. */
interface Ramp {
  readonly numbers: Uint32Array
  touchedFor: number
}

/** Packed RGB to an opaque pixel (little-endian, as every machine Node runs on). */
export function toPixel(color: number): number {
  return 0xff000000 | ((color & 0xff) << 16) | (color & 0xff00) | (color >> 16)
}

export class Canvas {
  readonly stride: number
  readonly numbers: Uint8Array | Uint32Array
  /** True when a narrow canvas ran out of numbers: what was painted since is wrong. */
  overflown = false
  private colorCount = 0
  private values = new Int32Array(NARROW_COLORS)
  private known = new Map<number, number>()
  private readonly ramps = new Map<number, Ramp>()
  /** The colours painted with since `listColors`, in order, and for each colour the list that has it. */
  private colors: number[] = []
  private list = 0
  private listOf = new Uint32Array(NARROW_COLORS)

  constructor(
    readonly width: number,
    readonly height: number,
    readonly wide: boolean,
  ) {
    this.stride = width + 1
    const size = this.stride * height
    this.numbers = wide ? new Uint32Array(size) : new Uint8Array(size)
    this.number(0)
  }

  get crowded(): boolean {
    return this.overflown || this.colorCount > WIDE_COLORS
  }

  /** Starts a list of the colours painted with from now on. */
  listColors(): number[] {
    this.list++
    this.colors = []
    return this.colors
  }

  /** The pixel of a colour's number. */
  value(number: number): number {
    return this.values[number]
  }

  /**
   * Gives the colours new numbers, in this order and from 0; colours not in it are forgotten. Returns the new number of
   * each old one, or null if nothing had to change.
   */
  renumber(order: readonly number[]): Uint8Array | null {
    if (order.every((number, index) => number === index)) return null
    const renumbered = new Uint8Array(NARROW_COLORS)
    const pixels = order.map((number) => this.values[number])
    for (const [index, number] of order.entries()) renumbered[number] = index
    this.renumberPixels(renumbered)
    this.values.set(pixels)
    this.colorCount = pixels.length
    this.known = new Map(pixels.map((pixel, index) => [pixel, index]))
    this.ramps.clear()
    return renumbered
  }

  /** Two pixels at a time, by a table of all pairs. */
  private renumberPixels(renumbered: Uint8Array): void {
    const { numbers, stride } = this
    const pairs = new Uint16Array(65_536)
    for (let pair = 0; pair < pairs.length; pair++) pairs[pair] = (renumbered[pair >> 8] << 8) | renumbered[pair & 0xff]
    const whole = new Uint16Array(numbers.buffer, 0, numbers.length >> 1)
    for (let at = 0; at < whole.length; at++) whole[at] = pairs[whole[at]]
    if (numbers.length % 2 === 1) numbers[numbers.length - 1] = renumbered[numbers[numbers.length - 1]]
    // The bytes before the scan lines are not pixels.
    for (let line = 0; line < numbers.length; line += stride) numbers[line] = 0
  }

  /** Copies the pixels of a scan line from its start. */
  readLine(y: number, columns: number, target: Int32Array, at: number): void {
    for (let from = y * this.stride + 1, to = at, end = at + columns; to < end; from++, to++)
      target[to] = this.values[this.numbers[from]]
  }

  /** Changes a pixel by its value. */
  change(x: number, y: number, change: (pixel: number) => number): void {
    this.changeAt(y * this.stride + 1 + x, change)
  }

  fill(x: number, y: number, w: number, h: number, color: number): void {
    const number = this.paintNumber(toPixel(color))
    for (let row = y; row < y + h; row++) {
      const start = row * this.stride + 1 + x
      this.numbers.fill(number, start, start + w)
    }
  }

  /** Repeats part of a scan line below itself until it is `h` lines high. */
  repeatLine(x: number, y: number, w: number, h: number): void {
    const start = y * this.stride + 1 + x
    for (let row = 1; row < h; row++) this.numbers.copyWithin(start + row * this.stride, start, start + w)
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
      const target = (y + glyph.top + row) * this.stride + 1 + x + glyph.left
      for (let column = from; column < to; column++) {
        const amount = coverage[row * width + column]
        if (amount > 0) this.changeAt(target + column, (pixel) => mixPixel(pixel, ink, amount))
      }
    }
  }

  private drawInside(glyph: Glyph, x: number, y: number, ink: number, paper: number): void {
    const { coverage, width, height } = glyph
    const ramp = this.ramp(ink, paper)
    const { numbers } = this
    for (let row = 0, at = 0; row < height; row++) {
      let target = (y + glyph.top + row) * this.stride + 1 + x + glyph.left
      for (const end = at + width; at < end; at++, target++) if (coverage[at] > 0) numbers[target] = ramp[coverage[at]]
    }
  }

  private blendPicture(glyph: Glyph, x: number, y: number, paper: number): void {
    const { coverage, width, height } = glyph
    const colors = glyph.colors as Uint32Array
    const base = toPixel(paper)
    for (let row = 0, at = 0; row < height; row++) {
      const target = (y + glyph.top + row) * this.stride + 1 + x + glyph.left
      for (let column = 0; column < width; column++, at++)
        if (coverage[at] > 0) this.numbers[target + column] = this.paintNumber(mixPixel(base, colors[at], coverage[at]))
    }
  }

  private changeAt(at: number, change: (pixel: number) => number): void {
    this.numbers[at] = this.paintNumber(change(this.values[this.numbers[at]]))
  }

  /** The numbers of every coverage step between two colours. */
  private ramp(ink: number, paper: number): Uint32Array {
    const key = ink * 0x1000000 + paper
    let ramp = this.ramps.get(key)
    if (!ramp) {
      if (this.ramps.size >= MAX_RAMPS) this.ramps.clear()
      const base = toPixel(paper)
      const numbers = Uint32Array.from({ length: FULL + 1 }, (_, amount) => this.number(mixPixel(base, ink, amount)))
      ramp = { numbers, touchedFor: 0 }
      this.ramps.set(key, ramp)
    }
    if (ramp.touchedFor !== this.list) {
      ramp.touchedFor = this.list
      for (const number of ramp.numbers) this.touch(number)
    }
    return ramp.numbers
  }

  private paintNumber(pixel: number): number {
    const number = this.number(pixel)
    this.touch(number)
    return number
  }

  private touch(number: number): void {
    if (this.listOf[number] === this.list) return
    this.listOf[number] = this.list
    this.colors.push(number)
  }

  private number(pixel: number): number {
    let number = this.known.get(pixel)
    if (number !== undefined) return number
    if (this.colorCount === this.values.length && !this.grow()) return 0
    number = this.colorCount++
    this.values[number] = pixel
    this.known.set(pixel, number)
    return number
  }

  private grow(): boolean {
    this.overflown = !this.wide
    if (this.overflown) return false
    const [values, listOf] = [this.values, this.listOf]
    this.values = new Int32Array(values.length * 2)
    this.values.set(values)
    this.listOf = new Uint32Array(listOf.length * 2)
    this.listOf.set(listOf)
    return true
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
