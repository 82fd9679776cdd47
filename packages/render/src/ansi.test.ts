import { type Cell, type Snapshot, Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderAnsi, renderScreen } from './index.js'

function screen(bytes: string, cols = 20, rows = 4): Snapshot {
  const terminal = new Terminal({ cols, rows })
  terminal.write(bytes)
  return terminal.snapshot()
}

/** What can be seen: a blank looks like a space. */
function seen(snapshot: Snapshot, from = 0): { cells: Cell[][]; cursor: unknown; title: string } {
  const cells = Array.from({ length: snapshot.rows }, (_, row) =>
    Array.from({ length: snapshot.cols }, (_, col) => {
      const cell = snapshot.cell(row, col)
      return { ...cell, text: cell.text || ' ' }
    }),
  )
  return { cells: cells.slice(from), cursor: snapshot.cursor, title: snapshot.title }
}

const pieces = [
  ...[
    'hello ',
    'x',
    'ab cd',
    '日本',
    'é',
    'e\u0301',
    '👍🏽',
    '👨‍👩‍👧',
    'ｆ',
    'abcdefghijklmnopqrstuvwxyz',
    '\r\n',
    '\n',
    '\t',
    '\b',
  ],
  ...[
    '\x1b[31m',
    '\x1b[0m',
    '\x1b[1;4m',
    '\x1b[2;3m',
    '\x1b[4:3m\x1b[58;5;3m',
    '\x1b[48;2;1;2;3m',
    '\x1b[97;104m',
    '\x1b[7m',
  ],
  ...['\x1b[8m', '\x1b[53m', '\x1b[9m', '\x1b[5m', '\x1b[21m', '\x1b[38;5;200m', '\x1b[73m', '\x1b[74m'],
  ...[
    '\x1b[K',
    '\x1b[1J',
    '\x1b[J',
    '\x1b[2J',
    '\x1b[A',
    '\x1b[5D',
    '\x1b[3C',
    '\x1b[2;3H',
    '\x1b[P',
    '\x1b[@',
    '\x1b[L',
    '\x1b[M',
    '\x1b[3X',
  ],
  ...[
    '\x1b]8;id=a;http://x.y/\x1b\\link\x1b]8;;\x1b\\',
    '\x1b]2;a title\x07',
    '\x1b]4;1;#123456\x07',
    '\x1b]11;#102030\x07',
  ],
  ...['\x1b[?25l', '\x1b[4 q', '\x1b[?1049h', '\x1b[?1049l', '\x1b[?5h', '\x1b(0lqqk\x1b(B', '\x1b[2;3r'],
]
const bytes = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''))
const size = fc.record({ cols: fc.integer({ min: 3, max: 24 }), rows: fc.integer({ min: 2, max: 10 }) })

describe('a screen as bytes', () => {
  test('printed into a fresh terminal of its size looks the same', () => {
    fc.assert(
      fc.property(bytes, size, (input, { cols, rows }) => {
        const original = screen(input, cols, rows)
        const copy = screen(renderScreen(original), cols, rows)
        expect(seen(copy)).toEqual(seen(original))
        expect(copy.palette).toEqual(original.palette)
        expect([copy.reverseVideo, copy.alternateScreen]).toEqual([original.reverseVideo, original.alternateScreen])
      }),
      { numRuns: 400 },
    )
  })

  test('keeps the background of a last cell that a wide character left', () => {
    const original = screen('hello 日本\x1b[2;3H\x1b[48;2;1;2;3m\x1b[P', 3, 3)
    expect(seen(screen(renderScreen(original), 3, 3))).toEqual(seen(original))
  })

  test('keeps wrapped lines wrapped and blank cells blank', () => {
    const original = screen('a line that is longer than twenty columns\r\n\x1b[3Cx', 20, 5)
    const copy = screen(renderScreen(original), 20, 5)
    const wrapped = (snapshot: Snapshot) => [0, 1, 2, 3].map((row) => snapshot.row(row).wrapped)
    expect(wrapped(copy)).toEqual([true, true, false, false])
    expect(copy.cell(3, 0).text).toBe('')
    expect(copy.cell(3, 3).text).toBe('x')
  })
})

describe('rows with styles', () => {
  test('end in the default style and come one per row', () => {
    expect(renderAnsi(screen('\x1b[1;31mred\x1b[m plain\r\n\x1b[4:3mcurly'))).toBe(
      '\x1b[1;31mred\x1b[m plain\r\n\x1b[4:3mcurly\x1b[m\r\n\r\n',
    )
  })

  test('printed look the same', () => {
    fc.assert(
      fc.property(bytes, size, (input, { cols, rows }) => {
        const original = screen(
          input.replaceAll(/\x1b\](4|11|2)[^\x07]*\x07|\x1b\[\?[0-9]+[hl]|\x1b\[4 q/g, ''),
          cols,
          rows,
        )
        expect(seen(screen(renderAnsi(original), cols, rows)).cells).toEqual(seen(original).cells)
      }),
      { numRuns: 200 },
    )
  })

  test('of a region, untrimmed, keep their width', () => {
    const part = renderAnsi(screen('abcdef\r\ngh'), { region: { top: 0, left: 1, bottom: 1, right: 3 }, trim: false })
    expect(part).toBe('bcd\r\nh  ')
  })

  test('cut through a wide character leaves a blank', () => {
    expect(renderAnsi(screen('a日b'), { region: { top: 0, left: 0, bottom: 0, right: 1 } })).toBe('a ')
  })
})
