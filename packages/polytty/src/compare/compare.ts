/**
 * Two screens held against each other, cell by cell: by what is written there or by how it looks, which is the
 * character, the colours it comes to under a theme, and the lines through and under it. Cells under a mask are equal.
 */
import { Palette, type Theme } from '@polytty/render'
import type { Cell, Region, Snapshot } from '@polytty/terminal'
import { findOnScreen } from '../wait/index.js'

/** Cells that may differ: those of a region, or whatever a pattern matches. */
export type CellMask = { readonly region: Region } | { readonly pattern: string }

export interface CompareOptions {
  readonly theme: Theme
  /** Whether colours and attributes count. */
  readonly styled: boolean
  readonly masks: readonly CellMask[]
}

/** A row in which something differs. */
export interface RowChange {
  readonly row: number
  /** Columns that differ, ascending. */
  readonly columns: readonly number[]
  /** False when only the style differs. */
  readonly textDiffers: boolean
}

export interface Comparison {
  readonly sameSize: boolean
  readonly changes: readonly RowChange[]
  isMasked(row: number, col: number): boolean
}

export function compareSnapshots(left: Snapshot, right: Snapshot, options: CompareOptions): Comparison {
  const rows = Math.max(left.rows, right.rows)
  const cols = Math.max(left.cols, right.cols)
  const masked = new Set([...maskedCells(left, cols, options.masks), ...maskedCells(right, cols, options.masks)])
  const isMasked = (row: number, col: number) => masked.has(row * cols + col)
  const same = options.styled ? sameLook(left, right, options.theme) : sameText
  const changes: RowChange[] = []
  for (let row = 0; row < rows; row++) {
    const columns: number[] = []
    let textDiffers = false
    for (let col = 0; col < cols; col++) {
      const [a, b] = [cellAt(left, row, col), cellAt(right, row, col)]
      if (isMasked(row, col) || (a && b ? same(a, b) : a === b)) continue
      columns.push(col)
      textDiffers ||= !a || !b || !sameText(a, b)
    }
    if (columns.length > 0) changes.push({ row, columns, textDiffers })
  }
  return { sameSize: left.rows === right.rows && left.cols === right.cols, changes, isMasked }
}

/** The cell, or null beyond the edges. */
export function cellAt(snapshot: Snapshot, row: number, col: number): Cell | null {
  return row < snapshot.rows && col < snapshot.cols ? snapshot.cell(row, col) : null
}

function shown({ hidden, text }: Cell): string {
  return hidden || text === ' ' ? '' : text
}

function sameText(a: Cell, b: Cell): boolean {
  return shown(a) === shown(b) && a.width === b.width
}

function sameLook(left: Snapshot, right: Snapshot, theme: Theme): (a: Cell, b: Cell) => boolean {
  const [before, after] = [new Palette(left, theme), new Palette(right, theme)]
  return (a, b) => {
    if (!sameText(a, b) || before.paper(a) !== after.paper(b)) return false
    // The colour of ink that is nowhere to be seen does not matter.
    if (!hasInk(a) && !hasInk(b)) return true
    const [ink, otherInk] = [before.ink(a), after.ink(b)]
    if (ink !== otherInk || !sameAttributes(a, b)) return false
    return before.resolve(a.underlineColor, ink) === after.resolve(b.underlineColor, otherInk)
  }
}

function hasInk(cell: Cell): boolean {
  return shown(cell) !== '' || cell.underline !== 'none' || cell.strikethrough || cell.overline
}

const attributes = ['bold', 'italic', 'blink', 'underline', 'strikethrough', 'overline', 'script'] as const

function sameAttributes(a: Cell, b: Cell): boolean {
  return attributes.every((attribute) => a[attribute] === b[attribute])
}

/** Numbers (row × cols + col) of the cells that masks cover on this screen. */
function* maskedCells(snapshot: Snapshot, cols: number, masks: readonly CellMask[]): Generator<number> {
  for (const mask of masks) {
    if ('region' in mask) {
      const { top, left } = mask.region
      const bottom = Math.min(mask.region.bottom, snapshot.rows - 1)
      const right = Math.min(mask.region.right, snapshot.cols - 1)
      for (let row = top; row <= bottom; row++) for (let col = left; col <= right; col++) yield row * cols + col
    } else {
      // A match that wraps goes on in the next row.
      for (const { row, col, length } of findOnScreen(snapshot, { regex: mask.pattern }))
        for (let at = col; at < col + length; at++)
          yield (row + Math.floor(at / snapshot.cols)) * cols + (at % snapshot.cols)
    }
  }
}
