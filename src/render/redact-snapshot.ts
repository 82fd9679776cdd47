/**
 * A screen with its secrets masked: the same snapshot, but the cells of a secret show the replacement and stars, one
 * column each, in their own colours. Looks at whole lines, so a secret that wraps into the next row is found too.
 */

import type { Cell, Row, Snapshot, TextOptions } from '../terminal/types.js'
import type { Redactor, SecretSpan } from '../text/redact.js'
import { resolveRegion } from './options.js'

/** Masked cells: by column, what to show. */
type Masks = ReadonlyMap<number, string>

export function redactSnapshot(snapshot: Snapshot, redactor: Redactor): Snapshot {
  const masks = findMasks(snapshot, redactor)
  const title = redactor.redact(snapshot.title)
  if (masks.size === 0 && title === snapshot.title) return snapshot
  const rows = Array.from({ length: snapshot.rows }, (_, index) => {
    const masked = masks.get(index)
    return masked ? maskRow(snapshot.row(index), masked, snapshot.cols) : snapshot.row(index)
  })
  const { revision, cols, cursor, alternateScreen, history, reverseVideo, palette } = snapshot
  return {
    ...{ revision, cols, rows: snapshot.rows, cursor, title, alternateScreen, history, reverseVideo, palette },
    row: (row) => rows[row],
    cell: (row, col) => rows[row].cell(col),
    text: (options) => textOf(snapshot, rows, options),
  }
}

function findMasks(snapshot: Snapshot, redactor: Redactor): Map<number, Map<number, string>> {
  const masks = new Map<number, Map<number, string>>()
  for (let top = 0; top < snapshot.rows; ) {
    let bottom = top
    while (bottom + 1 < snapshot.rows && snapshot.row(bottom).wrapped) bottom++
    const line = readLine(snapshot, top, bottom)
    for (const span of redactor.find(line.text)) maskSpan(line, span, redactor.replacement, snapshot.cols, masks)
    top = bottom + 1
  }
  return masks
}

interface Line {
  readonly text: string
  /** The cell (row × cols + col) of each UTF-16 unit of the text. */
  readonly cells: readonly number[]
}

function readLine(snapshot: Snapshot, top: number, bottom: number): Line {
  let text = ''
  const cells: number[] = []
  for (let index = top; index <= bottom; index++) {
    const row = snapshot.row(index)
    const end = index < bottom ? snapshot.cols : row.usedCols
    for (let col = 0; col < end; col++) {
      const cell = row.cell(col)
      if (cell.width === 0) continue
      const shown = cell.text || ' '
      for (let unit = 0; unit < shown.length; unit++) cells.push(index * snapshot.cols + col)
      text += shown
    }
  }
  return { text, cells }
}

/** The replacement as far as it fits, then stars. */
function maskSpan(
  line: Line,
  [start, end]: SecretSpan,
  replacement: string,
  cols: number,
  masks: Map<number, Map<number, string>>,
): void {
  const first = line.cells[start]
  const past = end < line.cells.length ? line.cells[end] : line.cells[end - 1] + 1
  const fits = replacement.length <= past - first
  for (let cell = first; cell < past; cell++) {
    const row = Math.floor(cell / cols)
    const masked = masks.get(row) ?? new Map<number, string>()
    masked.set(cell % cols, (fits && replacement[cell - first]) || '*')
    masks.set(row, masked)
  }
}

function maskRow(row: Row, masks: Masks, cols: number): Row {
  const cell = (col: number): Cell => {
    const shown = masks.get(col)
    return shown === undefined ? row.cell(col) : { ...row.cell(col), text: shown, width: 1, hyperlink: null }
  }
  return { text: rowText({ cell }, 0, cols - 1).trimEnd(), wrapped: row.wrapped, usedCols: row.usedCols, cell }
}

function rowText(row: Pick<Row, 'cell'>, left: number, right: number): string {
  let text = ''
  for (let col = left; col <= right; col++) {
    const cell = row.cell(col)
    if (cell.width > 0) text += cell.text || ' '
  }
  return text
}

function textOf(snapshot: Snapshot, rows: readonly Row[], { region, trim = true }: TextOptions = {}): string {
  const { top, left, bottom, right } = resolveRegion(snapshot, region)
  const lines: string[] = []
  for (let index = top; index <= bottom; index++) {
    const line = rowText(rows[index], left, right)
    lines.push(trim ? line.replace(/ +$/, '') : line)
  }
  return lines.join('\n')
}
