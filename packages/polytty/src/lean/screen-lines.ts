/**
 * A screen in the fewest words that still say all of it: each row's text, what is selected as `›item‹`, and the cursor as
 * `▏` before the character it is on. Long rules are shortened; rows stay rows.
 */
import type { Snapshot } from '@polytty/terminal'
import { type Element, everyElement, outlineOf } from '../outline/index.js'

export interface ScreenLines {
  /** One for each row, the last ones that are blank included. */
  readonly rows: readonly string[]
  /** The row with the cursor in it, marked; null where none is shown. */
  readonly cursor: { readonly row: number; readonly col: number; readonly text: string } | null
}

/** From this length on a run of the same line character is counted instead. */
const MIN_RULE = 6
/** Stretches in inverse video that are no element are marked up to this number; more are decoration. */
const MAX_LOOSE_MARKS = 3
const MARKED = 0.5
/** Blanks in a row beyond these say nothing. */
const MAX_BLANKS = 24

const RULE = /([─━═╌┄┈▔▁_=*#~.-])\1{5,}/g

type Marks = ReadonlyMap<number, string>

export function screenLines(snapshot: Snapshot): ScreenLines {
  const marks = selectionMarks(snapshot)
  const rows = Array.from({ length: snapshot.rows }, (_, row) => printRow(snapshot, row, marks.get(row)))
  const { row, col, visible } = snapshot.cursor
  if (!visible) return { rows, cursor: null }
  const own = new Map(marks.get(row))
  own.set(col, `${own.get(col) ?? ''}▏`)
  return { rows, cursor: { row, col, text: printRow(snapshot, row, own) } }
}

/** By row, what is put before the characters of a column. */
function selectionMarks(snapshot: Snapshot): Map<number, Marks> {
  const elements = [...everyElement(outlineOf(snapshot))]
  const chosen = elements.filter(({ selected, focused, role, confidence }) => {
    return confidence >= MARKED && (selected || (focused && role !== 'textbox'))
  })
  const spans = chosen.map(({ row, col, width }) => trimSpan(snapshot, row, col, col + width))
  const marks = new Map<number, Map<number, string>>()
  for (const { row, from, to } of [...spans, ...looseSpans(snapshot, elements)]) {
    const own = marks.get(row) ?? new Map<number, string>()
    if (own.size > 0 || from >= to) continue
    marks.set(row, own.set(from, '›').set(to, '‹'))
  }
  return marks
}

interface Span {
  readonly row: number
  readonly from: number
  readonly to: number
}

/** Stretches in inverse video that were not understood: a person would still see that they are chosen. */
function looseSpans(snapshot: Snapshot, elements: readonly Element[]): Span[] {
  const bars = new Set(elements.filter(({ role }) => role === 'statusbar').map(({ row }) => row))
  const spans: Span[] = []
  for (let row = 0; row < snapshot.rows; row++) {
    if (bars.has(row)) continue
    const line = snapshot.row(row)
    const isLit = (col: number): boolean => col < line.usedCols && line.cell(col).reverse
    for (let col = 0; col < line.usedCols; col++) {
      if (!isLit(col)) continue
      const from = col
      while (isLit(col)) col++
      const span = trimSpan(snapshot, row, from, col)
      if (span.from < span.to) spans.push(span)
      if (spans.length > MAX_LOOSE_MARKS) return []
    }
  }
  return spans
}

function trimSpan(snapshot: Snapshot, row: number, from: number, to: number): Span {
  const line = snapshot.row(row)
  const isBlank = (col: number): boolean => line.cell(col).text.trim() === '' && line.cell(col).width !== 0
  let start = from
  let end = to
  while (start < end && isBlank(start)) start++
  while (end > start && isBlank(end - 1)) end--
  return { row, from: start, to: end }
}

function printRow(snapshot: Snapshot, row: number, marks: Marks | undefined): string {
  const line = snapshot.row(row)
  if (!marks) return shorten(line.text)
  const last = Math.max(line.usedCols, ...marks.keys())
  let text = ''
  for (let col = 0; col <= Math.min(last, snapshot.cols); col++) {
    text += marks.get(col) ?? ''
    if (col === snapshot.cols) break
    const cell = line.cell(col)
    if (cell.width !== 0) text += cell.text === '' ? ' ' : cell.text
  }
  return shorten(text.trimEnd())
}

function shorten(text: string): string {
  if (text.length < MIN_RULE) return text
  return text
    .replace(RULE, (run, character: string) => `${character}×${run.length}`)
    .replace(/ {25,}/g, ' '.repeat(MAX_BLANKS))
}
