/** Where things are in a picture, in whole pixels: one arithmetic for PNG and SVG, so that the two agree. */
import { CoreError } from '../base/core-error.js'
import type { Region } from '../terminal/types.js'
import type { FaceMeasures } from './font/font.js'
import type { ResolvedOptions } from './options.js'
import type { CellSize } from './shapes/shape.js'

export interface Geometry {
  readonly cell: CellSize
  /** How many rows of cells there are. */
  readonly rows: number
  /** From the top of a cell to the baseline. */
  readonly baseline: number
  readonly fontSize: number
  /** Top of an underline, from the top of the cell. */
  readonly underline: number
  readonly strike: number
  /** Where the first cell is. */
  readonly originX: number
  readonly originY: number
  /** Height of the title bar; 0 without a frame. */
  readonly bar: number
  readonly width: number
  readonly height: number
}

const MAX_PIXELS = 100_000_000
const BAR = 30

/** Lays out a region in a font with these measures; `advance` is the width of its letters in font units. */
export function layOut(region: Region, options: ResolvedOptions, measures: FaceMeasures, advance: number): Geometry {
  const fontSize = options.fontSize * options.scale
  const em = fontSize / measures.unitsPerEm
  const natural = measures.ascent + measures.descent + measures.lineGap
  const width = Math.max(Math.round(advance * em), 1)
  const height = Math.max(Math.round(natural * em * options.lineHeight), 1)
  const line = Math.max(Math.round(fontSize / 14), 1)
  const baseline = Math.round((height - (measures.ascent + measures.descent) * em) / 2 + measures.ascent * em)
  const below = height - baseline
  const padding = options.padding * options.scale
  const bar = options.frame ? BAR * options.scale : 0
  const picture = {
    width: (region.right - region.left + 1) * width + 2 * padding,
    height: (region.bottom - region.top + 1) * height + 2 * padding + bar,
  }
  if (picture.width * picture.height > MAX_PIXELS) throw tooLarge(picture.width, picture.height)
  return {
    cell: { width, height, line },
    rows: region.bottom - region.top + 1,
    baseline,
    fontSize,
    underline: Math.min(baseline + Math.max(Math.round(below * 0.35), line), height - line),
    strike: Math.round(baseline - (measures.xHeight * em) / 2 - line / 2),
    originX: padding,
    originY: padding + bar,
    bar,
    ...picture,
  }
}

function tooLarge(width: number, height: number): CoreError {
  const message = `the picture would have ${width}×${height} pixels; at most ${MAX_PIXELS} in all: choose a smaller region, font or scale`
  return new CoreError('resource-limit', message, { width, height, maxPixels: MAX_PIXELS })
}
