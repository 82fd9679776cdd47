/**
 * DEFLATE for pictures of text: what zlib packs depends on its version and on the processor, and pictures must have the
 * same bytes everywhere. One pass that takes the newest earlier occurrence, one block of dynamic codes, and an empty
 * stored block so that every piece ends on a byte and pieces can be joined.
 */
import { assignCodes, assignLengths } from './huffman.js'

const WINDOW = 32_768
const MIN_MATCH = 4
const MAX_MATCH = 258
const HASH_BITS = 14
const END_OF_BLOCK = 256
const LITERALS = 286
const DISTANCES = 30
/** The order in which the lengths of the code for lengths are written. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** For each match length its symbol, and for each symbol its extra bits and first length. */
const lengthSymbol = new Uint16Array(MAX_MATCH + 1)
const lengthExtra = new Uint8Array(LITERALS)
const lengthBase = new Uint16Array(LITERALS)
const distanceExtra = new Uint8Array(DISTANCES)
const distanceBase = new Uint16Array(DISTANCES)

for (let symbol = 257, length = 3; symbol < 285; symbol++) {
  lengthExtra[symbol] = symbol < 265 ? 0 : (symbol - 261) >> 2
  lengthBase[symbol] = length
  for (let left = 1 << lengthExtra[symbol]; left > 0; left--) lengthSymbol[length++] = symbol
}
lengthSymbol[MAX_MATCH] = 285
lengthBase[285] = MAX_MATCH
for (let symbol = 0, distance = 1; symbol < DISTANCES; symbol++) {
  distanceExtra[symbol] = symbol < 4 ? 0 : (symbol - 2) >> 1
  distanceBase[symbol] = distance
  distance += 1 << distanceExtra[symbol]
}

/** Above two bits of the distance, its symbol is its highest bit and the next. */
function distanceSymbol(distance: number): number {
  if (distance < 5) return distance - 1
  const high = 31 - Math.clz32(distance - 1)
  return 2 * high + (((distance - 1) >> (high - 1)) & 1)
}

/** Reused by every call: the call is synchronous and copies its result. */
class Packer {
  private readonly newest = new Int32Array(1 << HASH_BITS)
  private readonly literalCounts = new Uint32Array(LITERALS)
  private readonly distanceCounts = new Uint32Array(DISTANCES)
  private readonly lengths = new Uint8Array(LITERALS + DISTANCES)
  private readonly literalLengths = new Uint8Array(LITERALS)
  private readonly distanceLengths = new Uint8Array(DISTANCES)
  private readonly literalCodes = new Uint16Array(LITERALS)
  private readonly distanceCodes = new Uint16Array(DISTANCES)
  /** A literal as itself, a match as its length above its distance less one. */
  private tokens = new Int32Array(0)
  private out = new Uint8Array(0)
  private at = 0
  private bits = 0
  private bitCount = 0

  pack(source: Uint8Array): Uint8Array {
    if (this.tokens.length < source.length) {
      this.tokens = new Int32Array(source.length)
      // No token is longer than four bytes, and the block's head is bounded.
      this.out = new Uint8Array(source.length * 4 + 1024)
    }
    this.at = this.bits = this.bitCount = 0
    // A block of nothing would have a code of one symbol, which strict readers refuse.
    if (source.length > 0) this.writeBlock(this.findMatches(source))
    this.put(0, 3)
    if (this.bitCount > 0) this.put(0, 8 - this.bitCount)
    this.put(0, 16)
    this.put(0xffff, 16)
    return this.out.slice(0, this.at)
  }

  private findMatches(source: Uint8Array): number {
    const { newest, tokens, literalCounts, distanceCounts } = this
    newest.fill(-1)
    literalCounts.fill(0)
    distanceCounts.fill(0)
    const end = source.length
    const last = end - MIN_MATCH
    let count = 0
    let at = 0
    /** The four bytes from `at` on, kept as it moves: three of them are those of the place before. */
    let four = last >= 0 ? source[0] | (source[1] << 8) | (source[2] << 16) | (source[3] << 24) : 0
    while (at <= last) {
      const slot = Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS)
      const before = newest[slot]
      newest[slot] = at
      let length = 0
      if (before >= 0 && at - before <= WINDOW && source[before] === (four & 0xff)) {
        length = matchLength(source, before, at, Math.min(end - at, MAX_MATCH))
      }
      if (length < MIN_MATCH) {
        const literal = four & 0xff
        literalCounts[literal]++
        tokens[count++] = literal
        at++
        four = (four >>> 8) | (source[at + 3] << 24)
        continue
      }
      literalCounts[lengthSymbol[length]]++
      distanceCounts[distanceSymbol(at - before)]++
      tokens[count++] = (length << 16) | (at - before - 1)
      const next = at + length
      // Every other place within is worth finding again, but for those of a run of one value.
      if (at - before > 1) {
        const stop = Math.min(next, last + 1)
        for (at += 2; at < stop; at += 2) {
          four = (four >>> 16) | (source[at + 2] << 16) | (source[at + 3] << 24)
          newest[Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS)] = at
        }
      }
      at = next
      four = source[at] | (source[at + 1] << 8) | (source[at + 2] << 16) | (source[at + 3] << 24)
    }
    for (; at < end; at++) {
      literalCounts[source[at]]++
      tokens[count++] = source[at]
    }
    literalCounts[END_OF_BLOCK] = 1
    return count
  }

  private writeBlock(count: number): void {
    const { tokens, literalCodes, literalLengths, distanceCodes, distanceLengths } = this
    assignLengths(this.literalCounts, 15, literalLengths)
    assignLengths(this.distanceCounts, 15, distanceLengths)
    // A decoder wants at least one distance, used or not.
    if (distanceLengths.every((length) => length === 0)) distanceLengths[0] = 1
    assignCodes(literalLengths, literalCodes)
    assignCodes(distanceLengths, distanceCodes)
    this.writeHead()
    const { out } = this
    let { at, bits, bitCount } = this
    for (let index = 0; index < count; index++) {
      const token = tokens[index]
      const length = token >> 16
      if (length === 0) {
        bits |= literalCodes[token] << bitCount
        bitCount += literalLengths[token]
      } else {
        const symbol = lengthSymbol[length]
        const codeLength = literalLengths[symbol]
        // At most 20 bits, after at most 7 that are left.
        bits |= (literalCodes[symbol] | ((length - lengthBase[symbol]) << codeLength)) << bitCount
        bitCount += codeLength + lengthExtra[symbol]
        while (bitCount >= 8) {
          out[at++] = bits
          bits >>>= 8
          bitCount -= 8
        }
        const distance = (token & 0xffff) + 1
        const far = distanceSymbol(distance)
        bits |= distanceCodes[far] << bitCount
        bitCount += distanceLengths[far]
        while (bitCount >= 8) {
          out[at++] = bits
          bits >>>= 8
          bitCount -= 8
        }
        bits |= (distance - distanceBase[far]) << bitCount
        bitCount += distanceExtra[far]
      }
      while (bitCount >= 8) {
        out[at++] = bits
        bits >>>= 8
        bitCount -= 8
      }
    }
    this.at = at
    this.bits = bits
    this.bitCount = bitCount
    this.put(literalCodes[END_OF_BLOCK], literalLengths[END_OF_BLOCK])
  }

  /** The two codes by their lengths, which are themselves coded: runs of one length as a number. */
  private writeHead(): void {
    const { lengths, literalLengths, distanceLengths } = this
    const literals = usedLength(literalLengths, 257)
    const distances = usedLength(distanceLengths, 1)
    lengths.set(literalLengths.subarray(0, literals))
    lengths.set(distanceLengths.subarray(0, distances), literals)
    const runs = runsOf(lengths.subarray(0, literals + distances))
    const counts = new Uint32Array(19)
    for (const { symbol } of runs) counts[symbol]++
    const headLengths = new Uint8Array(19)
    const headCodes = new Uint16Array(19)
    assignLengths(counts, 7, headLengths)
    assignCodes(headLengths, headCodes)
    let written = 19
    while (written > 4 && headLengths[LENGTH_ORDER[written - 1]] === 0) written--
    this.put(0b100, 3)
    this.put(literals - 257, 5)
    this.put(distances - 1, 5)
    this.put(written - 4, 4)
    for (let index = 0; index < written; index++) this.put(headLengths[LENGTH_ORDER[index]], 3)
    for (const { symbol, extra, extraBits } of runs) {
      this.put(headCodes[symbol], headLengths[symbol])
      this.put(extra, extraBits)
    }
  }

  /** At most 24 bits. */
  private put(value: number, count: number): void {
    this.bits |= value << this.bitCount
    this.bitCount += count
    while (this.bitCount >= 8) {
      this.out[this.at++] = this.bits
      this.bits >>>= 8
      this.bitCount -= 8
    }
  }
}

interface LengthRun {
  readonly symbol: number
  readonly extra: number
  readonly extraBits: number
}

/** Lengths as DEFLATE writes them: 16 repeats the one before 3 to 6 times, 17 and 18 are 3 to 10 and 11 to 138 zeros. */
function runsOf(lengths: Uint8Array): LengthRun[] {
  const runs: LengthRun[] = []
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at]
    let end = at + 1
    while (end < lengths.length && lengths[end] === length) end++
    let left = end - at
    at = end
    if (length !== 0) {
      runs.push({ symbol: length, extra: 0, extraBits: 0 })
      left--
    }
    while (left >= 3) {
      const most = Math.min(left, length !== 0 ? 6 : 138)
      if (length !== 0) runs.push({ symbol: 16, extra: most - 3, extraBits: 2 })
      else if (most <= 10) runs.push({ symbol: 17, extra: most - 3, extraBits: 3 })
      else runs.push({ symbol: 18, extra: most - 11, extraBits: 7 })
      left -= most
    }
    for (; left > 0; left--) runs.push({ symbol: length, extra: 0, extraBits: 0 })
  }
  return runs
}

function usedLength(lengths: Uint8Array, least: number): number {
  let used = lengths.length
  while (used > least && lengths[used - 1] === 0) used--
  return used
}

/** How many bytes are the same from both places on. */
function matchLength(source: Uint8Array, before: number, at: number, most: number): number {
  const end = at + most
  const start = at
  for (; at + 4 <= end; at += 4, before += 4)
    if (
      (source[at] ^ source[before]) |
      (source[at + 1] ^ source[before + 1]) |
      (source[at + 2] ^ source[before + 2]) |
      (source[at + 3] ^ source[before + 3])
    )
      break
  while (at < end && source[before] === source[at]) {
    at++
    before++
  }
  return at - start
}

let packer: Packer | undefined

/** Packs one piece. Pieces may be joined; the stream needs a last block of its own. */
export function deflatePiece(source: Uint8Array): Uint8Array {
  packer ??= new Packer()
  return packer.pack(source)
}
