/** What of a screen is new to someone who has seen an earlier one. */
import { foldLines } from './lines.js'
import type { ScreenLines } from './screen-lines.js'

/** A screen as it was shown to someone. */
export interface SeenScreen extends ScreenLines {
  readonly revision: number
  /** The number of the first row, counted from the first line ever printed. */
  readonly top: number
  readonly isAlternate: boolean
}

/** Share of the rows that may differ before all are shown. */
const MAX_CHANGED = 0.6
/** How far text is followed that moved up or down on a screen without history. */
const MAX_SHIFT = 60

/** The rows that are new, `+n` for lines that went by unseen; '' where nothing changed. */
export function changedLines(before: SeenScreen | null, now: SeenScreen): string {
  if (!before || before.isAlternate !== now.isAlternate || before.rows.length !== now.rows.length)
    return wholeScreen(now)
  const { shift, unseen } = movement(before, now)
  const seen = (row: number): string | undefined => before.rows[row + shift]
  const isNew = now.rows.map((text, row) => text !== (seen(row) ?? ''))
  const texts = now.rows.filter((text) => text !== '').length
  const changed = isNew.filter(Boolean).length
  if (unseen === 0 && changed > Math.max(texts, 3) * MAX_CHANGED) return wholeScreen(now)
  if (hasMovedCursor(before, now, shift)) isNew[now.cursor!.row] = true
  const blocks = blocksOf(isNew).map(([from, to]) => printBlock(now, from, to))
  return [...(unseen > 0 ? [`+${unseen}`] : []), ...blocks].join('\n')
}

export function wholeScreen(screen: SeenScreen): string {
  return foldLines(withCursor(screen)).join('\n')
}

/** How many rows text moved up, and how many lines came and went in between. */
function movement(before: SeenScreen, now: SeenScreen): { readonly shift: number; readonly unseen: number } {
  const scrolled = now.top - before.top
  if (!now.isAlternate) return { shift: Math.max(scrolled, 0), unseen: Math.max(scrolled - usedRows(before), 0) }
  return { shift: bestShift(before.rows, now.rows), unseen: 0 }
}

function usedRows({ rows, cursor }: ScreenLines): number {
  const last = rows.findLastIndex((text) => text !== '')
  return Math.max(last, cursor?.row ?? 0) + 1
}

/** The shift by which the most rows are found again; 0 unless it saves something. */
function bestShift(before: readonly string[], now: readonly string[]): number {
  const same = (shift: number): number =>
    now.filter((text, row) => text !== '' && text !== '~' && text === before[row + shift]).length
  let best = 0
  let most = same(0)
  const reach = Math.min(MAX_SHIFT, now.length - 1)
  for (let shift = -reach; shift <= reach; shift++) {
    const found = same(shift)
    if (found > most + 1) [best, most] = [shift, found]
  }
  return best
}

function hasMovedCursor(before: SeenScreen, now: SeenScreen, shift: number): boolean {
  if (!now.cursor) return false
  return before.cursor?.row !== now.cursor.row + shift || before.cursor.col !== now.cursor.col
}

function withCursor({ rows, cursor }: ScreenLines): string[] {
  return rows.map((text, row) => (cursor?.row === row ? cursor.text : text))
}

/** Pairs of the first row and the one behind the last of what is new; one unchanged row between does not part them. */
function blocksOf(isNew: readonly boolean[]): [from: number, to: number][] {
  const blocks: [number, number][] = []
  for (const [row, fresh] of isNew.entries()) {
    const last = blocks.at(-1)
    if (!fresh) continue
    if (last && last[1] === row) last[1] = row + 1
    else blocks.push([row, row + 1])
  }
  return blocks
}

/** The first row's number, then the rows. */
function printBlock(now: ScreenLines, from: number, to: number): string {
  const lines = foldLines(withCursor(now).slice(from, to))
  return `${from}: ${lines.join('\n')}`.trimEnd()
}
