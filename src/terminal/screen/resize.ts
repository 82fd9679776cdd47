/**
 * Changing the size. The normal screen is reflowed: wrapped rows are joined to lines and wrapped anew, in history and
 * screen alike, with the cursor kept on its character. The alternate screen is cut or extended, as its programs redraw.
 */
import { Grid } from './grid.js'
import { readLine } from './grid-rows.js'
import { History } from './history.js'
import { defaultTabs, type Machine, type SavedCursor } from './machine.js'
import { type HistoryRow, PackedLines } from './packed-lines.js'
import { type Anchor, reflow } from './reflow.js'

export function resizeMachine(m: Machine, cols: number, rows: number): void {
  if (cols === m.cols && rows === m.rows) return
  const isAlternate = m.isAlternate
  const cursor: Anchor = { row: m.cursorRow, col: m.cursorCol, wrapPending: m.wrapPending }
  const saved = m.savedMain
  const anchors: Anchor[] = []
  if (!isAlternate) anchors.push(cursor)
  if (saved) anchors.push(saved)
  // A saved cursor alone says where the normal screen's content ends.
  const main = resizeMain(m, cols, rows, anchors)
  const alternate = m.alternate ? cutGrid(m.alternate, cols, rows) : null
  if (isAlternate) clampAnchor(cursor, cols, rows)
  if (m.savedAlternate) clampAnchor(m.savedAlternate, cols, rows)
  install(m, main, alternate, isAlternate)
  m.cursorRow = cursor.row
  m.cursorCol = cursor.col
  m.wrapPending = cursor.wrapPending
}

/** DECCOLM: another width without reflow, since the screen is cleared anyway. */
export function changeColumns(m: Machine, cols: number): void {
  if (cols === m.cols) return
  const isAlternate = m.isAlternate
  const alternate = m.alternate ? cutGrid(m.alternate, cols, m.rows) : null
  const main = cutGrid(m.main, cols, m.rows)
  const old = m.history
  m.history = new History(main, old.limit)
  for (let i = 0; i < old.length; i++) m.history.append(old.read(i))
  m.history.dropped = old.dropped
  install(m, main, alternate, isAlternate)
  m.moveTo(m.cursorRow, m.cursorCol)
  m.emit({ type: 'resized', cols, rows: m.rows })
}

function install(m: Machine, main: Grid, alternate: Grid | null, isAlternate: boolean): void {
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
  for (let row = 0; row < m.rows; row++) m.grid.touch(m.grid.line(row), 0, m.cols)
}

function clampAnchor(anchor: Anchor | SavedCursor, cols: number, rows: number): void {
  anchor.row = Math.min(anchor.row, rows - 1)
  if (anchor.col >= cols) {
    anchor.col = cols - 1
    anchor.wrapPending = false
  }
}

/** The alternate screen keeps its top left corner. */
function cutGrid(old: Grid, cols: number, rows: number): Grid {
  const grid = new Grid(cols, rows)
  for (let row = 0; row < Math.min(rows, old.rows); row++) {
    const { codes, styles, doubled } = readLine(old, old.line(row))
    const used = Math.min(cols, codes.length)
    putRow(grid, row, { codes: codes.subarray(0, used), styles: styles.subarray(0, used), wrapped: false, doubled })
    if (used === cols) grid.mendWide(row, cols)
  }
  return grid
}

function putRow(grid: Grid, row: number, { codes, styles, wrapped, doubled }: HistoryRow): void {
  const line = grid.line(row)
  grid.codes.set(codes, line * grid.cols)
  grid.styles.set(styles, line * grid.cols)
  grid.used[line] = codes.length
  grid.styled[line] = codes.length
  grid.wrapped[line] = wrapped ? 1 : 0
  grid.doubled[line] = doubled
}

/** The last row of the normal screen that holds something, an anchor included. */
function lastUsedRow(grid: Grid, anchors: readonly Anchor[]): number {
  let last = 0
  for (const anchor of anchors) last = Math.max(last, Math.min(anchor.row, grid.rows - 1))
  for (let row = grid.rows - 1; row > last; row--) if (grid.usedCols(row) > 0) return row
  return last
}

function resizeMain(m: Machine, cols: number, rows: number, anchors: Anchor[]): Grid {
  const old = m.main
  const used = lastUsedRow(old, anchors) + 1
  const before = m.history.length
  // All rows go through one unbounded history, the screen's last ones come back out of it.
  const all = new PackedLines()
  for (const anchor of anchors) anchor.row += before
  const rowAt = (index: number): HistoryRow =>
    index < before ? m.history.read(index) : readLine(old, old.line(index - before))
  const total = before + used
  if (cols === old.cols) {
    for (let i = 0; i < total; i++) {
      const row = rowAt(i)
      all.push(row.codes, row.styles, 0, row.codes.length, row.wrapped, row.codes.length, row.doubled)
    }
  } else {
    const { dropped } = m.history
    const marks = m.marks.anchors(dropped, old.cols)
    reflow(rowAt, total, old.cols, cols, all, [...anchors, ...marks])
    m.marks.move(marks, dropped)
  }
  // Blank space below the content is used up before lines are pushed into the history.
  const first = Math.max(0, all.length - rows)
  const grid = new Grid(cols, rows)
  const taken: HistoryRow[] = []
  while (all.length > first) taken.push(all.pop())
  taken.reverse()
  for (let row = 0; row < Math.min(rows, taken.length); row++) {
    putRow(grid, row, taken[row])
  }
  m.history = keepNewest(all, grid, m)
  for (const anchor of anchors) {
    anchor.row = Math.max(0, Math.min(rows - 1, anchor.row - first))
    anchor.col = Math.min(anchor.col, cols - 1)
  }
  return grid
}

/** A history of a new grid with as many of the lines as may be kept; the numbers of lines go on. */
function keepNewest(all: PackedLines, grid: Grid, m: Machine): History {
  const history = new History(grid, m.options.scrollback)
  for (let i = Math.max(0, all.length - history.limit); i < all.length; i++) history.append(all.read(i))
  history.dropped = m.history.dropped + all.length - history.length
  return history
}
