/**
 * Pixels to a PNG file: indexed when 256 colours suffice, which is nearly always and a third of the work, else RGB or
 * RGBA. Scan lines are stored unfiltered: text compresses best so.
 */
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Level 3 costs a third of the default and adds a few percent. */
const LEVEL = 3

/** `pixels` are words whose bytes are red, green, blue, alpha. */
export function encodePng(pixels: Uint32Array, width: number, height: number): Uint8Array {
  const indexed = toIndexed(pixels, width, height)
  const { data, colorType } = indexed ? { data: indexed.data, colorType: 3 } : toDirect(pixels, width, height)
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, colorType, 0, 0, 0], 8)
  const chunks = [SIGNATURE, ...chunk('IHDR', header)]
  if (indexed) chunks.push(...chunk('PLTE', indexed.palette))
  if (indexed?.alpha) chunks.push(...chunk('tRNS', indexed.alpha))
  chunks.push(...chunk('IDAT', deflateSync(data, { level: LEVEL })), ...chunk('IEND', new Uint8Array(0)))
  return Buffer.concat(chunks)
}

const SLOTS = 1024
const slotColors = new Uint32Array(SLOTS)
const slotIndexes = new Int16Array(SLOTS)

/** Gives each colour an index in order of appearance; null when there are more than 256. */
function toIndexed(pixels: Uint32Array, width: number, height: number) {
  slotIndexes.fill(-1)
  const palette = new Uint32Array(256)
  const data = new Uint8Array((width + 1) * height)
  let count = 0
  let last = ~pixels[0] >>> 0
  let lastIndex = 0
  for (let row = 0, from = 0, to = 0; row < height; row++) {
    to++
    for (const end = from + width; from < end; from++) {
      const pixel = pixels[from]
      if (pixel !== last) {
        last = pixel
        let slot = (Math.imul(pixel, 0x9e3779b1) >>> 22) & (SLOTS - 1)
        while (slotIndexes[slot] >= 0 && slotColors[slot] !== pixel) slot = (slot + 1) & (SLOTS - 1)
        if (slotIndexes[slot] < 0) {
          if (count === 256) return null
          slotColors[slot] = pixel
          slotIndexes[slot] = count
          palette[count++] = pixel
        }
        lastIndex = slotIndexes[slot]
      }
      data[to++] = lastIndex
    }
  }
  const colors = new Uint8Array(count * 3)
  const alpha = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    const pixel = palette[index]
    colors.set([pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff], index * 3)
    alpha[index] = pixel >>> 24
  }
  return { data, palette: colors, alpha: alpha.every((value) => value === 255) ? null : alpha }
}

function toDirect(pixels: Uint32Array, width: number, height: number): { data: Uint8Array; colorType: number } {
  const channels = pixels.every((pixel) => pixel >>> 24 === 255) ? 3 : 4
  const data = new Uint8Array((width * channels + 1) * height)
  for (let row = 0, from = 0, to = 0; row < height; row++) {
    to++
    for (const end = from + width; from < end; from++) {
      const pixel = pixels[from]
      data[to++] = pixel & 0xff
      data[to++] = (pixel >> 8) & 0xff
      data[to++] = (pixel >> 16) & 0xff
      if (channels === 4) data[to++] = pixel >>> 24
    }
  }
  return { data, colorType: channels === 3 ? 2 : 6 }
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(type, 4, 'latin1')
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0)
  return [head, data, tail]
}
