/**
 * Pictures that programs sent, checked and encoded again for another terminal: nothing passes but pixels. Only formats
 * that kitty's protocol knows can be shown; what is not one of them, or is not whole, is left out.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import type { Picture } from '@polytty/terminal'
import { sixelPixels } from './sixel-pixels.js'

/** Pixels of the largest picture that is passed on. */
const MAX_PIXELS = 4 * 1024 * 1024

/** A picture as kitty's protocol sends it. */
export interface EncodedPicture {
  /** Keys that say what the data is. */
  readonly keys: string
  /** In base64. */
  readonly data: string
}

/** Pictures are shared by all who show a session, so each is encoded once. */
const encoded = new WeakMap<Picture, EncodedPicture | null>()

/** Null for a picture that cannot be shown. */
export function encodePicture(picture: Picture): EncodedPicture | null {
  const known = encoded.get(picture)
  if (known !== undefined) return known
  const made = encode(picture)
  encoded.set(picture, made)
  return made
}

function encode({ format, data, compressed, width, height }: Picture): EncodedPicture | null {
  if (data === null || data === '') return null
  if (format === 'file') return compressed ? null : encodePng(Buffer.from(data, 'base64'))
  if (width * height === 0 || width * height > MAX_PIXELS) return null
  if (format === 'sixel') return encodePixels(sixelPixels(data, width, height), 32, width, height)
  const depth = format === 'rgb' ? 24 : 32
  const length = (width * height * depth) / 8
  return encodePixels(pixelsOf(Buffer.from(data, 'base64'), compressed, length), depth, width, height)
}

/** As many bytes as the picture has; null where they are more or fewer. */
function pixelsOf(bytes: Uint8Array, compressed: boolean, length: number): Uint8Array | null {
  try {
    const pixels = compressed ? inflateSync(bytes, { maxOutputLength: length }) : bytes
    return pixels.length === length ? pixels : null
  } catch {
    return null
  }
}

function encodePixels(pixels: Uint8Array | null, depth: 24 | 32, width: number, height: number): EncodedPicture | null {
  if (!pixels) return null
  const data = deflateSync(pixels, { level: 1 }).toString('base64')
  return { keys: `f=${depth},s=${width},v=${height},o=z`, data }
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Chunks that have to do with pixels; all else, such as texts, is dropped. */
const PIXEL_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

function encodePng(file: Buffer): EncodedPicture | null {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE) || file.length < 33) return null
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  if (width * height === 0 || width * height > MAX_PIXELS) return null
  const parts: Buffer[] = [SIGNATURE]
  let last = ''
  for (let at = SIGNATURE.length; last !== 'IEND'; ) {
    // Length, type and checksum take twelve bytes.
    const end = at + 12 <= file.length ? at + 12 + file.readUInt32BE(at) : Number.POSITIVE_INFINITY
    if (end > file.length) return null
    last = file.toString('latin1', at + 4, at + 8)
    if (PIXEL_CHUNKS.has(last)) parts.push(file.subarray(at, end))
    at = end
  }
  return { keys: 'f=100', data: Buffer.concat(parts).toString('base64') }
}
