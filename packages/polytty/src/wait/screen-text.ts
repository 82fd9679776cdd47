/**
 * The screen as one searchable text, with the way back from offsets to cells. Rows that were soft-wrapped are joined,
 * so text is found across a wrap; other rows are separated by newlines. Wide characters take two cells and blanks
 * count as spaces.
 */
import type { Region, Row, Snapshot } from '@polytty/terminal'

interface RowText {
  readonly text: string
  /** Column of each UTF-16 unit and, last, of the end; null when offset and column are the same. */
  readonly columns: Uint16Array | null
}

interface Segment {
  readonly row: number
  /** Offset of its first character in the whole text, and of the end. */
  readonly start: number
  readonly end: number
  readonly left: number
  readonly columns: Uint16Array | null
}

export interface CellPosition {
  readonly row: number
  readonly col: number
}

/**
 * What becomes of the blanks at the end of a row. No one can distinguish blanks that were printed from cells that never were
 * written to, but those up to the cursor, after a prompt, were most likely meant.
 */
export type RowEnds = 'trimmed' | 'toCursor' | 'padded'

/** Rows with other than ASCII text; an unchanged row is the same object in the next snapshot. */
const mappedRows = new WeakMap<Row, RowText>()

export class ScreenText {
  readonly text: string
  private readonly segments: Segment[] = []

  constructor(snapshot: Snapshot, region: Region | null, ends: RowEnds) {
    const area = region ?? { top: 0, left: 0, bottom: snapshot.rows - 1, right: snapshot.cols - 1 }
    const top = Math.max(area.top, 0)
    const bottom = Math.min(area.bottom, snapshot.rows - 1)
    const left = Math.max(area.left, 0)
    const right = Math.min(area.right, snapshot.cols - 1)
    const wholeRows = left === 0 && right === snapshot.cols - 1
    let text = ''
    for (let index = top; index <= bottom && left <= right; index++) {
      const row = snapshot.row(index)
      const line = wholeRows ? wholeRow(row) : partOfRow(row, left, right)
      const joins = wholeRows && row.wrapped && index < bottom
      const used = line.columns ? line.columns[line.columns.length - 1] : left + line.text.length
      const start = text.length
      text += line.text
      if (joins) text += ' '.repeat(Math.max(0, snapshot.cols - used - (endsBeforeWide(snapshot, index) ? 1 : 0)))
      else text += ' '.repeat(Math.max(0, endColumn(snapshot, index, right + 1, ends) - used))
      this.segments.push({ row: index, start, end: text.length, left, columns: line.columns })
      if (!joins && index < bottom) text += '\n'
    }
    this.text = text
  }

  /** The cell that the character at this offset is in. */
  positionAt(offset: number): CellPosition {
    const segment = this.segmentAt(offset)
    return segment ? { row: segment.row, col: columnAt(segment, offset) } : { row: 0, col: 0 }
  }

  /** How many cells the characters from `start` to `end` take. */
  cellsBetween(start: number, end: number): number {
    let cells = 0
    for (let index = this.indexAt(start); index < this.segments.length; index++) {
      const segment = this.segments[index]
      if (segment.start >= end) break
      cells += columnAt(segment, Math.min(end, segment.end)) - columnAt(segment, Math.max(start, segment.start))
    }
    return cells
  }

  private segmentAt(offset: number): Segment | undefined {
    return this.segments[this.indexAt(offset)]
  }

  /** The last segment that starts at or before the offset. */
  private indexAt(offset: number): number {
    let low = 0
    let high = this.segments.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.segments[middle].start <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}

function endColumn(snapshot: Snapshot, row: number, end: number, ends: RowEnds): number {
  if (ends === 'padded') return end
  return ends === 'toCursor' && row === snapshot.cursor.row ? Math.min(snapshot.cursor.col, end) : 0
}

function columnAt(segment: Segment, offset: number): number {
  const at = Math.min(offset, segment.end) - segment.start
  if (!segment.columns) return segment.left + at
  const last = segment.columns.length - 1
  return at <= last ? segment.columns[at] : segment.columns[last] + (at - last)
}

/** A wide character that did not fit leaves the last cell empty; that blank is not part of the text. */
function endsBeforeWide(snapshot: Snapshot, row: number): boolean {
  return snapshot.cell(row, snapshot.cols - 1).text === '' && snapshot.cell(row + 1, 0).width === 2
}

function wholeRow(row: Row): RowText {
  const { text } = row
  // Printable ASCII takes one cell a character, so nothing needs to be mapped.
  if (/^[\x20-\x7e]*$/.test(text)) return { text, columns: null }
  let line = mappedRows.get(row)
  if (!line) mappedRows.set(row, (line = mapCells(row, 0, row.usedCols - 1)))
  return line
}

function partOfRow(row: Row, left: number, right: number): RowText {
  const whole = wholeRow(row)
  if (whole.columns) return mapCells(row, left, Math.min(right, row.usedCols - 1))
  return { text: whole.text.slice(left, right + 1).trimEnd(), columns: null }
}

function mapCells(row: Row, left: number, right: number): RowText {
  let text = ''
  const columns: number[] = []
  let end = left
  for (let col = left; col <= right; col++) {
    const cell = row.cell(col)
    if (cell.width === 0) continue
    const shown = cell.text || ' '
    for (let unit = 0; unit < shown.length; unit++) columns.push(col)
    text += shown
    end = col + cell.width
  }
  const trimmed = text.trimEnd()
  columns.push(end)
  return { text: trimmed, columns: Uint16Array.from(columns.slice(0, trimmed.length + 1)) }
}
