/** Two screens a person could not tell apart: same cells but for what a blank is made of, same cursor. */
import { expect } from 'vitest'
import type { Cell, Snapshot } from '../../../src/terminal/index.js'

export function sameScreen(got: Snapshot, wanted: Snapshot): void {
  expect(seen(got)).toEqual(seen(wanted))
  expect(got.cursor).toEqual(wanted.cursor)
  expect(got.alternateScreen).toBe(wanted.alternateScreen)
}

function seen(snapshot: Snapshot): string[] {
  return Array.from({ length: snapshot.rows }, (_, row) =>
    Array.from({ length: snapshot.cols }, (_, col) => look(snapshot.cell(row, col))).join('|'),
  )
}

function look({ text, width, fg, bg, bold }: Cell): string {
  const isBlank = text === '' || text === ' '
  return isBlank && width === 1 ? `_${JSON.stringify(bg)}` : `${text}${width}${JSON.stringify([fg, bg, bold])}`
}
