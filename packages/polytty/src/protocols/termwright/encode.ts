/** Core values in this dialect's shapes: the document's, and the one that released clients read. */
import { createHash } from 'node:crypto'
import { renderAnsi } from '@polytty/render'
import type { Cell, Color, Region, Snapshot } from '@polytty/terminal'
import { z } from 'zod'
import { CellRows } from '../cell-rows.js'
import type { WireShape } from './context.js'
import { position } from './params.js'

const color = z.union([
  z.object({ type: z.literal('default') }),
  z.object({ type: z.literal('indexed'), value: z.number().int() }),
  z.object({ type: z.literal('rgb'), r: z.number().int(), g: z.number().int(), b: z.number().int() }),
  z.object({ type: z.literal('Default') }),
  z.object({ type: z.literal('Indexed'), value: z.number().int() }),
  z.object({ type: z.literal('Rgb'), value: z.array(z.number().int()).length(3) }),
])

const attrs = { bold: z.boolean(), italic: z.boolean(), underline: z.boolean(), inverse: z.boolean() }

export const cell = z.object({ char: z.string(), fg: color, bg: color, ...attrs, attrs: z.object(attrs) })

export const screen = z.object({
  size: z.object({ cols: z.number().int(), rows: z.number().int() }),
  cursor: position,
  cells: z.array(z.array(cell)),
})

export function encodeScreen(
  snapshot: Snapshot,
  shape: WireShape,
  region: Region = whole(snapshot),
): z.input<typeof screen> {
  const { row, col } = snapshot.cursor
  const cells = rowsOf(region).map((index) => encodeRow(snapshot, index, region, shape))
  return { size: { cols: region.right - region.left + 1, rows: cells.length }, cursor: { row, col }, cells }
}

export function encodeCell(source: Cell, shape: WireShape): z.input<typeof cell> {
  const flags = {
    bold: source.bold,
    italic: source.italic,
    underline: source.underline !== 'none',
    inverse: source.reverse,
  }
  const char = source.text === '' && source.width !== 0 ? ' ' : source.text
  const look = { char, fg: encodeColor(source.fg, shape), bg: encodeColor(source.bg, shape), ...flags }
  // Released clients read a nested object; both are given, so that either kind of reader finds its own.
  return { ...look, attrs: flags }
}

/** The screen as lines, without styles, in one string. */
export function encodeCompact(snapshot: Snapshot): string {
  const { cols, rows, cursor } = snapshot
  return JSON.stringify({
    size: { cols, rows },
    cursor: { row: cursor.row, col: cursor.col },
    lines: snapshot.text().split('\n'),
  })
}

/** A name for what is to be seen: equal screens have equal hashes. */
export function screenHash(snapshot: Snapshot): string {
  const { row, col, visible } = snapshot.cursor
  const look = `${snapshot.cols}x${snapshot.rows} ${row},${col},${visible}\n${renderAnsi(snapshot)}`
  return createHash('sha256').update(look).digest('hex').slice(0, 16)
}

/** The part of a region that lies on the screen. */
export function clip({ top, left, bottom, right }: Region, { rows, cols }: Snapshot): Region {
  return { top, left, bottom: Math.min(bottom, rows - 1), right: Math.min(right, cols - 1) }
}

function whole({ rows, cols }: Snapshot): Region {
  return { top: 0, left: 0, bottom: rows - 1, right: cols - 1 }
}

function rowsOf({ top, bottom }: Region): number[] {
  return Array.from({ length: Math.max(bottom - top + 1, 0) }, (_, index) => top + index)
}

function encodeRow(
  snapshot: Snapshot,
  index: number,
  { left, right }: Region,
  shape: WireShape,
): z.input<typeof cell>[] {
  return cellRows[shape].row(snapshot.row(index), left, right, snapshot.cols)
}

const cellRows: Readonly<Record<WireShape, CellRows<z.input<typeof cell>>>> = {
  document: new CellRows((source) => encodeCell(source, 'document')),
  released: new CellRows((source) => encodeCell(source, 'released')),
}

function encodeColor(value: Color, shape: WireShape): z.input<typeof color> {
  const released = shape === 'released'
  if (value === null) return { type: released ? 'Default' : 'default' }
  if (typeof value === 'number') return { type: released ? 'Indexed' : 'indexed', value }
  const { r, g, b } = value
  return released ? { type: 'Rgb', value: [r, g, b] } : { type: 'rgb', r, g, b }
}
