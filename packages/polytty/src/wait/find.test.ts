import { Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findOnScreen, type ScreenQuery } from './find.js'

function screen(text: string, cols = 10, rows = 5) {
  const terminal = new Terminal({ cols, rows })
  terminal.write(text)
  return terminal.snapshot()
}

const places = (text: string, query: ScreenQuery, cols = 10) =>
  findOnScreen(screen(text, cols), query).map(({ text: found, row, col, length }) => [found, row, col, length])

describe('findOnScreen', () => {
  test('every match, from the top left', () => {
    expect(places('ab ab\r\n ab', 'ab')).toEqual([
      ['ab', 0, 0, 2],
      ['ab', 0, 3, 2],
      ['ab', 1, 1, 2],
    ])
  })

  test('text across a soft wrap is found at its start', () => {
    expect(places('0123456789abcdef', '89ab')).toEqual([['89ab', 0, 8, 4]])
    expect(places('01234567  abcdef', '67  ab')).toEqual([['67  ab', 0, 6, 6]])
    expect(places('0123456789\r\nabc', '89ab')).toEqual([])
  })

  test('wide characters count two cells, also before the match and at a wrap', () => {
    expect(places('日本語x', 'x')).toEqual([['x', 0, 6, 1]])
    expect(places('a日本語x', '本語')).toEqual([['本語', 0, 3, 4]])
    expect(places('012345678日本', '8日')).toEqual([['8日', 0, 8, 3]])
    expect(places('é😀!', '!')).toEqual([['!', 0, 3, 1]])
  })

  test('^ and $ stand for the ends of a line; a line may be wrapped', () => {
    expect(places('one\r\ntwo one\r\none', { regex: '^one$' })).toEqual([
      ['one', 0, 0, 3],
      ['one', 2, 0, 3],
    ])
    expect(places('0123456789end\r\n', { regex: 'end$' })).toEqual([['end', 1, 0, 3]])
  })

  test('a blank at the end of a prompt is found though rows are trimmed', () => {
    expect(places('user$ ', '$ ')).toEqual([['$ ', 0, 4, 2]])
    expect(places('user$ ', { regex: '\\$ $' })).toEqual([['$ ', 0, 4, 2]])
    expect(places('user$ ', { regex: '\\$ ' })).toEqual([['$ ', 0, 4, 2]])
    expect(places('user$ ', { regex: '[$#>%]\\s*$' })[0].slice(1, 3)).toEqual([0, 4])
  })

  test('what can end with its line does; blanks up to the cursor belong to it', () => {
    expect(places('user$ ', { regex: '\\$\\s*$' })).toEqual([['$ ', 0, 4, 2]])
    expect(places('a$\r\n\r\nb$ ', { regex: '\\$\\s*$' })).toEqual([
      ['$', 0, 1, 1],
      ['$ ', 2, 1, 2],
    ])
    expect(places('one  \r\n\r\ntwo', { regex: '[a-z]+\\s*' })).toEqual([
      ['one', 0, 0, 3],
      ['two', 2, 0, 3],
    ])
  })

  test('text over several rows', () => {
    expect(places('one\r\ntwo', 'ne\ntw')).toEqual([['ne\ntw', 0, 1, 4]])
    expect(places('one\r\ntwo', { regex: 'one\\s+two' })).toEqual([['one\ntwo', 0, 0, 6]])
    expect(places('one\r\ntwo', { regex: '(?s)e.t' })).toEqual([['e\nt', 0, 2, 2]])
  })

  test('a region crops rows and columns, wide characters included', () => {
    const region = { top: 1, left: 2, bottom: 1, right: 5 }
    const find = (text: string, query: ScreenQuery) => findOnScreen(screen(text), query, { region })
    expect(find('abcdefgh\r\nabcdefgh', 'cdef')).toMatchObject([{ row: 1, col: 2, length: 4 }])
    expect(find('abcdefgh\r\nabcdefgh', 'cdefg')).toEqual([])
    expect(find('\r\na 日本語', '日本')).toMatchObject([{ row: 1, col: 2, length: 4 }])
    expect(findOnScreen(screen('x'), 'x', { region: { top: 3, left: 0, bottom: 99, right: 99 } })).toEqual([])
  })

  test('the limit', () => expect(findOnScreen(screen('aaaa'), 'a', { limit: 2 })).toHaveLength(2))

  test('what is found is where it says', () => {
    const char = fc.constantFrom('a', 'b', ' ', '日', 'é', '😀')
    fc.assert(
      fc.property(
        fc.array(char, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('a', 'ab', '日a', '😀', 'bé'),
        (chars, text) => {
          const snapshot = screen(chars.join(''))
          for (const match of findOnScreen(snapshot, text)) {
            const first = snapshot.cell(match.row, match.col)
            expect(first.text).toBe([...text][0])
            expect(match.length).toBe([...text].reduce((cells, one) => cells + (/[日😀]/u.test(one) ? 2 : 1), 0))
          }
          const found = findOnScreen(snapshot, text).length
          expect(found).toBe(chars.join('').split(text).length - 1)
        },
      ),
    )
  })
})
