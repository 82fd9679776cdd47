/** Pieces that several OSC handlers share: splitting, base64, paths and colours as text. */
import { decodeUtf8, encodeUtf8 } from '../parser/utf8.js'
import type { Rgb } from '../types.js'
import { namedColor } from './color-names.js'
import { parseDeviceFree } from './device-free-colors.js'

/** Control characters have no place in titles and messages. */
export function clean(text: string): string {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) return text.replace(/[\x00-\x1f\x7f-\x9f]/g, '')
  }
  return text
}

/** Splits at the first `separator`; the second part is null where there is none. */
export function splitOnce(text: string, separator: string): [string, string | null] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + separator.length)]
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base64; null when it is not base64. */
export function decodeBase64(text: string): Uint8Array | null {
  const clean = text.replace(/=+$/, '')
  if (clean.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((clean.length * 3) / 4))
  let bits = 0
  let value = 0
  let at = 0
  for (let i = 0; i < clean.length; i++) {
    const digit = alphabet.indexOf(clean[i])
    if (digit < 0) return null
    value = ((value << 6) | digit) & 0xffffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = (value >> bits) & 0xff
    }
  }
  return bytes
}

/** The base64 in a text, as xterm takes it: other characters are skipped, and the padding ends it. */
export function onlyBase64(text: string): string {
  const [digits] = splitOnce(text, '=')
  const clean = digits.replace(/[^A-Za-z0-9+/]/g, '')
  // A digit alone is less than a byte.
  const whole = clean.length % 4 === 1 ? clean.slice(0, -1) : clean
  return whole.padEnd(Math.ceil(whole.length / 4) * 4, '=')
}

export function decodeBase64Text(text: string): string | null {
  const bytes = decodeBase64(text)
  return bytes ? decodeUtf8(bytes) : null
}

/** The bytes of a text in hex. */
export function toHex(text: string): string {
  return Array.from(encodeUtf8(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The text that hex digits spell; null when they are not pairs of such digits. */
export function fromHex(text: string): string | null {
  if (!/^([0-9a-fA-F]{2})*$/.test(text)) return null
  return decodeUtf8(Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
}

/** Decodes %XX where it is valid and leaves the rest alone. */
export function decodePercent(text: string): string {
  return text.replace(/(%[0-9a-fA-F]{2})+/g, (escapes) => {
    const bytes = new Uint8Array(escapes.length / 3)
    for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(escapes.slice(i * 3 + 1, i * 3 + 3), 16)
    return decodeUtf8(bytes)
  })
}

/** The path of a file: or kitty-shell-cwd: URI, or the text itself when it is a path. */
export function pathOf(text: string): string {
  const match = /^(?:file|kitty-shell-cwd):\/\/[^/]*(\/.*)?$/.exec(text)
  if (!match) return text
  return text.startsWith('file') ? decodePercent(match[1] ?? '/') : (match[1] ?? '/')
}

/** Reads a colour as XParseColor does: rgb:, rgba:, #, names, and those of device-free-colors.ts. Null when it is none. */
export function parseColor(text: string): Rgb | null {
  const lower = text.trim().toLowerCase()
  const device = /^rgba?:([0-9a-f]{1,4})\/([0-9a-f]{1,4})\/([0-9a-f]{1,4})(?:\/[0-9a-f]{1,4})?$/.exec(lower)
  if (device) return { r: scale(device[1]), g: scale(device[2]), b: scale(device[3]) }
  const hash = /^#([0-9a-f]+)$/.exec(lower)
  if (hash && [3, 6, 9, 12].includes(hash[1].length)) {
    const size = hash[1].length / 3
    const part = (index: number): number => hashPart(hash[1].slice(index * size, (index + 1) * size))
    return { r: part(0), g: part(1), b: part(2) }
  }
  const named = namedColor(lower)
  return named === undefined ? parseDeviceFree(lower) : { r: named >> 16, g: (named >> 8) & 0xff, b: named & 0xff }
}

/** rgb: values are fractions of their length: f is ff. */
function scale(digits: string): number {
  return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255)
}

/** # values are the most significant digits: #f00 is f0, 00, 00, as X11 has it. */
function hashPart(digits: string): number {
  return Number.parseInt(digits.padEnd(2, '0').slice(0, 2), 16)
}

/** A colour as answers spell it. */
export function describeRgb({ r, g, b }: Rgb): string {
  const part = (value: number): string => value.toString(16).padStart(2, '0').repeat(2)
  return `rgb:${part(r)}/${part(g)}/${part(b)}`
}
