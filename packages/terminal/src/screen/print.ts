/**
 * Printing a character by width and cluster. Wrapping, insert mode, wide characters that are cut and clusters that grow
 * are decided here; runs of plain characters go straight into the cells in sequences/fast-path.ts.
 */

import { maxClusterLength } from '../unicode/clusters.js'
import { graphemeClass } from '../unicode/grapheme-class.js'
import { propertyOf } from '../unicode/properties.js'
import { closeGap, copyCells, openGap, repairWide } from './move-cells.js'
import { wrapLine } from './scroll.js'
import { clusterBit, dropped, separate, valueMask, wideHead, widePad, wideTail, widthMask } from './tables.js'
import { clusterMode, slow, type TerminalState } from './terminal-state.js'

/** One ASCII character through the character sets, insert mode, or after a character that joins with it. */
export function printMapped(m: TerminalState, ascii: number): void {
  const set = m.charsets[m.singleShift !== 0 ? m.singleShift : m.gl]
  printCodePoint(m, set ? set[ascii] : ascii)
}

/** Prints any character. */
export function printCodePoint(m: TerminalState, cp: number): void {
  const property = propertyOf(cp)
  const cls = (property >> 2) & 31
  const width = property & 3
  const afterPrepend = (m.slowPrint & slow.prepend) !== 0
  if (afterPrepend) m.setSlow(slow.prepend, false)
  if (m.singleShift !== 0) {
    m.singleShift = 0
    m.refreshCharset()
  }
  if (m.modes[clusterMode] !== 0) {
    if ((cls !== graphemeClass.other || afterPrepend) && extendCluster(m, cp)) return
    if (cls === graphemeClass.prepend) m.setSlow(slow.prepend, true)
  } else if (width === 0) {
    attach(m, cp)
    return
  }
  if (width === 0) return
  // By code point, two indicators make a flag of two columns.
  const legacyFlag = cls === graphemeClass.regional && m.modes[clusterMode] === 0
  printCell(m, cp, legacyFlag ? 1 : width)
}

/** Prints a code (a code point or a cluster) that takes `width` columns. */
export function printCell(m: TerminalState, code: number, width: number): void {
  const style = m.printStyle()
  if (m.wrapPending && m.autoWrap) wrapLine(m)
  const { cols, grid } = m
  let limit = m.printLimit
  // Beyond the half that a row of double width has, nothing is printed, as in xterm.
  if (m.cursorCol >= limit) return
  if (width === 2 && m.cursorCol + 2 > limit) {
    const start = limit === m.right + 1 && m.cursorCol >= m.left ? m.left : 0
    if (!m.autoWrap || limit - start < 2) return
    padRow(m)
    wrapLine(m)
    limit = m.printLimit
  }
  const row = m.cursorRow
  const col = m.cursorCol
  // Outside of the left and right margins nothing is inserted, as in xterm.
  if ((m.slowPrint & slow.insert) !== 0 && m.insideColumns) shiftRight(m, row, col, m.right + 1, width)
  const { codes } = grid
  const line = grid.line(row)
  const at = line * cols + col
  const next = col + width
  const used = grid.used[line]
  if (col > used) grid.reach(line, col)
  else if (col > 0 && col < used && (codes[at] & widthMask) === wideTail) {
    grid.blankCell(line, col - 1, m.eraseStyle())
  }
  if (next >= used) grid.used[line] = next
  else if ((codes[at + width] & widthMask) === wideTail) grid.blankCell(line, next, m.eraseStyle())
  codes[at] = width === 2 ? code | wideHead : code
  if (width === 2) codes[at + 1] = wideTail
  grid.fillStyles(line, col, next, style)
  grid.touch(line, col, next)
  m.lastPrinted = codes[at]
  if (next >= limit) {
    m.cursorCol = limit - 1
    m.wrapPending = true
  } else {
    m.cursorCol = next
    m.wrapPending = false
  }
}

/** Leaves the last cell empty because a wide character does not fit there. */
function padRow(m: TerminalState): void {
  const { grid } = m
  const style = m.eraseStyle()
  grid.splitWide(m.cursorRow, m.cursorCol, style)
  // A margin may run through a wide character.
  grid.splitWide(m.cursorRow, m.cursorCol + 1, style)
  const line = grid.line(m.cursorRow)
  const at = line * m.cols + m.cursorCol
  grid.reach(line, m.cursorCol + 1)
  grid.codes[at] = m.fullWidth ? widePad : 0
  grid.fillStyles(line, m.cursorCol, m.cursorCol + 1, style)
  grid.touch(line, m.cursorCol, m.cursorCol + 1)
}

/** Column of the character before the cursor, or -1. */
function previousCol(m: TerminalState): number {
  const col = m.wrapPending ? m.cursorCol : m.cursorCol - 1
  if (col <= 0) return col
  return (m.grid.codeAt(m.grid.line(m.cursorRow), col) & widthMask) === wideTail ? col - 1 : col
}

/** Adds `cp` to the cluster before the cursor if it belongs there. */
function extendCluster(m: TerminalState, cp: number): boolean {
  const col = previousCol(m)
  if (col < 0) return false
  if (m.wantsSweep) m.sweep()
  const { grid } = m
  const line = grid.line(m.cursorRow)
  const at = line * m.cols + col
  const code = grid.codeAt(line, col)
  const joined = m.tables.join(code, cp)
  if (joined === separate) return false
  if (joined === dropped) return true
  const before = code & widthMask
  const after = joined & widthMask
  if (after === wideHead && before !== wideHead) widen(m, col, joined & ~widthMask)
  else if (after !== wideHead && before === wideHead) narrow(m, col, joined)
  else {
    grid.reach(line, col + 1)
    grid.codes[at] = joined
    m.lastPrinted = joined
    grid.touch(line, col, col + 1)
  }
  return true
}

/**
 * A narrow character became wide: it takes the next cell too, or moves to the next row when there is none. Where it can
 * do neither it stays as it was.
 */
function widen(m: TerminalState, col: number, cluster: number): void {
  const { cursorCol } = m
  m.cursorCol = col
  const limit = m.printLimit
  const fits = col + 2 <= limit
  const wraps = m.autoWrap && col < limit && limit - (col >= m.left ? m.left : 0) >= 2
  if (!fits && !wraps) {
    m.cursorCol = cursorCol
    return
  }
  m.wrapPending = false
  if (fits) printReplacing(m, cluster)
  else printCell(m, cluster, 2)
}

/** Prints over the cell that already holds the first part of the cluster. */
function printReplacing(m: TerminalState, cluster: number): void {
  const inserting = (m.slowPrint & slow.insert) !== 0
  m.setSlow(slow.insert, false)
  if (inserting && m.insideColumns) shiftRight(m, m.cursorRow, m.cursorCol + 1, m.right + 1, 1)
  printCell(m, cluster, 2)
  m.setSlow(slow.insert, inserting)
}

/** A wide character became narrow: its second cell is blank again and the cursor steps back. */
function narrow(m: TerminalState, col: number, cluster: number): void {
  const { grid } = m
  const at = m.cellAt(m.cursorRow, col)
  grid.codes[at] = cluster
  grid.codes[at + 1] = 0
  m.lastPrinted = cluster
  grid.touch(grid.line(m.cursorRow), col, col + 2)
  m.cursorCol = col + 1
  m.wrapPending = false
}

/** Without clusters, a zero-width character is simply added to the cell before it. */
function attach(m: TerminalState, cp: number): void {
  const col = previousCol(m)
  if (col < 0) return
  if (m.wantsSweep) m.sweep()
  const { grid, tables } = m
  const line = grid.line(m.cursorRow)
  const code = grid.codeAt(line, col)
  const text = (code & valueMask) === 0 ? ' ' : tables.textOf(code)
  if (text.length >= maxClusterLength) return
  grid.reach(line, col + 1)
  grid.codes[line * m.cols + col] = tables.internCluster(text + String.fromCodePoint(cp)) | (code & widthMask)
  grid.touch(line, col, col + 1)
}

/** Makes room for `count` cells at `col` by moving the cells up to `limit` right; what falls off is gone. */
export function shiftRight(m: TerminalState, row: number, col: number, limit: number, count: number): void {
  const { grid } = m
  const n = Math.min(count, limit - col)
  if (n <= 0) return
  if (limit === m.cols && !m.pen.hasBackground && openGap(grid, row, col, n)) return
  grid.splitWide(row, col, m.eraseStyle())
  grid.splitWide(row, limit, m.eraseStyle())
  copyCells(grid, row, col, row, col + n, limit - col - n)
  repairWide(grid, row, limit)
  grid.eraseCells(row, col, col + n, m.eraseStyle())
  repairWide(grid, row, col + n)
}

/** Removes `count` cells at `col`; the cells up to `limit` move left and blanks come in. */
export function shiftLeft(m: TerminalState, row: number, col: number, limit: number, count: number): void {
  const { grid } = m
  const n = Math.min(count, limit - col)
  if (n <= 0) return
  if (limit === m.cols && !m.pen.hasBackground && closeGap(grid, row, col, n)) return
  grid.splitWide(row, col, m.eraseStyle())
  grid.splitWide(row, col + n, m.eraseStyle())
  grid.splitWide(row, limit, m.eraseStyle())
  copyCells(grid, row, col + n, row, col, limit - col - n)
  grid.eraseCells(row, limit - n, limit, m.eraseStyle())
  repairWide(grid, row, col)
}

/** REP: prints the last character again, as often as fits on one screen at most. */
export function repeatLast(m: TerminalState, count: number): void {
  const code = m.lastPrinted
  if (code === 0) return
  const width = (code & widthMask) === wideHead ? 2 : 1
  const plain = code >= clusterBit ? clusterBit | (code & valueMask) : code & valueMask
  for (let i = Math.min(count, m.cols * m.rows); i > 0; i--) printCell(m, plain, width)
}

/** DECBI: left, or the region scrolls right at the left margin, where a pending wrap stays as in xterm. */
export function backIndex(m: TerminalState): void {
  if (m.cursorCol !== m.left) m.moveTo(m.cursorRow, m.cursorCol - 1)
  else if (m.insideMargins) for (let row = m.top; row <= m.bottom; row++) shiftRight(m, row, m.left, m.right + 1, 1)
}

/** DECFI: right, or the region scrolls left at the right margin, where a pending wrap stays as in xterm. */
export function forwardIndex(m: TerminalState): void {
  if (m.cursorCol !== m.right) m.moveTo(m.cursorRow, Math.min(m.cursorCol + 1, Math.max(m.cursorCol, m.lastCol)))
  else if (m.insideMargins) for (let row = m.top; row <= m.bottom; row++) shiftLeft(m, row, m.left, m.right + 1, 1)
}
