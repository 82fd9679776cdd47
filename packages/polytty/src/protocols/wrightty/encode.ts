/** Core values in this dialect's shapes: cells with resolved colours, the cursor, the palette. */

import { findTheme, Palette, type Theme, unpackRgb } from '@polytty/render'
import type { Cell, Cursor, Region, Rgb, Snapshot } from '@polytty/terminal'
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import { CellRows } from '../cell-rows.js'
import { cursor, rgb } from './params.js'

export const cell = z.object({
  char: z.string(),
  width: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  fg: rgb,
  bg: rgb,
  attrs: z.object({
    bold: z.boolean(),
    italic: z.boolean(),
    underline: z.enum(['none', 'single', 'double', 'curly', 'dotted', 'dashed']),
    underlineColor: rgb.nullable(),
    strikethrough: z.boolean(),
    dim: z.boolean(),
    blink: z.boolean(),
    reverse: z.boolean(),
    hidden: z.boolean(),
  }),
  hyperlink: z.string().nullable(),
})

export const contents = z.object({
  rows: z.number().int(),
  cols: z.number().int(),
  cursor,
  cells: z.array(z.array(cell)),
  alternateScreen: z.boolean(),
})

type EncodedCell = z.input<typeof cell>

/** Cells one answer may hold: each takes some three hundred bytes on the wire. */
export const MAX_ANSWER_CELLS = 50_000

/** The cells of a region, clipped to the screen. */
export function encodeContents(
  snapshot: Snapshot,
  region: Region | null,
  theme: Theme = findTheme(null),
): z.input<typeof contents> {
  const { top, left } = region ?? { top: 0, left: 0 }
  const bottom = Math.min(region?.bottom ?? snapshot.rows - 1, snapshot.rows - 1)
  const right = Math.min(region?.right ?? snapshot.cols - 1, snapshot.cols - 1)
  if ((bottom - top + 1) * (right - left + 1) > MAX_ANSWER_CELLS) {
    const message = `${bottom - top + 1}×${right - left + 1} cells are more than one answer holds (${MAX_ANSWER_CELLS}): ask for a region`
    throw new CoreError('resource-limit', message, { limit: MAX_ANSWER_CELLS })
  }
  const encoded = rowsFor(snapshot, theme)
  const cells: EncodedCell[][] = []
  for (let row = top; row <= bottom; row++) cells.push(encoded.row(snapshot.row(row), left, right, snapshot.cols))
  return {
    rows: cells.length,
    cols: Math.max(right - left + 1, 0),
    cursor: encodeCursor(snapshot.cursor),
    cells,
    alternateScreen: snapshot.alternateScreen,
  }
}

interface Encoded {
  readonly theme: Theme
  readonly reverseVideo: boolean
  readonly rows: CellRows<EncodedCell>
}

/** The rows that were encoded last, by the palette: it is another value once a colour has changed. */
const encodedLast = new WeakMap<object, Encoded>()

function rowsFor(snapshot: Snapshot, theme: Theme): CellRows<EncodedCell> {
  const { reverseVideo } = snapshot
  const last = encodedLast.get(snapshot.palette)
  if (last?.theme === theme && last.reverseVideo === reverseVideo) return last.rows
  const palette = new Palette(snapshot, theme)
  const rows = new CellRows((source) => encodeCell(source, palette))
  encodedLast.set(snapshot.palette, { theme, reverseVideo, rows })
  return rows
}

export function encodeCursor({ row, col, visible, shape }: Cursor): z.input<typeof cursor> {
  return { row, col, visible, shape }
}

/** Every colour as it is now, by the keys that setColorPalette takes. */
export function activePalette(snapshot: Snapshot): Record<string, Rgb> {
  const palette = new Palette(snapshot, findTheme(null))
  const colors: Record<string, Rgb> = {}
  for (let index = 0; index < 256; index++) colors[index] = unpackRgb(palette.resolve(index, 0))
  return {
    ...colors,
    foreground: unpackRgb(palette.foreground),
    background: unpackRgb(palette.background),
    cursor: unpackRgb(palette.cursor),
  }
}

function encodeCell(source: Cell, palette: Palette): EncodedCell {
  const { width, bold, italic, underline, strikethrough, dim, blink, reverse, hidden } = source
  const underlineColor = source.underlineColor === null ? null : unpackRgb(palette.resolve(source.underlineColor, 0))
  return {
    char: source.text === '' && width !== 0 ? ' ' : source.text,
    width,
    fg: unpackRgb(palette.resolve(source.fg, palette.foreground)),
    bg: unpackRgb(palette.resolve(source.bg, palette.background)),
    attrs: { bold, italic, underline, underlineColor, strikethrough, dim, blink, reverse, hidden },
    hyperlink: source.hyperlink?.uri ?? null,
  }
}
