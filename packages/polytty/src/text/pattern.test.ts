import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from './pattern.js'

const all = (source: string, text: string): string[] =>
  compilePattern(source)
    .findAll(text)
    .map((match) => match.text)

describe('what Rust has and RE2 has not', () => {
  test.each<[string, string, string[]]>([
    ['(?x) a b  # a comment\n c', 'abc a b c', ['abc']],
    ['(?x)a\\ b', 'ab a b', ['a b']],
    ['(?x)[a b]+', 'a b ab', ['a', 'b', 'ab']],
    ['(?x: a b ) c', 'ab c abc', ['ab c']],
    ['(?xi) A b', 'aB', ['aB']],
    ['(?i)(?x) a b (?-x) c', 'AB C ABC', ['AB C']],
    ['(?x)a # (unclosed [ in a comment\n b', 'ab', ['ab']],
    ['((?x) a b ) c', 'ab c abc', ['ab c']],
    ['(?u)\\w+', 'ab', ['ab']],
    ['(?-u)b', 'b', ['b']],
    ['\\u0041', 'xAx', ['A']],
    ['\\u{1F600}+', '😀😀', ['😀😀']],
    ['\\U0001F600', '😀', ['😀']],
    ['[\\u0041-\\u0043]+', 'xABCx', ['ABC']],
    ['[a-z&&[^aeiou]]+', 'hello world', ['h', 'll', 'w', 'rld']],
    ['(?i)[a-z&&[^aeiou]]+', 'HeLLo', ['H', 'LL']],
    ['[a-z--[aeiou]]+', 'hello', ['h', 'll']],
    ['[a-c~~[b-d]]+', 'abcd', ['a', 'd']],
    ['[^a-z&&[^aeiou]]+', 'hello', ['e', 'o']],
    ['[a[xyz]]+', 'abxyz', ['a', 'xyz']],
    ['[\\w&&[^\\d_]]+', 'a1_b', ['a', 'b']],
    ['[[:alpha:]&&[^x]]+', 'axb', ['a', 'b']],
    ['[a-z&&[a-m]&&[k-z]]+', 'abcklmz', ['klm']],
    ['[a&&b]', 'ab', []],
  ])('%s in %j', (source, text, found) => expect(all(source, text)).toEqual(found))

  test('the rest is as it was', () => {
    expect(all('[[:digit:]]+', 'a12')).toEqual(['12'])
    expect(all('[]x]+', 'a]x')).toEqual([']x'])
    expect(all('[a-]+', 'b-a')).toEqual(['-a'])
    expect(all('[\\]&]+', 'a]&')).toEqual([']&'])
    expect(all('a[[]', 'a[')).toEqual(['a['])
    expect(all('(?P<n>x)(?:y)', 'xy')).toEqual(['xy'])
  })

  test.each(['[a-z&&', '(?x', '[a-z&&[^a]', '[\\pL&&[^a]]', '(?z)a'])('%s is refused', (source) => {
    expect(() => compilePattern(source)).toThrowError(expect.objectContaining({ code: 'invalid-pattern' }))
  })

  test('sets are what they say', () => {
    const item = fc.tuple(fc.integer({ min: 97, max: 122 }), fc.integer({ min: 97, max: 122 }))
    const asClass = (items: [number, number][]): string =>
      items.map(([a, b]) => `${String.fromCharCode(Math.min(a, b))}-${String.fromCharCode(Math.max(a, b))}`).join('')
    const has = (items: [number, number][], code: number): boolean =>
      items.some(([a, b]) => code >= Math.min(a, b) && code <= Math.max(a, b))
    const items = fc.array(item, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(items, items, fc.constantFrom('&&', '--', '~~'), (left, right, operator) => {
        const pattern = compilePattern(`^[${asClass(left)}${operator}[${asClass(right)}]]$`)
        for (let code = 96; code <= 123; code++) {
          const [a, b] = [has(left, code), has(right, code)]
          const wanted = operator === '&&' ? a && b : operator === '--' ? a && !b : a !== b
          expect(pattern.test(String.fromCharCode(code))).toBe(wanted)
        }
      }),
    )
  })

  test('nothing takes long or throws anything else', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '^',
      '&&',
      '--',
      '~~',
      '(?x)',
      '(?',
      ')',
      '(',
      '\\u',
      '{41}',
      'a',
      '-',
      '\\',
      '#',
      ' ',
      '\n',
      ':',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          compilePattern(pieces.join('')).test('a b [c] && d')
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid-pattern' })
        }
      }),
    )
  })
})
