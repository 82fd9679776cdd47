/**
 * A canvas's colours to palette indexes, band by band, in the order in which they appear in the picture. The result
 * depends on the picture alone; a band whose pixels and indexes are as before is not gone through again.
 */
import type { Canvas } from './raster/canvas.js'

/** Scan lines from `top` up to but not including `bottom`. */
export interface Band {
  readonly top: number
  readonly bottom: number
}

export interface IndexedBand {
  /** Scan lines, each after its filter byte (none). */
  readonly data: Uint8Array
  /** The canvas's numbers of the band's colours in the order in which they appear in it, and the index of each. */
  readonly numbers: readonly number[]
  readonly indexes: readonly number[]
}

export interface IndexedPicture {
  readonly bands: IndexedBand[]
  readonly palette: Uint8Array
  /** The colours' alpha; null if all are opaque. */
  readonly alpha: Uint8Array | null
}

const MAX_COLORS = 256

/** Hands out palette indexes to the canvas's numbers. */
class Indexes {
  readonly table: Int16Array
  readonly numbers: number[] = []

  constructor(colorCount: number) {
    this.table = new Int16Array(colorCount).fill(-1)
  }

  /** The number's index, a new one if it has none yet; -1 when all are taken. */
  of(number: number): number {
    if (this.table[number] >= 0) return this.table[number]
    if (this.numbers.length === MAX_COLORS) return -1
    this.table[number] = this.numbers.length
    this.numbers.push(number)
    return this.table[number]
  }
}

/** Null when the picture has more than 256 colours. */
export function indexColors(
  canvas: Canvas,
  bands: readonly Band[],
  before: readonly IndexedBand[],
  changed: (band: number) => boolean,
): IndexedPicture | null {
  const indexes = new Indexes(canvas.colorCount)
  const indexed: IndexedBand[] = []
  for (const [position, band] of bands.entries()) {
    const kept = position < before.length && !changed(position) && holds(before[position], indexes)
    const done = kept ? before[position] : indexBand(canvas, band, indexes)
    if (!done) return null
    indexed.push(done)
  }
  const colors = indexes.numbers.map((number) => canvas.value(number))
  const palette = Uint8Array.from(colors.flatMap((pixel) => [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff]))
  const alpha = Uint8Array.from(colors, (pixel) => pixel >>> 24)
  return { bands: indexed, palette, alpha: alpha.every((value) => value === 255) ? null : alpha }
}

/** Gives the band's colours their indexes again; true if all come out as before. */
function holds({ numbers, indexes: old }: IndexedBand, indexes: Indexes): boolean {
  let same = true
  for (let position = 0; position < numbers.length; position++)
    if (indexes.of(numbers[position]) !== old[position]) same = false
  return same
}

/** Scan lines like the one above them, of which text has many, are copied whole. */
function indexBand({ numbers: pixels, width }: Canvas, { top, bottom }: Band, indexes: Indexes): IndexedBand | null {
  const data = new Uint8Array((width + 1) * (bottom - top))
  const { table } = indexes
  const seen = new Uint8Array(MAX_COLORS)
  const order: number[] = []
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const line = width * pixels.BYTES_PER_ELEMENT
  for (let row = top, to = 0; row < bottom; row++) {
    const start = row * line
    if (row > top && bytes.compare(bytes, start - line, start, start, start + line) === 0) {
      data.copyWithin(to, to - width - 1, to)
      to += width + 1
      continue
    }
    to++
    for (let from = row * width, end = from + width; from < end; from++) {
      const number = pixels[from]
      let index = table[number]
      if (index < 0 || seen[index] === 0) {
        index = indexes.of(number)
        if (index < 0) return null
        seen[index] = 1
        order.push(number)
      }
      data[to++] = index
    }
  }
  return { data, numbers: order, indexes: order.map((number) => table[number]) }
}
