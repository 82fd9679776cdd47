/** Where things are in a picture, in whole pixels: one arithmetic for PNG and SVG, so that the two agree. */

import type { Region } from '@polytty/terminal'
import type { FaceMeasures } from './font/font.js'
import type { ResolvedOptions } from './options.js'
import { RenderError } from './render-error.js'
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

/** Scan lines from `top` up to but not including `bottom`. */
export interface Band {
  readonly top: number
  readonly bottom: number
}

const MAX_PIXELS = 100_000_000
const BAR = 30

/**
 * Lays out a region in a font with these measures; `advance` is the width of its letters in font units. Everything is
 * rounded at scale 1 and then multiplied, so that a picture at scale 2 is the same picture with finer edges.
 */
export function layOut(region: Region, options: ResolvedOptions, measures: FaceMeasures, advance: number): Geometry {
  const { scale, padding, fontSize } = options
  const em = fontSize / measures.unitsPerEm
  const inked = (measures.ascent + measures.descent) * em
  const width = Math.max(Math.round(advance * em), 1)
  const height = Math.max(Math.round((inked + measures.lineGap * em) * options.lineHeight), 1)
  const line = Math.max(Math.round(fontSize / 14), 1)
  const baseline = Math.round((height - inked) / 2 + measures.ascent * em)
  const underline = Math.min(baseline + Math.max(Math.round((height - baseline) * 0.35), line), height - line)
  const strike = Math.round(baseline - (measures.xHeight * em + line) / 2)
  const bar = options.frame ? BAR : 0
  const rows = region.bottom - region.top + 1
  const geometry = {
    cell: { width: width * scale, height: height * scale, line: line * scale },
    rows,
    baseline: baseline * scale,
    fontSize: fontSize * scale,
    underline: underline * scale,
    strike: strike * scale,
    originX: padding * scale,
    originY: (padding + bar) * scale,
    bar: bar * scale,
    width: ((region.right - region.left + 1) * width + 2 * padding) * scale,
    height: (rows * height + 2 * padding + bar) * scale,
  }
  if (geometry.width * geometry.height > MAX_PIXELS) throw tooLarge(geometry.width, geometry.height)
  return geometry
}

function tooLarge(width: number, height: number): RenderError {
  const message = `the picture would have ${width}×${height} pixels; at most ${MAX_PIXELS} in all: choose a smaller region, font or scale`
  return new RenderError('resource-limit', message, { width, height, maxPixels: MAX_PIXELS })
}
