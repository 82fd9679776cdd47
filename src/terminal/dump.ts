/**
 * A terminal as a text that rebuilds it in a fresh one of the same size: history, both screens, pen, margins, modes,
 * titles and colours. Rows are written in order and scrolled up, so that the history grows as it did; a wrapped row is
 * filled to its end, wrapped by one more character, and then gets its real end.
 */
import { modeTable } from './modes.js'
import type { Grid } from './screen/grid.js'
import { copyRow } from './screen/grid-rows.js'
import { cursorBlinkMode, type Machine, type SavedCursor } from './screen/machine.js'
import { PackedRow } from './screen/row.js'
import { flag } from './screen/styles.js'
import { type Tables, wideHead, wideTail, widthMask } from './screen/tables.js'
import { describePen } from './sequences/describe-pen.js'
import { describeRgb } from './sequences/osc-text.js'
import { clusterWidth, joins } from './unicode/clusters.js'
import { graphemeClass } from './unicode/grapheme-class.js'
import { classOf, codePointWidth } from './unicode/properties.js'

const csi = '\x1b['
/** A soft hyphen: one column wide, and no character joins it. */
const nonJoiner = '\u00ad'

export function dumpTerminal(m: Machine): string {
  const writer = new RowWriter(m)
  writer.mainScreen()
  // First, as it resets what follows.
  const level = m.conformanceLevel < 64 ? `${csi}${m.conformanceLevel};1"p` : ''
  let text = level + writer.text
  if (m.savedMain) text += dumpSaved(m, m.main, m.savedMain)
  if (m.isAlternate && m.alternate) {
    // 1047 neither saves the cursor nor clears on the way in.
    text += `${csi}?1047h`
    const alternate = new RowWriter(m)
    alternate.screen(m.alternate)
    text += alternate.text
    if (m.savedAlternate) text += dumpSaved(m, m.alternate, m.savedAlternate)
  }
  return text + dumpState(m)
}

const doubleSizes = { width: '\x1b#6', top: '\x1b#3', bottom: '\x1b#4' }

/** Writes rows as sequences, remembering the style that the pen has. */
class RowWriter {
  text = ''
  private style = 0
  /** The row of the screen that is being written. */
  private line = 0

  constructor(private readonly m: Machine) {}

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

  /** Makes the row above count as wrapped; the character that did it is overwritten with the next row. */
  private wrap(row: PackedRow, line: number, height: number): void {
    const last = this.m.cols - 1
    this.pen(0)
    this.text += `${csi}${line + 1};${last + 1}Hxx`
    // With one row the wrapped one has scrolled away already, and keeps the x.
    const above = line === height - 1 ? line : line + 1
    if (height > 1) {
      this.text += `${csi}${above};${last + 1}H${csi}X`
      const from = (row.codeAt(last) & widthMask) === wideTail ? last - 1 : last
      this.text += `${csi}${above};${from + 1}H`
      this.line = above - 1
      if (wouldJoin(this.m.tables, row, from)) this.cells(row, 0, last + 1)
      else this.cells(row, from, last + 1)
    }
    this.pen(0)
    // Only now, as a row of double width could not have been written up to its end.
    if (row.doubled && height > 1) this.text += `${csi}${above};1H${doubleSizes[row.doubled]}`
    this.text += `${csi}${above + 1};1H${csi}X`
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
    const { styles } = this.m.tables
    const count = end - from
    const erased = styles.intern(0, styles.bg(style), 0, 0, 0)
    if (style !== erased) {
      const cells = `${this.line + 1};${from + 1};${this.line + 1};${end}`
      this.text += `${' '.repeat(count)}${csi}${from + 1}G${csi}${cells}\${`
    } else if (style !== 0) this.text += `${csi}${count}X`
    if (end < this.m.cols) this.text += `${csi}${count}C`
    return end
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
      const target = links[link]
      this.text += target
        ? `\x1b]8;${target.id === null ? '' : `id=${target.id}`};${target.uri}\x1b\\`
        : '\x1b]8;;\x1b\\'
    }
    this.style = style
  }
}

/** True when the character at `col`, printed after the cell before it, would become part of that. */
function wouldJoin(tables: Tables, row: PackedRow, col: number): boolean {
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
function exactly(text: string, cells: number): string {
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

const designating = ['(', ')', '*', '+']
/** The same for a set of 96 characters, whose name has a dash before it. */
const designating96 = ['', '-', '.', '/']
const shifts = ['\x0f', '\x0e', '\x1bn', '\x1bo']

function dumpCharsets(designators: readonly string[], gl: number): string {
  const designate = (name: string, slot: number): string =>
    name.startsWith('-') ? designating96[slot] + name.slice(1) : designating[slot] + name
  return designators.map((name, slot) => `\x1b${designate(name, slot)}`).join('') + shifts[gl]
}

/** Moves to a saved cursor, saves it, and leaves a fresh pen. */
function dumpSaved(m: Machine, grid: Grid, saved: SavedCursor): string {
  const pen = `${csi}${describePen(saved)}m`
  const guard = `${csi}${saved.flags & flag.protected ? 1 : 0}"q`
  const origin = saved.origin ? `${csi}?6h` : ''
  const place = (col: number): string => `${csi}${saved.row + 1};${col + 1}H`
  let cursor = place(saved.col)
  const last = lastCol(m, grid, saved.row)
  if (saved.wrapPending && saved.col <= last) {
    // Elsewhere than at the edge it waits after a back tab, or at a margin that is no more: a back tab does for both.
    const back = saved.col < last ? `${csi}Z` : ''
    cursor = `${csi}3g${cursor}\x1bH${waitToWrap(m, grid, saved.row, last, place)}${back}`
  }
  const fresh = `${csi}?6l${csi}m${csi}0"q${dumpCharsets(['B', 'B', 'B', 'B'], 0)}`
  return `${origin}${cursor}${pen}${guard}${dumpCharsets(saved.designators, saved.gl)}\x1b7${fresh}`
}

/** Modes that other parts of the dump restore, or whose setting acts on the screen. */
const restoredElsewhere = new Set([
  'alternateScreen47',
  'alternateScreen1047',
  'alternateScreen',
  'savedCursor',
  'columns132',
  'origin',
  'leftRightMargins',
  'inBandResize',
  'ansi',
])

function dumpModes(m: Machine): string {
  let text = ''
  for (const [index, mode] of modeTable.entries()) {
    const on = m.modes[index] !== 0
    if (on === mode.initial || restoredElsewhere.has(mode.name) || index === cursorBlinkMode) continue
    text += `${csi}${mode.private ? '?' : ''}${mode.number}${on ? 'h' : 'l'}`
  }
  return text
}

function dumpState(m: Machine): string {
  let text = `${csi}3g`
  for (let col = 0; col < m.cols; col++) if (m.tabs[col] !== 0) text += `${csi}${col + 1}G\x1bH`
  if (!m.fullWidth) text += `${csi}?69h${csi}${m.left + 1};${m.right + 1}s`
  else if (m.modeIsSet('leftRightMargins')) text += `${csi}?69h`
  if (m.top > 0 || m.bottom < m.rows - 1) text += `${csi}${m.top + 1};${m.bottom + 1}r`
  text += dumpPalette(m)
  if (m.iconName !== '') text += `\x1b]1;${m.iconName}\x1b\\`
  if (m.title !== '') text += `\x1b]2;${m.title}\x1b\\`
  const shape = { block: 2, underline: 4, bar: 6 }[m.cursorShape]
  text += `${csi}${shape - m.modes[cursorBlinkMode]} q`
  for (const flags of m.keyboard.entries(m.isAlternate).slice(1)) text += `${csi}>${flags}u`
  for (const [kind, value] of m.keyboard.modify.changed())
    text += value < 0 ? `${csi}>${kind}n` : `${csi}>${kind};${value}m`
  for (const [kind, value] of m.keyboard.format.changed()) text += `${csi}>${kind};${value}f`
  if (m.origin) text += `${csi}?6h`
  text += dumpCursor(m)
  text += `${csi}${describePen(m.pen.parts)}m${csi}${m.pen.isProtected ? 1 : 0}"q`
  if (m.isoProtection) text += m.pen.isProtected ? '\x1bV' : '\x1bV\x1bW'
  const link = m.tables.links[m.pen.parts.link]
  if (link) text += `\x1b]8;${link.id === null ? '' : `id=${link.id}`};${link.uri}\x1b\\`
  if (m.eightBitReplies) text += '\x1b G'
  for (const mode of [0, 1, 2, 3]) if (m.titleModes & (1 << mode)) text += `${csi}>${mode}t`
  text += dumpCharsets(m.designators, m.gl) + dumpModes(m)
  // Last, as nothing of the above would be understood after it.
  return m.vt52 ? `${text}${csi}?2l` : text
}

/** The cursor; where it waits to wrap, its character is printed once more to make it wait again. */
function dumpCursor(m: Machine): string {
  const row = m.cursorRow - (m.origin ? m.top : 0) + 1
  const place = (col: number): string => `${csi}${row};${col - (m.origin ? m.left : 0) + 1}H`
  const last = lastCol(m, m.grid, m.cursorRow)
  // Beyond the half that a row of double width has, nothing can be printed to make it wait.
  if (!m.wrapPending || m.cursorCol > last) return place(m.cursorCol)
  if (m.cursorCol === m.right || m.cursorCol === last) return waitToWrap(m, m.grid, m.cursorRow, m.cursorCol, place)
  // Elsewhere it waits after back tabs; when the tab stops or the margins have changed since, that is not kept.
  let tabs = 0
  for (let col = m.cursorCol; col < last; col++) if (m.tabs[col] !== 0 || col === 0) tabs++
  const reachable = !m.origin && (m.cursorCol === 0 || m.tabs[m.cursorCol] !== 0)
  return reachable ? `${waitToWrap(m, m.grid, m.cursorRow, last, place)}${csi}${tabs}Z` : place(m.cursorCol)
}

/** The last column of a row, which may be of double width. */
function lastCol(m: Machine, grid: Grid, row: number): number {
  return grid.doubled[grid.line(row)] !== 0 ? (m.cols - 1) >> 1 : m.cols - 1
}

/** Prints the cell at the end of a row anew, so that the cursor waits to wrap there. Leaves the cell's pen. */
function waitToWrap(m: Machine, grid: Grid, row: number, col: number, place: (col: number) => string): string {
  // Beyond the columns that a row of double width has nothing is printed: there the wait is lost.
  if (col > lastCol(m, grid, row)) return place(col)
  const packed = copyRow(grid, row, m.tables)
  const isTail = col > 0 && (packed.codeAt(col) & widthMask) === wideTail
  const from = isTail ? col - 1 : col
  const style = packed.styleAt(from)
  const { styles, links } = m.tables
  const link = links[styles.link(style)]
  const flags = styles.flags(style)
  let text = `${csi}${describePen(styles.parts(style))}m`
  if (flags & flag.protected) text += `${csi}1"q`
  if (link) text += `\x1b]8;${link.id === null ? '' : `id=${link.id}`};${link.uri}\x1b\\`
  const char = m.tables.textOf(packed.codeAt(from)) || ' '
  const joined = wouldJoin(m.tables, packed, from)
  // By code point an indicator is one column wide: such a cell is left alone, and the wait is lost.
  if (joined && isTail && classOf(char.codePointAt(0)!) === graphemeClass.regional) return place(col)
  text += place(from)
  if (joined) text += byCodePoint(char)
  else text += exactly(char, isTail ? 2 : 1)
  return `${text}${csi}0"q\x1b]8;;\x1b\\`
}

function dumpPalette(m: Machine): string {
  const { colors, foreground, background, cursor } = m.palette.overrides
  let text = ''
  for (const [index, color] of colors) text += `\x1b]4;${index};${describeRgb(color)}\x1b\\`
  for (const [offset, color] of [foreground, background, cursor].entries()) {
    if (color) text += `\x1b]${10 + offset};${describeRgb(color)}\x1b\\`
  }
  return text
}
