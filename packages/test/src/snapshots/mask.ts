/** Cells that may differ between runs: clocks, ids, folders. */
import type { Cell, Row, Snapshot } from '@polytty/terminal'
import type { Locator } from '../locator.js'
import { isPattern } from '../locators/query.js'
import { byText } from '../locators/text.js'
import type { Match, View } from '../view.js'

/** A text, a pattern, or whatever a locator finds. */
export type Mask = string | RegExp | Locator

export type IsMasked = (row: number, col: number) => boolean

export function maskedCells(view: View, masks: readonly Mask[]): IsMasked {
  const cells = new Set<number>()
  const { cols } = view.snapshot
  for (const mask of masks)
    for (const { spans } of findMask(view, mask))
      for (const { row, from, to } of spans) for (let col = from; col < to; col++) cells.add(row * cols + col)
  return (row, col) => cells.has(row * cols + col)
}

function findMask(view: View, mask: Mask): readonly Match[] {
  const query = typeof mask === 'string' || isPattern(mask) ? byText(mask) : mask.query
  return query.find(view, null)
}

/** The same screen with its masked cells filled. */
export function maskSnapshot(snapshot: Snapshot, isMasked: IsMasked): Snapshot {
  const cellAt = (row: number, col: number): Cell => {
    const cell = snapshot.cell(row, col)
    return isMasked(row, col) ? { ...blank(cell), text: '░', dim: true } : cell
  }
  const row = (index: number): Row => {
    const { text, wrapped, usedCols } = snapshot.row(index)
    return { text, wrapped, usedCols, cell: (col) => cellAt(index, col) }
  }
  const { revision, cols, rows, cursor, title, alternateScreen, history, reverseVideo, palette } = snapshot
  return {
    ...{ revision, cols, rows, cursor, title, alternateScreen, history, reverseVideo, palette },
    row,
    cell: cellAt,
    text: (options) => snapshot.text(options),
  }
}

function blank(cell: Cell): Cell {
  return {
    ...{ ...cell, width: 1, fg: null, bg: null, underline: 'none', underlineColor: null, hyperlink: null },
    ...{ bold: false, dim: false, italic: false, blink: false, reverse: false, hidden: false },
    ...{ strikethrough: false, overline: false, script: 'normal' },
  }
}
