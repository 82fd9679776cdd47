/** A snapshot as flat arrays: a character for each cell and the colours that are really seen, read once. */
import type { Color, Snapshot } from '@polytty/terminal'

/** Colours that the program left to the terminal. */
const DEFAULT_FG = -1
export const DEFAULT_BG = -2
const RGB = 0x1000000

/** Stands for what is not one unit of text: clusters, and the second halves of wide characters. */
const OTHER = '\uFFFC'

export const BOLD = 1
export const UNDERLINE = 2
export const DIM = 4
export const REVERSE = 8

const MAX_NAME_CHARS = 200

/** Columns from `from` up to but not including `to`, of one row. */
export interface Span {
  readonly row: number
  readonly from: number
  readonly to: number
}

export class Grid {
  readonly rows: number
  readonly cols: number
  /** A row's characters, exactly one unit a cell. */
  readonly lines: readonly string[]
  /** As seen: of a reversed cell the other way round. */
  readonly bg: Int32Array
  readonly fg: Int32Array
  readonly flags: Uint8Array

  constructor(readonly snapshot: Snapshot) {
    const { rows, cols } = snapshot
    this.rows = rows
    this.cols = cols
    this.bg = new Int32Array(rows * cols).fill(DEFAULT_BG)
    this.fg = new Int32Array(rows * cols).fill(DEFAULT_FG)
    this.flags = new Uint8Array(rows * cols)
    this.lines = Array.from({ length: rows }, (_, row) => this.readRow(row))
  }

  private readRow(index: number): string {
    const row = this.snapshot.row(index)
    let line = ''
    for (let col = 0; col < this.cols; col++) {
      const cell = row.cell(col)
      const at = index * this.cols + col
      const fg = colorKey(cell.fg, DEFAULT_FG)
      const bg = colorKey(cell.bg, DEFAULT_BG)
      this.fg[at] = cell.reverse ? bg : fg
      this.bg[at] = cell.reverse ? fg : bg
      this.flags[at] =
        (cell.bold ? BOLD : 0) |
        (cell.underline === 'none' ? 0 : UNDERLINE) |
        (cell.dim ? DIM : 0) |
        (cell.reverse ? REVERSE : 0)
      if (cell.width === 0 || cell.text.length > 1) line += OTHER
      else line += cell.text === '' || cell.text < ' ' || cell.hidden ? ' ' : cell.text
    }
    return line
  }

  bgAt(row: number, col: number): number {
    return this.bg[row * this.cols + col]!
  }

  fgAt(row: number, col: number): number {
    return this.fg[row * this.cols + col]!
  }

  flagsAt(row: number, col: number): number {
    return this.flags[row * this.cols + col]!
  }

  /** Column of the first character of a span that is not blank; -1 if there is none. */
  firstText({ row, from, to }: Span): number {
    const line = this.lines[row]!
    for (let col = from; col < to; col++) if (line[col] !== ' ') return col
    return -1
  }

  /** Column behind the last character that is not blank; -1 if there is none. */
  endOfText({ row, from, to }: Span): number {
    const line = this.lines[row]!
    for (let col = to; col > from; col--) if (line[col - 1] !== ' ') return col
    return -1
  }

  isBlank(span: Span): boolean {
    return this.firstText(span) < 0
  }

  /** What a span says, blanks at its ends cut off. */
  text({ row, from, to }: Span): string {
    const line = this.lines[row]!.slice(from, to)
    if (!line.includes(OTHER)) return line.trim().slice(0, MAX_NAME_CHARS)
    let text = ''
    const cells = this.snapshot.row(row)
    for (let col = from; col < to; col++) {
      const cell = cells.cell(col)
      if (cell.width !== 0) text += cell.text === '' || cell.hidden ? ' ' : cell.text
    }
    return text.trim().slice(0, MAX_NAME_CHARS)
  }

  /** The pieces of a span in which `key` is the same for every cell. */
  runs({ row, from, to }: Span, key: (row: number, col: number) => number): Span[] {
    const runs: Span[] = []
    for (let start = from; start < to; ) {
      const value = key(row, start)
      let end = start + 1
      while (end < to && key(row, end) === value) end++
      runs.push({ row, from: start, to: end })
      start = end
    }
    return runs
  }

  backgrounds(span: Span): Span[] {
    return this.runs(span, (row, col) => this.bgAt(row, col))
  }

  /** Words that stand apart by two blanks or more. */
  phrases({ row, from, to }: Span): Span[] {
    const phrases: Span[] = []
    for (const match of this.lines[row]!.slice(from, to).matchAll(/\S+(?: \S+)*/g))
      phrases.push({ row, from: from + match.index, to: from + match.index + match[0].length })
    return phrases
  }
}

/** The colour that most cells have. */
export function mostCommon(counts: ReadonlyMap<number, number>): number {
  let best = DEFAULT_BG
  let most = 0
  for (const [color, count] of counts) {
    if (count > most) [best, most] = [color, count]
  }
  return best
}

function colorKey(color: Color, otherwise: number): number {
  if (color === null) return otherwise
  return typeof color === 'number' ? color : RGB | (color.r << 16) | (color.g << 8) | color.b
}
