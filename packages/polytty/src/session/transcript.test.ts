import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Transcript } from './transcript.js'

test('any chunking gives the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat({ max: 50 })), (text, cuts) => {
      const transcript = new Transcript(10_000)
      const bytes = Buffer.from(text)
      let from = 0
      for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
        transcript.append(bytes.subarray(from, Math.min(cut, bytes.length)))
        from = Math.min(cut, bytes.length)
      }
      transcript.finish()
      expect(transcript.read()).toBe(text)
    }),
  )
})

test('it is bounded, and cursors stay true', () => {
  const transcript = new Transcript(100)
  for (let line = 0; line < 10_000; line++) transcript.append(Buffer.from(`${String(line).padStart(5, '0')}\n`))
  expect(transcript.end).toBe(60_000)
  expect(transcript.start).toBe(59_900)
  expect(transcript.read()).toHaveLength(100)
  expect(transcript.read(transcript.end - 6)).toBe('09999\n')
  expect(transcript.tail(3)).toBe('99\n')
  expect(transcript.read(transcript.end + 10)).toBe('')
})

test('the cut never splits a character', () => {
  const transcript = new Transcript(3)
  transcript.append(Buffer.from('😀😀😀'))
  expect(transcript.read()).toBe('😀')
})

test('markers: the same label moves, and there is a bound', () => {
  const transcript = new Transcript(100)
  expect(transcript.mark('a')).toBe(0)
  transcript.append(Buffer.from('abc'))
  expect(transcript.mark('a')).toBe(3)
  expect([...transcript.markers]).toEqual([['a', 3]])
  for (let label = 0; label < 63; label++) transcript.mark(String(label))
  expect(() => transcript.mark('one more')).toThrow(/at most 64 markers/)
  expect(transcript.mark('a')).toBe(3)
})

test('another transcript goes on wherever the first was saved', () => {
  const piece = fc.constantFrom('a', 'é', '漢', '🦀', '\r\n').map((text) => Buffer.from(text))
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.nat(120), fc.nat(20), (pieces, cut, limit) => {
      const bytes = Buffer.concat(pieces)
      const at = Math.min(cut, bytes.length)
      const [whole, first, second] = [new Transcript(limit), new Transcript(limit), new Transcript(limit)]
      whole.append(bytes)
      first.append(bytes.subarray(0, at))
      const { text, ...saved } = first.save()
      // Text travels as UTF-8.
      second.restore({ ...saved, text: Buffer.from(text).toString() })
      second.append(bytes.subarray(at))
      for (const one of [whole, second]) one.finish()
      expect([second.start, second.end, second.read()]).toEqual([whole.start, whole.end, whole.read()])
    }),
  )
})
