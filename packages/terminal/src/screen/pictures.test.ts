import { expect, test } from 'vitest'
import { Terminal } from '../index.js'
import { limits } from '../limits.js'
import { placeholderMarks, placeholderText } from './placeholders.js'

const kitty = (command: string): string => `\x1b_G${command}\x1b\\`
/** Two by two cells. */
const square = (keys = ''): string => kitty(`a=T,f=24,s=16,v=32${keys};AAAA`)

/** The cells that show a picture, as `row,col: row and column of the picture`. */
function cells(terminal: Terminal): string[] {
  return terminal
    .pictures()
    .flatMap(({ row, col, count, pictureRow, pictureCol }) =>
      Array.from({ length: count }, (_, at) => `${row},${col + at}: ${pictureRow},${pictureCol + at}`),
    )
}

function open(text: string): Terminal {
  const terminal = new Terminal({ cols: 10, rows: 5, scrollback: 10 })
  terminal.write(text)
  return terminal
}

/** The square with its corner in this cell. */
function at(row: number, col: number): string[] {
  return [`${row},${col}: 0,0`, `${row},${col + 1}: 0,1`, `${row + 1},${col}: 1,0`, `${row + 1},${col + 1}: 1,1`]
}

test.each<[string, string, string[]]>([
  ['over text that was there', 'abcdef\r', at(0, 0)],
  ['at the cursor', '\x1b[2;3H', at(1, 2)],
  ['where it scrolls to', '\x1b[5;1H', at(3, 0)],
  ['as far as the screen goes', '\x1b[1;10H', ['0,9: 0,0', '1,9: 1,0']],
])('a picture lies %s', (_, before, expected) => {
  expect(cells(open(before + square()))).toEqual(expected)
})

test.each<[string, string, string[]]>([
  ['text beside it', '\x1b[2;5Hx', at(1, 1)],
  ['text over it', '\x1b[2;3Hx', at(1, 1).filter((cell) => !cell.startsWith('1,2'))],
  ['the screen erased', '\x1b[2J', []],
  ['a line erased', '\x1b[2;1H\x1b[K', at(1, 1).slice(2)],
  ['a line feed at the bottom', '\x1b[5;1H\n', at(0, 1)],
  ['two of them', '\x1b[5;1H\n\n', ['0,1: 1,0', '0,2: 1,1']],
  ['lines inserted above', '\x1b[1;1H\x1b[2L', at(3, 1)],
  ['a line inserted within', '\x1b[3;1H\x1b[L', [...at(1, 1).slice(0, 2), '3,1: 1,0', '3,2: 1,1']],
  ['a region that scrolls', '\x1b[2;5r\x1b[5;1H\n', ['1,1: 1,0', '1,2: 1,1']],
  ['the alternate screen', '\x1b[?1049h', []],
  ['the alternate screen and back', '\x1b[?1049hx\x1b[?1049l', at(1, 1)],
  ['a reset', '\x1bc', []],
  ['all taken off', kitty('a=d'), []],
  ['its image taken off', kitty('a=d,d=i,i=7'), []],
  ['its placement taken off', kitty('a=d,d=i,i=7,p=3'), []],
  ['another placement taken off', kitty('a=d,d=i,i=7,p=4'), at(1, 1)],
  ['another image taken off', kitty('a=d,d=i,i=8'), at(1, 1)],
  ['a range of images freed', kitty('a=d,d=R,x=5,y=9'), []],
  ['what is at the cursor taken off', `\x1b[3;3H${kitty('a=d,d=c')}`, []],
  ['what is elsewhere taken off', `\x1b[4;3H${kitty('a=d,d=c')}`, at(1, 1)],
  ['what is in a cell taken off', kitty('a=d,d=p,x=2,y=2'), []],
  ['what is in another row taken off', kitty('a=d,d=y,y=1'), at(1, 1)],
  ['what is in a column taken off', kitty('a=d,d=x,x=3'), []],
  ['the same placement elsewhere', `\x1b[1;6H${kitty('a=p,i=7,p=3')}`, at(0, 5)],
  ['another image with its id', kitty('a=t,f=24,i=7,s=1,v=1;AAAA'), []],
])('a picture after %s', (_, after, expected) => {
  const terminal = open(`\x1b[2;2H${square(',i=7,p=3,C=1')}`)
  terminal.write(after)
  expect(cells(terminal)).toEqual(expected)
  // In one write it is the same.
  expect(cells(open(`\x1b[2;2H${square(',i=7,p=3,C=1')}${after}`))).toEqual(expected)
})

test.each<[string, number, number, string[]]>([
  ['wider', 20, 5, at(1, 0)],
  ['narrower, with a line above that now takes two', 4, 5, at(2, 0)],
  ['higher', 10, 9, at(1, 0)],
  ['so low that it is half gone', 10, 2, ['0,0: 1,0', '0,1: 1,1']],
])('a picture stays with its lines on a screen that becomes %s', (_, cols, rows, expected) => {
  const terminal = open(`abcdef\r\n${square()}`)
  terminal.write('\r\n')
  terminal.resize(cols, rows)
  expect(cells(terminal)).toEqual(expected)
  terminal.write('\x1b[1;1H\x1b[J')
  expect(cells(terminal)).toEqual([])
})

test('what was written over a picture covers it in another size too', () => {
  const terminal = open(`${square()}\x1b[1;2Hx\x1b[4;1H`)
  terminal.resize(20, 8)
  terminal.resize(12, 6)
  expect(cells(terminal)).toEqual(at(0, 0).filter((cell) => !cell.startsWith('0,1')))
})

test('a picture that another covers wholly is gone', () => {
  const terminal = open(`\x1b[2;2H${square(',C=1')}\x1b[1;1H${kitty('a=T,f=24,s=32,v=64,C=1;AAAA')}`)
  expect(new Set(terminal.pictures().map(({ placement }) => placement)).size).toBe(1)
})

test('placeholder characters show the picture of their image', () => {
  const terminal = open(kitty('a=T,U=1,i=33554452,f=24,s=16,v=32,c=2,r=2;AAAA'))
  expect(cells(terminal)).toEqual([])
  const text = (row: number, col: number): string => placeholderText(row, col, 2)!
  terminal.write(`\x1b[38;5;20m${text(0, 0)}${text(0, 1)}\r\n${text(1, 0)}\u{10eeee}\u{10eeee}`)
  // What a cell leaves out goes on from its left; there is no third column.
  expect(cells(terminal)).toEqual(at(0, 0))
  terminal.write('\x1b[1;1H\x1b[38;5;21m\u{10eeee}')
  expect(cells(terminal)).toEqual(at(0, 0).slice(1))
  terminal.write(kitty('a=d,d=I,i=33554452'))
  expect(cells(terminal)).toEqual([])
})

test('there is a mark for each of the numbers that the protocol has', () => {
  expect(placeholderMarks).toHaveLength(297)
  expect(new Set(placeholderMarks).size).toBe(297)
  expect(placeholderText(297, 0, 0)).toBeNull()
})

test('no more is kept than the bound', () => {
  const terminal = new Terminal({ cols: 80, rows: 24 })
  const chunk = 'A'.repeat(4096)
  const big = (id: number, megabytes: number): string =>
    kitty(`a=t,i=${id},f=24,s=16,v=32,m=1;`) + kitty(`m=1;${chunk}`).repeat(megabytes * 256) + kitty('m=0;')
  terminal.write(`${big(1, 4)}${big(2, 5)}${big(3, 8)}`)
  terminal.write([1, 2, 3].map((id) => `\x1b[${id * 3};1H${kitty(`a=p,i=${id}`)}`).join(''))
  // The first made room for the second, and the third is too long.
  expect(new Set(terminal.pictures().map(({ row }) => row))).toEqual(new Set([5, 6]))
  const many = Array.from(
    { length: limits.pictures + 50 },
    (_, index) => `\x1b[1;${(index % 70) + 1}H${square(',C=1')}`,
  )
  terminal.write(many.join(''))
  const placements = new Set(terminal.pictures().map(({ placement }) => placement))
  expect(placements.size).toBeLessThanOrEqual(limits.pictures)
})
