/** Erasing: what is erased takes the current background and loses its link; selective erase spares protected cells. */

import { flag } from './styles.js'
import { slow, type TerminalState } from './terminal-state.js'

/** Erases columns `from` up to `to` of a row; to the end of the row also ends its line there. */
export function eraseCols(m: TerminalState, row: number, from: number, to: number, selective = false): void {
  const { grid } = m
  if (selective || m.isoProtection) {
    eraseAroundProtected(m, row, from, to)
    return
  }
  grid.erase(row, from, to, m.eraseStyle())
  if (to >= m.cols) grid.wrapped[grid.line(row)] = 0
}

/** Erases what lies between protected cells, in the current background too, as xterm does. */
function eraseAroundProtected(m: TerminalState, row: number, from: number, to: number): void {
  const { grid, tables } = m
  const line = grid.line(row)
  let start = from
  for (let col = from; col < to; col++) {
    if ((tables.styles.flags(grid.styleAt(line, col)) & flag.protected) === 0) continue
    grid.erase(row, start, col, m.eraseStyle())
    start = col + 1
  }
  grid.erase(row, start, to, m.eraseStyle())
}

/** DECSERA: characters that DECSCA did not protect become blanks; colours stay, as in xterm and on DEC terminals. */
export function eraseUnprotectedCells(m: TerminalState, row: number, from: number, to: number): void {
  const { grid, tables } = m
  const end = Math.min(to, grid.used[grid.line(row)])
  for (let col = from; col < end; col++) {
    const at = m.cellAt(row, col)
    const spared = !m.isoProtection && (tables.styles.flags(grid.styleAt(grid.line(row), col)) & flag.protected) !== 0
    if (grid.codes[at] === 0 || spared) continue
    grid.splitWide(row, col, m.eraseStyle())
    grid.splitWide(row, col + 1, m.eraseStyle())
    grid.codes[at] = 0
    grid.touch(grid.line(row), col, col + 1)
  }
}

/** Whole rows, which are then of single size. */
function eraseRows(m: TerminalState, from: number, to: number, selective: boolean): void {
  const { grid } = m
  for (let row = from; row < to; row++) {
    eraseCols(m, row, 0, m.cols, selective)
    if (!selective) grid.doubled[grid.line(row)] = 0
  }
}

/** ED and DECSED. 0 below, 1 above, 2 all, 3 the scrollback. What touches the cursor's row ends a pending wrap. */
export function eraseDisplay(m: TerminalState, how: number, selective = false): void {
  const { cursorRow, cursorCol } = m
  if (how < 3) m.wrapPending = false
  switch (how) {
    case 0:
      eraseCols(m, cursorRow, cursorCol, m.cols, selective)
      eraseRows(m, cursorCol === 0 ? cursorRow : cursorRow + 1, m.rows, selective)
      break
    case 1:
      eraseRows(m, 0, cursorRow, selective)
      eraseCols(m, cursorRow, 0, cursorCol + 1, selective)
      break
    case 2:
      eraseRows(m, 0, m.rows, selective)
      if (!selective && !m.isoProtection && !m.alternate) m.setSlow(slow.doubled, false)
      if (!selective && !m.isAlternate) m.history.endLine()
      break
    case 3:
      if (!selective) m.history.clear()
      break
  }
}

/** EL and DECSEL. 0 to the right, 1 to the left, 2 all. */
export function eraseLine(m: TerminalState, how: number, selective = false): void {
  const from = how === 0 ? m.cursorCol : 0
  const to = how === 1 ? m.cursorCol + 1 : m.cols
  if (how > 2) return
  eraseCols(m, m.cursorRow, from, to, selective)
  // Whichever part it erases, as in xterm 379: the next character goes into the last column.
  m.wrapPending = false
}
