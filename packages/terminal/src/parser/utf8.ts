/** UTF-8: strings that come in or go out whole, and the one character of a stream that a chunk may end in. */

/** Encodes a string; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3)
  const length = encodeInto(text, bytes)
  return bytes.subarray(0, length)
}

/** The same with each escape that has an 8-bit control in its place: one byte, which is not UTF-8, as in xterm. */
export function encodeEightBit(text: string): Uint8Array {
  const bytes = encodeUtf8(text)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const next = bytes[i + 1]
    const isPair = bytes[i] === 0x1b && next >= 0x40 && next < 0x60
    bytes[length++] = isPair ? next + 0x40 : bytes[i]
    if (isPair) i++
  }
  return bytes.subarray(0, length)
}

/** Encodes into `bytes`, which must have room for three bytes a unit; returns the number of bytes. */
function encodeInto(text: string, bytes: Uint8Array): number {
  let at = 0
  for (let i = 0; i < text.length; i++) {
    let cp = text.charCodeAt(i)
    if (cp < 0x80) {
      bytes[at++] = cp
      continue
    }
    if ((cp & 0xf800) === 0xd800) {
      const low = i + 1 < text.length ? text.charCodeAt(i + 1) : 0
      if ((cp & 0xfc00) === 0xd800 && (low & 0xfc00) === 0xdc00) {
        cp = 0x10000 + ((cp & 0x3ff) << 10) + (low & 0x3ff)
        i++
      } else cp = 0xfffd
    }
    if (cp < 0x800) bytes[at++] = 0xc0 | (cp >> 6)
    else {
      if (cp < 0x10000) bytes[at++] = 0xe0 | (cp >> 12)
      else {
        bytes[at++] = 0xf0 | (cp >> 18)
        bytes[at++] = 0x80 | ((cp >> 12) & 63)
      }
      bytes[at++] = 0x80 | ((cp >> 6) & 63)
    }
    bytes[at++] = 0x80 | (cp & 63)
  }
  return at
}

/** Decodes bytes as the WHATWG decoder does: one U+FFFD for every maximal bad part. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = ''
  let i = from
  while (i < to) {
    const b = bytes[i++]
    if (b < 0x80) {
      text += String.fromCharCode(b)
      continue
    }
    let needed = trailing(b)
    let cp = needed === 1 ? b & 31 : needed === 2 ? b & 15 : b & 7
    let lower = lowerBound(b)
    let upper = upperBound(b)
    let bad = needed === 0
    while (needed > 0) {
      const next = i < to ? bytes[i] : 0
      if (next < lower || next > upper) {
        bad = true
        break
      }
      lower = 0x80
      upper = 0xbf
      cp = (cp << 6) | (next & 63)
      i++
      needed--
    }
    text += bad ? '\ufffd' : String.fromCodePoint(cp)
  }
  return text
}

/** How many continuation bytes a lead byte asks for; 0 for a byte that leads nothing. */
function trailing(lead: number): number {
  if (lead < 0xc2) return 0
  if (lead < 0xe0) return 1
  if (lead < 0xf0) return 2
  return lead < 0xf5 ? 3 : 0
}

/** The range of the first continuation byte, which keeps overlong forms, surrogates and too large values out. */
function lowerBound(lead: number): number {
  return lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
}

function upperBound(lead: number): number {
  return lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
}

/** A character of a stream that is not all there yet. */
export class PendingCharacter {
  /** Bytes still to come; 0 when no character is under way. */
  needed = 0
  /** What `take` found: a code point, U+FFFD for a broken one, or -1 when it goes on in the next chunk. */
  value = -1
  private bits = 0
  private lower = 0x80
  private upper = 0xbf
  private readonly seen = new Uint8Array(4)
  private length = 0

  /** The bytes of the character that came so far. */
  get bytes(): Uint8Array {
    return this.seen.subarray(0, this.needed > 0 ? this.length : 0)
  }

  /** Begins with a lead byte; false when the byte leads nothing. */
  start(lead: number): boolean {
    this.needed = trailing(lead)
    this.bits = this.needed === 1 ? lead & 31 : this.needed === 2 ? lead & 15 : lead & 7
    this.lower = lowerBound(lead)
    this.upper = upperBound(lead)
    this.seen[0] = lead
    this.length = 1
    return this.needed > 0
  }

  /** Takes bytes from `from` on; returns the place after the last that belongs to the character. */
  take(bytes: Uint8Array, from: number, end: number): number {
    this.value = -1
    for (let i = from; i < end; i++) {
      const b = bytes[i]
      if (b < this.lower || b > this.upper) {
        this.needed = 0
        this.value = 0xfffd
        return i
      }
      this.lower = 0x80
      this.upper = 0xbf
      this.bits = (this.bits << 6) | (b & 63)
      this.seen[this.length++] = b
      if (--this.needed === 0) {
        this.value = this.bits
        return i + 1
      }
    }
    return end
  }
}
