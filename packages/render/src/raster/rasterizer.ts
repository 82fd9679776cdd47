/**
 * Outlines to coverage: exact signed areas accumulated per pixel, then summed along each row. Only additions and
 * multiplications, so every machine gets the same bytes. Non-zero winding.
 */
import type { Pen } from '../font/outline.js'

/** Full coverage. Few steps on the way there: the eye does not miss more, and pictures keep few colours. */
export const FULL = 15

export class Rasterizer implements Pen {
  private readonly area: Float32Array
  private readonly stride: number
  private startX = 0
  private startY = 0
  private x = 0
  private y = 0

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.stride = width + 2
    this.area = new Float32Array(this.stride * height)
  }

  moveTo(x: number, y: number): void {
    this.close()
    this.startX = this.x = x
    this.startY = this.y = y
  }

  lineTo(x: number, y: number): void {
    this.line(this.x, this.y, x, y)
    this.x = x
    this.y = y
  }

  curveTo(controlX: number, controlY: number, x: number, y: number): void {
    const [fromX, fromY] = [this.x, this.y]
    const bend = Math.abs(fromX - 2 * controlX + x) + Math.abs(fromY - 2 * controlY + y)
    const pieces = Math.min(1 + Math.floor(Math.sqrt(bend * 3)), 32)
    for (let piece = 1; piece <= pieces; piece++) {
      const t = piece / pieces
      const u = 1 - t
      this.lineTo(u * u * fromX + 2 * u * t * controlX + t * t * x, u * u * fromY + 2 * u * t * controlY + t * t * y)
    }
  }

  polygon(points: readonly number[]): void {
    this.moveTo(points[0], points[1])
    for (let at = 2; at < points.length; at += 2) this.lineTo(points[at], points[at + 1])
    this.close()
  }

  /** The coverage of what was drawn, 0 to FULL, row by row; and forgets it. */
  finish(): Uint8Array {
    this.close()
    const out = new Uint8Array(this.width * this.height)
    for (let row = 0, at = 0; row < this.height; row++) {
      let sum = 0
      for (let column = 0, from = row * this.stride; column < this.width; column++) {
        sum += this.area[from + column]
        out[at++] = Math.round(Math.min(Math.abs(sum), 1) * FULL)
      }
    }
    this.area.fill(0)
    this.x = this.y = this.startX = this.startY = 0
    return out
  }

  private close(): void {
    if (this.x !== this.startX || this.y !== this.startY) this.lineTo(this.startX, this.startY)
  }

  private line(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return
    const direction = y0 < y1 ? 1 : -1
    const [topX, topY, bottomX, bottomY] = direction > 0 ? [x0, y0, x1, y1] : [x1, y1, x0, y0]
    const slope = (bottomX - topX) / (bottomY - topY)
    const firstRow = Math.max(Math.floor(topY), 0)
    const lastRow = Math.min(Math.ceil(bottomY), this.height)
    for (let row = firstRow; row < lastRow; row++) {
      const upper = Math.max(topY, row)
      const lower = Math.min(bottomY, row + 1)
      if (lower <= upper) continue
      this.span(row, topX + (upper - topY) * slope, topX + (lower - topY) * slope, (lower - upper) * direction)
    }
  }

  /** Spreads one row's piece of an edge over the pixels it crosses; pixels to its right get the full amount. */
  private span(row: number, enterX: number, leaveX: number, amount: number): void {
    const clampedEnter = Math.min(Math.max(enterX, 0), this.width)
    const clampedLeave = Math.min(Math.max(leaveX, 0), this.width)
    const left = Math.min(clampedEnter, clampedLeave)
    const right = Math.max(clampedEnter, clampedLeave)
    const base = row * this.stride
    const first = Math.floor(left)
    const last = Math.ceil(right)
    if (last <= first + 1) {
      const inFirst = amount * (1 - ((left + right) / 2 - first))
      this.area[base + first] += inFirst
      this.area[base + first + 1] += amount - inFirst
      return
    }
    const perPixel = amount / (right - left)
    let before = 0
    let carried = 0
    for (let pixel = first; pixel < last; pixel++) {
      const from = Math.max(left, pixel)
      const to = Math.min(right, pixel + 1)
      const crossing = (to - from) * perPixel
      const inside = before + crossing * (pixel + 1 - (from + to) / 2)
      this.area[base + pixel] += inside - carried
      carried = inside
      before += crossing
    }
    this.area[base + last] += amount - carried
  }
}
