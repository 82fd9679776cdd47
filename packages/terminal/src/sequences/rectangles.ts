/** Rectangles: copy, fill, erase, change attributes, and the checksum that is off unless it is allowed. */

import type { Params } from '../parser/params.js'
import { eraseUnprotectedCells } from '../screen/erase.js'
import { copyCells, repairWide } from '../screen/move-cells.js'
import { flag } from '../screen/styles.js'
import { wideTail, widthMask } from '../screen/tables.js'
import type { TerminalState } from '../screen/terminal-state.js'
import type { Region } from '../types.js'
import { sequences } from './declare.js'
import { describePen } from './describe-pen.js'

/** Reads top, left, bottom and right from `at` on, clipped to the screen (to the margins in origin mode). */
function readRegion(m: TerminalState, p: Params, at: number): Region | null {
  const [rowBase, colBase] = m.origin ? [m.top, m.left] : [0, 0]
  const [rowEnd, colEnd] = m.origin ? [m.bottom, m.right] : [m.rows - 1, m.cols - 1]
  const top = rowBase + p.atLeastOne(at) - 1
  const left = colBase + p.atLeastOne(at + 1) - 1
  const bottom = p.at(at + 2) === 0 ? rowEnd : Math.min(rowEnd, rowBase + p.at(at + 2) - 1)
  const right = p.at(at + 3) === 0 ? colEnd : Math.min(colEnd, colBase + p.at(at + 3) - 1)
  return top > bottom || left > right ? null : { top, left, bottom, right }
}

/** DECCRA. Pages are read over: there is one. */
function copy(m: TerminalState, p: Params): void {
  const from = readRegion(m, p, 0)
  if (!from) return
  const top = (m.origin ? m.top : 0) + p.atLeastOne(5) - 1
  const left = (m.origin ? m.left : 0) + p.atLeastOne(6) - 1
  const height = Math.min(from.bottom - from.top + 1, (m.origin ? m.bottom + 1 : m.rows) - top)
  const width = Math.min(from.right - from.left + 1, (m.origin ? m.right + 1 : m.cols) - left)
  if (height <= 0 || width <= 0) return
  const { grid } = m
  // Rows are taken in the order that does not overwrite what is still to be copied.
  const upwards = top > from.top
  for (let i = 0; i < height; i++) {
    const offset = upwards ? height - 1 - i : i
    const target = top + offset
    grid.splitWide(target, left, m.eraseStyle())
    grid.splitWide(target, left + width, m.eraseStyle())
    copyCells(grid, from.top + offset, from.left, target, left, width)
    repairWide(grid, target, left)
    repairWide(grid, target, left + width)
  }
}

/** DECFRA: a printable character in the current pen. */
function fill(m: TerminalState, p: Params): void {
  const code = p.at(0)
  const region = readRegion(m, p, 1)
  if (!region || code < 0x20 || (code > 0x7e && code < 0xa0) || code > 0xff) return
  const style = m.printStyle()
  const { grid } = m
  for (let row = region.top; row <= region.bottom; row++) {
    grid.erase(row, region.left, region.right + 1, m.eraseStyle())
    const line = grid.line(row)
    grid.reach(line, region.right + 1)
    grid.fillStyles(line, region.left, region.right + 1, style)
    for (let col = region.left; col <= region.right; col++) grid.codes[line * m.cols + col] = code
  }
}

function erase(m: TerminalState, p: Params): void {
  const region = readRegion(m, p, 0)
  if (!region) return
  for (let row = region.top; row <= region.bottom; row++) {
    m.grid.erase(row, region.left, region.right + 1, m.eraseStyle())
  }
}

/** DECSERA: characters that are not protected become blanks, their colours stay. */
function eraseUnprotected(m: TerminalState, p: Params): void {
  const region = readRegion(m, p, 0)
  if (!region) return
  for (let row = region.top; row <= region.bottom; row++) eraseUnprotectedCells(m, row, region.left, region.right + 1)
}

/** Attributes that DECCARA and DECRARA can change, by SGR number. */
const attributes = new Map([
  [1, flag.bold],
  [4, 1 << flag.underlineShift],
  [5, flag.blink],
  [7, flag.reverse],
  [8, flag.hidden],
])
/** What DECCARA's codes that clear take away. */
const cleared = new Map([
  [22, flag.bold],
  [24, flag.underlineMask],
  [25, flag.blink],
  [27, flag.reverse],
  [28, flag.hidden],
])
const all = flag.bold | flag.underlineMask | flag.blink | flag.reverse | flag.hidden

type Change = (flags: number) => number

/** DECCARA: sets and clears. */
function setting(p: Params): Change {
  let set = 0
  let clear = 0
  for (let i = 4; i < Math.max(5, p.count); i++) {
    const code = p.at(i)
    if (code === 0) {
      set = 0
      clear = all
    } else if (attributes.has(code)) {
      set |= attributes.get(code)!
      // One kind of underline takes the place of another.
      if (code === 4) clear |= flag.underlineMask
    } else if (cleared.has(code)) {
      clear |= cleared.get(code)!
      set &= ~cleared.get(code)!
    }
  }
  return (flags) => (flags & ~clear) | set
}

/** DECRARA: reverses. */
function reversing(p: Params): Change {
  let toggled = 0
  for (let i = 4; i < Math.max(5, p.count); i++) {
    const code = p.at(i)
    toggled ^=
      code === 0 ? flag.bold | (1 << flag.underlineShift) | flag.blink | flag.reverse : (attributes.get(code) ?? 0)
  }
  const underlines = (toggled & flag.underlineMask) !== 0
  return (flags) =>
    underlines && (flags & flag.underlineMask) !== 0
      ? (flags & ~flag.underlineMask) ^ (toggled & ~flag.underlineMask)
      : flags ^ toggled
}

/** A rectangle, or with DECSACE's stream extent all positions from its first to its last corner. */
function changeAttributes(m: TerminalState, p: Params, change: Change): void {
  const region = readRegion(m, p, 0)
  if (!region) return
  const { top, left, bottom, right } = region
  const isRectangle = m.attributeExtent === 2
  for (let row = top; row <= bottom; row++) {
    const from = isRectangle || row === top ? left : 0
    const to = isRectangle || row === bottom ? right + 1 : m.cols
    restyle(m, row, from, to, change, isRectangle)
  }
}

/** Changes the attributes of a row's cells; both halves of a wide character keep one style. A stream has no blanks. */
function restyle(m: TerminalState, row: number, first: number, end: number, change: Change, withBlanks: boolean): void {
  const { grid } = m
  const { styles } = m.tables
  const line = grid.line(row)
  const isTail = (col: number): boolean => (grid.codeAt(line, col) & widthMask) === wideTail
  const from = first > 0 && isTail(first) ? first - 1 : first
  const most = withBlanks ? end : Math.min(end, grid.used[line])
  const to = most < m.cols && isTail(most) ? most + 1 : most
  if (to <= from) return
  grid.reach(line, to)
  grid.reachStyles(line, to)
  for (let at = line * m.cols + from; at < line * m.cols + to; at++) {
    // Blanks that nothing was printed in are painted in a rectangle only, as in xterm.
    if (!withBlanks && grid.codes[at] === 0) continue
    const id = grid.styles[at]
    const flags = change(styles.flags(id))
    grid.styles[at] = styles.intern(styles.fg(id), styles.bg(id), styles.underlineColor(id), flags, styles.link(id))
  }
  grid.touch(line, from, to)
}

/** Bits of XTCHECKSUM: what the sum leaves out of what a VT420 does. Those for sets of 8 bits change nothing here. */
const summing = { positive: 1, withoutAttributes: 2, withBlanks: 4, drawnOnly: 8, wholeCodes: 16 } as const

/**
 * DECRQCRA, as xterm 379 computes it: the negated sum of codes and attribute weights. Cells that nothing was printed in
 * are left out, but for the first.
 */
function checksum(m: TerminalState, p: Params): void {
  if (!m.options.allowChecksum) return
  const region = readRegion(m, p, 2)
  const { checksumMode: mode, grid } = m
  let sum = 0
  let skipped = 0
  for (let row = region?.top ?? 0; region && row <= region.bottom; row++) {
    const line = grid.line(row)
    const end = Math.max(region.left, Math.min(region.right + 1, grid.used[line]))
    for (let col = region.left; col < end; col++) sum += cellChecksum(m, line, col)
    if (row === region.top && end === region.left) sum += 0x20
    skipped += region.right + 1 - end - (row === region.top && end === region.left ? 1 : 0)
  }
  if ((mode & summing.withBlanks) !== 0 && (mode & summing.drawnOnly) === 0) sum += skipped * 0x20
  const hex = ((mode & summing.positive ? sum : -sum) & 0xffff).toString(16).toUpperCase().padStart(4, '0')
  m.reply(`\x1bP${p.at(0)}!~${hex}\x1b\\`)
}

function cellChecksum(m: TerminalState, line: number, col: number): number {
  const code = m.grid.codeAt(line, col)
  if ((code & widthMask) === wideTail) return 0
  const char = code === 0 ? 0x20 : (m.tables.textOf(code).codePointAt(0) ?? 0)
  let sum = m.checksumMode & summing.wholeCodes ? char : char & 0xff
  if (code === 0 || m.checksumMode & summing.withoutAttributes) return sum
  const flags = m.tables.styles.flags(m.grid.styleAt(line, col))
  if (flags & flag.protected) sum += 0x4
  if (flags & flag.hidden) sum += 0x8
  if (flags & flag.underlineMask) sum += 0x10
  if (flags & flag.reverse) sum += 0x20
  if (flags & flag.blink) sum += 0x40
  if (flags & flag.bold) sum += 0x80
  return sum
}

/** XTREPORTSGR: what the cells of a rectangle have in common, as the SGR that would make it. */
function reportAttributes(m: TerminalState, p: Params): void {
  const region = readRegion(m, p, 0)
  if (!region) return
  const { styles } = m.tables
  const { top, left, bottom, right } = region
  const first = m.grid.styleAt(m.grid.line(top), left)
  const shared = styles.parts(first)
  for (let row = top; row <= bottom; row++) {
    for (let col = left; col <= right; col++) {
      const style = m.grid.styleAt(m.grid.line(row), col)
      const other = styles.flags(style)
      if (styles.fg(style) !== shared.fg) shared.fg = 0
      if (styles.bg(style) !== shared.bg) shared.bg = 0
      if (styles.underlineColor(style) !== shared.underlineColor) shared.underlineColor = 0
      if (((shared.flags ^ other) & flag.underlineMask) !== 0) shared.flags &= ~flag.underlineMask
      shared.flags &= other
    }
  }
  m.reply(`\x1b[${describePen(shared)}m`)
}

export const rectangles = sequences({
  'CSI Pm $ v': { name: 'DECCRA', does: 'Copies a rectangle.', run: copy },
  'CSI Pm $ x': { name: 'DECFRA', does: 'Fills a rectangle.', run: fill },
  'CSI Pm $ z': { name: 'DECERA', does: 'Erases a rectangle.', run: erase },
  'CSI Pm $ {': { name: 'DECSERA', does: 'Erases a rectangle, sparing protected cells.', run: eraseUnprotected },
  'CSI Pm $ r': {
    name: 'DECCARA',
    does: 'Sets attributes in a rectangle or stream.',
    run: (m, p) => changeAttributes(m, p, setting(p)),
  },
  'CSI Pm $ t': {
    name: 'DECRARA',
    does: 'Reverses attributes in a rectangle or stream.',
    run: (m, p) => changeAttributes(m, p, reversing(p)),
  },
  'CSI Ps * x': {
    name: 'DECSACE',
    does: 'Rectangle (2) or stream (0, 1) for the two above.',
    run: (m, p) => {
      if (p.at(0) <= 2) m.attributeExtent = p.at(0)
    },
  },
  'CSI Pm # |': { name: 'XTREPORTSGR', does: 'Asks which attributes all cells share.', run: reportAttributes },
  'CSI Ps # y': {
    name: 'XTCHECKSUM',
    does: 'What the checksum leaves out: sign (1), attributes (2), trimming (4), unused cells (8), 8-bit codes (16).',
    run: (m, p) => {
      m.checksumMode = p.at(0) & 63
    },
  },
  'CSI Pm * y': { name: 'DECRQCRA', does: 'Checksum of a rectangle, where allowed.', run: checksum },
})
