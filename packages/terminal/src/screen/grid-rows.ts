/** Rows of a grid as values: copied out for the history, and as immutable rows that snapshots share. */
import type { Grid } from './grid.js'
import type { HistoryRow, PackedLines } from './packed-lines.js'
import { PackedRow } from './row.js'
import type { Tables } from './tables.js'

/** A storage row's cells, copied. */
export function readLine(grid: Grid, line: number): HistoryRow {
  const base = line * grid.cols
  const used = grid.trimLine(line)
  grid.reachStyles(line, used)
  return {
    codes: grid.codes.slice(base, base + used),
    styles: grid.styles.slice(base, base + used),
    wrapped: grid.wrapped[line] !== 0,
    doubled: grid.doubled[line],
  }
}

/** A storage row's cells, appended to packed lines. */
export function packLine(grid: Grid, line: number, packed: PackedLines): void {
  const used = grid.trimLine(line)
  const { codes, styles, cols, styled, doubled } = grid
  packed.push(codes, styles, line * cols, used, grid.wrapped[line] !== 0, styled[line], doubled[line])
}

/** Makes a row of the screen what was read elsewhere. */
export function putRow(grid: Grid, row: number, { codes, styles, wrapped, doubled }: HistoryRow): void {
  const line = grid.line(row)
  grid.codes.set(codes, line * grid.cols)
  grid.styles.set(styles, line * grid.cols)
  grid.used[line] = codes.length
  grid.styled[line] = codes.length
  grid.wrapped[line] = wrapped ? 1 : 0
  grid.doubled[line] = doubled
  grid.copies[line] = null
}

/** A screen row as an immutable value. Not kept: it may be read in the middle of a write, and may change yet. */
export function copyRow(grid: Grid, row: number, tables: Tables): PackedRow {
  const line = grid.line(row)
  const copy = grid.dirtyRight[line] === 0 ? grid.copies[line] : null
  return copy ?? pack(grid, line, new Int32Array(grid.trimLine(line) + grid.styled[line]), 0, tables)
}

/** All screen rows as immutable values. Those that changed share one array, as many small ones would cost more. */
export function copyRows(grid: Grid, tables: Tables): PackedRow[] {
  const { copies, used, styled } = grid
  let size = 0
  for (let row = 0; row < grid.rows; row++) {
    const line = grid.line(row)
    if (copies[line] === null) size += grid.trimLine(line) + styled[line]
  }
  const cells = new Int32Array(size)
  const rows = new Array<PackedRow>(grid.rows)
  let at = 0
  for (let row = 0; row < grid.rows; row++) {
    const line = grid.line(row)
    const existing = copies[line]
    const copy = existing ?? pack(grid, line, cells, at, tables)
    copies[line] = copy
    rows[row] = copy
    if (existing === null) at += used[line] + styled[line]
  }
  return rows
}

/** Copies a trimmed storage row into `cells`. */
function pack(grid: Grid, line: number, cells: Int32Array, start: number, tables: Tables): PackedRow {
  const { codes, styles, cols } = grid
  const used = grid.used[line]
  const styled = grid.styled[line]
  const base = line * cols
  copyCells(codes, base, used, cells, start)
  copyCells(styles, base, styled, cells, start + used)
  return new PackedRow(cells, start, used, styled, grid.wrapped[line] !== 0, cols, tables, grid.doubled[line])
}

/** A view costs as much as some thirty cells copied one by one. */
function copyCells(from: Int32Array, at: number, count: number, to: Int32Array, start: number): void {
  if (count > 32) to.set(from.subarray(at, at + count), start)
  else for (let i = 0; i < count; i++) to[start + i] = from[at + i]
}
