/** Scrolling and line moves: the margins, the history and the ends of wrapped lines are looked after here. */
import { copyCells } from './move-cells.js'
import type { TerminalState } from './terminal-state.js'

/** Scrolls the region up; lines that leave the top of the normal screen go to the history. */
export function scrollUp(m: TerminalState, count: number, wrapping = false): void {
  const { grid, top, bottom } = m
  const n = Math.min(count, bottom - top + 1)
  if (!m.fullWidth) {
    shiftColumns(m, top, bottom, n)
    return
  }
  if (n === 1 && top === 0 && bottom === m.rows - 1 && grid === m.main) {
    scrollScreen(m)
    return
  }
  if (!wrapping && bottom < m.rows - 1) breakLine(m, bottom)
  if (top > 0) breakLine(m, top - 1)
  else if (grid === m.main) {
    for (let row = 0; row < n; row++) grid.replaceLine(row, m.history.take(grid.line(row)))
  }
  grid.rotateUp(top, bottom, n, m.eraseStyle())
}

/** Scrolls the whole normal screen up by one: what `scrollUp` does where there are no margins, as most lines do it. */
export function scrollScreen(m: TerminalState): void {
  const { grid } = m
  grid.slide(m.history.take(grid.line(0)))
  if (m.pen.hasBackground) grid.eraseRow(m.rows - 1, m.eraseStyle())
}

/** Scrolls the region down; what leaves at the bottom is gone. */
export function scrollDown(m: TerminalState, count: number): void {
  moveLinesDown(m, m.top, count)
}

/** IL: blank lines at the cursor's row, pushing the rest of the region down. */
export function insertLines(m: TerminalState, count: number): void {
  if (!m.insideMargins) return
  moveLinesDown(m, m.cursorRow, count)
  m.moveTo(m.cursorRow, m.left)
}

/** DL: lines at the cursor's row go, the rest of the region moves up. */
export function deleteLines(m: TerminalState, count: number): void {
  if (!m.insideMargins) return
  const { bottom, cursorRow } = m
  const n = Math.min(count, bottom - cursorRow + 1)
  if (m.fullWidth) {
    breakLineAbove(m, cursorRow)
    breakLine(m, bottom)
    m.grid.rotateUp(cursorRow, bottom, n, m.eraseStyle())
  } else shiftColumns(m, cursorRow, bottom, n)
  m.moveTo(cursorRow, m.left)
}

function moveLinesDown(m: TerminalState, top: number, count: number): void {
  const { grid, bottom } = m
  const n = Math.min(count, bottom - top + 1)
  if (m.fullWidth) {
    breakLineAbove(m, top)
    if (bottom - n >= top) breakLine(m, bottom - n)
    grid.rotateDown(top, bottom, n, m.eraseStyle())
  } else shiftColumns(m, top, bottom, -n)
}

/** The line above a row does not go on in it any more; above the first row is the history. */
function breakLineAbove(m: TerminalState, row: number): void {
  if (row > 0) breakLine(m, row - 1)
  else if (m.grid === m.main) m.history.endLine()
}

/** The line of a row ends there from now on. */
function breakLine(m: TerminalState, row: number): void {
  const line = m.grid.line(row)
  if (m.grid.wrapped[line] === 0) return
  m.grid.wrapped[line] = 0
  m.grid.touch(line, m.cols - 1, m.cols)
}

/** Moves the cells between the margins up by `by` rows (down when negative) and blanks what comes free. */
function shiftColumns(m: TerminalState, top: number, bottom: number, by: number): void {
  const { grid, left, right } = m
  const width = right - left + 1
  const height = bottom - top + 1
  for (let row = top; row <= bottom; row++) {
    grid.splitWide(row, left, m.eraseStyle())
    grid.splitWide(row, right + 1, m.eraseStyle())
  }
  const step = by > 0 ? 1 : -1
  const n = Math.abs(by)
  let row = by > 0 ? top : bottom
  for (let i = 0; i < height - n; i++, row += step) copyCells(grid, row + by, left, row, left, width)
  for (let i = 0; i < n; i++, row += step) grid.eraseCells(row, left, right + 1, m.eraseStyle())
}

/** IND: down, scrolling at the bottom margin. */
export function index(m: TerminalState): void {
  if (m.cursorRow === m.bottom) {
    if (m.insideColumns) scrollUp(m, 1)
  } else if (m.cursorRow < m.rows - 1) m.cursorRow++
  m.wrapPending = false
}

/** RI: up, scrolling at the top margin. */
export function reverseIndex(m: TerminalState): void {
  if (m.cursorRow === m.top) {
    if (m.insideColumns) scrollDown(m, 1)
  } else if (m.cursorRow > 0) m.cursorRow--
  m.wrapPending = false
}

/** CR: to the left margin, or to the edge from left of it. */
export function carriageReturn(m: TerminalState): void {
  m.cursorCol = m.cursorCol < m.left && !m.origin ? 0 : m.left
  m.wrapPending = false
}

/** LF, VT and FF. */
export function lineFeed(m: TerminalState): void {
  index(m)
  if (m.newLine) carriageReturn(m)
}

/** Goes on at the start of the next row because the line is full. */
export function wrapLine(m: TerminalState): void {
  const { grid } = m
  // Below the margins, on the last row, the line starts over in place.
  if (m.fullWidth && (m.cursorRow === m.bottom || m.cursorRow < m.rows - 1)) {
    const line = grid.line(m.cursorRow)
    grid.wrapped[line] = 1
    grid.touch(line, m.cols - 1, m.cols)
  }
  const start = m.cursorCol >= m.left ? m.left : 0
  if (m.cursorRow === m.bottom) {
    if (m.insideColumns) scrollUp(m, 1, true)
  } else if (m.cursorRow < m.rows - 1) m.cursorRow++
  m.cursorCol = start
  m.wrapPending = false
}
