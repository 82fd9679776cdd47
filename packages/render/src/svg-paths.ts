/** Filled areas of an SVG, gathered by colour over the whole picture: neighbouring rectangles grow into one. */
import type { Shape } from './shapes/shape.js'

interface Pending {
  x: number
  y: number
  w: number
  h: number
}

/** Rectangles and polygons of one colour as path data. */
class ColorPath {
  data = ''
  private pending: Pending | null = null

  rect(x: number, y: number, w: number, h: number): void {
    const last = this.pending
    if (last && last.y === y && last.h === h && last.x + last.w >= x && x >= last.x) {
      last.w = Math.max(last.x + last.w, x + w) - last.x
      return
    }
    this.flush()
    this.pending = { x, y, w, h }
  }

  polygon(points: readonly number[], x: number, y: number): void {
    this.flush()
    const at = (index: number) => `${round(points[index] + x)} ${round(points[index + 1] + y)}`
    this.data += `M${at(0)}`
    for (let index = 2; index < points.length; index += 2) this.data += `L${at(index)}`
    this.data += 'z'
  }

  flush(): void {
    const last = this.pending
    if (last) this.data += `M${round(last.x)} ${round(last.y)}h${round(last.w)}v${round(last.h)}h-${round(last.w)}z`
    this.pending = null
  }
}

export class PathLayer {
  private readonly paths = new Map<number, ColorPath>()

  rect(color: number, x: number, y: number, w: number, h: number): void {
    this.path(color).rect(x, y, w, h)
  }

  /** A shade is a rectangle here: its colour comes already mixed. */
  shape(color: number, shape: Shape, x: number, y: number): void {
    if (shape.kind === 'polygon') this.path(color).polygon(shape.points, x, y)
    else this.path(color).rect(x + shape.x, y + shape.y, shape.w, shape.h)
  }

  /** One `path` per colour; `attribute` says how a colour is written. */
  toString(attribute: (color: number) => string): string {
    let out = ''
    for (const [color, path] of this.paths) {
      path.flush()
      out += `<path ${attribute(color)} d="${path.data}"/>`
    }
    return out
  }

  private path(color: number): ColorPath {
    let path = this.paths.get(color)
    if (!path) this.paths.set(color, (path = new ColorPath()))
    return path
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
