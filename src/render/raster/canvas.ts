/**
 * Pixels, as signed 32-bit words (the machine's own kind) whose bytes in memory are red, green, blue, alpha. Filling, and laying coverage over what is
 * there; colours come in as packed RGB.
 */
import type { Glyph } from './glyph.js'
import { FULL } from './rasterizer.js'

const MAX_RAMPS = 4096

/** Packed RGB to an opaque pixel (little-endian, as every machine Node runs on). */
export function toPixel(color: number): number {
  return 0xff000000 | ((color & 0xff) << 16) | (color & 0xff00) | (color >> 16)
}

export class Canvas {
  readonly pixels: Int32Array
  private readonly ramps = new Map<number, Int32Array>()

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Int32Array(width * height)
  }

  fill(x: number, y: number, w: number, h: number, color: number): void {
    const pixel = toPixel(color)
    for (let row = y; row < y + h; row++) this.pixels.fill(pixel, row * this.width + x, row * this.width + x + w)
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
        if (amount > 0) this.pixels[target + column] = mixPixel(this.pixels[target + column], ink, amount)
      }
    }
  }

  private drawInside(glyph: Glyph, x: number, y: number, ink: number, paper: number): void {
    const { coverage, width, height } = glyph
    const ramp = this.ramp(ink, paper)
    const { pixels } = this
    for (let row = 0, at = 0; row < height; row++) {
      let target = (y + glyph.top + row) * this.width + x + glyph.left
      for (const end = at + width; at < end; at++, target++) if (coverage[at] > 0) pixels[target] = ramp[coverage[at]]
    }
  }

  private blendPicture(glyph: Glyph, x: number, y: number, paper: number): void {
    const { coverage, width, height } = glyph
    const colors = glyph.colors as Uint32Array
    const base = toPixel(paper)
    for (let row = 0, at = 0; row < height; row++) {
      const target = (y + glyph.top + row) * this.width + x + glyph.left
      for (let column = 0; column < width; column++, at++)
        if (coverage[at] > 0) this.pixels[target + column] = mixPixel(base, colors[at], coverage[at])
    }
  }

  /** The pixels of every coverage step between two colours. */
  private ramp(ink: number, paper: number): Int32Array {
    const key = ink * 0x1000000 + paper
    let ramp = this.ramps.get(key)
    if (!ramp) {
      if (this.ramps.size >= MAX_RAMPS) this.ramps.clear()
      const base = toPixel(paper)
      ramp = Int32Array.from({ length: FULL + 1 }, (_, amount) => mixPixel(base, ink, amount))
      this.ramps.set(key, ramp)
    }
    return ramp
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
