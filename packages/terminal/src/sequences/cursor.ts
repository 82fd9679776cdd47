/** Moving the cursor. Positions count from the margins in origin mode; plain moves stop at a margin they start within. */
import { modeIndex } from '../modes.js'
import { backIndex, forwardIndex } from '../screen/print.js'
import { restoreCursor, saveCursor } from '../screen/saved-cursor.js'
import { carriageReturn, index, lineFeed, reverseIndex, wrapLine } from '../screen/scroll.js'
import { extendedReverseWrapMode, reverseWrapMode, type TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'

const moreFixMode = modeIndex('moreFix')

function up(m: TerminalState, count: number): void {
  const limit = m.cursorRow >= m.top ? m.top : 0
  m.moveTo(Math.max(limit, m.cursorRow - count), m.cursorCol)
}

function down(m: TerminalState, count: number): void {
  const limit = m.cursorRow <= m.bottom ? m.bottom : m.rows - 1
  m.moveTo(Math.min(limit, m.cursorRow + count), m.cursorCol)
}

function forward(m: TerminalState, count: number): void {
  const limit = m.cursorCol <= m.right ? Math.min(m.right, m.lastCol) : m.cols - 1
  m.moveTo(m.cursorRow, Math.min(limit, m.cursorCol + count))
}

/**
 * Left; with reverse wrap (mode 45) also up into a row that was wrapped into this one. The extended one (1045) goes up
 * into any row, and from the top margin to the bottom one. Between left and right margins no row counts as wrapped.
 */
function back(m: TerminalState, count: number): void {
  const anywhere = m.modes[extendedReverseWrapMode] !== 0
  if (!m.autoWrap || !(anywhere || m.modes[reverseWrapMode] !== 0)) {
    const limit = m.cursorCol >= m.left ? m.left : 0
    m.moveTo(m.cursorRow, Math.max(limit, m.cursorCol - count))
    return
  }
  let left = Math.min(count, m.cols * m.rows)
  if (m.wrapPending) {
    // The cursor is thought of as beyond the last column, so the first step takes it back onto it.
    m.wrapPending = false
    left--
  }
  while (left > 0) {
    const edge = m.cursorCol >= m.left ? m.left : 0
    const step = Math.min(left, m.cursorCol - edge)
    m.cursorCol -= step
    left -= step
    if (left === 0) return
    const atTop = m.cursorRow === (m.cursorRow >= m.top ? m.top : 0)
    if (!anywhere && (atTop || m.grid.wrapped[m.grid.line(m.cursorRow - 1)] === 0)) return
    m.cursorRow = atTop ? m.bottom : m.cursorRow - 1
    m.cursorCol = m.right
    left--
  }
}

function tab(m: TerminalState, count: number): void {
  if (m.wrapPending && m.autoWrap && m.modes[moreFixMode] !== 0) wrapLine(m)
  const limit = m.cursorCol <= m.right ? Math.min(m.right, m.lastCol) : m.cols - 1
  let col = m.cursorCol
  for (let left = Math.min(count, m.cols); left > 0 && col < limit; left--) {
    col++
    while (col < limit && m.tabs[col] === 0) col++
  }
  // A pending wrap stays, at the edge and also where a back tab took it, as in xterm.
  m.cursorCol = col
}

function backTab(m: TerminalState, count: number): void {
  const limit = m.origin && m.cursorCol >= m.left ? m.left : 0
  let col = m.cursorCol
  for (let left = Math.min(count, m.cols); left > 0 && col > limit; left--) {
    col--
    while (col > limit && m.tabs[col] === 0) col--
  }
  // A pending wrap stays, as in xterm: the next character goes to the next line.
  m.cursorCol = col
}

function toColumn(m: TerminalState, col: number): void {
  const row = m.origin ? m.cursorRow - m.top : m.cursorRow
  m.moveToOrigin(row, col)
}

/** HPR, HPB, VPR and VPB are positions rather than moves: only origin mode keeps them within the margins. */
function forwardFreely(m: TerminalState, count: number): void {
  toColumn(m, m.cursorCol - (m.origin ? m.left : 0) + Math.min(count, m.cols))
}

function downFreely(m: TerminalState, count: number): void {
  toRow(m, m.cursorRow - (m.origin ? m.top : 0) + Math.min(count, m.rows))
}

function backFreely(m: TerminalState, count: number): void {
  toColumn(m, m.cursorCol - (m.origin ? m.left : 0) - Math.min(count, m.cols))
}

function upFreely(m: TerminalState, count: number): void {
  toRow(m, m.cursorRow - (m.origin ? m.top : 0) - Math.min(count, m.rows))
}

function toRow(m: TerminalState, row: number): void {
  const col = m.origin ? m.cursorCol - m.left : m.cursorCol
  m.moveToOrigin(row, col)
}

export const cursor = sequences({
  BS: { name: 'BS', does: 'Back one column.', run: (m) => back(m, 1) },
  HT: { name: 'HT', does: 'To the next tab stop.', run: (m) => tab(m, 1) },
  LF: { name: 'LF', does: 'Down, scrolling at the bottom margin.', run: lineFeed },
  VT: { name: 'VT', does: 'The same as LF.', run: lineFeed },
  FF: { name: 'FF', does: 'The same as LF.', run: lineFeed },
  CR: { name: 'CR', does: 'To the left margin.', run: carriageReturn },
  'ESC D': { name: 'IND', does: 'Down, scrolling at the bottom margin.', run: index },
  'ESC M': { name: 'RI', does: 'Up, scrolling at the top margin.', run: reverseIndex },
  'ESC E': {
    name: 'NEL',
    does: 'To the start of the next line.',
    run: (m) => {
      index(m)
      carriageReturn(m)
    },
  },
  'ESC H': {
    name: 'HTS',
    does: 'Sets a tab stop here.',
    run: (m) => {
      m.tabs[m.cursorCol] = 1
    },
  },
  'ESC 7': { name: 'DECSC', does: 'Saves the cursor.', run: saveCursor },
  'ESC 8': { name: 'DECRC', does: 'Restores the cursor.', run: restoreCursor },
  'ESC 6': { name: 'DECBI', does: 'Back, scrolling right at the left margin.', run: backIndex },
  'ESC 9': { name: 'DECFI', does: 'Forward, scrolling left at the right margin.', run: forwardIndex },
  'CSI Ps A': { name: 'CUU', does: 'Up.', run: (m, p) => up(m, p.atLeastOne(0)) },
  'CSI Ps B': { name: 'CUD', does: 'Down.', run: (m, p) => down(m, p.atLeastOne(0)) },
  'CSI Ps C': { name: 'CUF', does: 'Right.', run: (m, p) => forward(m, p.atLeastOne(0)) },
  'CSI Ps D': { name: 'CUB', does: 'Left.', run: (m, p) => back(m, p.atLeastOne(0)) },
  'CSI Ps a': { name: 'HPR', does: 'Right, past the margins.', run: (m, p) => forwardFreely(m, p.atLeastOne(0)) },
  'CSI Ps j': { name: 'HPB', does: 'Left, past the margins.', run: (m, p) => backFreely(m, p.atLeastOne(0)) },
  'CSI Ps k': { name: 'VPB', does: 'Up, past the margins.', run: (m, p) => upFreely(m, p.atLeastOne(0)) },
  'CSI Ps e': { name: 'VPR', does: 'Down, past the margins.', run: (m, p) => downFreely(m, p.atLeastOne(0)) },
  'CSI Ps E': {
    name: 'CNL',
    does: 'Down, to the left margin.',
    run: (m, p) => {
      down(m, p.atLeastOne(0))
      carriageReturn(m)
    },
  },
  'CSI Ps F': {
    name: 'CPL',
    does: 'Up, to the left margin.',
    run: (m, p) => {
      up(m, p.atLeastOne(0))
      carriageReturn(m)
    },
  },
  'CSI Ps G': { name: 'CHA', does: 'To a column.', run: (m, p) => toColumn(m, p.atLeastOne(0) - 1) },
  'CSI Ps `': { name: 'HPA', does: 'To a column.', run: (m, p) => toColumn(m, p.atLeastOne(0) - 1) },
  'CSI Ps d': { name: 'VPA', does: 'To a row.', run: (m, p) => toRow(m, p.atLeastOne(0) - 1) },
  'CSI Ps H': {
    name: 'CUP',
    does: 'To a row and column.',
    run: (m, p) => m.moveToOrigin(p.atLeastOne(0) - 1, p.atLeastOne(1) - 1),
  },
  'CSI Ps f': {
    name: 'HVP',
    does: 'To a row and column.',
    run: (m, p) => m.moveToOrigin(p.atLeastOne(0) - 1, p.atLeastOne(1) - 1),
  },
  'CSI Ps I': { name: 'CHT', does: 'Forward by tab stops.', run: (m, p) => tab(m, p.atLeastOne(0)) },
  'CSI Ps Z': { name: 'CBT', does: 'Back by tab stops.', run: (m, p) => backTab(m, p.atLeastOne(0)) },
  'CSI Ps g': {
    name: 'TBC',
    does: 'Clears the tab stop here (0) or all (3).',
    run: (m, p) => {
      if (p.at(0) === 0) m.tabs[m.cursorCol] = 0
      else if (p.at(0) === 3) m.tabs.fill(0)
    },
  },
  'CSI ? Ps W': {
    name: 'DECST8C',
    does: 'Tab stops every eight columns.',
    run: (m, p) => {
      if (p.at(0) === 5) for (let col = 0; col < m.cols; col++) m.tabs[col] = col > 0 && col % 8 === 0 ? 1 : 0
    },
  },
  'CSI u': { name: 'SCORC', does: 'Restores the cursor.', run: restoreCursor },
})
