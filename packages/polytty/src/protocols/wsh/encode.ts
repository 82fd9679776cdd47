/** Core values in this dialect's shapes: rows as lines, snapshots as screens, keys as parsed input. */

import type { Cell, Color, Row, Snapshot } from '@polytty/terminal'
import type { Element } from '../../compose/index.js'
import type { KeyPress } from '../../input/index.js'
import type { LineFormat, StyledSpan } from './params.js'

/** Rows are shared between snapshots and subscribers, so each is encoded once. */
const encodedRows = new WeakMap<Row, StyledSpan[]>()

export function encodeLine(row: Row, format: LineFormat): string | StyledSpan[] {
  if (format === 'plain') return row.text
  const known = encodedRows.get(row)
  if (known) return known
  const spans = encodeSpans(row)
  encodedRows.set(row, spans)
  return spans
}

interface Placed {
  readonly epoch: number
}

export function encodeScreen(snapshot: Snapshot, format: LineFormat, { epoch }: Placed) {
  const { cursor, cols, rows, alternateScreen } = snapshot
  const above = historyLines(snapshot)
  return {
    epoch,
    first_line_index: above,
    total_lines: above + rows,
    lines: Array.from({ length: rows }, (_, row) => encodeLine(snapshot.row(row), format)),
    cursor: { row: cursor.row, col: cursor.col, visible: cursor.visible },
    cols,
    rows,
    alternate_active: alternateScreen,
  }
}

export type EncodedScreen = ReturnType<typeof encodeScreen>

/** The alternate screen has no history of its own. */
export function historyLines({ alternateScreen, history }: Snapshot): number {
  return alternateScreen ? 0 : history
}

function encodeSpans(row: Row): StyledSpan[] {
  const spans: StyledSpan[] = []
  let last: Cell | null = null
  for (let col = 0; col < row.usedCols; col++) {
    const cell = row.cell(col)
    if (cell.width === 0 && col > 0) continue
    const text = cell.hidden ? ' '.repeat(Math.max(cell.width, 1)) : cell.text || ' '
    const open = spans.at(-1)
    if (open && last && looksAlike(cell, last)) open.text += text
    else spans.push({ text, ...encodeStyle(cell) })
    last = cell
  }
  return trimPlainBlanks(spans)
}

/** Blanks at the end that show nothing are left out; coloured or underlined ones are seen and stay. */
function trimPlainBlanks(spans: StyledSpan[]): StyledSpan[] {
  const end = spans.at(-1)
  if (!end || Object.keys(end).length > 1) return spans
  end.text = end.text.replace(/ +$/, '')
  return end.text === '' ? spans.slice(0, -1) : spans
}

function encodeStyle(cell: Cell): Omit<StyledSpan, 'text'> {
  return {
    ...(cell.fg !== null && { fg: encodeColor(cell.fg) }),
    ...(cell.bg !== null && { bg: encodeColor(cell.bg) }),
    ...(cell.bold && { bold: true }),
    ...(cell.dim && { faint: true }),
    ...(cell.italic && { italic: true }),
    ...(cell.underline !== 'none' && { underline: true }),
    ...(cell.strikethrough && { strikethrough: true }),
    ...(cell.blink && { blink: true }),
    ...(cell.reverse && { inverse: true }),
  }
}

function encodeColor(color: Exclude<Color, null>): NonNullable<StyledSpan['fg']> {
  if (typeof color === 'number') return { indexed: color }
  return { rgb: { r: color.r, g: color.g, b: color.b } }
}

function looksAlike(a: Cell, b: Cell): boolean {
  return (
    sameColor(a.fg, b.fg) &&
    sameColor(a.bg, b.bg) &&
    a.bold === b.bold &&
    a.dim === b.dim &&
    a.italic === b.italic &&
    (a.underline === 'none') === (b.underline === 'none') &&
    a.strikethrough === b.strikethrough &&
    a.blink === b.blink &&
    a.reverse === b.reverse
  )
}

function sameColor(a: Color, b: Color): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  return a.r === b.r && a.g === b.g && a.b === b.b
}

/** A key with the modifiers held, in the words of the document. */
export function encodeKeyPress(key: KeyPress): { key: string; modifiers: string[] } {
  const modifiers = (['ctrl', 'alt', 'shift', 'meta', 'super'] as const).filter((name) => key[name])
  return { key: key.key, modifiers }
}

/** What is not so is left out. */
function withoutFalse<T extends object>(piece: T): T {
  return Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== false)) as T
}

/** What overlays and panels have in common. */
export function encodeElement({ z, background, spans, writes, focusable, screenMode }: Element) {
  return {
    z,
    ...(background && { background }),
    spans: spans.map(withoutFalse),
    ...(writes.length > 0 && { region_writes: writes.map(withoutFalse) }),
    ...(focusable && { focusable }),
    ...(screenMode === 'alt' && { screen_mode: screenMode }),
  }
}
