/** Text between two positions of history and screen, for what a command printed. */
import { copyRow } from './screen/grid-rows.js'
import { PackedRow, trimEnd } from './screen/row.js'
import type { TerminalState } from './screen/terminal-state.js'

export interface Position {
  /** Counted from the first line ever. */
  readonly line: number
  readonly col: number
}

export function textBetween(m: TerminalState, from: Position, to: Position): string {
  const { history, main, tables } = m
  const firstKept = history.dropped
  const firstOnScreen = history.dropped + history.length
  const end = Math.min(to.line, firstOnScreen + main.rows - 1)
  let text = ''
  for (let line = Math.max(from.line, firstKept); line <= end; line++) {
    const row = line < firstOnScreen ? historyRow(m, line - firstKept) : copyRow(main, line - firstOnScreen, tables)
    const start = line === from.line ? Math.max(0, from.col) : 0
    const stop = line === to.line ? Math.min(to.col, row.usedCols) : row.usedCols
    const part = start < stop ? row.slice(start, stop) : ''
    if (line === to.line) text += part
    else text += row.wrapped ? part : `${trimEnd(part)}\n`
  }
  return text
}

function historyRow(m: TerminalState, index: number): PackedRow {
  return PackedRow.of(m.history.read(index), m.cols, m.tables)
}
