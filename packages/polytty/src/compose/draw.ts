/**
 * What an overlay or panel looks like, as cells. The engine itself lays the text out, so that widths, clusters and
 * colours are those of every other program; control characters in a client's text are dropped.
 */
import { type Snapshot, Terminal } from '@polytty/terminal'
import { MAX_CELLS } from '../base/limits.js'
import { type Content, colorNames, type Span, type SpanColor, type TextStyle } from './content.js'

/** Room for one wide character. */
const MARGIN = 2

/** The cells of a content of this size. Cells that nothing was written to are empty unless there is a background. */
export function draw({ spans, writes, background }: Content, cols: number, rows: number): Snapshot {
  // Text that is too long is cut at the edge: without wrapping it piles up in the margin, which is cut off at the end.
  const terminal = new Terminal({ cols: cols + MARGIN, rows, scrollback: 0 })
  const parts = ['\x1b[?1049h\x1b[?7l']
  if (background) parts.push(`\x1b[${colorCode(background.bg, 40)}m\x1b[2J`)
  let row = 0
  for (const span of spans) {
    for (const [index, piece] of span.text.split('\n').entries()) {
      if (index > 0) parts.push(`\x1b[${Math.min(++row, rows - 1) + 1}H`)
      if (row < rows) parts.push(styled(span, background, piece))
    }
  }
  for (const write of writes) {
    if (write.row >= rows || write.col >= cols) continue
    parts.push(`\x1b[${write.row + 1};${write.col + 1}H`, styled(write, background, write.text))
  }
  for (let row = 1; row <= rows; row++) parts.push(`\x1b[${row};${cols + 1}H\x1b[K`)
  terminal.write(parts.join(''))
  terminal.resize(cols, rows)
  return terminal.snapshot()
}

let ruler: Terminal | null = null

/** How many columns and rows the spans take, at least one of each. */
export function measure(spans: readonly Span[]): { cols: number; rows: number } {
  ruler ??= new Terminal({ cols: MAX_CELLS, rows: 1, scrollback: 0 })
  const lines = spans
    .map(({ text }) => text)
    .join('')
    .split('\n', MAX_CELLS)
  let cols = 1
  for (const line of lines) {
    ruler.write(`\x1b[?7l\r\x1b[2K${clean(line)}`)
    const { col } = ruler.snapshot().cursor
    cols = Math.max(cols, col === MAX_CELLS - 1 ? MAX_CELLS : col)
  }
  return { cols, rows: lines.length }
}

function styled(style: TextStyle, background: Content['background'], text: string): string {
  const bg = style.bg ?? background?.bg
  const codes = [
    '0',
    ...(style.fg === undefined ? [] : [colorCode(style.fg, 30)]),
    ...(bg === undefined ? [] : [colorCode(bg, 40)]),
    ...(style.bold ? ['1'] : []),
    ...(style.italic ? ['3'] : []),
    ...(style.underline ? ['4'] : []),
  ]
  return `\x1b[${codes.join(';')}m${clean(text)}`
}

function colorCode(color: SpanColor, base: 30 | 40): string {
  if (typeof color === 'string') return String(base + colorNames.indexOf(color))
  return `${base + 8};2;${color.r};${color.g};${color.b}`
}

/** Text alone: a client's overlay must not move the cursor or change modes. */
function clean(text: string): string {
  return text.replaceAll('\t', ' ').replace(/\p{Cc}/gu, '')
}
