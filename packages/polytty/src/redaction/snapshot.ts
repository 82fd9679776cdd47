/**
 * A screen with its secrets masked: the same snapshot, but the cells of a secret show the replacement and stars, one
 * column each, in their own colours. Looks at whole lines, so a secret that wraps into the next row is found too, and
 * for private keys at all of them.
 */

import { resolveRegion } from '@polytty/render/screen'
import type { Cell, Row, Snapshot, TextOptions } from '@polytty/terminal'
import { findKeyLines, insideFrame } from './private-key.js'
import type { Redactor, SecretSpan } from './redactor.js'
import { shownText } from './shown.js'

/** Masked cells: by column, what to show. */
type Masks = ReadonlyMap<number, string>

/** `above` are rows of history whose line, or key, goes on at the top of the screen. */
export function redactSnapshot(snapshot: Snapshot, redactor: Redactor, above: readonly Row[] = []): Snapshot {
  const source = [...above]
  for (let index = 0; index < snapshot.rows; index++) source.push(snapshot.row(index))
  const masked = redactRows(source, snapshot.cols, redactor)
  const title = redactor.redact(snapshot.title)
  if (masked === source && title === snapshot.title) return snapshot
  return withRows(snapshot, masked.slice(above.length), title)
}

/** The rows with the secrets in them masked; the same list if there is none. */
export function redactRows(rows: readonly Row[], cols: number, redactor: Redactor): readonly Row[] {
  const masks = findMasks(rows, cols, redactor)
  const linked = rows.map((row) => hasSecretLink(row, redactor))
  if (masks.size === 0 && !linked.includes(true)) return rows
  return rows.map((row, index) => {
    const masked = masks.get(index)
    const shown = linked[index] ? withoutSecretLinks(row, redactor) : row
    return masked ? maskRow(shown, masked, cols) : shown
  })
}

/** Links are reported too, and need not look like their text. */
function isSecretLink({ hyperlink }: Cell, redactor: Redactor): boolean {
  return hyperlink !== null && redactor.find(`${hyperlink.uri} ${hyperlink.id ?? ''}`).length > 0
}

function hasSecretLink(row: Row, redactor: Redactor): boolean {
  let last: Cell['hyperlink'] = null
  for (let col = 0; col < row.usedCols; col++) {
    const cell = row.cell(col)
    if (cell.hyperlink !== last && isSecretLink(cell, redactor)) return true
    last = cell.hyperlink
  }
  return false
}

function withoutSecretLinks(row: Row, redactor: Redactor): Row {
  const cell = (col: number): Cell => {
    const source = row.cell(col)
    return isSecretLink(source, redactor) ? { ...source, hyperlink: null } : source
  }
  return { text: row.text, wrapped: row.wrapped, usedCols: row.usedCols, cell }
}

/** The snapshot with other rows and another title. */
function withRows(snapshot: Snapshot, rows: readonly Row[], title: string): Snapshot {
  const { revision, cols, cursor, alternateScreen, history, reverseVideo, palette } = snapshot
  return {
    ...{ revision, cols, rows: snapshot.rows, cursor, title, alternateScreen, history, reverseVideo, palette },
    row: (row) => rows[row],
    cell: (row, col) => rows[row].cell(col),
    text: (options) => textOf(snapshot, rows, options),
  }
}

function findMasks(rows: readonly Row[], cols: number, redactor: Redactor): Map<number, Map<number, string>> {
  const masks = new Map<number, Map<number, string>>()
  const lines = readLines(rows, cols)
  const shown = lines.map(({ text }) => shownText(text).text)
  const keys = redactor.builtIn ? findKeyLines(shown, { cut: true }) : new Set<number>()
  for (const [index, line] of lines.entries()) {
    const spans = keys.has(index) ? [insideFrame(line.text)] : redactor.find(line.text)
    for (const span of spans) if (span[1] > span[0]) maskSpan(line, span, redactor.replacement, cols, masks)
  }
  return masks
}

/** Rows that were wrapped are one line. */
function readLines(rows: readonly Row[], cols: number): Line[] {
  const lines: Line[] = []
  for (let top = 0; top < rows.length; ) {
    let bottom = top
    while (bottom + 1 < rows.length && rows[bottom].wrapped) bottom++
    lines.push(readLine(rows, cols, top, bottom))
    top = bottom + 1
  }
  return lines
}

interface Line {
  readonly text: string
  /** The cell (row × cols + col) of each UTF-16 unit of the text. */
  readonly cells: readonly number[]
}

function readLine(rows: readonly Row[], cols: number, top: number, bottom: number): Line {
  let text = ''
  const cells: number[] = []
  for (let index = top; index <= bottom; index++) {
    const row = rows[index]
    const end = index < bottom ? cols : row.usedCols
    for (let col = 0; col < end; col++) {
      const cell = row.cell(col)
      if (cell.width === 0) continue
      const shown = cell.text || ' '
      for (let unit = 0; unit < shown.length; unit++) cells.push(index * cols + col)
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
  // Marks are in the cell of what they mark.
  let after = end
  while (after < line.cells.length && line.cells[after] === line.cells[end - 1]) after++
  const past = after < line.cells.length ? line.cells[after] : line.cells[end - 1] + 1
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
