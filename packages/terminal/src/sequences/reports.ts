/** Answers to questions: who the terminal is, where the cursor is, which settings it has. */
import type { Params } from '../parser/params.js'
import { resetSoft } from '../screen/alternate.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'
import { reportPresentation } from './presentation.js'

function cursorPosition(m: TerminalState): string {
  // DECRC can put the cursor before the margins.
  const row = Math.max(1, m.cursorRow + 1 - (m.origin ? m.top : 0))
  const col = Math.max(1, m.cursorCol + 1 - (m.origin ? m.left : 0))
  return `${row};${col}`
}

function reportAttributes(m: TerminalState): void {
  m.reply(`\x1b[?${m.options.identity.primary}c`)
}

function deviceStatus(m: TerminalState, what: number): void {
  if (what === 5) m.reply('\x1b[0n')
  else if (what === 6) m.reply(`\x1b[${cursorPosition(m)}R`)
}

/** DSR of DEC: health, cursor with page, printer (none), user keys, keyboard, locator, macros, memory, sessions. */
function privateStatus(m: TerminalState, p: Params): void {
  switch (p.at(0)) {
    case 5:
      m.reply('\x1b[?0n')
      break
    case 6:
      m.reply(`\x1b[?${cursorPosition(m)};1R`)
      break
    case 15:
      m.reply('\x1b[?13n')
      break
    case 25:
      m.reply('\x1b[?20n')
      break
    case 26:
      m.reply('\x1b[?27;1;0;0n')
      break
    case 53:
    case 55:
      m.reply('\x1b[?50n')
      break
    case 56:
      m.reply('\x1b[?57;0n')
      break
    case 62:
      m.reply('\x1b[0000*{')
      break
    case 63:
      m.reply(`\x1bP${p.at(1)}!~0000\x1b\\`)
      break
    case 75:
      m.reply('\x1b[?70n')
      break
    case 85:
      m.reply('\x1b[?83n')
      break
    case 996:
      m.reportColorScheme()
      break
  }
}

/** Colour registers of sixels. */
const sixelColors = 256

/** Read (1) and read the maximum (4) are answered; reset (2) and set (3) fail, as there is one answer to all. */
function graphicsAttribute(m: TerminalState, p: Params): void {
  const item = p.at(0)
  const reads = p.at(1) === 1 || p.at(1) === 4
  if (item !== 1 && item !== 2) m.reply(`\x1b[?${item};1S`)
  else if (!reads) m.reply(`\x1b[?${item};3S`)
  else if (item === 1) m.reply(`\x1b[?1;0;${sixelColors}S`)
  else m.reply(`\x1b[?2;0;${m.cols * m.options.cellWidth};${m.rows * m.options.cellHeight}S`)
}

export const reports = sequences({
  'CSI Ps c': {
    name: 'DA1',
    does: 'What the terminal is and can do.',
    run: (m, p) => {
      if (p.at(0) === 0) reportAttributes(m)
    },
  },
  'CSI > Ps c': {
    name: 'DA2',
    does: 'Kind and version.',
    run: (m, p) => {
      if (p.at(0) === 0) m.reply(`\x1b[>${m.options.identity.secondary}c`)
    },
  },
  'CSI = Ps c': {
    name: 'DA3',
    does: 'Unit number.',
    run: (m, p) => {
      if (p.at(0) === 0) m.reply('\x1bP!|00000000\x1b\\')
    },
  },
  'ESC Z': { name: 'DECID', does: 'The same as DA1.', run: reportAttributes },
  'CSI Ps n': { name: 'DSR', does: 'Status (5), cursor position (6).', run: (m, p) => deviceStatus(m, p.at(0)) },
  'CSI ? Ps n': {
    name: 'DSR',
    does: 'Status (5), cursor (6), printer (15), keys (25, 26), locator (53, 56), macros (62, 63), sessions (75, 85), scheme (996).',
    run: privateStatus,
  },
  'CSI > Ps q': {
    name: 'XTVERSION',
    does: 'Name and version.',
    run: (m, p) => {
      const { version } = m.options.identity
      if (p.at(0) === 0 && version !== null) m.reply(`\x1bP>|${version}\x1b\\`)
    },
  },
  'CSI Ps x': {
    name: 'DECREQTPARM',
    does: 'Line parameters, of a line there is not.',
    run: (m, p) => {
      if (p.at(0) <= 1) m.reply(`\x1b[${p.at(0) + 2};1;1;128;128;1;0x`)
    },
  },
  'CSI Ps $ w': {
    name: 'DECRQPSR',
    does: 'Cursor state (1), tab stops (2).',
    run: (m, p) => reportPresentation(m, p.at(0)),
  },
  'CSI " v': {
    name: 'DECRQDE',
    does: 'Asks which part of the page is shown: all of it.',
    run: (m) => m.reply(`\x1b[${m.rows};${m.cols};1;1;1"w`),
  },
  'CSI & u': {
    name: 'DECRQUPSS',
    does: 'Asks for the supplemental set: that of DEC.',
    run: (m) => m.reply('\x1bP0!u%5\x1b\\'),
  },
  'CSI ? Pm S': {
    name: 'XTSMGRAPHICS',
    does: 'Asks for colour registers (1) and the size (2) of sixels; nothing can be changed.',
    support: 'partly',
    run: graphicsAttribute,
  },
  'CSI # P': { name: 'XTPUSHCOLORS', does: 'Saves the palette.', run: (m, p) => m.pushPalette(p.at(0)) },
  'CSI # Q': { name: 'XTPOPCOLORS', does: 'Restores the palette.', run: (m, p) => m.popPalette(p.at(0)) },
  'CSI # R': {
    name: 'XTREPORTCOLORS',
    does: 'Asks for the palette stack.',
    run: (m) => m.reply(`\x1b[?${m.palette.stack.current};${m.palette.stack.count}#Q`),
  },
  'CSI Ps;Ps " p': {
    name: 'DECSCL',
    does: 'Conformance level: a soft reset, and answers in 7 (1) or 8 (0, 2) bits; a level below 64 has no left and right margins, below 63 no DECRQM of ANSI modes.',
    support: 'partly',
    run: (m, p) => {
      if (p.at(0) < 61 || p.at(0) > 65) return
      resetSoft(m)
      m.conformanceLevel = Math.min(p.at(0), 64)
      m.eightBitReplies = m.conformanceLevel > 61 && p.count > 1 && p.at(1) !== 1
    },
  },
})
