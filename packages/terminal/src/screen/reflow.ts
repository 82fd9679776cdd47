/** Rewraps lines for another width: rows in, rows out. Sizes and screens are handled in resize.ts. */
import { type HistoryRow, PackedLines } from './packed-lines.js'
import { wideHead, widePad, wideTail, widthMask } from './tables.js'

/**
 * A position that follows its character through a resize. `col` may lie beyond the row: as far as the position would be
 * if there were room, so that it is found again when there is.
 */
export interface Anchor {
  row: number
  col: number
  /** Right behind a line that fills its row. */
  wrapPending: boolean
}

/**
 * Where the normal screen is meant to be, however little room there was for it: resizes without output in between end
 * as the last of them alone would. Rows count from the first line ever.
 */
export interface Resting {
  readonly cursor: Anchor
  /** The first cell of the screen. */
  readonly top: Anchor
  /** The cursor was on the last row: the screen ends with its line, and the history comes down above it. */
  readonly atEnd: boolean
}

/** A whole line, as wide as it is: grown as needed and used again for the next one. */
class Line {
  codes = new Int32Array(256)
  styles = new Int32Array(256)
  length = 0
  doubled = 0

  append(row: HistoryRow, length: number): void {
    const needed = this.length + length
    if (needed > this.codes.length) {
      const size = Math.max(needed, this.codes.length * 2)
      const codes = new Int32Array(size)
      const styles = new Int32Array(size)
      codes.set(this.codes.subarray(0, this.length))
      styles.set(this.styles.subarray(0, this.length))
      this.codes = codes
      this.styles = styles
    }
    const used = Math.min(length, row.codes.length)
    this.codes.set(row.codes.subarray(0, used), this.length)
    this.styles.set(row.styles.subarray(0, used), this.length)
    this.codes.fill(0, this.length + used, needed)
    this.styles.fill(0, this.length + used, needed)
    this.length = needed
  }

  /** Makes the last character wide again. */
  widenLast(): void {
    const at = this.length - 1
    const styles = this.styles.slice(at, this.length)
    this.codes[at] |= wideHead
    this.append({ codes: Int32Array.of(wideTail), styles, wrapped: true, doubled: 0 }, 1)
  }

  /** Makes every wide character narrow, for rows in which it has no room; `offsets` move along. */
  narrowAll(offsets: readonly Offset[]): void {
    let kept = 0
    for (let at = 0; at < this.length; at++) {
      const code = this.codes[at]
      if ((code & widthMask) === wideTail) {
        for (const moved of offsets) if (moved.offset >= kept + 1) moved.offset--
        continue
      }
      this.codes[kept] = code & ~widthMask
      this.styles[kept++] = this.styles[at]
    }
    this.length = kept
  }
}

/** The rows to be rewrapped, and what is asked about their cells. */
export interface ReflowSource {
  readonly total: number
  readonly cols: number
  read(index: number): HistoryRow
  /** Copies a row whose line ends with it and takes `most` cells at most; false if that cannot be done. */
  copyShort(index: number, most: number, out: PackedLines): boolean
  /** The style of a blank beside a cell of that style. */
  blankStyle(style: number): number
  /** Whether a character takes two columns where it can. */
  isWide(code: number): boolean
}

/** An anchor while its line is being wrapped: how far into the line it is. */
interface Offset {
  readonly anchor: Anchor
  offset: number
}

/**
 * Joins rows to lines and wraps them to rows of `cols` cells. Anchors (absolute rows) move with their cells. In rows of
 * one column there are no wide characters: they are narrow there, and wide again when there is room.
 */
export function reflow(rows: ReflowSource, cols: number, anchors: readonly Anchor[]): PackedLines {
  const { total, cols: oldCols } = rows
  const out = new PackedLines()
  const line = new Line()
  let offsets: Offset[] = []
  const pending = [...anchors].sort((a, b) => a.row - b.row)
  // A row that may end in padding, or in a screen of one column, is looked at.
  const short = oldCols > 1 && cols > 1 ? Math.min(cols, oldCols - 1) : -1
  for (let index = 0; index < total; index++) {
    const isAnchored = pending.length > 0 && pending[0].row === index
    if (line.length === 0 && !isAnchored && rows.copyShort(index, short, out)) continue
    const row = rows.read(index)
    const last = !row.wrapped || index === total - 1
    let length = row.codes.length
    // A row that goes on was full, whatever blanks it ends in; padding before a wide character is not content.
    if (!last) length = oldCols
    const isPadded = row.codes.length === oldCols && (row.codes[oldCols - 1] & widthMask) === widePad
    const isBlank = isPadded && !row.wrapped && row.styles[oldCols - 1] !== 0
    if (isPadded && !isBlank) length = oldCols - 1
    while (pending.length > 0 && pending[0].row === index) {
      const anchor = pending.shift()!
      offsets.push({ anchor, offset: line.length + anchor.col })
    }
    if (line.length === 0) line.doubled = row.doubled
    line.append(row, length)
    // What it made room for is gone; only its colour is left.
    if (isBlank) line.codes[line.length - 1] = 0
    if (oldCols === 1 && length === 1 && rows.isWide(row.codes[0] ?? 0)) {
      line.widenLast()
      for (const moved of offsets) if (moved.anchor.row === index && moved.anchor.col > 0) moved.offset++
    }
    if (!last) continue
    wrap(line, cols, out, offsets, rows)
    line.length = 0
    offsets = []
  }
  return out
}

function wrap(line: Line, cols: number, out: PackedLines, offsets: Offset[], rows: ReflowSource): void {
  if (cols === 1) line.narrowAll(offsets)
  let start = 0
  do {
    let end = Math.min(start + cols, line.length)
    let pad = false
    // A wide character that would be cut goes to the next row, and its place is padded.
    if (end < line.length && end - start > 1 && (line.codes[end - 1] & widthMask) === wideHead) {
      end--
      pad = true
    }
    const more = end < line.length
    place(offsets, start, end, line.length, cols, out.length)
    if (pad) pushPadded(line, start, end, out, rows.blankStyle(line.styles[end]))
    else out.push(line.codes, line.styles, start, end - start, more, end - start, line.doubled)
    start = end
  } while (start < line.length)
}

function pushPadded(line: Line, start: number, end: number, out: PackedLines, style: number): void {
  const codes = line.codes.slice(start, end + 1)
  codes[end - start] = widePad
  const styles = line.styles.slice(start, end + 1)
  styles[end - start] = style
  out.push(codes, styles, 0, codes.length, true, codes.length, line.doubled)
}

/** Gives every anchor in this stretch its new position; beyond the end of the line it stays that far beyond. */
function place(offsets: Offset[], start: number, end: number, length: number, cols: number, row: number): void {
  for (const { anchor, offset } of offsets) {
    if (offset < start || (end < length && offset >= end)) continue
    const col = offset - start
    anchor.row = row
    anchor.col = col
    anchor.wrapPending = col >= cols && offset <= length
  }
}
