import { findTheme } from '@polytty/render'
import { Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import { type CellMask, compareSnapshots } from './compare.js'
import { describeDifference, summarize } from './difference.js'
import { sideBySide } from './side-by-side.js'

const theme = findTheme('dark')

function screen(output: string, cols = 20, rows = 4) {
  const terminal = new Terminal({ cols, rows })
  terminal.write(output)
  return terminal.snapshot()
}

function compare(left: string, right: string, { styled = true, masks = [] as CellMask[] } = {}) {
  return compareSnapshots(screen(left), screen(right), { theme, styled, masks })
}

test.each([
  ['the same colour by name and by number', '\x1b[31mred', '\x1b[38;5;1mred'],
  ['the same colour by number and by value', '\x1b[38;5;196mred', '\x1b[38;2;255;0;0mred'],
  ['blanks that were printed and cells that never were', 'a   ', 'a'],
  ['the colour of ink that is not there', '\x1b[31m   \x1b[mx', '   x'],
  ['reverse, and the two colours exchanged', '\x1b[31;42;7mx', '\x1b[32;41mx'],
  ['where the cursor is', 'x\x1b[3;3H', 'x'],
  ['a hidden text and none', '\x1b[8msecret\x1b[m', ''],
  ['a colour that the program changed to the same', '\x1b]4;1;rgb:00/80/00\x1b\\\x1b[31mx', '\x1b[38;2;0;128;0mx'],
])('%s are no difference', (_, left, right) => {
  expect(compare(left, right).changes).toEqual([])
})

test.each([
  ['a character', 'abc', 'abd', [2], true],
  ['a colour', '\x1b[31mab', '\x1b[32mab', [0, 1], false],
  ['the background of a blank', '\x1b[41m  ', '  ', [0, 1], false],
  ['bold', '\x1b[1ma', 'a', [0], false],
  ['the kind of underline', '\x1b[4ma', '\x1b[4:3ma', [0], false],
  ['a wide character', '日', 'ab', [0, 1], true],
])('%s is a difference', (_, left, right, columns, textDiffers) => {
  expect(compare(left, right).changes).toEqual([{ row: 0, columns, textDiffers }])
})

test('only the text counts when styles do not', () => {
  expect(compare('\x1b[31mab', '\x1b[1mac', { styled: false }).changes).toEqual([
    { row: 0, columns: [1], textDiffers: true },
  ])
})

test('masks cover regions, and whatever a pattern matches on either screen', () => {
  const [left, right] = ['id=7 ok 1\r\nat 12:00', 'id=812 k 2\r\nat 9:59']
  const masks: CellMask[] = [
    { region: { top: 0, left: 8, bottom: 0, right: 106 } },
    { pattern: 'id=\\d+' },
    { pattern: '\\d+:\\d+' },
  ]
  expect(compare(left, right, { masks }).changes).toEqual([{ row: 0, columns: [6, 7], textDiffers: true }])
})

test('a mask that wraps into the next row covers it there', () => {
  const masks: CellMask[] = [{ pattern: '[a-d]+' }]
  expect(compare(`${'.'.repeat(18)}abcd`, `${'.'.repeat(18)}abcd`.toUpperCase(), { masks }).changes).toEqual([])
})

test('a difference is reported by lines, columns and size', () => {
  const [left, right] = [screen('one\r\ntwo\r\n\x1b[31mthree'), screen('one\r\n2\r\n\x1b[32mthree', 30)]
  const comparison = compareSnapshots(left, right, { theme, styled: true, masks: [] })
  expect(summarize(comparison)).toBe('Snapshots differ (4 changed lines)')
  expect(describeDifference(left, right, comparison)).toContain(
    'size: 20 × 4 became 30 × 4\n@@ row 0\n one\n-two\n+2\n three',
  )
  const styles = compare('ab\x1b[31mcd\x1b[m ef', 'ab\x1b[32mcd\x1b[m \x1b[1me\x1b[mf')
  expect(describeDifference(screen(''), screen(''), styles)).toBe('row 0: the style differs in columns 2-3, 5')
  expect(summarize(compare('a', 'a'))).toBe('Snapshots are identical')
})

test('side by side: expected, actual, and what differs stands out', () => {
  const [left, right] = [screen('\x1b[31mabc'), screen('\x1b[31mabd')]
  const masks: CellMask[] = [{ region: { top: 0, left: 0, bottom: 0, right: 0 } }]
  const view = sideBySide(left, right, compareSnapshots(left, right, { theme, styled: true, masks }), theme)
  expect(
    view
      .text()
      .split('\n')
      .map((line) => line.replace(/ +/g, ' ')),
  ).toEqual(['expected │ actual │ difference', ' │ │', 'abc │ abd │ ░bd', ' │ │', ' │ │', ' │ │'])
  const difference = 2 * (20 + 3)
  expect(view.cell(2, difference + 1)).toMatchObject({ text: 'b', dim: true, bg: null })
  expect(view.cell(2, difference + 2)).toMatchObject({ text: 'd', bg: { r: 0xc0 } })
  expect(view.cell(2, 0).fg).toEqual({ r: 0xe5, g: 0x60, b: 0x6c })
})
