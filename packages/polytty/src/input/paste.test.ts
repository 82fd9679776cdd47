import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeFocus, encodePaste, type PasteBrackets } from './paste.js'

const pasted = (text: string, bracketedPaste: boolean, brackets?: PasteBrackets) =>
  Buffer.from(encodePaste(text, { bracketedPaste }, brackets)).toString()

test('brackets follow the mode unless given otherwise', () => {
  expect(pasted('a\nb\r\nc', false)).toBe('a\rb\rc')
  expect(pasted('a\nb', false, false)).toBe('a\nb')
  expect(pasted('a\nb', true)).toBe('\x1b[200~a\nb\x1b[201~')
  expect(pasted('a', false, true)).toBe('\x1b[200~a\x1b[201~')
  expect(pasted('a', true, false)).toBe('a')
})

test('the text cannot leave the brackets', () => {
  const piece = fc.constantFrom('\x1b', '[', '\x9b', '2', '0', '1', '~', '\x1b[201~', '\x9b201~', 'x')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const inner = pasted(pieces.join(''), true).slice('\x1b[200~'.length, -'\x1b[201~'.length)
      expect(inner).not.toMatch(/(?:\x1b\[|\x9b)201~/)
    }),
  )
})

test('focus is reported only to a program that asked', () => {
  expect(Buffer.from(encodeFocus(true, { focusReporting: true })).toString()).toBe('\x1b[I')
  expect(Buffer.from(encodeFocus(false, { focusReporting: true })).toString()).toBe('\x1b[O')
  expect(encodeFocus(true, { focusReporting: false })).toHaveLength(0)
})
