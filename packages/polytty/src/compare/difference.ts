/** A comparison for people to read: how much differs, which lines, and in which columns where it is the style alone. */

import type { Snapshot } from '@polytty/terminal'
import { structuredPatch } from 'diff'
import type { Comparison, RowChange } from './compare.js'

/** Style changes and lines listed one by one; the rest is counted. */
const MAX_TOLD = 40

/** The words that clients look for. */
export function summarize({ changes, sameSize }: Comparison): string {
  return changes.length === 0 && sameSize
    ? 'Snapshots are identical'
    : `Snapshots differ (${changes.length} changed lines)`
}

/** What differs, for a person to read; empty if nothing does. `first` is the number of the first row and column. */
export function describeDifference(left: Snapshot, right: Snapshot, comparison: Comparison, first = 0): string {
  const { changes, sameSize } = comparison
  const sizes = sameSize ? [] : [`size: ${left.cols} × ${left.rows} became ${right.cols} × ${right.rows}`]
  const text = changes.some(({ textDiffers }) => textDiffers) ? changedLines(left, right, comparison, first) : []
  const styles = changes.filter(({ textDiffers }) => !textDiffers).map((change) => describeStyle(change, first))
  return [...sizes, ...shorten(text), ...shorten(styles)].join('\n')
}

/** Lines as in a patch, with two lines around each change. */
function changedLines(left: Snapshot, right: Snapshot, { isMasked }: Comparison, first: number): string[] {
  const [before, after] = [left, right].map((snapshot) => maskedText(snapshot, isMasked))
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 })
  return hunks.flatMap(({ oldStart, lines }) => [`@@ row ${oldStart - 1 + first}`, ...lines])
}

/** The text with what is masked filled in, so that it is not reported as a difference, and without empty rows at the end. */
function maskedText(snapshot: Snapshot, isMasked: Comparison['isMasked']): string {
  const lines = Array.from({ length: snapshot.rows }, (_, row) => {
    let line = ''
    for (let col = 0; col < snapshot.cols; col++) {
      const { text, width } = snapshot.cell(row, col)
      if (isMasked(row, col)) line += '░'
      else if (width > 0) line += text || ' '
    }
    return line.trimEnd()
  })
  return `${lines.join('\n').trimEnd()}\n`
}

function describeStyle({ row, columns }: RowChange, first: number): string {
  return `row ${row + first}: the style differs in columns ${ranges(columns.map((col) => col + first))}`
}

/** 3, 4, 5, 9 becomes "3-5, 9". */
function ranges(columns: readonly number[]): string {
  const runs: [from: number, to: number][] = []
  for (const col of columns) {
    const last = runs.at(-1)
    if (last && last[1] === col - 1) last[1] = col
    else runs.push([col, col])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

function shorten(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_TOLD
  return rest > 0 ? [...lines.slice(0, MAX_TOLD), `… and ${rest} more lines`] : [...lines]
}
