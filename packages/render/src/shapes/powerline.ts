/** Powerline separators, U+E0B0–E0BF: triangles, half circles and slants that fill the cell from edge to edge. */
import { diagonal } from './box.js'
import { type CellSize, polygon, quarterCosines, type Shape } from './shape.js'

/** A half ellipse bulging to the right from the left edge; `inset` makes the inner edge of an outline. */
function bulge({ width, height }: CellSize, inset: number): number[] {
  const points: number[] = []
  const [radiusX, radiusY] = [width - inset, height / 2 - inset]
  for (let step = -8; step <= 8; step++) {
    const cos = quarterCosines[Math.abs(step)]
    const sin = Math.sign(step) * quarterCosines[8 - Math.abs(step)]
    points.push(radiusX * cos, height / 2 + radiusY * sin)
  }
  return points
}

function mirrored(shape: Shape, width: number): Shape {
  if (shape.kind !== 'polygon') return shape
  return polygon(...shape.points.map((value, index) => (index % 2 === 0 ? width - value : value)))
}

function reversedPairs(points: readonly number[]): number[] {
  const out: number[] = []
  for (let at = points.length - 2; at >= 0; at -= 2) out.push(points[at], points[at + 1])
  return out
}

function chevron({ width, height, line }: CellSize): Shape {
  const slant = line * 1.4
  return polygon(0, 0, slant, 0, width, height / 2, slant, height, 0, height, width - slant, height / 2)
}

export function powerlineShapes(code: number, cell: CellSize): Shape[] {
  const { width, height, line } = cell
  const left = (shape: Shape) => [mirrored(shape, width)]
  const ring = () => polygon(...bulge(cell, 0), ...reversedPairs(bulge(cell, line)))
  switch (code) {
    case 0xe0b0:
      return [polygon(0, 0, width, height / 2, 0, height)]
    case 0xe0b1:
      return [chevron(cell)]
    case 0xe0b2:
      return left(polygon(0, 0, width, height / 2, 0, height))
    case 0xe0b3:
      return left(chevron(cell))
    case 0xe0b4:
      return [polygon(...bulge(cell, 0))]
    case 0xe0b5:
      return [ring()]
    case 0xe0b6:
      return left(polygon(...bulge(cell, 0)))
    case 0xe0b7:
      return left(ring())
    case 0xe0b8:
      return [polygon(0, 0, width, height, 0, height)]
    case 0xe0ba:
      return [polygon(width, 0, width, height, 0, height)]
    case 0xe0bc:
      return [polygon(0, 0, width, 0, 0, height)]
    case 0xe0be:
      return [polygon(0, 0, width, 0, width, height)]
    default:
      return [diagonal(code === 0xe0bb || code === 0xe0bd, cell)]
  }
}
