/** Finding cells by how they look, or by the link they are: runs of them in each row. */
import type { Cell, Region } from '@polytty/terminal'
import { describeStyle, type Style, showsOnBlanks, styleTest } from '../style.js'
import type { Match, Span, View } from '../view.js'
import { contains, type Query, show, type TextQuery } from './query.js'

export function byStyle(style: Style): Query {
  const has = styleTest(style)
  const onBlanks = showsOnBlanks(style)
  const isBlank = ({ text, width }: Cell): boolean => width > 0 && text.trim() === ''
  return {
    name: `getByStyle(${describeStyle(style)})`,
    find: (view, area) =>
      findRuns(view, area, has)
        .map((span) => (onBlanks ? span : trimRun(view, span, isBlank)))
        .filter((span) => span.from < span.to)
        .map((span) => toMatch(view, [span])),
  }
}

/** Links are one match, over however many rows they go: by their address, or by what is written there. */
export function byLink(query: TextQuery): Query {
  return {
    name: `getByLink(${show(query)})`,
    find: (view, area) => {
      const links = findLinks(view, area)
      return links
        .filter(({ uri, match }) => contains(uri, query) || contains(match.text, query))
        .map(({ match }) => match)
    },
    near: (view) => findLinks(view, null).map(({ uri, match }) => `${JSON.stringify(match.text)} leads to ${uri}`),
  }
}

function findLinks(view: View, area: Region | null): { readonly uri: string; readonly match: Match }[] {
  const links: { uri: string; id: string | null; spans: Span[] }[] = []
  for (const span of findRuns(view, area, ({ hyperlink }) => hyperlink !== null)) {
    for (const { from, to } of sameLink(view, span)) {
      const { uri, id } = view.snapshot.cell(span.row, from).hyperlink!
      const before = links.at(-1)
      const goesOn =
        before?.uri === uri && before.id === id && (id !== null || before.spans.at(-1)!.row === span.row - 1)
      if (goesOn) before.spans.push({ row: span.row, from, to })
      else links.push({ uri, id, spans: [{ row: span.row, from, to }] })
    }
  }
  return links.map(({ uri, spans }) => ({ uri, match: toMatch(view, spans) }))
}

/** A run of linked cells, cut where one link ends and the next begins. */
function sameLink({ snapshot }: View, { row, from, to }: Span): Span[] {
  const spans: Span[] = []
  for (let col = from; col < to; col++) {
    const link = snapshot.cell(row, col).hyperlink!
    const last = spans.at(-1)
    const before = last && snapshot.cell(row, last.from).hyperlink!
    if (last && before?.uri === link.uri && before.id === link.id) spans[spans.length - 1] = { ...last, to: col + 1 }
    else spans.push({ row, from: col, to: col + 1 })
  }
  return spans
}

/** Stretches of cells of which a test holds, row by row. */
function findRuns(view: View, area: Region | null, holds: (cell: Cell) => boolean): Span[] {
  const { top, left, bottom, right } = area ?? view.whole
  const spans: Span[] = []
  for (let row = top; row <= bottom; row++) {
    let from = -1
    for (let col = left; col <= right + 1; col++) {
      const inside = col <= right && holds(view.snapshot.cell(row, col))
      if (inside && from < 0) from = col
      if (inside || from < 0) continue
      spans.push({ row, from, to: col })
      from = -1
    }
  }
  return spans
}

function trimRun({ snapshot }: View, { row, from, to }: Span, isBlank: (cell: Cell) => boolean): Span {
  let [start, end] = [from, to]
  while (start < end && isBlank(snapshot.cell(row, start))) start++
  while (end > start && isBlank(snapshot.cell(row, end - 1))) end--
  return { row, from: start, to: end }
}

function toMatch(view: View, spans: readonly Span[]): Match {
  return { spans, text: view.textOf(spans) }
}
