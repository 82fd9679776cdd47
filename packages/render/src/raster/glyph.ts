/** What the atlas holds: coverage to be filled with the text's colour, or a small picture of its own (emoji). */
import { FULL } from './rasterizer.js'

/** A bitmap placed relative to the top left of its cell. */
export interface Glyph {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** 0 to FULL for every pixel. */
  readonly coverage: Uint8Array
  /** Packed colours of a picture; null to use the text's colour. */
  readonly colors: Uint32Array | null
}

export const emptyGlyph: Glyph = { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array(0), colors: null }

/** Cuts away the empty border of a bitmap that starts `margin` pixels left of its cell. */
export function trimGlyph(coverage: Uint8Array, colors: Uint32Array | null, width: number, margin: number): Glyph {
  const height = coverage.length / width
  let [top, bottom, left, right] = [height, -1, width, -1]
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (coverage[at] === 0) continue
      if (y < top) top = y
      bottom = y
      if (x < left) left = x
      if (x > right) right = x
    }
  if (bottom < 0) return emptyGlyph
  const box = { left: left - margin, top, width: right - left + 1, height: bottom - top + 1 }
  const cut = <T extends Uint8Array | Uint32Array>(from: T, to: T): T => {
    for (let y = 0; y < box.height; y++) {
      const start = (top + y) * width + left
      to.set(from.subarray(start, start + box.width), y * box.width)
    }
    return to
  }
  const size = box.width * box.height
  return {
    ...box,
    coverage: cut(coverage, new Uint8Array(size)),
    colors: colors && cut(colors, new Uint32Array(size)),
  }
}

/** Thickens strokes to the right by whole pixels: bold for a face that has none. */
export function embolden(coverage: Uint8Array, width: number, by: number): void {
  for (let at = coverage.length - 1; at >= 0; at--) {
    const x = at % width
    let most = coverage[at]
    for (let back = 1; back <= by && x - back >= 0; back++) most = Math.max(most, coverage[at - back])
    coverage[at] = Math.min(most, FULL)
  }
}
