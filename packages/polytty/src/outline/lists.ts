/**
 * Lists with a selected item: one row that stands out by its background, and rows above and below it that begin in the
 * same column; or a pointer before one of them. Items may be check boxes.
 */
import { readChoice } from './choices.js'
import type { Element } from './element.js'
import { DEFAULT_BG, type Span } from './grid.js'
import { isRule, type Region } from './regions.js'
import { around, type Scene } from './scene.js'

const MIN_ITEMS = 2
/** Of two highlighted rows it cannot be said which one is selected. */
const MIN_BLOCK_ITEMS = 3
/** On either side of the selected one. */
const MAX_ITEMS = 100
/** Pieces of one highlighted item are at most so far apart. */
const MAX_GAP = 3
const SURE_POINTERS = new Set('❯▸►▶➤')
const POINTERS = new Set([...SURE_POINTERS, '>', '›', '→', '*'])

interface Candidate {
  readonly span: Span
  readonly start: number
  readonly bg: number
}

export function findLists(scene: Scene, region: Region): Element[] {
  const rows = new Map(region.spans.map((span) => [span.row, span]))
  const found: Element[] = []
  for (const span of region.spans) {
    for (const candidate of candidates(scene, region, span)) {
      const list = litList(scene, region, rows, candidate)
      if (list) found.push(list)
    }
    const pointed = pointedList(scene, region, rows, span)
    if (pointed) found.push(pointed)
  }
  return found
}

/** Highlighted pieces of a row, those of the same background put together. */
function candidates(scene: Scene, region: Region, span: Span): Candidate[] {
  const { grid } = scene
  const merged: Candidate[] = []
  for (const piece of scene.highlights(span, region)) {
    const bg = grid.bgAt(piece.row, piece.from)
    const last = merged.at(-1)
    if (last && last.bg === bg && piece.from - last.span.to <= MAX_GAP && isGap(scene, last.span, piece))
      merged[merged.length - 1] = { ...last, span: { ...last.span, to: piece.to } }
    else merged.push({ span: piece, start: grid.firstText(piece), bg })
  }
  return merged.filter(({ span: { from, to }, start }) => start >= 0 && to - from >= 3)
}

function isGap({ grid }: Scene, before: Span, after: Span): boolean {
  return grid.isBlank({ row: before.row, from: before.to, to: after.from })
}

function litList(scene: Scene, region: Region, rows: ReadonlyMap<number, Span>, lit: Candidate): Element | null {
  const { grid } = scene
  const { span, start, bg } = lit
  if (bg === DEFAULT_BG || !/[\p{L}\p{N}]/u.test(grid.text(span))) return null
  if (scene.isClaimed(span) || !isWholeItem(scene, rows.get(span.row)!, span) || !scene.mayTry()) return null
  // A bar at the edge of the screen says something about all of it.
  const isWide = region.box === null && span.to - span.from >= grid.cols - 2
  if (isWide && (span.row === 0 || span.row >= grid.rows - 2)) return null
  const isItem = (row: number, color: number): boolean => {
    const own = rows.get(row)
    if (!own || own.from > start || own.to <= start || isRule(grid, own)) return false
    const text = itemSpan(scene, own, start, span.to)
    if (!text || scene.isClaimed(text) || (start > own.from && grid.lines[row]![start - 1] !== ' ')) return false
    return grid.bgAt(row, start) === color && grid.backgrounds(text).length === 1
  }
  // The other rows may be highlighted too, in another colour: a menu over something else.
  const colors = [region.base, ...[span.row - 1, span.row + 1].map((row) => grid.bg[row * grid.cols + start] ?? bg)]
  const color = colors.find((one, index) => {
    const least = index === 0 ? MIN_ITEMS : MIN_BLOCK_ITEMS
    return one !== bg && neighbours(span.row, (row) => isItem(row, one)).length >= least
  })
  if (color === undefined) return null
  const isBlock = color !== region.base
  const items = neighbours(span.row, (row) => isItem(row, color))
  const others = items.filter((row) => row !== span.row)
  const { cursor } = grid.snapshot
  const isTight = start === span.from && grid.endOfText(span) === span.to
  // What a pager found looks like this.
  if (isTight && cursor.visible && !region.box && !isBlock) return null
  const confidence =
    region.box || isBlock
      ? 0.9
      : !cursor.visible
        ? 0.85 - (isTight && others.length < 2 ? 0.1 : 0) - (isWide && others.length < 2 ? 0.2 : 0)
        : 0.6
  const heading = headingOf(scene, region, rows.get(items[0]! - 1), span)
  return makeList(scene, region, items, span.row, confidence, {
    start,
    end: span.to,
    rows,
    name: heading ? grid.text(heading) : '',
    facts: [scene.standout(span), 'aligned', region.box !== null && 'box drawing'],
  })
}

/** No text beside the highlight belongs to the same words. */
function isWholeItem({ grid }: Scene, { from, to }: Span, lit: Span): boolean {
  const line = grid.lines[lit.row]!
  const before = lit.from > from && line[lit.from - 1] !== ' ' && line[lit.from] !== ' '
  const after = lit.to < to && line[lit.to] !== ' ' && line[lit.to - 1] !== ' '
  const isNext = lit.to + 1 < to && line[lit.to] === ' ' && line[lit.to + 1] !== ' ' && line[lit.to - 1] !== ' '
  // Beside it may be the selected item of another list.
  const near = isNext && grid.bgAt(lit.row, lit.to + 1) === grid.bgAt(lit.row, lit.to)
  return !before && !after && !near
}

/** The words of an item that begins in a column: up to a wide gap beyond where the selected one ends. */
function itemSpan({ grid }: Scene, own: Span, start: number, end: number): Span | null {
  const { row } = own
  if (grid.lines[row]![start] === ' ') return null
  const inside = grid.endOfText({ row, from: start, to: Math.min(end, own.to) })
  const rest = /^\S*(?: \S+)*/.exec(grid.lines[row]!.slice(inside, own.to))![0]
  return { row, from: start, to: inside < end ? inside : inside + rest.length }
}

/** Consecutive rows around one, itself included. */
function neighbours(row: number, isItem: (row: number) => boolean): number[] {
  let first = row
  let last = row
  while (row - first < MAX_ITEMS && isItem(first - 1)) first--
  while (last - row < MAX_ITEMS && isItem(last + 1)) last++
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A highlighted row right above, over the same columns. */
function headingOf(scene: Scene, { base }: Region, above: Span | undefined, { from, to }: Span): Span | null {
  if (!above || above.from > from || above.to < to) return null
  const heading = { row: above.row, from, to }
  const colors = scene.grid.backgrounds(heading)
  const isLit = colors.length === 1 && scene.grid.bgAt(above.row, from) !== base
  return isLit && !scene.grid.isBlank(heading) ? heading : null
}

/** `❯ item` above or below items that are indented as far; surer where its colour differs and no cursor is shown. */
function pointedList(scene: Scene, region: Region, rows: ReadonlyMap<number, Span>, span: Span): Element | null {
  const { grid } = scene
  const { row } = span
  const line = grid.lines[row]!
  const at = grid.firstText(span)
  if (at < 0 || !POINTERS.has(line[at]!) || line[at + 1] !== ' ' || scene.isClaimed(span)) return null
  const start = grid.firstText({ ...span, from: at + 1 })
  if (start < 0 || start > at + 3 || !scene.mayTry()) return null
  const isItem = (other: number): boolean => {
    const own = rows.get(other)
    return own !== undefined && grid.firstText(own) === start && !scene.isClaimed(own)
  }
  const items = neighbours(row, isItem)
  if (items.length < MIN_ITEMS) return null
  const colors = new Set(items.filter((other) => other !== row).map((other) => grid.fgAt(other, start)))
  const isColored = colors.size === 1 && !colors.has(grid.fgAt(row, start))
  const isHidden = !grid.snapshot.cursor.visible
  const isSure = SURE_POINTERS.has(line[at]!)
  const confidence = 0.35 + (isSure ? 0.15 : 0) + (isColored ? 0.2 : 0) + (isHidden ? 0.15 : 0)
  const facts = ['pointer', 'aligned', isColored && 'colour'] as const
  return makeList(scene, region, items, row, confidence, { start, end: span.to, rows, name: '', facts })
}

interface ListParts {
  readonly start: number
  readonly end: number
  readonly rows: ReadonlyMap<number, Span>
  readonly name: string
  readonly facts: Element['evidence'] | readonly (Element['evidence'][number] | false)[]
}

function makeList(
  scene: Scene,
  region: Region,
  items: readonly number[],
  selected: number,
  confidence: number,
  { start, end, rows, name, facts }: ListParts,
): Element {
  const { grid } = scene
  const children = items.map((row) => {
    const span = itemSpan(scene, rows.get(row)!, start, end)!
    const choice = readChoice(grid.lines[row]!, start)
    return scene.make(span, {
      role: choice?.role ?? 'listitem',
      name: grid.text(choice ? { ...span, from: choice.label } : span),
      ...(choice && { checked: choice.checked }),
      ...(row === selected && { selected: true }),
      confidence,
      evidence: row === selected ? facts : ['aligned', region.box !== null && 'box drawing'],
    })
  })
  return scene.make(around(children), { role: 'list', name, confidence, evidence: facts, children })
}
