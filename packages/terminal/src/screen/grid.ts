/**
 * The cells of one screen, packed: a code and a style number per cell in two typed arrays, and a map from screen rows
 * to storage rows, so that scrolling moves numbers and not cells. Knows nothing of cursors, modes or sequences.
 * Cells at and beyond `used` of a storage row are default blanks, and cells at and beyond `styled` (never more than
 * `used`) have the default style, whatever the arrays hold there: so blanking a row costs nothing.
 */
import type { PackedRow } from './row.js'
import type { Stamp } from './stamp.js'
import { wideTail, widthMask } from './tables.js'

/** How many lines the window scrolls before it goes back to the start. */
const windowSlack = 128

/** `dirtyLeft` of a row without changes: right of any column. */
const clean = 0xffff

export class Grid {
  codes: Int32Array
  styles: Int32Array
  /** Screen row → storage row, from `first` on: scrolling the whole screen moves this window, and not its content. */
  readonly map: Int32Array
  first = 0
  used: Uint16Array
  wrapped: Uint8Array
  /** A row of double size, by DECDWL and DECDHL; see `doubles`. */
  doubled: Uint8Array
  styled: Uint16Array
  /**
   * A stretch of columns that were written since the last commit; `dirtyRight` is 0 where none were. Where cells are
   * stamped, those beside it have got their stamps already, and lie between `touchedLeft` and `touchedRight`.
   */
  dirtyLeft: Uint16Array
  dirtyRight: Uint16Array
  touchedLeft: Uint16Array
  touchedRight: Uint16Array
  /**
   * The revision that wrote each cell of a row, where its cells were not all written at once, and that which last wrote
   * all of a row: the later one counts. Stretches that are still growing have no stamp yet.
   */
  private readonly written: (Uint32Array | null)[]
  private rowWritten: Uint32Array
  /** At most so many rows of the screen were written since the last commit, unless rows were moved. */
  dirtyLines = 0
  /** Grows when a screen row gets another storage row. */
  moves = 0
  /** Rows as given out, until they change; one that is dirty is old. */
  readonly copies: (PackedRow | null)[]
  /** Storage rows in use so far, on the screen and in the history; and those that came free again. */
  lineCount: number
  private readonly freeLines: number[] = []

  constructor(
    readonly cols: number,
    readonly rows: number,
    readonly stamp: Stamp,
  ) {
    this.written = new Array(rows).fill(null)
    this.rowWritten = new Uint32Array(rows).fill(stamp.last)
    this.codes = new Int32Array(cols * rows)
    this.styles = new Int32Array(cols * rows)
    this.map = new Int32Array(rows + windowSlack)
    for (let row = 0; row < rows; row++) this.map[row] = row
    this.used = new Uint16Array(rows)
    this.wrapped = new Uint8Array(rows)
    this.doubled = new Uint8Array(rows)
    this.styled = new Uint16Array(rows)
    this.dirtyLeft = new Uint16Array(rows).fill(clean)
    this.dirtyRight = new Uint16Array(rows)
    this.touchedLeft = new Uint16Array(rows).fill(clean)
    this.touchedRight = new Uint16Array(rows)
    this.copies = new Array(rows).fill(null)
    this.lineCount = rows
  }

  /** An unused storage row, of at most `most` beside the screen's; what it holds is blanked when it comes onto the screen. */
  newLine(most: number): number {
    const free = this.freeLines.pop()
    if (free !== undefined) return free
    if (this.lineCount === this.used.length) this.grow(this.rows + most)
    return this.lineCount++
  }

  releaseLine(line: number): void {
    this.used[line] = 0
    this.styled[line] = 0
    this.copies[line] = null
    this.freeLines.push(line)
  }

  private grow(most: number): void {
    const lines = Math.min(most, this.used.length * 2 + 8)
    this.codes = enlarged(this.codes, new Int32Array(lines * this.cols))
    this.styles = enlarged(this.styles, new Int32Array(lines * this.cols))
    this.used = enlarged(this.used, new Uint16Array(lines))
    this.wrapped = enlarged(this.wrapped, new Uint8Array(lines))
    this.doubled = enlarged(this.doubled, new Uint8Array(lines))
    this.styled = enlarged(this.styled, new Uint16Array(lines))
    this.dirtyLeft = enlarged(this.dirtyLeft, new Uint16Array(lines).fill(clean))
    this.dirtyRight = enlarged(this.dirtyRight, new Uint16Array(lines))
    this.touchedLeft = enlarged(this.touchedLeft, new Uint16Array(lines).fill(clean))
    this.touchedRight = enlarged(this.touchedRight, new Uint16Array(lines))
    this.rowWritten = enlarged(this.rowWritten, new Uint32Array(lines))
    while (this.copies.length < lines) {
      this.copies.push(null)
      this.written.push(null)
    }
  }

  /** Notes that columns `from` up to but not including `to` of a storage row change now. */
  touch(line: number, from: number, to: number): void {
    const { dirtyLeft, dirtyRight } = this
    const right = dirtyRight[line]
    // No column at all would make the row neither clean nor dirty.
    if (to === 0) return
    if (right === 0) this.dirtyLines++
    else if (this.stamp.ofCells && (from > right || to < dirtyLeft[line])) return this.stampCells(line, from, to)
    if (from < dirtyLeft[line]) dirtyLeft[line] = from
    if (to > right) dirtyRight[line] = to
  }

  /** Gives cells beside the stretch that grows in their row their stamp at once. */
  stampCells(line: number, from: number, to: number): void {
    const { written, touchedLeft, touchedRight } = this
    const stamp = this.stamp.next
    const cells = written[line] ?? (written[line] = new Uint32Array(this.cols))
    for (let col = from; col < to; col++) cells[col] = stamp
    if (from < touchedLeft[line]) touchedLeft[line] = from
    if (to > touchedRight[line]) touchedRight[line] = to
  }

  /** Forgets what changed in a storage row: it has been taken note of. */
  markClean(line: number): void {
    this.dirtyLeft[line] = this.touchedLeft[line] = clean
    this.dirtyRight[line] = this.touchedRight[line] = 0
    this.copies[line] = null
  }

  /** Gives the cells of the stretch that grows in a storage row, or the row, their stamp. */
  endStretch(line: number): void {
    const left = this.dirtyLeft[line]
    const right = this.dirtyRight[line]
    if (this.stamp.ofCells && (left !== 0 || right !== this.cols)) return this.stampCells(line, left, right)
    this.rowWritten[line] = this.stamp.next
    this.touchedLeft[line] = left
    this.touchedRight[line] = right
  }

  /** The last revision that wrote one of `count` cells of a storage row, whose changes have ended. */
  writtenAt(line: number, col: number, count: number): number {
    const cells = this.written[line]
    let last = this.rowWritten[line]
    if (cells) for (let at = col; at < Math.min(col + count, this.cols); at++) last = Math.max(last, cells[at])
    return last
  }

  /** Forgets who wrote what. */
  forgetWritten(): void {
    this.written.fill(null)
    this.rowWritten.fill(0)
  }

  /** Blanks columns `from` up to `to` of a screen row in the given style, and the other halves of cut characters. */
  erase(row: number, from: number, to: number, style: number): void {
    if (from >= to) return
    this.splitWide(row, from, style)
    this.splitWide(row, to, style)
    this.eraseCells(row, from, to, style)
  }

  /** As `erase`, for ranges whose ends cut no character. */
  eraseCells(row: number, from: number, to: number, style: number): void {
    const line = this.line(row)
    const base = line * this.cols
    this.touch(line, from, to)
    if (style === 0 && to >= this.used[line]) {
      if (from < this.used[line]) this.used[line] = from
      if (from < this.styled[line]) this.styled[line] = from
      return
    }
    if (from > this.used[line]) this.reach(line, from)
    const { codes } = this
    for (let i = base + from; i < base + to; i++) codes[i] = 0
    if (to > this.used[line]) this.used[line] = to
    this.fillStyles(line, from, to, style)
  }

  /** Gives columns `from` up to `to` of a storage row, which are in use, one style. */
  fillStyles(line: number, from: number, to: number, style: number): void {
    const end = style === 0 && to > this.styled[line] ? this.styled[line] : to
    if (from >= end) return
    if (from > this.styled[line]) this.reachStyles(line, from)
    const { styles } = this
    const base = line * this.cols
    for (let i = base + from; i < base + end; i++) styles[i] = style
    if (end > this.styled[line]) this.styled[line] = end
  }

  /** Blanks a whole row and ends its line. */
  eraseRow(row: number, style: number): void {
    const line = this.line(row)
    if (style === 0) {
      this.touch(line, 0, this.cols)
      this.used[line] = 0
      this.styled[line] = 0
    } else this.eraseCells(row, 0, this.cols, style)
    this.wrapped[line] = 0
    this.doubled[line] = 0
  }

  /** Takes double sizes from all rows. */
  singleSize(): void {
    for (let row = 0; row < this.rows; row++) {
      const line = this.line(row)
      if (this.doubled[line] === 0) continue
      this.doubled[line] = 0
      this.touch(line, 0, this.cols)
    }
  }

  /** Makes the blanks of a storage row up to `col` real cells. */
  reach(line: number, col: number): void {
    const { codes } = this
    const base = line * this.cols
    for (let i = base + this.used[line]; i < base + col; i++) codes[i] = 0
    if (col > this.used[line]) this.used[line] = col
  }

  /** Makes the default styles of a storage row up to `col` real ones; the cells must be in use. */
  reachStyles(line: number, col: number): void {
    const { styles } = this
    const base = line * this.cols
    for (let i = base + this.styled[line]; i < base + col; i++) styles[i] = 0
    if (col > this.styled[line]) this.styled[line] = col
  }

  /** The style at a place of a storage row. */
  styleAt(line: number, col: number): number {
    return col < this.styled[line] ? this.styles[line * this.cols + col] : 0
  }

  /** The code at a place of a storage row. */
  codeAt(line: number, col: number): number {
    return col < this.used[line] ? this.codes[line * this.cols + col] : 0
  }

  /** If a wide character straddles the boundary before `col`, blanks both of its halves in the given style. */
  splitWide(row: number, col: number, style: number): void {
    const line = this.line(row)
    if (col <= 0 || col >= this.used[line]) return
    const at = line * this.cols + col
    if ((this.codes[at] & widthMask) !== wideTail) return
    this.blankCell(line, col, style)
    this.blankCell(line, col - 1, style)
  }

  /** Blanks one cell of a storage row that is in use there. */
  blankCell(line: number, col: number, style: number): void {
    this.codes[line * this.cols + col] = 0
    this.fillStyles(line, col, col + 1, style)
    this.touch(line, col, col + 1)
  }

  /** The storage row that a screen row shows. */
  line(row: number): number {
    return this.map[this.first + row]
  }

  /** Puts another storage row in the place of a screen row. */
  replaceLine(row: number, line: number): void {
    this.map[this.first + row] = line
    this.moves++
  }

  /** All storage rows in screen order. */
  lines(): Int32Array {
    return this.map.slice(this.first, this.first + this.rows)
  }

  /** Moves rows up within `top..bottom` (inclusive); the rows that come free at the bottom are blanked. */
  rotateUp(top: number, bottom: number, count: number, style: number): void {
    const { map } = this
    const start = this.first + top
    const end = this.first + bottom
    this.moves++
    if (count > 1) {
      const freed = map.slice(start, start + count)
      map.copyWithin(start, start + count, end + 1)
      map.set(freed, end + 1 - count)
    } else if (top === 0 && bottom === this.rows - 1) this.slide(map[start])
    else {
      const line = map[start]
      for (let at = start; at < end; at++) map[at] = map[at + 1]
      map[end] = line
    }
    for (let row = bottom + 1 - count; row <= bottom; row++) this.eraseRow(row, style)
  }

  /** All rows move up by one, and the given storage row, blanked, becomes the last. */
  slide(line: number): void {
    const { map, rows } = this
    this.moves++
    if (this.first === windowSlack) {
      map.copyWithin(0, this.first, this.first + rows)
      this.first = 0
    }
    // No one asks who wrote the history.
    if (this.stamp.ofCells) this.written[map[this.first]] = null
    map[this.first + rows] = line
    this.first++
    this.used[line] = 0
    this.styled[line] = 0
    this.wrapped[line] = 0
    this.doubled[line] = 0
    this.dirtyLeft[line] = 0
    this.dirtyRight[line] = this.cols
  }

  /** Moves rows down within `top..bottom` (inclusive); the rows that come free at the top are blanked. */
  rotateDown(top: number, bottom: number, count: number, style: number): void {
    const { map } = this
    const start = this.first + top
    const end = this.first + bottom + 1
    const freed = map.slice(end - count, end)
    this.moves++
    map.copyWithin(start + count, start, end - count)
    map.set(freed, start)
    for (let row = top; row < top + count; row++) this.eraseRow(row, style)
  }

  /** Number of cells up to the last that is not a default blank. */
  usedCols(row: number): number {
    return this.trimLine(this.line(row))
  }

  /** The last column of a screen row: one of double width has half as many. */
  lastCol(row: number): number {
    return this.doubled[this.line(row)] !== 0 ? (this.cols - 1) >> 1 : this.cols - 1
  }

  /** Forgets the default blanks at the end of a storage row; returns the number of cells left. */
  trimLine(line: number): number {
    const base = line * this.cols
    const styled = this.styled[line]
    let used = this.used[line]
    while (used > 0 && this.codes[base + used - 1] === 0 && (used > styled || this.styles[base + used - 1] === 0))
      used--
    this.used[line] = used
    if (used < styled) this.styled[line] = used
    return used
  }
}

function enlarged<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
