/**
 * The container of a TrueType font: its table directory, and the face of a collection. Knows where tables are, not
 * what they mean. A damaged file is an `invalid-params` error, never a crash further in.
 */
import { RenderError } from '../render-error.js'

const COLLECTION = 0x74746366
const TRUETYPE = 0x00010000
const APPLE_TRUETYPE = 0x74727565
const POSTSCRIPT = 0x4f54544f
const WOFF2 = 0x774f4632
const MAX_TABLES = 256

export type TableReader = (tag: string) => DataView | null

/** Opens the font's table directory; `face` picks one of a collection. */
export function openSfnt(bytes: Uint8Array, name: string, face = 0): TableReader {
  return guard(name, () => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const start = view.getUint32(0) === COLLECTION ? view.getUint32(12 + face * 4) : 0
    requireTrueType(view.getUint32(start), name)
    const count = Math.min(view.getUint16(start + 4), MAX_TABLES)
    const tables = new Map<string, DataView>()
    for (let entry = start + 12, left = count; left > 0; entry += 16, left--) {
      const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4))
      const offset = view.getUint32(entry + 8)
      const length = Math.min(view.getUint32(entry + 12), bytes.byteLength - offset)
      tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, length))
    }
    return (tag) => tables.get(tag) ?? null
  })
}

/** Runs a reader over font bytes; reading past the end of a damaged table becomes an error that names the font. */
export function guard<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RenderError('invalid-params', `${name} is damaged: a table ends before its data does`, { font: name })
  }
}

function requireTrueType(magic: number, name: string): void {
  if (magic === TRUETYPE || magic === APPLE_TRUETYPE) return
  const kind =
    magic === POSTSCRIPT ? 'has PostScript outlines' : magic === WOFF2 ? 'is compressed as WOFF2' : 'is not a font'
  throw new RenderError(
    'invalid-params',
    `${name} ${kind}; pictures need a TrueType font (.ttf or .ttc with outlines)`,
    {
      font: name,
    },
  )
}
