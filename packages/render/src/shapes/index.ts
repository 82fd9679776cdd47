/** Which characters are drawn by rule instead of by a font, so that they meet exactly at the edges of their cells. */
import { barShapes, blockShapes, brailleShapes, octantShapes, scanLineShapes, sextantShapes } from './blocks.js'
import { boxShapes } from './box.js'
import { powerlineShapes } from './powerline.js'
import type { CellSize, Shape } from './shape.js'

type Draw = (code: number, cell: CellSize) => Shape[]

const RANGES: readonly (readonly [first: number, last: number, draw: Draw])[] = [
  [0x23ba, 0x23bd, scanLineShapes],
  [0x2500, 0x257f, boxShapes],
  [0x2580, 0x259f, blockShapes],
  [0x2800, 0x28ff, brailleShapes],
  [0xe0b0, 0xe0bf, powerlineShapes],
  [0x1cd00, 0x1cde5, octantShapes],
  [0x1fb00, 0x1fb3b, sextantShapes],
  [0x1fb70, 0x1fb8b, barShapes],
]

/** True for a character that `shapesOf` draws. */
export function isDrawn(code: number): boolean {
  if (code < 0x23ba) return false
  for (const [first, last] of RANGES) if (code >= first && code <= last) return true
  return false
}

/** The shapes of a character in a cell of this size; null if a font has to draw it. */
export function shapesOf(code: number, cell: CellSize): Shape[] | null {
  for (const [first, last, draw] of RANGES) if (code >= first && code <= last) return draw(code, cell)
  return null
}
