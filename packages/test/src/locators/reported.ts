/** Finding what programs have reported: the prompt of a shell, the output of its commands, images. */
import type { Match, Span, View } from '../view.js'
import { onScreen } from './places.js'
import type { Query } from './query.js'

interface Point {
  /** Counted from the first line ever. */
  readonly line: number
  readonly col: number
}

/** The prompt that waits for input: as the shell marked it, else what stands before the cursor. */
export function byPrompt(): Query {
  return onScreen('prompt()', (view) => {
    const { prompt, input } = view.reports.commands.at(-1) ?? {}
    if (prompt && input) return toMatches(view, prompt, input)
    const { row, col } = view.snapshot.cursor
    const isAsked = ['prompt', 'continuation', 'line-input', 'secret-input'].includes(view.session.ready.state)
    return isAsked && col > 0 ? [matchOf(view, [{ row, from: 0, to: col }])] : []
  })
}

/** What a command of the shell printed, as far as it is on the screen. 0 is the first, -1 the last. */
export function byOutput(index: number): Query {
  return onScreen(`output(${index})`, (view) => {
    const { output, end } = view.reports.commands.filter((command) => command.output).at(index) ?? {}
    const { cursor } = view.snapshot
    const last = end ?? { line: view.session.terminal.firstLine + cursor.row, col: cursor.col }
    return output ? toMatches(view, output, last) : []
  })
}

/** An image that is shown. 0 is the first, -1 the last; without a number all of them. */
export function byImage(index?: number): Query {
  return onScreen(`image(${index ?? ''})`, (view) => {
    const { firstLine } = view.session.terminal
    const shown = view.reports.images
      .map(({ event: { line, col, widthCells, heightCells } }) =>
        view.matchOf({ row: line - firstLine, col, width: widthCells, height: heightCells }),
      )
      .filter((match) => match !== null)
    const one = index === undefined ? null : shown.at(index)
    return index === undefined ? shown : one ? [one] : []
  })
}

/** The cells from one point up to, but not including, another. */
function toMatches(view: View, from: Point, to: Point): Match[] {
  const { firstLine } = view.session.terminal
  const { rows, cols } = view.snapshot
  const spans: Span[] = []
  for (let line = Math.max(from.line, firstLine); line <= Math.min(to.line, firstLine + rows - 1); line++) {
    const start = line === from.line ? from.col : 0
    const end = line === to.line ? to.col : cols
    if (start < end) spans.push({ row: line - firstLine, from: start, to: end })
  }
  return spans.length > 0 ? [matchOf(view, spans)] : []
}

function matchOf(view: View, spans: readonly Span[]): Match {
  return { spans, text: view.textOf(spans) }
}
