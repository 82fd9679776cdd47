/** Shapes to coverage: polygons with smooth edges, rectangles and shades on whole pixels. */
import type { CellSize, Shape } from '../shapes/shape.js'
import { type Glyph, trimGlyph } from './glyph.js'
import { FULL, Rasterizer } from './rasterizer.js'

export function glyphFromShapes(shapes: readonly Shape[], { width, height }: CellSize): Glyph {
  const raster = new Rasterizer(width, height)
  for (const shape of shapes) if (shape.kind === 'polygon') raster.polygon(shape.points)
  const coverage = raster.finish()
  for (const shape of shapes) {
    if (shape.kind === 'polygon') continue
    const value = shape.kind === 'shade' ? Math.round(shape.alpha * FULL) : FULL
    const [left, right] = [Math.max(shape.x, 0), Math.min(shape.x + shape.w, width)]
    for (let y = Math.max(shape.y, 0); y < Math.min(shape.y + shape.h, height); y++)
      coverage.fill(value, y * width + left, y * width + right)
  }
  return trimGlyph(coverage, null, width, 0)
}
