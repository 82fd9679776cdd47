import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { compilePattern, requireWork } from './pattern.js'
import { patternSize } from './pattern-size.js'

describe('the size of a pattern', () => {
  test.each([
    ['abc', 3],
    ['a{3}', 3],
    ['(ab){10}', 20],
    ['(?:x{10}y){5}', 57],
    ['[a-z]{1,50}', 50],
    ['\\pL{1000}', 1000],
    ['\\p{Greek}{7}\\x{1F600}{2}', 9],
    ['[]a]{4}', 4],
    ['\\Qab{9}\\E', 9],
    ['a{2,}', 2],
  ])('%s', (source, size) => {
    const reported = patternSize(source)
    expect(reported).toBeGreaterThanOrEqual(size)
    expect(reported).toBeLessThanOrEqual(2 * size + 4)
  })

  test('is computed at once for any text, and is never far below what is compiled', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '\\d',
      '[a-c]',
      '(',
      ')',
      '(?:',
      '|',
      '*',
      '?',
      '{3}',
      '{2,40}',
      '{99}',
      '\\pL',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const source = parts.join('')
        const size = patternSize(source)
        if (size > 4000) return
        let compiled: number
        try {
          compiled = RE2JS.compile(source).programSize()
        } catch {
          return
        }
        // Choices and repetitions take a step or two of their own.
        expect(compiled).toBeLessThanOrEqual(4 * size + 4 * source.length + 10)
      }),
      { numRuns: 500 },
    )
  })
})

test.each(['\\pL{1000}'.repeat(900), `(${'x'.repeat(9000)}){1000}`, '.{1000}'.repeat(10)])(
  'one that is too large is refused before it is compiled: %#',
  (source) => {
    expect(() => compilePattern(source)).toThrow('the pattern is too large')
  },
)

test('a look that would take too much work is refused, and what people write is not', () => {
  const screen = 'x'.repeat(300 * 100)
  expect(() => requireWork(compilePattern('.{1000}'), screen)).toThrow('too much work')
  for (const source of ['(\\w+)@(\\w+)\\.com', '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}.*(error|warning)'])
    expect(() => requireWork(compilePattern(source), screen)).not.toThrow()
  expect(() => requireWork(compilePattern('.{1000}'), 'x'.repeat(80 * 24))).not.toThrow()
})
