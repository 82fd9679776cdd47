/** Moving cells of a screen: within a row to insert and delete, or from one place to another. */
import type { Grid } from './grid.js'
import { wideHead, widePad, wideTail, widthMask } from './tables.js'

/** Copies a stretch of cells, possibly within one row and overlapping. Ends are not checked for cut characters. */
export function copyCells(
  grid: Grid,
  fromRow: number,
  fromCol: number,
  toRow: number,
  toCol: number,
  count: number,
): void {
  const source = grid.line(fromRow) * grid.cols + fromCol
  const line = grid.line(toRow)
  const target = line * grid.cols + toCol
  const fromLine = grid.line(fromRow)
  grid.reach(fromLine, fromCol + count)
  grid.reach(line, toCol + count)
  moveCells(grid.codes, source, target, count)
  if (grid.styled[fromLine] > fromCol || grid.styled[line] > toCol) {
    grid.reachStyles(fromLine, fromCol + count)
    grid.reachStyles(line, toCol + count)
    moveCells(grid.styles, source, target, count)
  }
  grid.touch(line, toCol, toCol + count)
}

/**
 * Moves the used cells from `col` on right by `count` and leaves default blanks; what passes the edge is gone. False,
 * and nothing done, where a wide character would be cut.
 */
export function openGap(grid: Grid, row: number, col: number, count: number): boolean {
  const { codes, styles, cols } = grid
  const line = grid.line(row)
  const base = line * cols
  const used = grid.used[line]
  const end = used + count > cols ? cols : used + count
  const kept = end - count
  if (col > 0 && col < used && (codes[base + col] & widthMask) === wideTail) return false
  if (kept < used && kept > col && (codes[base + kept] & widthMask) === wideTail) return false
  grid.touch(line, col, cols)
  if (col >= used) return true
  for (let at = base + kept - 1; at >= base + col; at--) codes[at + count] = codes[at]
  const gap = col + count
  for (let at = base + col; at < base + gap; at++) codes[at] = 0
  grid.used[line] = gap > end ? gap : end
  const styled = grid.styled[line]
  if (styled <= col) return true
  const last = styled < kept ? styled : kept
  for (let at = base + last - 1; at >= base + col; at--) styles[at + count] = styles[at]
  for (let at = base + col; at < base + gap; at++) styles[at] = 0
  grid.styled[line] = last > col ? last + count : gap
  return true
}

/** The other way: `count` cells from `col` on go, and the used ones right of them move left. */
export function closeGap(grid: Grid, row: number, col: number, count: number): boolean {
  const { codes, styles, cols } = grid
  const line = grid.line(row)
  const base = line * cols
  const used = grid.used[line]
  const next = col + count
  if (col > 0 && col < used && (codes[base + col] & widthMask) === wideTail) return false
  if (next < used && (codes[base + next] & widthMask) === wideTail) return false
  if (used === cols && (codes[base + cols - 1] & widthMask) === widePad) return false
  grid.touch(line, col, cols)
  if (col >= used) return true
  for (let at = base + next; at < base + used; at++) codes[at - count] = codes[at]
  grid.used[line] = used > next ? used - count : col
  const styled = grid.styled[line]
  for (let at = base + next; at < base + styled; at++) styles[at - count] = styles[at]
  if (styled > col) grid.styled[line] = styled > next ? styled - count : col
  return true
}

/** Moves cells within an array, also where the stretches overlap. */
function moveCells(array: Int32Array, source: number, target: number, count: number): void {
  if (source >= target) for (let i = 0; i < count; i++) array[target + i] = array[source + i]
  else for (let i = count - 1; i >= 0; i--) array[target + i] = array[source + i]
}

/** Blanks halves of wide characters that lost their other half at the boundary before `col`. */
export function repairWide(grid: Grid, row: number, col: number): void {
  const base = grid.line(row) * grid.cols
  grid.reach(grid.line(row), Math.min(col + 1, grid.cols))
  if (col < grid.cols && (grid.codes[base + col] & widthMask) === wideTail) {
    if (col === 0 || (grid.codes[base + col - 1] & widthMask) !== wideHead) grid.codes[base + col] = 0
  }
  if (col > 0) {
    const left = grid.codes[base + col - 1] & widthMask
    const right = col < grid.cols ? grid.codes[base + col] & widthMask : 0
    if (left === wideHead && right !== wideTail) grid.codes[base + col - 1] = 0
    if (left === widePad && col < grid.cols) grid.codes[base + col - 1] = 0
  }
}
