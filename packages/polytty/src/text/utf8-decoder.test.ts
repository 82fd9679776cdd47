import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Utf8Decoder } from './utf8-decoder.js'

test('another decoder goes on in the middle of any bytes', () => {
  const characters = fc.constantFrom('a', 'é', '漢', '🦀').map((text) => Buffer.from(text))
  const bytes = fc.array(fc.oneof(characters, fc.uint8Array({ maxLength: 3 })), { maxLength: 8 })
  fc.assert(
    fc.property(bytes, fc.nat(32), (parts, cut) => {
      const all = Buffer.concat(parts)
      const at = Math.min(cut, all.length)
      const [whole, first, second] = [new Utf8Decoder(), new Utf8Decoder(), new Utf8Decoder()]
      const before = first.write(all.subarray(0, at))
      second.write(Uint8Array.from(first.unfinished))
      const after = second.write(all.subarray(at)) + second.end()
      expect(before + after).toBe(whole.write(all) + whole.end())
    }),
  )
})
