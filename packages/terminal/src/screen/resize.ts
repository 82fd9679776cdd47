/**
 * Changing the size. The normal screen is reflowed: wrapped rows are joined to lines and rewrapped, in history and
 * screen alike, with the cursor kept on its character. The alternate screen is cut or extended, as its programs redraw.
 */

import { clusterWidth } from '../unicode/clusters.js'
import { Grid } from './grid.js'
import { putRow, readLine } from './grid-rows.js'
import { History } from './history.js'
import { repairWide } from './move-cells.js'
import type { HistoryRow, PackedLines } from './packed-lines.js'
import { type Anchor, type ReflowSource, reflow } from './reflow.js'
import { defaultTabs, type TerminalState } from './terminal-state.js'

export function resizeTerminal(m: TerminalState, cols: number, rows: number): void {
  if (cols === m.cols && rows === m.rows) return
  const isAlternate = m.isAlternate
  const { savedMain, savedAlternate } = m
  // Behind the alternate screen the cursor that was saved on the way there is the normal screen's.
  const cursor = anchorAt(isAlternate ? savedMain : { row: m.cursorRow, col: m.cursorCol, wrapPending: m.wrapPending })
  const saved = savedMain && !isAlternate ? anchorAt(savedMain) : null
  const pictures = m.pictures.beforeResize(m)
  const main = resizeMain(m, cols, rows, cursor, saved, pictures)
  if (savedMain) place(savedMain, saved ?? cursor, cols, rows)
  let alternate: Grid | null = null
  if (m.alternate) {
    const lost = isAlternate ? Math.max(0, m.cursorRow - rows + 1) : 0
    alternate = cutGrid(m, m.alternate, lost, cols, rows)
    const move = (moved: Anchor, from: Readonly<Anchor>): void => {
      const anchor = anchorAt(from)
      place(moved, { ...anchor, row: anchor.row - lost }, cols, rows)
    }
    if (savedAlternate) move(savedAlternate, savedAlternate)
    if (isAlternate) move(cursor, { row: m.cursorRow, col: m.cursorCol, wrapPending: m.wrapPending })
  }
  install(m, main, alternate, isAlternate)
  m.pictures.afterResize(m, pictures)
  m.cursorRow = cursor.row
  m.cursorCol = cursor.col
  m.wrapPending = cursor.wrapPending
}

/** A cursor as an anchor; home where there is none. */
function anchorAt(cursor: Readonly<Anchor> | null): Anchor {
  if (!cursor) return { row: 0, col: 0, wrapPending: false }
  const { row, col, wrapPending } = cursor
  return { row, col: wrapPending ? col + 1 : col, wrapPending }
}

/** Puts a cursor where `anchor` is on the screen, or as near as it can be. */
function place(cursor: Anchor, anchor: Readonly<Anchor>, cols: number, rows: number): void {
  cursor.wrapPending = anchor.wrapPending && anchor.row >= 0 && anchor.col === cols
  cursor.row = Math.max(0, Math.min(anchor.row, rows - 1))
  cursor.col = Math.min(anchor.col, cols - 1)
}

/** DECCOLM: another width without reflow, since the screen is cleared anyway. */
export function changeColumns(m: TerminalState, cols: number): void {
  if (cols === m.cols) return
  const isAlternate = m.isAlternate
  const alternate = m.alternate ? cutGrid(m, m.alternate, 0, cols, m.rows) : null
  const main = cutGrid(m, m.main, 0, cols, m.rows)
  const { dropped, limit } = m.history
  m.history = new History(main, limit, m.history.release())
  m.history.dropped += dropped
  install(m, main, alternate, isAlternate)
  m.moveTo(m.cursorRow, m.cursorCol)
  m.emit({ type: 'resized', cols, rows: m.rows })
}

function install(m: TerminalState, main: Grid, alternate: Grid | null, isAlternate: boolean): void {
  const oldCols = m.cols
  m.cols = main.cols
  m.rows = main.rows
  m.main = main
  m.alternate = alternate
  m.grid = isAlternate ? alternate! : main
  m.resetMargins()
  const tabs = defaultTabs(m.cols)
  tabs.set(m.tabs.subarray(0, Math.min(oldCols, m.cols)))
  m.tabs = tabs
}

/** The alternate screen keeps its top left corner, but for rows lost so that the cursor stays on the screen. */
function cutGrid(m: TerminalState, old: Grid, lost: number, cols: number, rows: number): Grid {
  const grid = new Grid(cols, rows, m.stamp)
  for (let row = 0; row < Math.min(rows, old.rows - lost); row++) {
    const { codes, styles, doubled } = readLine(old, old.line(row + lost))
    const used = Math.min(cols, codes.length)
    putRow(grid, row, { codes: codes.subarray(0, used), styles: styles.subarray(0, used), wrapped: false, doubled })
    if (used === cols) repairWide(grid, row, cols)
  }
  return grid
}

/** The last row of the normal screen that holds something, the cursor included. */
function lastUsedRow(grid: Grid, cursorRow: number): number {
  for (let row = grid.rows - 1; row > cursorRow; row--) if (grid.usedCols(row) > 0) return row
  return cursorRow
}

/** The normal screen in its new size; `cursor`, `saved` and `pictures` become positions on it. */
function resizeMain(
  m: TerminalState,
  cols: number,
  rows: number,
  cursor: Anchor,
  saved: Anchor | null,
  pictures: readonly Anchor[],
): Grid {
  const old = m.main
  const { dropped, length: before } = m.history
  const total = before + lastUsedRow(old, cursor.row) + 1
  const { top, atEnd, ...rest } = m.resting ?? {
    cursor: { ...cursor, row: dropped + before + cursor.row },
    top: { row: dropped + before, col: 0, wrapPending: false },
    atEnd: cursor.row === old.rows - 1,
  }
  Object.assign(cursor, rest.cursor)
  const anchors = saved ? [cursor, top, saved] : [cursor, top]
  cursor.row -= dropped
  top.row -= dropped
  if (saved) saved.row += before
  const below = saved ? Math.max(0, saved.row - total + 1) : 0
  for (const anchor of anchors) anchor.row = Math.max(0, Math.min(anchor.row, total - 1))
  for (const picture of pictures) picture.row += before
  // One below the last line that holds something has nothing that could move it.
  const onLines = pictures.filter(({ row }) => row < total)
  const all = rewrapped(m, total, cols, [...anchors, ...onLines])
  if (saved) saved.row += below
  // Blank space below the content is used up before lines are pushed into the history.
  const overflow = Math.max(0, all.length - rows)
  const first = atEnd ? overflow : Math.max(top.row, overflow)
  m.resting = { cursor: { ...cursor, row: cursor.row + dropped }, top: { ...top, row: top.row + dropped }, atEnd }
  const grid = takeScreen(m, all, first, cols, rows)
  m.history = new History(grid, m.options.scrollback, all)
  m.history.dropped += dropped
  for (const anchor of saved ? [cursor, saved] : [cursor])
    place(anchor, { ...anchor, row: anchor.row - first }, cols, rows)
  for (const picture of pictures) picture.row -= first
  return grid
}

/** The rows of history and screen up to `total`, rewrapped where the width changed, with the anchors moved. */
function rewrapped(m: TerminalState, total: number, cols: number, anchors: readonly Anchor[]): PackedLines {
  const { main: old, history, marks, tables } = m
  const screenRow = (row: number): HistoryRow => readLine(old, old.line(row))
  if (cols === old.cols) {
    const before = history.length
    const all = history.release()
    for (let i = before; i < total; i++) {
      const row = screenRow(i - before)
      // Nothing follows the last one.
      const wrapped = row.wrapped && i < total - 1
      all.push(row.codes, row.styles, 0, row.codes.length, wrapped, row.codes.length, row.doubled)
    }
    return all
  }
  const rows: ReflowSource = {
    total,
    cols: old.cols,
    read: (index) => (index < history.length ? history.read(index) : screenRow(index - history.length)),
    copyShort: (index, most, out) => history.copyShort(index, most, out),
    blankStyle: (style) => tables.styles.intern(0, tables.styles.bg(style), 0, 0, 0),
    isWide: (code) => clusterWidth(tables.textOf(code)) === 2,
  }
  const marked = marks.anchors(history.dropped, old.cols)
  const all = reflow(rows, cols, [...anchors, ...marked])
  marks.move(marked, history.dropped, cols)
  return all
}

/** The rows from `first` on, off the lines and onto a screen. */
function takeScreen(m: TerminalState, all: PackedLines, first: number, cols: number, rows: number): Grid {
  const grid = new Grid(cols, rows, m.stamp)
  for (let row = all.length - 1 - first; row >= 0; row--) putRow(grid, row, all.pop())
  return grid
}
