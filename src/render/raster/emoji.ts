/** Colour glyphs: their layers, rasterised one by one and laid over each other. */
import { packRgb } from '../color.js'
import type { ColorLayer } from '../font/color-layers.js'
import type { Font } from '../font/font.js'
import type { Geometry } from '../geometry.js'
import { type Glyph, trimGlyph } from './glyph.js'
import { FULL, Rasterizer } from './rasterizer.js'

/** A square as large as its cells allow, in the middle of them. */
export function composeLayers(font: Font, layers: readonly ColorLayer[], { cell }: Geometry, cells: number): Glyph {
  const width = cells * cell.width
  const side = Math.min(width, cell.height)
  const advance = font.advance(layers[0].glyph) || font.measures.unitsPerEm
  const scale = side / advance
  const originX = (width - advance * scale) / 2
  const baseline = cell.height / 2 + ((font.measures.ascent - font.measures.descent) / 2) * scale
  const raster = new Rasterizer(width, cell.height)
  const size = width * cell.height
  const sums = new Float64Array(size * 4)
  for (const layer of layers) {
    font.draw(layer.glyph, raster, { xx: scale, yx: 0, xy: 0, yy: -scale, dx: originX, dy: baseline })
    const coverage = raster.finish()
    const { r, g, b } = layer.color ?? { r: 128, g: 128, b: 128 }
    for (let at = 0; at < size; at++) {
      const over = (coverage[at] / FULL) * layer.alpha
      if (over === 0) continue
      const keep = 1 - over
      sums[at * 4] = sums[at * 4] * keep + r * over
      sums[at * 4 + 1] = sums[at * 4 + 1] * keep + g * over
      sums[at * 4 + 2] = sums[at * 4 + 2] * keep + b * over
      sums[at * 4 + 3] = sums[at * 4 + 3] * keep + over
    }
  }
  const coverage = new Uint8Array(size)
  const colors = new Uint32Array(size)
  for (let at = 0; at < size; at++) {
    const alpha = sums[at * 4 + 3]
    coverage[at] = Math.round(Math.min(alpha, 1) * FULL)
    if (alpha === 0) continue
    const channel = (index: number) => Math.min(Math.round(sums[at * 4 + index] / alpha), 255)
    colors[at] = packRgb({ r: channel(0), g: channel(1), b: channel(2) })
  }
  return trimGlyph(coverage, colors, width, 0)
}
