/** A screen in this dialect's shape. */

import type { Cell, Color, Row, Snapshot } from '@polytty/terminal'
import { z } from 'zod'
import type { Redactor } from '../../redaction/redactor.js'
import { redactSnapshot } from '../../redaction/snapshot.js'
import type { Session } from '../../session/index.js'
import { withJson } from '../../wire/json-text.js'

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
  const above = session.above(snapshot)
  const shown = redactor ? redactSnapshot(snapshot, redactor, above) : snapshot
  const { modes } = session.terminal
  const { row, col, visible } = snapshot.cursor
  const { width, height } = session.pixels
  const title = snapshot.title === '' ? null : snapshot.title
  return {
    size: { rows: snapshot.rows, cols: snapshot.cols, pixel_width: width, pixel_height: height },
    cursor: { row, col, visible },
    sequence,
    plain_text: plainText(snapshot, redactor, above),
    cells: encodeCells(shown),
    alternate_screen: snapshot.alternateScreen,
    application_cursor: modes.cursorKeys,
    application_keypad: modes.keypad,
    title: title && redactor ? redactor.redact(title) : title,
  }
}

/** Soft-wrapped rows joined into lines, trailing empty lines dropped; `above` says what secrets the first are part of. */
export function plainText(snapshot: Snapshot, redactor: Redactor | null, above: readonly Row[] = []): string {
  const rows = Array.from({ length: snapshot.rows }, (_, index) => snapshot.row(index))
  const lines = redactor ? redactor.redactLines(joinRows([...above, ...rows], above.length)) : joinRows(rows, 0)
  const shown = lines.filter(({ shown }) => shown).map(({ text }) => text)
  while (shown.at(-1) === '') shown.pop()
  return shown.join('\n')
}

interface Line {
  readonly text: string
  /** Whether any of it is on the screen, and from which character on. */
  readonly shown: boolean
  readonly from: number
}

function joinRows(rows: readonly Row[], above: number): Line[] {
  const lines: Line[] = []
  let [text, from] = ['', 0]
  for (const [index, row] of rows.entries()) {
    if (index === above) from = text.length
    text += row.text
    if (row.wrapped && index < rows.length - 1) continue
    lines.push({ text, shown: index >= above, from })
    ;[text, from] = ['', 0]
  }
  return lines
}

type EncodedCell = z.input<typeof screenSnapshot>['cells'][number]

function encodeCells(snapshot: Snapshot): EncodedCell[] {
  const { rows, cols } = snapshot
  const starts = startsOf(cols)
  const cells: EncodedCell[] = []
  let text = ''
  for (let row = 0; row < rows; row++) {
    const source = snapshot.row(row)
    const first = `{"row":${row}`
    const start = `,${first}`
    for (let col = 0; col < cols; col++) {
      const { value, text: end } = lookOf(source.cell(col))
      const { wide, wide_continuation, style } = value
      cells.push({ row, col, text: value.text, wide, wide_continuation, style })
      text += (col === 0 && row === 0 ? first : start) + starts[col] + end
    }
  }
  return withJson(cells, `[${text}]`)
}

/** What there is to a cell besides its place, and the end of its JSON. */
interface Look {
  readonly value: Omit<EncodedCell, 'row' | 'col'>
  readonly text: string
}

const looks = new WeakMap<Cell, Look>()

/** The columns of cells, as they are in the JSON of each; as many as were needed so far. */
const starts: string[] = []

function startsOf(cols: number): readonly string[] {
  for (let col = starts.length; col < cols; col++) starts.push(`,"col":${col},`)
  return starts
}

function lookOf(cell: Cell): Look {
  let look = looks.get(cell)
  if (!look) {
    const value = encodeLook(cell)
    look = { value, text: JSON.stringify(value).slice(1) }
    looks.set(cell, look)
  }
  return look
}

function encodeLook(cell: Cell): Look['value'] {
  const { text, width, bold, dim, italic } = cell
  return {
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
