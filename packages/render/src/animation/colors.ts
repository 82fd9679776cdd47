/** One palette for a whole animation: the colours themselves while they fit, else the best fit by median cut. */
import type { Canvas } from '../raster/canvas.js'

/** Counts the colours of canvases, alpha left out. */
export class ColorCounter {
  private readonly counts = new Map<number, number>()

  /** Counts the pixels of scan lines from `top` up to `bottom`. */
  add(canvas: Canvas, top: number, bottom: number): void {
    const { numbers, stride, width } = canvas
    for (let line = top * stride + 1; line < bottom * stride; line += stride)
      for (let at = line, end = line + width; at < end; ) {
        const number = numbers[at]
        let next = at + 1
        while (next < end && numbers[next] === number) next++
        const color = canvas.value(number) & 0xffffff
        this.counts.set(color, (this.counts.get(color) ?? 0) + next - at)
        at = next
      }
  }

  /** At most `most` colours. */
  palette(most: number): Uint32Array {
    if (this.counts.size <= most) return Uint32Array.from(this.counts.keys())
    return medianCut([...this.counts], most)
  }
}

/** Nearest palette entries, remembered. */
export class ColorMapper {
  private readonly known = new Map<number, number>()

  constructor(private readonly palette: Uint32Array) {
    for (const [index, color] of palette.entries()) this.known.set(color, index)
  }

  index(pixel: number): number {
    const color = pixel & 0xffffff
    let index = this.known.get(color)
    if (index === undefined) this.known.set(color, (index = this.nearest(color)))
    return index
  }

  private nearest(color: number): number {
    let best = 0
    let bestDistance = Number.POSITIVE_INFINITY
    for (let index = 0; index < this.palette.length; index++) {
      const other = this.palette[index]
      const r = (color & 0xff) - (other & 0xff)
      const g = ((color >> 8) & 0xff) - ((other >> 8) & 0xff)
      const b = ((color >> 16) & 0xff) - ((other >> 16) & 0xff)
      const distance = 3 * r * r + 6 * g * g + b * b
      if (distance < bestDistance) {
        bestDistance = distance
        best = index
      }
    }
    return best
  }
}

type Counted = [color: number, count: number]

/** Splits the box with the widest spread, weighted by its pixels, until there are enough boxes. */
function medianCut(colors: Counted[], most: number): Uint32Array {
  const boxes: Counted[][] = [colors]
  while (boxes.length < most) {
    let widest = -1
    let weight = 0
    for (const [index, box] of boxes.entries()) {
      if (box.length < 2) continue
      const own = spread(box)[1] * Math.sqrt(total(box))
      if (own > weight) [widest, weight] = [index, own]
    }
    if (widest < 0) break
    const box = boxes[widest]
    const [shift] = spread(box)
    box.sort((a, b) => ((a[0] >> shift) & 0xff) - ((b[0] >> shift) & 0xff) || a[0] - b[0])
    const half = total(box) / 2
    let cut = 0
    for (let sum = 0; cut < box.length - 1 && sum + box[cut][1] <= half; cut++) sum += box[cut][1]
    boxes.splice(widest, 1, box.slice(0, Math.max(cut, 1)), box.slice(Math.max(cut, 1)))
  }
  return Uint32Array.from(boxes, (box) => box.reduce((best, color) => (color[1] > best[1] ? color : best))[0])
}

function total(box: readonly Counted[]): number {
  return box.reduce((sum, [, count]) => sum + count, 0)
}

/** The channel (as a shift) in which the box is widest, and how wide. */
function spread(box: readonly Counted[]): [shift: number, width: number] {
  let best: [number, number] = [0, -1]
  for (const shift of [0, 8, 16]) {
    let low = 255
    let high = 0
    for (const [color] of box) {
      const value = (color >> shift) & 0xff
      if (value < low) low = value
      if (value > high) high = value
    }
    if (high - low > best[1]) best = [shift, high - low]
  }
  return best
}
