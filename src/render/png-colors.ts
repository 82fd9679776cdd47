/**
 * Pixels to palette indexes, band by band, colours numbered in the order in which they appear in the picture. The
 * result depends on the picture alone; a band whose pixels and numbers are as before is not gone through again.
 */

/** Scan lines from `top` up to but not including `bottom`. */
export interface Band {
  readonly top: number
  readonly bottom: number
}

export interface IndexedBand {
  /** Scan lines, each after its filter byte (none). */
  readonly data: Uint8Array
  /** The colours of the band in the order in which they appear in it, and the number of each. */
  readonly colors: readonly number[]
  readonly numbers: readonly number[]
}

export interface IndexedPicture {
  readonly bands: IndexedBand[]
  readonly palette: Uint8Array
  /** The colours' alpha; null if all are opaque. */
  readonly alpha: Uint8Array | null
}

const SLOTS = 2048
const MAX_COLORS = 256
/** Runs from here on are filled at once instead of byte by byte. */
const LONG_RUN = 24

/** An open hash table from pixel to number, reused for every picture. */
class ColorTable {
  readonly pixels = new Int32Array(MAX_COLORS)
  count = 0
  private readonly slotPixels = new Int32Array(SLOTS)
  private readonly slotNumbers = new Int16Array(SLOTS)

  clear(): void {
    this.slotNumbers.fill(-1)
    this.count = 0
  }

  /** The pixel's number, a new one if it has none yet; -1 when all numbers are taken. */
  number(pixel: number): number {
    let slot = Math.imul(pixel, 0x9e3779b1) >>> 21
    while (this.slotNumbers[slot] >= 0) {
      if (this.slotPixels[slot] === pixel) return this.slotNumbers[slot]
      slot = (slot + 1) & (SLOTS - 1)
    }
    if (this.count === MAX_COLORS) return -1
    this.slotPixels[slot] = pixel
    this.slotNumbers[slot] = this.count
    this.pixels[this.count] = pixel
    return this.count++
  }
}

const table = new ColorTable()

/** Null when the picture has more than 256 colours. */
export function indexColors(
  pixels: Int32Array,
  width: number,
  bands: readonly Band[],
  before: readonly IndexedBand[],
  changed: (band: number) => boolean,
): IndexedPicture | null {
  table.clear()
  const indexed: IndexedBand[] = []
  for (const [index, band] of bands.entries()) {
    const kept = index < before.length && !changed(index) && numbersHold(before[index]) ? before[index] : null
    const done = kept ?? indexBand(pixels, width, band)
    if (!done) return null
    indexed.push(done)
  }
  const colors = table.pixels.subarray(0, table.count)
  const palette = new Uint8Array(colors.length * 3)
  for (const [index, pixel] of colors.entries())
    palette.set([pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff], index * 3)
  const alpha = Uint8Array.from(colors, (pixel) => pixel >>> 24)
  return { bands: indexed, palette, alpha: alpha.every((value) => value === 255) ? null : alpha }
}

/** Numbers the band's colours again; true if all come out as before. */
function numbersHold({ colors, numbers }: IndexedBand): boolean {
  let hold = true
  for (let index = 0; index < colors.length; index++) if (table.number(colors[index]) !== numbers[index]) hold = false
  return hold
}

function indexBand(pixels: Int32Array, width: number, { top, bottom }: Band): IndexedBand | null {
  const data = new Uint8Array((width + 1) * (bottom - top))
  const seen = new Uint8Array(MAX_COLORS)
  const colors: number[] = []
  const numbers: number[] = []
  for (let row = top, to = 0; row < bottom; row++) {
    to++
    for (let from = row * width, end = from + width; from < end; ) {
      const pixel = pixels[from]
      const number = table.number(pixel)
      if (number < 0) return null
      if (seen[number] === 0) {
        seen[number] = 1
        colors.push(pixel)
        numbers.push(number)
      }
      let next = from + 1
      while (next < end && pixels[next] === pixel) next++
      const stop = to + next - from
      if (next - from >= LONG_RUN) data.fill(number, to, stop)
      else for (let at = to; at < stop; at++) data[at] = number
      to = stop
      from = next
    }
  }
  return { data, colors, numbers }
}
