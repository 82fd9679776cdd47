/** A comparison told to people: how much differs, which lines, and in which columns where it is the style alone. */
import { structuredPatch } from 'diff'
import type { Snapshot } from '../../terminal/index.js'
import type { Comparison, RowChange } from './compare.js'

/** Style changes and lines told one by one; the rest is counted. */
const MAX_TOLD = 40

/** The words that clients look for. */
export function summarize({ changes, sameSize }: Comparison): string {
  return changes.length === 0 && sameSize
    ? 'Snapshots are identical'
    : `Snapshots differ (${changes.length} changed lines)`
}

/** What differs, for a person to read; empty if nothing does. */
export function describeDifference(left: Snapshot, right: Snapshot, { changes, sameSize }: Comparison): string {
  const sizes = sameSize ? [] : [`size: ${left.cols} × ${left.rows} became ${right.cols} × ${right.rows}`]
  const text = changes.some(({ textDiffers }) => textDiffers) ? changedLines(left, right) : []
  const styles = changes.filter(({ textDiffers }) => !textDiffers).map(describeStyle)
  return [...sizes, ...shorten(text), ...shorten(styles)].join('\n')
}

/** Lines as in a patch, with two lines around each change. */
function changedLines(left: Snapshot, right: Snapshot): string[] {
  const { hunks } = structuredPatch('', '', `${left.text()}\n`, `${right.text()}\n`, '', '', { context: 2 })
  return hunks.flatMap(({ oldStart, lines }) => [`@@ row ${oldStart}`, ...lines])
}

function describeStyle({ row, columns }: RowChange): string {
  return `row ${row + 1}: the style differs in columns ${ranges(columns)}`
}

/** 3, 4, 5, 9 becomes "4-6, 10": counted from 1. */
function ranges(columns: readonly number[]): string {
  const runs: [from: number, to: number][] = []
  for (const col of columns) {
    const last = runs.at(-1)
    if (last && last[1] === col - 1) last[1] = col
    else runs.push([col, col])
  }
  return runs.map(([from, to]) => (from === to ? `${from + 1}` : `${from + 1}-${to + 1}`)).join(', ')
}

function shorten(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_TOLD
  return rest > 0 ? [...lines.slice(0, MAX_TOLD), `… and ${rest} more lines`] : [...lines]
}
