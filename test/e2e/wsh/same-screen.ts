/** Two screens a person could not distinguish: same cells but for what a blank is made of, same cursor. */
import { expect } from 'vitest'
import type { Cell, Snapshot } from '../../../packages/terminal/src/index.js'

export function sameScreen(got: Snapshot, wanted: Snapshot): void {
  expect(lookOf(got)).toEqual(lookOf(wanted))
  expect(got.cursor).toEqual(wanted.cursor)
  expect(got.alternateScreen).toBe(wanted.alternateScreen)
}

/** The rows of a screen, or of its upper left part, as they look. */
export function lookOf(snapshot: Snapshot, rows = snapshot.rows, cols = snapshot.cols): string[] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: cols }, (_, col) => look(snapshot.cell(row, col))).join('|'),
  )
}

function look({ text, width, fg, bg, bold }: Cell): string {
  const isBlank = text === '' || text === ' '
  return isBlank && width === 1 ? `_${JSON.stringify(bg)}` : `${text}${width}${JSON.stringify([fg, bg, bold])}`
}
