/**
 * Three screens in one: expected, actual, and what differs. Made of cells like any screen, with their colours already
 * resolved, so that every renderer can draw it.
 */
import { Palette, type Theme, unpackRgb } from '@polytty/render'
import type { Cell, Row, Snapshot } from '@polytty/terminal'
import { type Comparison, cellAt } from './compare.js'

/** Rows above the screens: their titles, and a blank one. */
const HEADER = 2
const ALARM = { r: 0xc0, g: 0x1c, b: 0x28 }
const WHITE = { r: 0xff, g: 0xff, b: 0xff }

const blank: Cell = {
  ...{ text: '', width: 1, fg: null, bg: null, underline: 'none', underlineColor: null, hyperlink: null },
  ...{ bold: false, dim: false, italic: false, blink: false, reverse: false, hidden: false },
  ...{ strikethrough: false, overline: false, script: 'normal' },
}

/** Between two screens. */
const gap = [blank, { ...blank, text: '│', dim: true }, blank]

export function sideBySide(expected: Snapshot, actual: Snapshot, comparison: Comparison, theme: Theme): Snapshot {
  const panels = [
    titled('expected', expected, resolvedCells(expected, theme)),
    titled('actual', actual, resolvedCells(actual, theme)),
    titled('difference', larger(expected, actual), differenceCells(expected, actual, comparison)),
  ]
  const height = HEADER + Math.max(expected.rows, actual.rows)
  const lines = Array.from({ length: height }, (_, row) =>
    panels.flatMap(({ cols, cell }, index) => [
      ...(index > 0 ? gap : []),
      ...Array.from({ length: cols }, (_, col) => cell(row, col)),
    ]),
  )
  return screenOf(lines)
}

type CellSource = (row: number, col: number) => Cell

function titled(
  title: string,
  { cols }: { readonly cols: number },
  inner: CellSource,
): { cols: number; cell: CellSource } {
  const cell = (row: number, col: number): Cell => {
    if (row >= HEADER) return inner(row - HEADER, col)
    return row === 0 && col < title.length ? { ...blank, text: title[col], bold: true } : blank
  }
  return { cols, cell }
}

function resolvedCells(snapshot: Snapshot, theme: Theme): CellSource {
  const palette = new Palette(snapshot, theme)
  return (row, col) => {
    const cell = cellAt(snapshot, row, col)
    if (!cell) return blank
    const ink = palette.ink(cell)
    return {
      ...cell,
      fg: unpackRgb(ink),
      bg: unpackRgb(palette.paper(cell)),
      underlineColor: unpackRgb(palette.resolve(cell.underlineColor, ink)),
      reverse: false,
      dim: false,
    }
  }
}

/** What is as it should be is faint, what is not stands out, what is masked is filled. */
function differenceCells(expected: Snapshot, actual: Snapshot, { changes, isMasked }: Comparison): CellSource {
  const changed = new Map(changes.map(({ row, columns }) => [row, new Set(columns)]))
  return (row, col) => {
    const cell = cellAt(actual, row, col) ?? cellAt(expected, row, col) ?? blank
    if (isMasked(row, col)) return { ...blank, text: '░', dim: true }
    const { text, width } = cell
    if (changed.get(row)?.has(col)) return { ...blank, text, width, fg: WHITE, bg: ALARM }
    return { ...blank, text, width, dim: true }
  }
}

function larger(a: Snapshot, b: Snapshot): { cols: number } {
  return { cols: Math.max(a.cols, b.cols) }
}

function screenOf(lines: readonly (readonly Cell[])[]): Snapshot {
  const cols = lines[0].length
  const rows = lines.map(
    (cells): Row => ({
      text: textOf(cells),
      wrapped: false,
      usedCols: cols,
      cell: (col) => cells[col],
    }),
  )
  return {
    ...{ revision: 0, cols, rows: rows.length, title: '', alternateScreen: false, history: 0, reverseVideo: false },
    cursor: { row: 0, col: 0, visible: false, shape: 'block', blinking: false },
    palette: { colors: new Map(), foreground: null, background: null, cursor: null },
    row: (row) => rows[row],
    cell: (row, col) => rows[row].cell(col),
    text: () => rows.map(({ text }) => text).join('\n'),
  }
}

function textOf(cells: readonly Cell[]): string {
  return cells
    .map(({ text, width }) => (width === 0 ? '' : text || ' '))
    .join('')
    .trimEnd()
}
