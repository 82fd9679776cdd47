/** Colour glyphs: `COLR` version 0 (a stack of plain glyphs) with the first palette of `CPAL`. */
import type { Rgb } from '@polytty/terminal'

export interface ColorLayer {
  readonly glyph: number
  /** null means the text colour. */
  readonly color: Rgb | null
  readonly alpha: number
}

const TEXT_COLOR = 0xffff

export class ColorLayers {
  constructor(
    private readonly colr: DataView,
    private readonly cpal: DataView,
  ) {}

  /** The layers of a glyph from the back to the front; null if it is a plain glyph. */
  layers(glyph: number): ColorLayer[] | null {
    const { colr } = this
    const records = colr.getUint32(4)
    let low = 0
    let high = colr.getUint16(2) - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = records + middle * 6
      const found = colr.getUint16(at)
      if (found === glyph) return this.read(colr.getUint16(at + 2), colr.getUint16(at + 4))
      if (found < glyph) low = middle + 1
      else high = middle - 1
    }
    return null
  }

  private read(first: number, count: number): ColorLayer[] {
    const layers: ColorLayer[] = []
    const start = this.colr.getUint32(8)
    for (let index = first; index < first + count; index++) {
      const glyph = this.colr.getUint16(start + index * 4)
      layers.push({ glyph, ...this.paletteColor(this.colr.getUint16(start + index * 4 + 2)) })
    }
    return layers
  }

  private paletteColor(index: number): { color: Rgb | null; alpha: number } {
    if (index === TEXT_COLOR) return { color: null, alpha: 1 }
    const { cpal } = this
    const at = cpal.getUint32(8) + (cpal.getUint16(12) + index) * 4
    const color = { r: cpal.getUint8(at + 2), g: cpal.getUint8(at + 1), b: cpal.getUint8(at) }
    return { color, alpha: cpal.getUint8(at + 3) / 255 }
  }
}
