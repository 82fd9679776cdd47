/** Tables: columns parted by lines, or by blanks under a header that stands out. */
import { isVertical } from './boxes.js'
import type { Element, Evidence } from './element.js'
import { BOLD, type Span, UNDERLINE } from './grid.js'
import { isRule, type Region } from './regions.js'
import { around, type Scene } from './scene.js'

const MIN_ROWS = 2
const MIN_COLUMNS = 3
const MAX_ROWS = 100
/** Share of a row's cells that must stand out for it to be selected, in percent. */
const SELECTED_SHARE = 60

/** In a frame, with lines between the columns. */
export function findRuledTable(scene: Scene, region: Region): Element | null {
  const { grid } = scene
  if (!region.box) return null
  const spans = region.spans.filter((span) => !isRule(grid, span))
  const counts = new Map<number, number>()
  for (const { row, from, to } of spans)
    for (let col = from; col < to; col++)
      if (isVertical(grid.lines[row]![col])) counts.set(col, (counts.get(col) ?? 0) + 1)
  const lines = [...counts].filter(([, count]) => count > MIN_ROWS && count * 2 > spans.length).map(([col]) => col)
  if (lines.length === 0) return null
  const body = spans.filter(({ row }) => lines.every((col) => isVertical(grid.lines[row]![col])))
  const [header, ...rows] = body
  if (!header || rows.length < MIN_ROWS) return null
  const bounds = lines.sort((a, b) => a - b)
  return makeTable(scene, region, header, rows, bounds, 0.9, ['column lines', 'box drawing'])
}

/** Under a header that stands out, with blanks between the columns. */
export function findHeadedTables(scene: Scene, region: Region): Element[] {
  const { grid } = scene
  const found: Element[] = []
  for (const [index, header] of region.spans.entries()) {
    if (scene.isClaimed(header) || !isHeader(scene, region, header) || !scene.mayTry()) continue
    const rows: Span[] = []
    for (const span of region.spans.slice(index + 1, index + 1 + MAX_ROWS)) {
      const isNext = span.row === header.row + rows.length + 1 && span.from === header.from && span.to === header.to
      if (!isNext || grid.isBlank(span) || scene.isClaimed(span)) break
      rows.push(span)
    }
    if (rows.length < MIN_ROWS) continue
    const bounds = gaps(scene, [header, ...rows])
    if (bounds.length < MIN_COLUMNS - 1) continue
    const isLit = grid.bgAt(header.row, header.from) !== region.base
    found.push(
      makeTable(scene, region, header, rows, bounds, isLit ? 0.85 : 0.7, [
        'header',
        'aligned',
        isLit ? scene.standout(header) : 'colour',
      ]),
    )
  }
  return found
}

/** Three words or more on a background, or in a style, of their own. */
function isHeader({ grid }: Scene, region: Region, span: Span): boolean {
  const { row } = span
  if (grid.phrases(span).length < MIN_COLUMNS - 1) return false
  let lit = 0
  let styled = 0
  let text = 0
  for (let col = span.from; col < span.to; col++) {
    if (grid.bgAt(row, col) !== region.base) lit++
    if (grid.lines[row]![col] === ' ') continue
    text++
    if (grid.flagsAt(row, col) & (BOLD | UNDERLINE)) styled++
  }
  return lit * 10 >= (span.to - span.from) * 9 || (styled === text && text > 0)
}

/** Columns at which a new one begins after blanks in every row. */
function gaps({ grid }: Scene, spans: readonly Span[]): number[] {
  const { from, to } = spans[0]!
  const bounds: number[] = []
  let wasBlank = true
  for (let col = from; col < to; col++) {
    const isBlank = spans.every(({ row }) => grid.lines[row]![col] === ' ')
    if (isBlank && !wasBlank) bounds.push(col)
    wasBlank = isBlank
  }
  // What follows the last column is none.
  if (wasBlank) bounds.pop()
  return bounds
}

function makeTable(
  scene: Scene,
  region: Region,
  header: Span,
  rows: readonly Span[],
  bounds: readonly number[],
  confidence: number,
  evidence: readonly Evidence[],
): Element {
  const { grid } = scene
  const filled = rows.filter(({ row, from, to }) =>
    cellsOf({ row, from, to }, bounds).some((cell) => !grid.isBlank(cell)),
  )
  const children = [
    ...cellsOf(header, bounds)
      .filter((cell) => !grid.isBlank(cell))
      .map((cell) => scene.make(cell, { role: 'columnheader', name: grid.text(cell), confidence, evidence })),
    ...filled.map((span) => {
      const isSelected = litShare(scene, region, span) >= SELECTED_SHARE
      const texts = cellsOf(span, bounds).map((cell) => grid.text(cell))
      return scene.make(span, {
        role: 'row',
        name: texts.join(' │ '),
        ...(isSelected && { selected: true }),
        confidence,
        evidence: isSelected ? [...evidence, scene.standout(span)] : evidence,
      })
    }),
  ]
  return scene.make(around(children), { role: 'table', name: '', confidence, evidence, children })
}

function cellsOf({ row, from, to }: Span, bounds: readonly number[]): Span[] {
  const starts = [from, ...bounds.map((bound) => bound + 1)]
  return starts.map((start, index) => ({ row, from: start, to: bounds[index] ?? to }))
}

function litShare(scene: Scene, region: Region, span: Span): number {
  const lit = scene.highlights(span, region).reduce((sum, { from, to }) => sum + to - from, 0)
  return (lit * 100) / (span.to - span.from)
}
