/** Presentation state as DEC has it: the cursor with all it carries, and the tab stops, asked for and restored. */

import { emitOrigin } from '../screen/mode-events.js'
import { flag } from '../screen/styles.js'
import { originMode, type TerminalState } from '../screen/terminal-state.js'
import { designate } from './regions.js'

/** Attributes by their bit in DECCIR: bold, underline, blink, reverse. */
const renditions = [flag.bold, flag.underlineMask, flag.blink, flag.reverse]

/** DECRQPSR: 1 the cursor, 2 the tab stops. */
export function reportPresentation(m: TerminalState, what: number): void {
  if (what === 2) {
    const stops: number[] = []
    for (let col = 0; col < m.cols; col++) if (m.tabs[col] !== 0) stops.push(col + 1)
    m.reply(`\x1bP2$u${stops.join('/')}\x1b\\`)
  } else if (what === 1) m.reply(`\x1bP1$u${cursorInformation(m)}\x1b\\`)
}

/** DECCIR, as the VT manual lays it out: position, rendition bits, protection, flags, sets. */
function cursorInformation(m: TerminalState): string {
  const { flags } = m.pen.parts
  let rendition = 0
  for (const [bit, mask] of renditions.entries()) if (flags & mask) rendition |= 1 << bit
  const attribute = m.pen.isProtected ? 1 : 0
  const state =
    (m.origin ? 1 : 0) | (m.singleShift === 2 ? 2 : 0) | (m.singleShift === 3 ? 4 : 0) | (m.wrapPending ? 8 : 0)
  const bits = [rendition, attribute, state].map((value) => String.fromCharCode(0x40 | value)).join(';')
  let sizes = 0x40
  for (const [slot, name] of m.designators.entries()) if (name.startsWith('-')) sizes |= 1 << slot
  const sets = m.designators.map((name) => name.replace('-', '')).join('')
  return `${m.cursorRow + 1};${m.cursorCol + 1};1;${bits};${m.gl};${m.gr};${String.fromCharCode(sizes)};${sets}`
}

/** DECRSPS: what DECRQPSR reported is so again. */
export function restorePresentation(m: TerminalState, what: number, text: string): void {
  if (what === 1) restoreCursorInformation(m, text)
  else if (what === 2) restoreTabs(m, text)
}

const cursorReport =
  /^(\d{1,4});(\d{1,4});\d+;([@-O]);([@-A]);([@-O]);([0-3]);([0-3]);([@-O]);((?:[ -/]?[0-~])(?:[ -/]?[0-~])(?:[ -/]?[0-~])(?:[ -/]?[0-~]))$/

function restoreCursorInformation(m: TerminalState, text: string): void {
  const match = cursorReport.exec(text)
  if (!match) return
  const bits = (at: number): number => match[at].charCodeAt(0) & 0xf
  const state = bits(5)
  const before = m.modes[originMode]
  m.modes[originMode] = state & 1
  m.origin = (state & 1) !== 0
  m.moveTo(Number(match[1]) - 1, Number(match[2]) - 1)
  m.wrapPending = (state & 8) !== 0
  let flags: number = bits(4) !== 0 ? flag.protected : 0
  for (const [bit, mask] of renditions.entries()) {
    if (bits(3) & (1 << bit)) flags |= mask === flag.underlineMask ? 1 << flag.underlineShift : mask
  }
  m.pen.setFlags(flags)
  const names = match[9].match(/[ -/]?[0-~]/g) ?? []
  for (const [slot, name] of names.entries()) designate(m, slot, bits(8) & (1 << slot) ? `-${name}` : name)
  m.gl = Number(match[6])
  m.gr = Number(match[7])
  m.singleShift = state & 2 ? 2 : state & 4 ? 3 : 0
  m.refreshCharset()
  emitOrigin(m, before)
}

function restoreTabs(m: TerminalState, text: string): void {
  m.tabs.fill(0)
  for (const stop of text.split('/').slice(0, m.cols)) {
    const col = Number(stop) - 1
    if (col >= 0 && col < m.cols) m.tabs[col] = 1
  }
}
