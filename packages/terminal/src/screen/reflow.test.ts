import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Row, Terminal } from '../index.js'

/** A row's characters; a wrapped row keeps its blanks, but for the one in front of a wide character that did not fit. */
function content(row: Row, next: Row | undefined, cols: number): string {
  if (!row.wrapped) return row.text
  const isPadded = row.cell(cols - 1).text === '' && row.cell(cols - 1).width === 1 && next?.cell(0).width === 2
  let text = ''
  for (let col = 0; col < (isPadded ? cols - 1 : cols); col++) {
    const cell = row.cell(col)
    if (cell.width > 0) text += cell.text === '' ? ' ' : cell.text
  }
  return text
}

/** All lines, wrapped rows joined, without the blank ones at the end. */
function lines(terminal: Terminal): string[] {
  const snapshot = terminal.snapshot()
  const rows = [...terminal.history(), ...Array.from({ length: snapshot.rows }, (_, row) => snapshot.row(row))]
  const joined: string[] = ['']
  for (const [index, row] of rows.entries()) {
    joined[joined.length - 1] += content(row, rows[index + 1], snapshot.cols)
    if (!row.wrapped) joined.push('')
  }
  while (joined.length > 0 && joined.at(-1)!.trimEnd() === '') joined.pop()
  return joined.map((line) => line.trimEnd())
}

const word = fc.constantFrom('a', 'word', 'longer words here', '日本語', '👩‍💻', 'é', ' ', 'x'.repeat(25))
const document = fc.array(
  fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
  { maxLength: 12 },
)
const sizes = fc.array(fc.tuple(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 10 })), {
  minLength: 1,
  maxLength: 6,
})

describe('resizing', () => {
  test('loses no text and invents none, whatever the sizes', () => {
    fc.assert(
      fc.property(document, sizes, (text, steps) => {
        const terminal = new Terminal({ cols: 20, rows: 5, scrollback: 10_000 })
        terminal.write(text.join('\r\n'))
        const before = lines(terminal)
        for (const [cols, rows] of steps) {
          terminal.resize(cols, rows)
          expect(lines(terminal)).toEqual(before)
        }
      }),
      { seed: 3, numRuns: 400 },
    )
  })

  test('the cursor stays on its character', () => {
    const terminal = new Terminal({ cols: 20, rows: 5 })
    terminal.write('abcdefghijklmnopqrstuvwxyz\x1b[1;13H')
    for (const cols of [10, 5, 40, 13, 12, 20]) {
      terminal.resize(cols, 5)
      const { cursor } = terminal.snapshot()
      expect(terminal.snapshot().cell(cursor.row, cursor.col).text, `at ${cols} columns`).toBe('m')
    }
    expect(terminal.snapshot().cursor).toMatchObject({ row: 0, col: 12 })
  })

  test('a cursor that waits to wrap goes on waiting where the line ends', () => {
    const terminal = new Terminal({ cols: 10, rows: 4 })
    terminal.write('0123456789')
    terminal.resize(5, 4)
    terminal.write('x')
    expect(terminal.snapshot().text()).toBe('01234\n56789\nx\n')
  })

  test('lines come back from the history when the screen grows, and leave when it shrinks', () => {
    const terminal = new Terminal({ cols: 10, rows: 3 })
    terminal.write('1\r\n2\r\n3\r\n4\r\n5')
    terminal.resize(10, 5)
    expect(terminal.snapshot().text()).toBe('1\n2\n3\n4\n5')
    expect(terminal.snapshot().cursor).toMatchObject({ row: 4, col: 1 })
    terminal.resize(10, 2)
    expect(terminal.snapshot().text()).toBe('4\n5')
    expect(terminal.history().map((row) => row.text)).toEqual(['1', '2', '3'])
  })

  test('blank rows below the cursor go first', () => {
    const terminal = new Terminal({ cols: 10, rows: 10 })
    terminal.write('one\r\ntwo')
    terminal.resize(10, 4)
    expect(terminal.snapshot().text()).toBe('one\ntwo\n\n')
    expect(terminal.snapshot().history).toBe(0)
  })

  test('a wide character that does not fit leaves a blank that disappears again', () => {
    const terminal = new Terminal({ cols: 6, rows: 4 })
    terminal.write('日本語')
    terminal.resize(5, 4)
    expect(terminal.snapshot().text()).toBe('日本\n語\n\n')
    terminal.resize(6, 4)
    expect(terminal.snapshot().row(0).text).toBe('日本語')
  })

  test('the alternate screen is cut, and the normal one reflowed behind it', () => {
    const terminal = new Terminal({ cols: 10, rows: 3 })
    terminal.write('a long line here\x1b[?1049h\x1b[Halternate!')
    terminal.resize(5, 3)
    expect(terminal.snapshot().text()).toBe('alter\n\n')
    terminal.write('\x1b[?1049l')
    expect(terminal.snapshot().text()).toBe('g lin\ne her\ne')
    expect(terminal.history().map((row) => row.text)).toEqual(['a lon'])
  })

  test('prompt marks follow their text, also in the history', () => {
    const terminal = new Terminal({ cols: 20, rows: 4 })
    const marks: { line: number; col: number }[] = []
    terminal.onEvent((event) => {
      if (event.type === 'promptMark') marks.push(event)
    })
    terminal.write('a line before that is longer\r\n$ \x1b]133;B\x07make all of it with many words')
    terminal.write('\r\n\x1b]133;C\x07one\r\ntwo two two two two two two two\r\n\x1b]133;D\x07$ ')
    const [command, output, end] = marks
    for (const [cols, rows] of [
      [9, 4],
      [40, 2],
      [5, 10],
      [20, 4],
    ]) {
      terminal.resize(cols, rows)
      const text = (from: typeof command, to: typeof command): string =>
        terminal.textBetween(from.line, from.col, to.line, to.col)
      expect(text(command, output), `${cols}×${rows}`).toBe('make all of it with many words\n')
      expect(text(output, end), `${cols}×${rows}`).toBe('one\ntwo two two two two two two two\n')
    }
  })

  test('a mark at the end of a full row stays behind its last character', () => {
    const terminal = new Terminal({ cols: 10, rows: 4 })
    const marks: { line: number; col: number }[] = []
    terminal.onEvent((event) => {
      if (event.type === 'promptMark') marks.push(event)
    })
    terminal.write('0123456789\x1b]133;B\x07')
    terminal.resize(4, 4)
    expect(marks[0]).toMatchObject({ line: 2, col: 2 })
    terminal.resize(10, 4)
    expect(marks[0]).toMatchObject({ line: 0, col: 10 })
  })

  test('resizes without output in between end as the last of them alone would', () => {
    const place = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 20 }))
    const styled = fc.constantFrom('', '\x1b[1;31m', '\x1b[44m', '\x1b]8;;http://a\x1b\\', '\x1b[m')
    fc.assert(
      fc.property(document, styled, fc.option(place), fc.boolean(), sizes, (text, style, cursor, cleared, steps) => {
        const start = (): Terminal => {
          const terminal = new Terminal({ cols: 20, rows: 5, scrollback: 10_000 })
          terminal.write(style + text.join('\r\n') + (cleared ? '\x1b[2J\x1b[Hprompt' : ''))
          if (cursor) terminal.write(`\x1b[${cursor[0]};${cursor[1]}H`)
          return terminal
        }
        const seen = (terminal: Terminal): unknown => {
          const { cols, rows, cursor } = terminal.snapshot()
          const shown = Array.from({ length: rows }, (_, row) => terminal.snapshot().row(row))
          const cells = [...terminal.history(), ...shown].map(({ cell, wrapped }, row, all) => [
            wrapped,
            Array.from({ length: cols }, (_, col) => cell.call(all[row], col)),
          ])
          return { cells, cursor, history: terminal.snapshot().history }
        }
        const stepped = start()
        for (const [cols, rows] of steps) stepped.resize(cols, rows)
        const direct = start()
        direct.resize(...(steps.at(-1) as [number, number]))
        expect(seen(stepped)).toEqual(seen(direct))
        stepped.resize(20, 5)
        expect(seen(stepped)).toEqual(seen(start()))
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  test('a cursor above text that does not fit is found again when there is room', () => {
    const terminal = new Terminal({ cols: 10, rows: 4 })
    terminal.write('aaaaaaaaaa\r\nbbbbbbbbbb\r\ncccccccccc\r\ndddddddddd\x1b[2;3H')
    terminal.resize(5, 4)
    expect(terminal.snapshot().text()).toBe('ccccc\nccccc\nddddd\nddddd')
    expect(terminal.snapshot().cursor).toMatchObject({ row: 0, col: 2 })
    terminal.resize(10, 4)
    expect(terminal.snapshot().cursor).toMatchObject({ row: 1, col: 2 })
    expect(terminal.snapshot().text()).toBe('aaaaaaaaaa\nbbbbbbbbbb\ncccccccccc\ndddddddddd')
  })

  test('output in between makes the cursor stay where it is seen', () => {
    const terminal = new Terminal({ cols: 10, rows: 4 })
    terminal.write('1\r\n2\r\n3\r\n4\x1b[H')
    terminal.resize(10, 2)
    terminal.write('x')
    terminal.resize(10, 4)
    expect(terminal.snapshot().text()).toBe('x\n4\n\n')
    expect(terminal.snapshot().cursor).toMatchObject({ row: 0, col: 1 })
  })

  test('what was cleared away stays in the history while the cursor is not on the last row', () => {
    const terminal = new Terminal({ cols: 5, rows: 3 })
    terminal.write('1\r\n2\r\n3\r\n4\r\n5\x1b[2J\x1b[H$ ')
    for (const [cols, rows] of [
      [9, 3],
      [9, 5],
      [4, 5],
    ]) {
      terminal.resize(cols, rows)
      expect(terminal.snapshot().row(0).text).toBe('$')
      expect(terminal.history().map((row) => row.text)).toEqual(['1', '2'])
    }
  })

  test('a line of the history does not go on in what came after the screen was cleared', () => {
    for (const scrollback of [1000, 3]) {
      const terminal = new Terminal({ cols: 5, rows: 2, scrollback })
      terminal.write(`${'1\r\n2\r\n3\r\n'.repeat(scrollback)}abcdefghijklm\x1b[2J\x1b[HXY`)
      terminal.resize(10, 2)
      expect(terminal.history().at(-1)?.text).toBe('abcde')
      expect(terminal.snapshot().text()).toBe('XY\n')
    }
  })

  test.each([
    ['an inserted line', '\x1b[H\x1b[LXY', 'XY\nfghij'],
    ['a line scrolled in', '\x1b[T\x1b[HXY', 'XY\nfghij'],
    ['what a deleted line makes room for', '\x1b[H\x1b[MXY', 'XYm\n'],
  ])('nor in %s', (_, change, screen) => {
    const terminal = new Terminal({ cols: 5, rows: 2 })
    terminal.write(`abcdefghijklm${change}`)
    expect(terminal.snapshot().text()).toBe(screen)
    terminal.resize(10, 2)
    expect(terminal.snapshot().text()).toBe(screen)
    expect(terminal.history().map((row) => row.text)).toEqual(['abcde'])
  })

  test('no character is cut in half, and the cursor is on the screen, whatever happens to lines and sizes', () => {
    const pieces = ['a', '日', '👩‍💻', '❤\ufe0f', 'की', '\r\n', '\b', '\x1b[2@', '\x1b[P', '\x1b[X', '\x1b[L', '\x1b[M']
    const motions = ['\x1b[3G', '\x1b[2;4H', '\x1b7', '\x1b8', '\x1b[?1049h', '\x1b[?1049l', '\x1b[K', '\x1b[1K']
    const resize = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 }))
    const steps = fc.array(fc.oneof(fc.constantFrom(...pieces, ...motions), resize), { maxLength: 30 })
    fc.assert(
      fc.property(steps, (made) => {
        const terminal = new Terminal({ cols: 8, rows: 3, scrollback: 10 })
        for (const step of made) {
          if (typeof step === 'string') terminal.write(step)
          else terminal.resize(...step)
        }
        const { cols, rows, cursor, row } = terminal.snapshot()
        expect(cursor.row < rows && cursor.col < cols).toBe(true)
        const shown = Array.from({ length: rows }, (_, index) => row.call(terminal.snapshot(), index))
        for (const line of [...terminal.history(), ...shown]) {
          const widths = Array.from({ length: cols }, (_, col) => line.cell(col).width).join('')
          expect(widths).toMatch(/^(?:1|20)*$/)
        }
      }),
      { seed: 8, numRuns: 1000 },
    )
  })

  test('a saved cursor far below the text takes none of it away', () => {
    const terminal = new Terminal({ cols: 10, rows: 8 })
    terminal.write('\x1b[8;1H\x1b7\x1b[Hhello')
    terminal.resize(10, 4)
    expect(terminal.snapshot().text()).toBe('hello\n\n\n')
    terminal.write('\x1b8')
    expect(terminal.snapshot().cursor).toMatchObject({ row: 3, col: 0 })
  })

  test('a saved cursor follows its character', () => {
    const terminal = new Terminal({ cols: 10, rows: 4 })
    terminal.write('0123456\x1b7789\r\nend')
    terminal.resize(4, 6)
    terminal.write('\x1b8x')
    expect(terminal.snapshot().text()).toBe('0123\n456x\n89\nend\n\n')
  })

  test('the alternate screen loses rows at the top when the cursor would leave it', () => {
    const terminal = new Terminal({ cols: 10, rows: 5 })
    terminal.write('\x1b[?1049h1\r\n2\r\n3\x1b7\r\n4\r\n5\x1b[4;1H')
    terminal.resize(10, 3)
    expect(terminal.snapshot().text()).toBe('2\n3\n4')
    expect(terminal.snapshot().cursor).toMatchObject({ row: 2, col: 0 })
    terminal.write('\x1b8!')
    expect(terminal.snapshot().text()).toBe('2\n3!\n4')
  })

  test('a cursor that waits to wrap on the alternate screen goes on behind its character', () => {
    const terminal = new Terminal({ cols: 5, rows: 2 })
    terminal.write('\x1b[?1049h\x1b[H12345')
    terminal.resize(8, 2)
    terminal.write('6')
    expect(terminal.snapshot().text()).toBe('123456\n')
  })

  test('one cell is enough to keep everything', () => {
    const terminal = new Terminal({ cols: 6, rows: 3 })
    terminal.write('a日b\r\nc')
    terminal.resize(1, 5)
    expect(terminal.snapshot().text()).toBe('a\n日\nb\nc\n')
    expect(terminal.snapshot().cell(1, 0)).toMatchObject({ text: '日', width: 1 })
    terminal.resize(1, 1)
    terminal.resize(6, 3)
    expect(terminal.snapshot().text()).toBe('a日b\nc\n')
    expect(terminal.snapshot().cursor).toMatchObject({ row: 1, col: 1 })
  })

  test('rows of double size stay so', () => {
    const terminal = new Terminal({ cols: 10, rows: 3 })
    terminal.write('\x1b#6big\r\nsmall')
    terminal.resize(12, 4)
    expect(terminal.snapshot().row(0).doubled).toBe('width')
    expect(terminal.snapshot().row(1).doubled).toBeUndefined()
  })

  test('a long history stays whole, line by line', () => {
    const terminal = new Terminal({ cols: 20, rows: 5, scrollback: 10_000 })
    const text = Array.from({ length: 3000 }, (_, line) => `${line} ${'日本語 and more '.repeat(line % 4)}`.trimEnd())
    terminal.write(text.join('\r\n'))
    for (const [cols, rows] of [
      [20, 9],
      [20, 3],
      [13, 3],
      [50, 6],
      [50, 2],
      [20, 5],
    ]) {
      terminal.resize(cols, rows)
      expect(lines(terminal)).toEqual(text)
      terminal.write('\x1b[m')
    }
  })

  test('a history that is too short loses the oldest rows, and nothing else', () => {
    const terminal = new Terminal({ cols: 10, rows: 2, scrollback: 3 })
    terminal.write('0123456789abcdefghij0123456789ABCDEFGHIJ')
    terminal.resize(5, 2)
    expect(terminal.history().map((row) => row.text)).toEqual(['fghij', '01234', '56789'])
    expect(terminal.snapshot().text()).toBe('ABCDE\nFGHIJ')
    terminal.resize(10, 2)
    expect(terminal.history().map((row) => row.text)).toEqual(['fghij01234'])
    expect(terminal.snapshot().text()).toBe('56789ABCDE\nFGHIJ')
  })

  test('margins go, tab stops stay', () => {
    const terminal = new Terminal({ cols: 20, rows: 5 })
    terminal.write('\x1b[2;3r\x1b[3g\x1b[5G\x1bH')
    terminal.resize(30, 6)
    terminal.write('\x1b[H\tx\x1b[6;1H\n')
    expect(terminal.history().map((row) => row.text)).toEqual(['    x'])
  })
})

test('a line whose rest was erased is not joined with what comes after it', () => {
  const terminal = new Terminal({ cols: 10, rows: 5, scrollback: 20 })
  terminal.write('0123456789rest\x1b[2K\x1b[H')
  terminal.resize(7, 2)
  expect(terminal.snapshot().row(1).wrapped).toBe(false)
  terminal.write('\x1b[2;1H\r\nnew')
  terminal.resize(20, 3)
  expect(lines(terminal)).toEqual(['0123456789', 'new'])
})
