/** Erasing, inserting and deleting cells and lines, and scrolling the region. */
import { syncModes } from '../screen/alternate.js'
import { eraseCols, eraseDisplay, eraseLine } from '../screen/erase.js'
import { changeModes } from '../screen/mode-events.js'
import { repeatLast, shiftLeft, shiftRight } from '../screen/print.js'
import { deleteLines, insertLines, scrollDown, scrollUp } from '../screen/scroll.js'
import { flag } from '../screen/styles.js'
import { originMode, type TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'

function shiftChars(m: TerminalState, count: number, shift: typeof shiftLeft): void {
  m.wrapPending = false
  if (!m.insideColumns) return
  shift(m, m.cursorRow, m.cursorCol, m.right + 1, count)
}

/** Inserts or deletes columns in every row of the region. */
function shiftColumns(m: TerminalState, count: number, shift: typeof shiftLeft): void {
  if (!m.insideMargins) return
  for (let row = m.top; row <= m.bottom; row++) shift(m, row, m.cursorCol, m.right + 1, count)
}

/** Scrolls the region sideways, as if columns were deleted or inserted at the left margin. */
function scrollColumns(m: TerminalState, count: number, shift: typeof shiftLeft): void {
  if (!m.insideMargins) return
  for (let row = m.top; row <= m.bottom; row++) shift(m, row, m.left, m.right + 1, count)
}

/** ED, and a word to those who follow the screen when nothing of it (or of the history) is left. */
function eraseAndEmit(m: TerminalState, how: number): void {
  eraseDisplay(m, how)
  if (how === 3) m.emit({ type: 'cleared', what: 'history' })
  else if (how === 2 || (how === 0 && m.cursorRow === 0 && m.cursorCol === 0))
    m.emit({ type: 'cleared', what: 'screen' })
}

function protect(m: TerminalState, on: boolean): void {
  const { flags } = m.pen.parts
  m.pen.setFlags(on ? flags | flag.protected : flags & ~flag.protected)
}

/** DECALN. As in xterm the colours of the pen stay; its attributes, the margins and origin mode do not. */
function align(m: TerminalState): void {
  m.pen.setFlags(m.pen.parts.flags & flag.protected)
  changeModes(m, () => {
    m.modes[originMode] = 0
    syncModes(m)
  })
  m.resetMargins()
  m.moveTo(0, 0)
  for (let row = 0; row < m.rows; row++) {
    m.grid.eraseRow(row, 0)
    const line = m.grid.line(row)
    m.grid.codes.fill(0x45, line * m.cols, (line + 1) * m.cols)
    m.grid.used[line] = m.cols
  }
}

export const erase = sequences({
  'CSI Ps J': {
    name: 'ED',
    does: 'Erase in display: below, above, all, scrollback.',
    run: (m, p) => eraseAndEmit(m, p.at(0)),
  },
  'CSI ? Ps J': {
    name: 'DECSED',
    does: 'The same, sparing protected cells.',
    run: (m, p) => eraseDisplay(m, p.at(0), true),
  },
  'CSI Ps K': { name: 'EL', does: 'Erase in line: right, left, all.', run: (m, p) => eraseLine(m, p.at(0)) },
  'CSI ? Ps K': {
    name: 'DECSEL',
    does: 'The same, sparing protected cells.',
    run: (m, p) => eraseLine(m, p.at(0), true),
  },
  'CSI Ps X': {
    name: 'ECH',
    does: 'Erase characters from the cursor on.',
    run: (m, p) => {
      const to = Math.min(m.cols, m.cursorCol + Math.min(p.atLeastOne(0), m.cols))
      const { wrapped } = m.grid
      const line = m.grid.line(m.cursorRow)
      const wraps = wrapped[line]
      eraseCols(m, m.cursorRow, m.cursorCol, to)
      // Unlike EL it leaves the line wrapped.
      wrapped[line] = wraps
      m.wrapPending = false
    },
  },
  'CSI Ps @': { name: 'ICH', does: 'Insert blanks.', run: (m, p) => shiftChars(m, p.atLeastOne(0), shiftRight) },
  'CSI Ps P': { name: 'DCH', does: 'Delete characters.', run: (m, p) => shiftChars(m, p.atLeastOne(0), shiftLeft) },
  'CSI Ps L': { name: 'IL', does: 'Insert lines.', run: (m, p) => insertLines(m, p.atLeastOne(0)) },
  'CSI Ps M': { name: 'DL', does: 'Delete lines.', run: (m, p) => deleteLines(m, p.atLeastOne(0)) },
  'CSI Ps S': { name: 'SU', does: 'Scroll up.', run: (m, p) => scrollUp(m, p.atLeastOne(0)) },
  'CSI Ps T': {
    name: 'SD',
    does: 'Scroll down.',
    // With five parameters this is highlight mouse tracking, which is not supported.
    run: (m, p) => {
      if (p.count < 2) scrollDown(m, p.atLeastOne(0))
    },
  },
  'CSI Ps ^': { name: 'SD', does: 'Scroll down (ECMA-48).', run: (m, p) => scrollDown(m, p.atLeastOne(0)) },
  'CSI Ps SP @': { name: 'SL', does: 'Scroll left.', run: (m, p) => scrollColumns(m, p.atLeastOne(0), shiftLeft) },
  'CSI Ps SP A': { name: 'SR', does: 'Scroll right.', run: (m, p) => scrollColumns(m, p.atLeastOne(0), shiftRight) },
  "CSI Ps ' }": { name: 'DECIC', does: 'Insert columns.', run: (m, p) => shiftColumns(m, p.atLeastOne(0), shiftRight) },
  "CSI Ps ' ~": { name: 'DECDC', does: 'Delete columns.', run: (m, p) => shiftColumns(m, p.atLeastOne(0), shiftLeft) },
  'CSI Ps b': { name: 'REP', does: 'Repeat the last character.', run: (m, p) => repeatLast(m, p.atLeastOne(0)) },
  'CSI Ps " q': {
    name: 'DECSCA',
    does: 'Protect what is printed from now on (1), or not (0, 2).',
    run: (m, p) => {
      m.isoProtection = false
      protect(m, p.at(0) === 1)
    },
  },
  'ESC V': {
    name: 'SPA',
    does: 'Protects what is printed from now on, from ED, EL and ECH too.',
    run: (m) => {
      m.isoProtection = true
      protect(m, true)
    },
  },
  'ESC W': { name: 'EPA', does: 'Ends it.', run: (m) => protect(m, false) },
  'ESC # 8': { name: 'DECALN', does: 'Fills the screen with E, without margins or attributes.', run: align },
})
