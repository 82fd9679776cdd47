/** Finding text: every place where it stands, also where it goes on in the next row. */
import type { Region } from '@polytty/terminal'
import { type RowEnds, ScreenText } from 'polytty/sessions'
import type { Match, Span, View } from '../view.js'
import { type Query, show, type TextQuery, withFlags } from './query.js'

const MAX_MATCHES = 1000
const MAX_NEAR = 5

export function byText(query: TextQuery): Query {
  return {
    name: `getByText(${show(query)})`,
    find: (view, area) => findText(view, area, query),
    near: (view) => (typeof query === 'string' ? nearTexts(view, query) : []),
  }
}

function findText(view: View, area: Region | null, query: TextQuery): readonly Match[] {
  if (query === '') return []
  const within = area ?? view.whole
  const search = (ends: RowEnds): readonly Match[] => {
    const screen = new ScreenText(view.snapshot, area, ends)
    return offsetsOf(screen.text, query).map(([start, end]) => ({
      spans: spansOf(screen, start, end, within),
      text: screen.text.slice(start, end),
    }))
  }
  const asksBlanks = typeof query === 'string' ? query.endsWith(' ') : /[ ]|\\s/.test(query.source)
  const found = search('trimmed')
  return found.length === 0 && asksBlanks ? search('padded') : found
}

function offsetsOf(text: string, query: TextQuery): [start: number, end: number][] {
  const pattern = typeof query === 'string' ? new RegExp(escapePattern(query), 'g') : withFlags(query, 'gm')
  const found: [number, number][] = []
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (match !== '') found.push([index, index + match.length])
    if (found.length >= MAX_MATCHES) break
  }
  return found
}

/** The cells of a stretch of the text, a span for each row. */
function spansOf(screen: ScreenText, start: number, end: number, { left, right }: Region): Span[] {
  const spans: Span[] = []
  let from = start
  for (const line of screen.text.slice(start, end).split('\n')) {
    const { row, col } = screen.positionAt(from)
    let cells = screen.cellsBetween(from, from + line.length)
    for (let at = row, begin = col; cells > 0; at++, begin = left) {
      const to = Math.min(right + 1, begin + cells)
      spans.push({ row: at, from: begin, to })
      cells -= to - begin
    }
    from += line.length + 1
  }
  return spans
}

/** Rows that have it in other letters, or most of its words. */
function nearTexts({ snapshot }: View, text: string): string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = snapshot.text().split('\n')
  const scored = rows.map((row, index) => {
    const lower = row.toLowerCase()
    return { index, row: row.trim(), score: words.filter((word) => lower.includes(word)).length / words.length }
  })
  return scored
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_NEAR)
    .map(({ index, row }) => `row ${index}: ${JSON.stringify(row)}`)
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
