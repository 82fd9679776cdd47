/** Where two PNGs of ours differ: a picture in which what is the same is faint, and what is not is red. */
import { deflateSync } from 'node:zlib'
import { type DecodedPng, decodePng } from './decode-png.js'
import { chunk, SIGNATURE } from './image-png.js'

const RED = [0xe0, 0x1b, 0x24] as const

/** The picture, as large as the larger of both, and how many of its pixels differ. */
export function pngDifference(
  expected: Uint8Array,
  actual: Uint8Array,
): { readonly bytes: Uint8Array; readonly pixels: number } {
  const [before, after] = [decodePng(expected), decodePng(actual)]
  const width = Math.max(before.width, after.width)
  const height = Math.max(before.height, after.height)
  const lines = Buffer.alloc(height * (width * 3 + 1))
  let pixels = 0
  for (let y = 0, to = 0; y < height; y++) {
    to++
    for (let x = 0; x < width; x++, to += 3) {
      const [a, b] = [pixelAt(before, x, y), pixelAt(after, x, y)]
      const same = a !== null && b !== null && a.every((part, index) => part === b[index])
      if (!same) pixels++
      lines.set(same ? faint(b) : RED, to)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [SIGNATURE, ...chunk('IHDR', header), ...chunk('IDAT', deflateSync(lines)), ...chunk('IEND')]
  return { bytes: Buffer.concat(parts), pixels }
}

function pixelAt({ width, height, rgba }: DecodedPng, x: number, y: number): Uint8Array | null {
  if (x >= width || y >= height) return null
  const at = (y * width + x) * 4
  return rgba.subarray(at, at + 3)
}

function faint(pixel: Uint8Array): number[] {
  return [...pixel].map((part) => 170 + Math.floor(part / 4))
}
