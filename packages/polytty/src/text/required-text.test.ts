import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern } from './pattern.js'
import { requiredText } from './required-text.js'

test.each([
  ['done in [0-9]+ ms: job 5', ['done in ', ' ms: job 5']],
  ['^error: \\d+$', ['error: ']],
  ['a\\.b\\[c\\]', ['a.b[c]']],
  ['colou?r', ['colo']],
  ['abc*de', ['ab', 'de']],
  ['abc+de', ['abc', 'de']],
  ['abc{2,3}de', ['ab', 'de']],
  ['(one|two) three', [' three']],
  ['(?:one|two) three', [' three']],
  ['ab[^]x]cd', ['ab', 'cd']],
  ['ab[a-z&&[^aeiou]]cd', ['ab', 'cd']],
  ['one|two', []],
  ['(?i)error', []],
  ['ab(?i)cd', []],
  ['(?i:ab)cd', []],
  ['(?x)a b', []],
  ['\\Qa.b\\E', []],
  ['ab\\x41', []],
  ['\\pLab', []],
  ['ab\\bcd', ['ab', 'cd']],
  ['$', []],
])('%s needs %j', (source, expected) => {
  expect(requiredText(source)).toEqual(expected)
})

test('every match of a random pattern has the text that it needs', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'ab',
    'c?',
    'b*',
    'a+',
    '[ab]',
    '(ab|c)',
    '(?:c)',
    '.',
    '\\.',
    'x{2}',
    'b{0,1}',
    '^',
    '$',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.stringMatching(/^[abcx.]{0,24}$/), (pieces, text) => {
      const source = pieces.join('')
      const match = compilePattern(source, { multiline: true }).find(text)
      if (match) for (const run of requiredText(source)) expect(match.text).toContain(run)
    }),
    { numRuns: 2000 },
  )
})
