/** Which revision wrote a cell: what was there before cannot pass for new, and what was written again can. */
import { expect, test } from 'vitest'
import { Terminal } from './index.js'

function revisionsOf(terminal: Terminal, row: number): number[] {
  return Array.from({ length: terminal.cols }, (_, col) => terminal.writtenAt(row, col))
}

test('every cell knows the revision that wrote it, also with others between them', () => {
  const terminal = new Terminal({ trackCells: true, cols: 8, rows: 2 })
  terminal.write('abcdefgh')
  const first = terminal.revision
  expect(revisionsOf(terminal, 0)).toEqual(new Array(8).fill(first))
  terminal.write('\x1b[1;7HY\x1b[1;2HX\x1b[1;4Hd')
  const second = terminal.revision
  const expected = new Array(8).fill(first)
  for (const col of [6, 1, 3]) expected[col] = second
  expect(revisionsOf(terminal, 0)).toEqual(expected)
  expect(terminal.writtenAt(0, 0, 8)).toBe(second)
  expect(terminal.writtenAt(0, 4, 2)).toBe(first)
})

test('the same text written again is new', () => {
  const terminal = new Terminal({ trackCells: true, cols: 8, rows: 2 })
  terminal.write('ready')
  const { revision } = terminal
  terminal.write('\rready')
  expect(terminal.writtenAt(0, 0, 5)).toBeGreaterThan(revision)
})

test('scrolling moves what was written, and does not write it', () => {
  const terminal = new Terminal({ trackCells: true, cols: 8, rows: 3 })
  terminal.write('one\r\ntwo\r\nthree')
  const { revision } = terminal
  terminal.write('\r\nfour')
  expect([0, 1, 2].map((row) => terminal.writtenAt(row, 0, 3) > revision)).toEqual([false, false, true])
})

test('erasing, inserting and deleting write', () => {
  const terminal = new Terminal({ trackCells: true, cols: 6, rows: 1 })
  const changes = (sequence: string): boolean[] => {
    terminal.write('\r123456')
    const { revision } = terminal
    terminal.write(sequence)
    return revisionsOf(terminal, 0).map((written) => written > revision)
  }
  expect(changes('\x1b[1;4H\x1b[K')).toEqual([false, false, false, true, true, true])
  expect(changes('\x1b[1;3H\x1b[2X')).toEqual([false, false, true, true, false, false])
  expect(changes('\x1b[1;5H\x1b[@')).toEqual([false, false, false, false, true, true])
  expect(changes('\x1b[1;5H\x1b[P')).toEqual([false, false, false, false, true, true])
})

test('each screen keeps its own, and a resize writes nothing', () => {
  const terminal = new Terminal({ trackCells: true, cols: 10, rows: 2 })
  terminal.write('main')
  const before = terminal.revision
  terminal.write('\x1b[?1049h\x1b[Hother')
  expect(terminal.writtenAt(0, 0, 5)).toBeGreaterThan(before)
  terminal.write('\x1b[?1049l')
  expect(terminal.writtenAt(0, 0, 4)).toBe(before)
  const last = terminal.revision
  terminal.resize(5, 4)
  expect(terminal.writtenAt(0, 0, 4)).toBeLessThanOrEqual(last)
  terminal.write('x')
  expect(terminal.writtenAt(0, 0, 4)).toBeLessThanOrEqual(last)
})

test('a place that is not on the screen was never written', () => {
  const terminal = new Terminal({ trackCells: true, cols: 4, rows: 1 })
  terminal.write('abcd')
  expect(terminal.writtenAt(1, 0)).toBe(0)
  expect(terminal.writtenAt(0, 4)).toBe(0)
  expect(terminal.writtenAt(0, 2, 10)).toBe(terminal.revision)
})

test('how the bytes were cut does not change who wrote what', () => {
  let seed = 7
  const random = (below: number): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) % below
  for (let round = 0; round < 300; round++) {
    const cells = new Map<string, boolean>()
    const terminal = new Terminal({ trackCells: true, cols: 12, rows: 4 })
    terminal.write('............\r\n............\r\n............\r\n............')
    const { revision } = terminal
    let stream = ''
    for (let i = 0; i < 12; i++) {
      const [row, col, length] = [random(4), random(12), 1 + random(3)]
      const text = 'xyz'.slice(0, Math.min(length, 12 - col))
      stream += `\x1b[${row + 1};${col + 1}H${random(2) ? '\x1b[31m' : '\x1b[m'}${text}`
      for (let at = col; at < col + text.length; at++) cells.set(`${row},${at}`, true)
    }
    terminal.write(stream)
    for (let row = 0; row < 4; row++)
      for (let col = 0; col < 12; col++)
        expect(terminal.writtenAt(row, col) > revision, `${round}: ${row},${col}`).toBe(cells.has(`${row},${col}`))
  }
})

test('without `trackCells` a row counts as written where one of its cells was', () => {
  const terminal = new Terminal({ cols: 8, rows: 2 })
  terminal.write('one\r\ntwo')
  const first = terminal.revision
  terminal.write('\x1b[1;7HY')
  expect(revisionsOf(terminal, 0)).toEqual(new Array(8).fill(terminal.revision))
  expect(revisionsOf(terminal, 1)).toEqual(new Array(8).fill(first))
})
