import { Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unfinished } from './unfinished.js'

test.each([
  ['plain text', ''],
  ['whole \x1b[31m', ''],
  ['cut \x1b', '\x1b'],
  ['cut \x1b[3', '\x1b[3'],
  ['cut \x1b[?25', '\x1b[?25'],
  ['whole \x1b]2;title\x07', ''],
  ['whole \x1b]2;title\x1b\\', ''],
  ['cut \x1b]2;tit', '\x1b]2;tit'],
  ['cut \x1b]2;title\x1b', '\x1b]2;title\x1b'],
  ['cut \x1b(', '\x1b('],
  ['', ''],
])('%j', (text, rest) => {
  expect(unfinished(Buffer.from(text)).toString()).toBe(rest)
})

test('what is cut off in the middle goes on where it was', () => {
  const piece = fc.constantFrom(
    'a',
    '漢',
    '👩',
    '\x1b[31m',
    '\x1b[0m',
    '\x1b[5G',
    '\x1b]2;t\x07',
    '\x1b(0',
    '\x1b(B',
    'é',
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), fc.nat(), (pieces, at) => {
      const bytes = Buffer.from(pieces.join(''))
      const cut = at % (bytes.length + 1)
      const [before, after] = [bytes.subarray(0, cut), bytes.subarray(cut)]
      const rest = unfinished(before)
      const whole = new Terminal()
      whole.write(bytes)
      const joined = new Terminal()
      joined.write(before.subarray(0, before.length - rest.length))
      joined.write(Buffer.concat([rest, after]))
      expect(joined.snapshot().text()).toBe(whole.snapshot().text())
      const complete = new Terminal()
      complete.write(before.subarray(0, before.length - rest.length))
      complete.write('1')
      expect(complete.snapshot().text()).toContain('1')
    }),
  )
})
