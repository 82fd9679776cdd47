import { Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readScreen, writeScreen } from './format.js'

function screen(output: string, cols = 20, rows = 3) {
  const terminal = new Terminal({ cols, rows })
  terminal.write(output)
  return terminal.snapshot()
}

function written(output: string, isMasked = (_row: number, _col: number) => false, withStyles = true): string {
  const snapshot = screen(output)
  const region = { top: 0, left: 0, bottom: snapshot.rows - 1, right: snapshot.cols - 1 }
  return writeScreen({ snapshot, region, isMasked }, withStyles)
}

function writtenAgain(file: string): string {
  const region = { top: 0, left: 0, bottom: 2, right: 19 }
  return writeScreen({ snapshot: readScreen(file), region, isMasked: () => false }, true)
}

describe('a screen as a file', () => {
  test('rows, then styles', () => {
    expect(written('\x1b[1;31mred\x1b[m and \x1b[48;5;200mpink\x1b[m')).toBe(
      'screen 20x3\nred and pink\n\n\nstyles\n0:0-2 fg=red bold\n0:8-11 bg=200\n',
    )
    expect(written('\x1b[31mred', undefined, false)).toBe('screen 20x3\nred\n\n\n')
  })

  test('what cannot be seen is left out, and blanks do not cut a run', () => {
    expect(written('\x1b[31m   ')).toBe(written(''))
    expect(written('\x1b[31ma b\x1b[m')).toContain('0:0-2 fg=red\n')
    expect(written('\x1b[41m  \x1b[m')).toContain('0:0-1 bg=red\n')
  })

  test('blanks that look other than the words around them cut a run', () => {
    expect(written('\x1b[4;32ma\x1b[1;5Ha\x1b[m')).toContain('0:0-0 fg=green underline\n0:4-4 fg=green underline\n')
    expect(written('\x1b[4;32ma a\x1b[m')).toContain('0:0-2 fg=green underline\n')
    const pieces = ['\x1b[4m', '\x1b[32m', '\r\n', 'a', '\x1b[2;5H', 'a']
    const file = written(pieces.join(''))
    expect(writtenAgain(file)).toBe(file)
  })

  test('masked cells are filled, and have no style', () => {
    expect(written('\x1b[31mabc', (_, col) => col > 0)).toBe(
      'screen 20x3\na░░\n\n\nstyles\n0:0-0 fg=red\n'
        .replace('a░░', `a${'░'.repeat(19)}`)
        .replace('\n\n\n', `\n ${'░'.repeat(19)}\n ${'░'.repeat(19)}\n`),
    )
  })

  test('a file that is none is refused', () => {
    expect(() => readScreen('hello')).toThrow('not a screen: it begins with "hello"')
  })

  test('what is read and written again is the same', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', 'b ', '日', 'é', '\r\n', '\x1b[2;5H', '👍', '\t'),
      fc.constantFrom('\x1b[m', '\x1b[1m', '\x1b[7m', '\x1b[4m', '\x1b[4:3m', '\x1b[9m', '\x1b[53m', '\x1b[2;3m'),
      fc.constantFrom('\x1b[32m', '\x1b[94m', '\x1b[48;5;99m', '\x1b[38;2;1;2;3m', '\x1b[41m', '\x1b[8m', '\x1b[5m'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const file = written(pieces.join(''))
        expect(writtenAgain(file)).toBe(file)
      }),
    )
  })
})
