/**
 * Characters that fill parts of a grid laid over the cell: blocks and shades, quadrants, sextants, octants, eighth
 * bars, braille and scan lines. Grid lines fall on whole pixels, the same ones for every character.
 */
import { type CellSize, rect, type Shape } from './shape.js'

type Quad = readonly [x0: number, y0: number, x1: number, y1: number]

/** A rectangle given in parts of the cell, its edges rounded to pixels. */
function part(cell: CellSize, parts: number, [x0, y0, x1, y1]: Quad): Shape {
  const x = Math.min(Math.round((x0 * cell.width) / parts), cell.width - 1)
  const y = Math.min(Math.round((y0 * cell.height) / parts), cell.height - 1)
  const right = Math.max(Math.round((x1 * cell.width) / parts), x + 1)
  const bottom = Math.max(Math.round((y1 * cell.height) / parts), y + 1)
  return rect(x, y, right - x, bottom - y)
}

/** Two columns of `rows`: bit 0 is the top left, bit 1 the top right, and so on downwards. */
function grid(bits: number, rows: number, { width, height }: CellSize): Shape[] {
  const shapes: Shape[] = []
  const middle = Math.round(width / 2)
  for (let row = 0; row < rows; row++) {
    const y = Math.round((row * height) / rows)
    const h = Math.round(((row + 1) * height) / rows) - y
    const pair = (bits >> (row * 2)) & 3
    if (pair === 3) shapes.push(rect(0, y, width, h))
    else if (pair === 1) shapes.push(rect(0, y, middle, h))
    else if (pair === 2) shapes.push(rect(middle, y, width - middle, h))
  }
  return shapes
}

/** U+2580–258F and U+2594–2595 in eighths of the cell. */
const EIGHTHS: Readonly<Record<number, Quad>> = {
  9600: [0, 0, 8, 4],
  9601: [0, 7, 8, 8],
  9602: [0, 6, 8, 8],
  9603: [0, 5, 8, 8],
  9604: [0, 4, 8, 8],
  9605: [0, 3, 8, 8],
  9606: [0, 2, 8, 8],
  9607: [0, 1, 8, 8],
  9608: [0, 0, 8, 8],
  9609: [0, 0, 7, 8],
  9610: [0, 0, 6, 8],
  9611: [0, 0, 5, 8],
  9612: [0, 0, 4, 8],
  9613: [0, 0, 3, 8],
  9614: [0, 0, 2, 8],
  9615: [0, 0, 1, 8],
  9616: [4, 0, 8, 8],
  9620: [0, 0, 8, 1],
  9621: [7, 0, 8, 8],
}

/** U+2596–259F as quadrants: bits as in `grid`. */
const QUADRANTS = [0b0100, 0b1000, 0b0001, 0b1101, 0b1001, 0b0111, 0b1011, 0b0010, 0b0110, 0b1110]

export function blockShapes(code: number, cell: CellSize): Shape[] {
  if (code in EIGHTHS) return [part(cell, 8, EIGHTHS[code])]
  if (code >= 0x2596) return grid(QUADRANTS[code - 0x2596], 2, cell)
  const alpha = (code - 0x2590) / 4
  return [{ kind: 'shade', x: 0, y: 0, w: cell.width, h: cell.height, alpha }]
}

/** U+1FB00–1FB3B; the patterns that are blocks already (left half, right half) have no sextant. */
export function sextantShapes(code: number, cell: CellSize): Shape[] {
  let bits = code - 0x1fb00 + 1
  if (bits >= 0x15) bits++
  if (bits >= 0x2a) bits++
  return grid(bits, 3, cell)
}

/** Octant patterns that had a character before Unicode 16 and are therefore left out of its block. */
const OCTANT_GAPS = new Set([
  ...[0x00, 0x05, 0x0a, 0x0f, 0x50, 0x55, 0x5a, 0x5f, 0xa0, 0xa5, 0xaa, 0xaf, 0xf0, 0xf5, 0xfa, 0xff],
  ...[0x03, 0xc0, 0x3f, 0xfc, 0x01, 0x02, 0x40, 0x80, 0x14, 0x28],
])
const OCTANTS = Array.from({ length: 256 }, (_, bits) => bits).filter((bits) => !OCTANT_GAPS.has(bits))

/** U+1CD00–1CDE5, in the order of their patterns. */
export function octantShapes(code: number, cell: CellSize): Shape[] {
  return grid(OCTANTS[code - 0x1cd00], 4, cell)
}

/** U+1FB70–1FB8B: single eighth bars and the block sizes that U+2580 lacks. */
export function barShapes(code: number, cell: CellSize): Shape[] {
  const eighths = (...quads: Quad[]) => quads.map((quad) => part(cell, 8, quad))
  const index = code - 0x1fb70
  if (index < 6) return eighths([index + 1, 0, index + 2, 8])
  if (index < 12) return eighths([0, index - 5, 8, index - 4])
  if (index === 12) return eighths([0, 0, 1, 8], [0, 7, 8, 8])
  if (index === 13) return eighths([0, 0, 1, 8], [0, 0, 8, 1])
  if (index === 14) return eighths([7, 0, 8, 8], [0, 0, 8, 1])
  if (index === 15) return eighths([7, 0, 8, 8], [0, 7, 8, 8])
  if (index === 16) return eighths([0, 0, 8, 1], [0, 7, 8, 8])
  if (index === 17) return eighths([0, 0, 8, 1], [0, 2, 8, 3], [0, 4, 8, 5], [0, 7, 8, 8])
  const size = [2, 3, 5, 6, 7]
  if (index < 23) return eighths([0, 0, 8, size[index - 18]])
  return eighths([8 - size[index - 23], 0, 8, 8])
}

/** Bits of a braille character to dots: the fourth row was added later and sits in the two top bits. */
const BRAILLE_DOTS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const

export function brailleShapes(code: number, { width, height }: CellSize): Shape[] {
  const dot = Math.max(Math.min(Math.round(width / 5), Math.round(height / 8)), 1)
  const shapes: Shape[] = []
  for (const [bit, [column, row]] of BRAILLE_DOTS.entries()) {
    if (!((code >> bit) & 1)) continue
    const x = Math.round(((2 * column + 1) * width) / 4 - dot / 2)
    const y = Math.round(((2 * row + 1) * height) / 8 - dot / 2)
    shapes.push(rect(x, y, dot, dot))
  }
  return shapes
}

/** U+23BA–23BD: the horizontal lines of DEC graphics at rows 1, 3, 7 and 9 of nine. */
export function scanLineShapes(code: number, { width, height, line }: CellSize): Shape[] {
  const ninth = [0, 2, 6, 8][code - 0x23ba]
  return [rect(0, Math.round((ninth * (height - line)) / 8), width, line)]
}
