/** Reads back the PNGs we write (8 bits, unfiltered), so that pictures are compared by their pixels. */
import { inflateSync } from 'node:zlib'

export interface DecodedPng {
  readonly width: number
  readonly height: number
  /** Four bytes a pixel. */
  readonly rgba: Uint8Array
}

const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 3: 1, 6: 4 }

export function decodePng(file: Uint8Array): DecodedPng {
  const bytes = Buffer.from(file)
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const header = chunks.get('IHDR') as Buffer
  const [width, height, type] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]]
  const channels = CHANNELS[type]
  const data = inflateSync(chunks.get('IDAT') as Buffer)
  if (data.length !== height * (width * channels + 1)) throw new Error(`image data has ${data.length} bytes`)
  const palette = chunks.get('PLTE')
  const alpha = chunks.get('tRNS')
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0, to = 0; y < height; y++) {
    const line = y * (width * channels + 1)
    if (data[line] !== 0) throw new Error(`scan line ${y} is filtered`)
    for (let x = 0; x < width; x++, to += 4) {
      const from = line + 1 + x * channels
      const source = palette ? palette.subarray(data[from] * 3) : data.subarray(from)
      rgba.set([source[0], source[1], source[2]], to)
      rgba[to + 3] = palette ? (alpha?.[data[from]] ?? 255) : channels === 4 ? source[3] : 255
    }
  }
  return { width, height, rgba }
}
