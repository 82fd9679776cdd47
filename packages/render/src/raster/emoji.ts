/** Colour glyphs as bitmaps: their layers, rasterised one by one and laid over each other. */
import { packRgb } from '../color.js'
import { type Emoji, placeEmoji } from '../font/emoji.js'
import type { CellSize } from '../shapes/shape.js'
import { type Glyph, trimGlyph } from './glyph.js'
import { FULL, Rasterizer } from './rasterizer.js'

/** Stands in for the text's colour, which a kept bitmap cannot know. */
const NEUTRAL = { r: 128, g: 128, b: 128 }

export function rasterizeEmoji(emoji: Emoji, cell: CellSize, cells: number): Glyph {
  const width = cells * cell.width
  const place = placeEmoji(emoji, cell, cells)
  const raster = new Rasterizer(width, cell.height)
  const size = width * cell.height
  const sums = new Float64Array(size * 4)
  for (const layer of emoji.layers) {
    emoji.font.draw(layer.glyph, raster, place)
    const coverage = raster.finish()
    const { r, g, b } = layer.color ?? NEUTRAL
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
