import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deflatePiece } from './deflate.js'

const END = Uint8Array.of(0x03, 0x00)

function unpack(...pieces: Uint8Array[]): Buffer {
  return inflateRawSync(Buffer.concat([...pieces, END]))
}

/** Skewed bytes and repeats: what makes long codes, matches at every distance and runs. */
const picture = fc
  .array(
    fc.tuple(
      fc.uint8Array({ minLength: 0, maxLength: 40, max: 6 }),
      fc.nat(300),
      fc.constantFrom('run', 'copy', 'raw'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => {
    const out: number[] = []
    for (const [bytes, count, kind] of parts) {
      if (kind === 'raw') out.push(...bytes)
      else if (kind === 'run') out.push(...new Array<number>(count).fill(bytes[0] ?? 0))
      else out.push(...out.slice(-count).slice(0, 258))
    }
    return Uint8Array.from(out)
  })

test('what was packed can be unpacked, piece after piece', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(picture, fc.uint8Array({ maxLength: 2000 })), { maxLength: 4 }), (pieces) => {
      expect(unpack(...pieces.map(deflatePiece)).equals(Buffer.concat(pieces))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('codes stay within their longest length when counts grow like Fibonacci numbers', () => {
  const bytes: number[] = []
  for (let symbol = 0, a = 1, b = 1; symbol < 24; symbol++, [a, b] = [b, a + b])
    for (let count = 0; count < a; count++) bytes.push(symbol)
  // Shuffled, so that nothing repeats.
  let seed = 7
  for (let at = bytes.length - 1; at > 0; at--) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    const other = seed % (at + 1)
    ;[bytes[at], bytes[other]] = [bytes[other], bytes[at]]
  }
  const source = Uint8Array.from(bytes)
  expect(unpack(deflatePiece(source)).equals(source)).toBe(true)
})

test('matches reach to the end of the window and no farther', () => {
  for (const distance of [1, 4, 5, 24_577, 32_767, 32_768, 32_769, 40_000]) {
    const source = new Uint8Array(distance + 300)
    for (let at = 0; at < source.length; at++) source[at] = at < distance ? (at * 7919) >> 5 : source[at - distance]
    expect(unpack(deflatePiece(source)).equals(source)).toBe(true)
  }
})

test('nothing is packed as an empty stored block', () => {
  expect(Buffer.from(deflatePiece(new Uint8Array())).toString('hex')).toBe('000000ffff')
})

test('the bytes are fixed', () => {
  const source = Uint8Array.from({ length: 600 }, (_, at) => (at % 50 < 30 ? 0 : at % 7))
  const packed = Buffer.from(deflatePiece(source))
  expect(packed.toString('base64')).toBe(
    'vJBJCgAwCAO7///JxaBSEXNsPAyEsUIbzZhrn9YDeKCoaeAbz9MO6euBoqZB+nryhbmkJyNKXNjoy0BR00HzPO3ggaKmgW/kC/3L714AAAD//w==',
  )
})
