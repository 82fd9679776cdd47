/** Snapshots as plain values, to compare them and to show what differs. */
import type { Snapshot, Terminal } from '../../packages/terminal/src/index.js'

/** Everything that a snapshot shows, row by row; blanks and spaces without style count as the same. */
export function describe(snapshot: Snapshot): unknown {
  const rows: unknown[] = []
  for (let row = 0; row < snapshot.rows; row++) {
    const cells: string[] = []
    for (let col = 0; col < snapshot.cols; col++) {
      const { text, width, ...style } = snapshot.cell(row, col)
      cells.push(`${text === '' ? ' ' : text}${width === 1 ? '' : width}${JSON.stringify(style)}`)
    }
    const { text, wrapped, doubled } = snapshot.row(row)
    rows.push({ text, wrapped, doubled, cells: cells.join('|') })
  }
  const { cursor, title, alternateScreen, history, reverseVideo, cols } = snapshot
  const palette = [...snapshot.palette.colors].sort(([a], [b]) => a - b)
  return { cols, rows, cursor, title, alternateScreen, history, reverseVideo, palette }
}

/** As `describe`, with the history's text and the modes. */
export function describeTerminal(terminal: Terminal): unknown {
  const history = terminal.history().map((row) => `${row.text}${row.wrapped ? '\\' : ''}`)
  return { screen: describe(terminal.snapshot()), history, modes: terminal.modes }
}
