/** A screen in this dialect's shape. */
import { z } from 'zod'
import { redactSnapshot } from '../../render/index.js'
import type { Session } from '../../session/index.js'
import type { Cell, Color, Snapshot } from '../../terminal/index.js'
import type { Redactor } from '../../text/redact.js'

const int = z.number().int()

const style = z.object({
  foreground: z.string(),
  background: z.string(),
  bold: z.boolean(),
  dim: z.boolean(),
  italic: z.boolean(),
  underline: z.boolean(),
  inverse: z.boolean(),
})

export const screenSnapshot = z.object({
  size: z.object({ rows: int, cols: int, pixel_width: int, pixel_height: int }),
  cursor: z.object({ row: int, col: int, visible: z.boolean() }),
  sequence: int,
  plain_text: z.string(),
  cells: z.array(
    z.object({ row: int, col: int, text: z.string(), wide: z.boolean(), wide_continuation: z.boolean(), style }),
  ),
  alternate_screen: z.boolean(),
  application_cursor: z.boolean(),
  application_keypad: z.boolean(),
  title: z.string().nullable(),
})

export function encodeSnapshot(
  session: Session,
  snapshot: Snapshot,
  sequence: number,
  redactor: Redactor | null,
): z.input<typeof screenSnapshot> {
  const shown = redactor ? redactSnapshot(snapshot, redactor) : snapshot
  const { modes } = session.terminal
  const { row, col, visible } = snapshot.cursor
  const { width, height } = session.pixels
  const title = snapshot.title === '' ? null : snapshot.title
  return {
    size: { rows: snapshot.rows, cols: snapshot.cols, pixel_width: width, pixel_height: height },
    cursor: { row, col, visible },
    sequence,
    plain_text: plainText(snapshot, redactor),
    cells: encodeCells(shown),
    alternate_screen: snapshot.alternateScreen,
    application_cursor: modes.cursorKeys,
    application_keypad: modes.keypad,
    title: title && redactor ? redactor.redact(title) : title,
  }
}

/** Soft-wrapped rows joined into lines, trailing empty lines dropped. */
export function plainText(snapshot: Snapshot, redactor: Redactor | null): string {
  const lines: string[] = []
  let line = ''
  for (let index = 0; index < snapshot.rows; index++) {
    const row = snapshot.row(index)
    line += row.text
    if (row.wrapped) continue
    lines.push(redactor ? redactor.redact(line) : line)
    line = ''
  }
  if (line !== '') lines.push(redactor ? redactor.redact(line) : line)
  while (lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

function encodeCells(snapshot: Snapshot): z.input<typeof screenSnapshot>['cells'] {
  const cells: z.input<typeof screenSnapshot>['cells'] = []
  for (let row = 0; row < snapshot.rows; row++) {
    const source = snapshot.row(row)
    for (let col = 0; col < snapshot.cols; col++) cells.push(encodeCell(source.cell(col), row, col))
  }
  return cells
}

function encodeCell(cell: Cell, row: number, col: number): z.input<typeof screenSnapshot>['cells'][number] {
  const { text, width, bold, dim, italic } = cell
  return {
    row,
    col,
    text,
    wide: width === 2,
    wide_continuation: width === 0,
    style: {
      foreground: encodeColor(cell.fg),
      background: encodeColor(cell.bg),
      bold,
      dim,
      italic,
      underline: cell.underline !== 'none',
      inverse: cell.reverse,
    },
  }
}

function encodeColor(color: Color): string {
  if (color === null) return 'default'
  return typeof color === 'number' ? `idx:${color}` : `rgb:${color.r}:${color.g}:${color.b}`
}
