/**
 * Rows as text that writes them again, cell by cell: styles, clusters and their widths, blanks that were printed and ones
 * that were not, wrapped lines. What surrounds the rows is in dump.ts.
 */
import type { Grid } from './screen/grid.js'
import { copyRow } from './screen/grid-rows.js'
import { PackedRow } from './screen/row.js'
import { flag } from './screen/styles.js'
import { type Tables, wideHead, widePad, wideTail, widthMask } from './screen/tables.js'
import type { TerminalState } from './screen/terminal-state.js'
import { describePen } from './sequences/describe-pen.js'
import type { Hyperlink } from './types.js'
import { clusterWidth, joins } from './unicode/clusters.js'
import { graphemeClass } from './unicode/grapheme-class.js'
import { classOf, codePointWidth } from './unicode/properties.js'

export const csi = '\x1b['
/** A soft hyphen: one column wide, and no character joins it. */
const nonJoiner = '\u00ad'

/** Does not fit into the last column, which is then left empty. */
const wideCharacter = '漢'

const doubleSizes = { width: '\x1b#6', top: '\x1b#3', bottom: '\x1b#4' }

/** Writes rows as sequences, remembering the style that the pen has. */
export class RowWriter {
  text = ''
  private style = 0
  /** The row of the screen that is being written. */
  private line = 0

  constructor(private readonly m: TerminalState) {}

  mainScreen(): void {
    const { history, main, cols, tables } = this.m
    const rows: PackedRow[] = []
    for (let index = 0; index < history.length; index++) {
      rows.push(PackedRow.of(history.read(index), cols, tables))
    }
    for (let row = 0; row < main.rows; row++) rows.push(copyRow(main, row, tables))
    this.rows(rows, main.rows)
  }

  screen(grid: Grid): void {
    const rows: PackedRow[] = []
    for (let row = 0; row < grid.rows; row++) rows.push(copyRow(grid, row, this.m.tables))
    this.rows(rows, grid.rows)
  }

  private rows(rows: readonly PackedRow[], height: number): void {
    this.text += `${csi}H`
    for (const [index, row] of rows.entries()) {
      const line = Math.min(index, height - 1)
      this.line = line
      this.row(row)
      const wraps = row.wrapped && this.m.cols > 1 && index < rows.length - 1
      if (row.doubled && !wraps) this.text += doubleSizes[row.doubled]
      if (index === rows.length - 1) break
      if (wraps) this.wrap(row, line, height)
      else {
        this.pen(0)
        this.text += '\r\n'
      }
    }
    this.pen(0)
  }

  /** Makes the row above count as wrapped; the characters that did it are overwritten with the next row. */
  private wrap(row: PackedRow, line: number, height: number): void {
    if (height === 1) {
      this.wrapAway(row)
      return
    }
    const last = this.m.cols - 1
    const style = row.styleAt(last)
    const above = line === height - 1 ? line : line + 1
    const padded = (row.codeAt(last) & widthMask) === widePad && style === this.erased(style)
    this.pen(0)
    if (padded) {
      // The row that scrolls in is not to have the pad's background.
      if (line === height - 1) this.text += '\n'
      this.pen(style)
      this.text += `${csi}${above};${last + 1}H${wideCharacter}`
    } else {
      this.text += `${csi}${line + 1};${last + 1}Hxx${csi}${above};${last + 1}H${csi}X`
      const from = (row.codeAt(last) & widthMask) === wideTail ? last - 1 : last
      this.text += `${csi}${above};${from + 1}H`
      this.line = above - 1
      if (wouldJoin(this.m.tables, row, from)) this.cells(row, 0, last + 1)
      else this.cells(row, from, last + 1)
    }
    this.pen(0)
    // Only now, as a row of double width could not have been written up to its end.
    if (row.doubled) this.text += `${csi}${above};1H${doubleSizes[row.doubled]}`
    this.text += `${csi}${above + 1};1H${csi}2X`
  }

  /**
   * The same on a screen of one row, where the wrapped one scrolls away at once and must be right before. A blank at its
   * end becomes a space.
   */
  private wrapAway(row: PackedRow): void {
    const last = this.m.cols - 1
    const width = row.codeAt(last) & widthMask
    const from = width === wideTail ? last - 1 : last
    this.text += `${csi}${from + 1}G`
    if (width === widePad) {
      this.pen(0)
      this.text += wideCharacter
    } else {
      if (row.codeAt(from) === 0 || wouldJoin(this.m.tables, row, from)) {
        this.pen(row.styleAt(from))
        this.text += byCodePoint(row.codeAt(from) === 0 ? ' ' : this.m.tables.textOf(row.codeAt(from)))
      } else this.cells(row, from, last + 1)
      this.pen(0)
      this.text += 'x'
    }
    this.text += `\r${csi}2X`
  }

  private row(row: PackedRow): void {
    this.text += '\r'
    this.cells(row, 0, row.usedCols)
  }

  /**
   * Writes cells. Where one would join the cell before it, the row is cut, and the parts are written from the last to
   * the first, each behind a character that nothing joins.
   */
  private cells(row: PackedRow, from: number, to: number): void {
    const starts = [from]
    for (let col = from; col < to; col++) if (wouldJoin(this.m.tables, row, col)) starts.push(col)
    for (let part = starts.length - 1; part >= 0; part--) {
      const start = starts[part]
      const guarded = start > 0 && wouldJoin(this.m.tables, row, start)
      if (guarded) this.text += `${csi}${start}G${nonJoiner}`
      else if (starts.length > 1) this.text += `${csi}${start + 1}G`
      this.part(row, start, part + 1 < starts.length ? starts[part + 1] : to)
      if (!guarded || start === from) continue
      this.pen(0)
      this.text += `${csi}${start}G${csi}X`
    }
  }

  private part(row: PackedRow, from: number, to: number): void {
    for (let col = from; col < to; ) {
      const code = row.codeAt(col)
      const style = row.styleAt(col)
      this.pen(style)
      const width = code & widthMask
      const isWhole = width === 0 || (width === wideHead && col + 1 < this.m.cols)
      if (code === 0 || !isWhole) {
        col = this.blanks(row, col, to, style)
        continue
      }
      const text = this.m.tables.textOf(code)
      const cells = width === wideHead ? 2 : 1
      this.text += exactly(text, cells)
      col += cells
    }
  }

  /**
   * Blank cells: erased ones have a background only. Others lost their character to a selective erase or as half of a
   * wide one: they are printed as spaces and then erased by DECSERA, which keeps the style.
   */
  private blanks(row: PackedRow, from: number, to: number, style: number): number {
    let end = from + 1
    while (end < to && row.codeAt(end) === 0 && row.styleAt(end) === style) end++
    const count = end - from
    if (style !== this.erased(style)) {
      const cells = `${this.line + 1};${from + 1};${this.line + 1};${end}`
      this.text += `${' '.repeat(count)}${csi}${from + 1}G${blanking(this.m.tables, style, cells)}`
    } else if (style !== 0) this.text += `${csi}${count}X`
    if (end < this.m.cols) this.text += `${csi}${count}C`
    return end
  }

  /** What is left of a style where something is erased. */
  private erased(style: number): number {
    return erasedStyle(this.m.tables, style)
  }

  private pen(style: number): void {
    if (style === this.style) return
    const { styles, links } = this.m.tables
    const before = styles.flags(this.style) & flag.protected
    const flags = styles.flags(style)
    const link = styles.link(style)
    this.text += `${csi}${describePen(styles.parts(style))}m`
    if ((flags & flag.protected) !== before) this.text += `${csi}${flags & flag.protected ? 1 : 0}"q`
    if (link !== styles.link(this.style)) {
      this.text += linkCode(links[link])
    }
    this.style = style
  }
}

/** OSC 8 that begins a link, or without one ends it. */
export function linkCode(link: Hyperlink | null): string {
  return `\x1b]8;${link?.id ? `id=${link.id}` : ''};${link?.uri ?? ''}\x1b\\`
}

/** True when the character at `col`, printed after the cell before it, would become part of that. */
export function wouldJoin(tables: Tables, row: PackedRow, col: number): boolean {
  const code = row.codeAt(col)
  if (col === 0 || code < 0x300 || (code & widthMask) === wideTail) return false
  const before = row.codeAt(col - 1)
  const head = (before & widthMask) === wideTail && col > 1 ? row.codeAt(col - 2) : before
  return joins(tables.textOf(head) || ' ', tables.textOf(code).codePointAt(0) ?? 0)
}

function byCodePoint(text: string): string {
  return `${csi}?2027l${text}${csi}?2027h`
}

/**
 * A cell's text so that it takes this many columns. A code point can join the ones before it as a cluster, which gives
 * the cell the cluster's width, or be added with clusters off, where it has no width of its own. So there is one last
 * that joins; it is found by trying.
 */
export function exactly(text: string, cells: number): string {
  const chars = [...text]
  for (let last = chars.length - 1; last > 0; last--) {
    if (clusterWidth(chars.slice(0, last + 1).join('')) !== cells) continue
    const written = withJoins(chars, last)
    if (written !== null) return written
  }
  const first = chars[0].codePointAt(0)!
  const alone = codePointWidth(first) === cells ? chars[0] : byCodePoint(chars[0])
  return chars.length === 1 ? alone : alone + byCodePoint(chars.slice(1).join(''))
}

/** The characters with joining up to `last` and added from there on; null where one can do neither. */
function withJoins(chars: readonly string[], last: number): string | null {
  let text = chars[0]
  let whole = chars[0]
  for (const [index, char] of chars.entries()) {
    if (index === 0) continue
    const cp = char.codePointAt(0)!
    const joined = index <= last && joins(whole, cp)
    if (index === last && !joined) return null
    if (!joined && codePointWidth(cp) !== 0) return null
    text += joined ? char : byCodePoint(char)
    whole += char
  }
  return text
}

/**
 * Prints the cell at the end of a row again, so that the cursor waits to wrap there; a blank one is erased again by what
 * keeps the wait. `place` is a column of the row as programs give it, `row;col`. Leaves the cell's pen.
 */
export function waitToWrap(
  m: TerminalState,
  grid: Grid,
  row: number,
  col: number,
  place: (col: number) => string,
): string {
  const move = `${csi}${place(col)}H`
  // Beyond the columns that a row of double width has nothing is printed: there the wait is lost.
  if (col > grid.lastCol(row)) return move
  const packed = copyRow(grid, row, m.tables)
  const isTail = col > 0 && (packed.codeAt(col) & widthMask) === wideTail
  const from = isTail ? col - 1 : col
  const style = packed.styleAt(from)
  const { styles, links } = m.tables
  const link = links[styles.link(style)]
  let text = `${csi}${describePen(styles.parts(style))}m`
  const char = m.tables.textOf(packed.codeAt(from))
  if (styles.flags(style) & flag.protected) text += `${csi}1"q`
  if (link) text += linkCode(link)
  const joined = wouldJoin(m.tables, packed, from)
  // By code point an indicator is one column wide: such a cell is left alone, and the wait is lost.
  if (joined && isTail && classOf(char.codePointAt(0)!) === graphemeClass.regional) return move
  text += `${csi}${place(from)}H`
  if (char === '') text += ` ${blanking(m.tables, style, `${place(col)};${place(col)}`)}`
  else if (joined) text += byCodePoint(char)
  else text += exactly(char, isTail ? 2 : 1)
  return `${text}${csi}0"q${linkCode(null)}`
}

/** Takes the characters of printed spaces away and leaves their style; the pen has that style, and a wait stays. */
function blanking(tables: Tables, style: number, cells: string): string {
  if (style === erasedStyle(tables, style)) return `${csi}${cells}$z`
  const erase = `${csi}${cells}\${`
  // Where protection is as ISO has it, this erasure does not heed it.
  return tables.styles.flags(style) & flag.protected ? `\x1bV${erase}${csi}1"q` : erase
}

function erasedStyle({ styles }: Tables, style: number): number {
  return styles.intern(0, styles.bg(style), 0, 0, 0)
}
