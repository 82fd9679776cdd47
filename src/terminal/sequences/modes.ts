/** Setting, resetting, saving and asking for modes, and what a mode does at the moment it changes. */
import { findMode, modeIndex, modeTable } from '../modes.js'
import type { Params } from '../parser/params.js'
import { clearAlternate, resetHard, resetSoft, showAlternate, syncModes } from '../screen/alternate.js'
import { eraseDisplay } from '../screen/erase.js'
import type { Machine } from '../screen/machine.js'
import { marginsMode, originMode } from '../screen/machine.js'
import { tellCursorStyle, tellOrigin } from '../screen/mode-events.js'
import { changeColumns } from '../screen/resize.js'
import { restoreCursor, saveCursor } from '../screen/saved-cursor.js'
import { sequences } from './declare.js'

function setModes(m: Machine, p: Params, isPrivate: boolean, on: boolean): void {
  for (let i = 0; i < p.count; i++) {
    const index = knownMode(m, p.at(i), isPrivate)
    if (index >= 0) setMode(m, index, on)
  }
}

/** The table row of a mode number, or -1; left and right margins are known to a VT420 only (DECSCL). */
function knownMode(m: Machine, number: number, isPrivate: boolean): number {
  const index = findMode(number, isPrivate)
  return index === marginsMode && m.conformanceLevel < 64 ? -1 : index
}

/** Modes that must not be stored before their effect decided about it. */
const decidingNames = new Set(['alternateScreen47', 'alternateScreen1047', 'alternateScreen', 'columns132'])
const deciding = modeTable.map((mode) => decidingNames.has(mode.name))
/** For each mode, those of its group: only one of them can be on. */
const groups = modeTable.map(({ group }) =>
  group ? modeTable.flatMap((other, index) => (other.group === group ? index : [])) : [],
)

/** Changes one mode, tells of it, and does what it asks for. */
export function setMode(m: Machine, index: number, on: boolean): void {
  const mode = modeTable[index]
  const before = m.modes[index]
  for (const other of groups[index]) m.modes[other] = 0
  if (!deciding[index]) m.modes[index] = on ? 1 : 0
  applyMode(m, mode.name, on)
  if (m.modes[index] === before) return
  m.emit({ type: 'mode', mode: mode.name, enabled: on })
}

function applyMode(m: Machine, name: string, on: boolean): void {
  switch (name) {
    case 'insert':
    case 'newLine':
    case 'ansi':
    case 'autoWrap':
    case 'graphemeClusters':
      syncModes(m)
      break
    case 'origin':
      syncModes(m)
      m.moveToOrigin(0, 0)
      break
    case 'columns132':
      setColumns(m, on)
      break
    case 'leftRightMargins':
      if (on) {
        m.main.singleSize()
        m.alternate?.singleSize()
      } else {
        m.left = 0
        m.right = m.cols - 1
      }
      break
    case 'reverseVideo':
      m.looks++
      break
    case 'cursorVisible':
    case 'cursorBlink':
      tellCursorStyle(m)
      break
    case 'alternateAllowed':
      if (!on) showAlternate(m, false)
      break
    case 'alternateScreen47':
      showAlternate(m, on)
      break
    case 'alternateScreen1047':
      if (!on) clearAlternate(m)
      showAlternate(m, on)
      break
    case 'savedCursor':
      if (on) saveCursor(m)
      else restoreCursor(m)
      break
    case 'alternateScreen':
      switchWithCursor(m, on)
      break
    case 'inBandResize':
      if (on) m.reportSize()
      break
  }
}

/** 1049: the cursor is saved on the way in and restored on the way out, also by who never went in, as in xterm. */
function switchWithCursor(m: Machine, on: boolean): void {
  if (!m.modeIsSet('alternateAllowed')) return
  if (on) {
    saveCursor(m)
    showAlternate(m, true)
    clearAlternate(m)
  } else {
    showAlternate(m, false)
    restoreCursor(m)
  }
}

/** DECCOLM, only where mode 40 allows it. */
function setColumns(m: Machine, on: boolean): void {
  if (m.modes[modeIndex('allowColumns')] === 0) return
  const wasOn = m.modes[modeIndex('columns132')] !== 0
  m.modes[modeIndex('columns132')] = on ? 1 : 0
  if (on && !wasOn && m.cols !== 132) m.narrowCols = m.cols
  if (on !== wasOn) changeColumns(m, on ? 132 : m.narrowCols)
  // As in xterm: origin mode ends, and left and right margins stay allowed.
  const before = m.modes[originMode]
  m.resetMargins()
  m.modes[originMode] = 0
  syncModes(m)
  if (m.modes[modeIndex('keepOnColumns')] === 0) {
    eraseDisplay(m, 2)
    m.moveTo(0, 0)
  }
  tellOrigin(m, before)
  // In the stream as other changes of the size are.
  if (on !== wasOn && m.modeIsSet('inBandResize')) m.reportSize()
}

/** ANSI modes of ECMA-48 that no terminal of DEC can set: GATM, SRTM, VEM, HEM, PUM and the editing and transfer ones. */
const neverSet = new Set([1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19])

/** Private modes that are known and can never be set: Tektronix (38), logging (46), highlight tracking (1001). */
const neverSetPrivate = new Set([38, 46, 1001])

/** DECRPM: 0 unknown, 1 set, 2 reset, 4 never set. */
function reportMode(m: Machine, number: number, isPrivate: boolean): void {
  // Below a VT320 nobody asks, says DECSCL; xterm keeps that for ANSI modes alone.
  if (!isPrivate && m.conformanceLevel < 63) return
  const index = knownMode(m, number, isPrivate)
  const missing = (isPrivate ? neverSetPrivate : neverSet).has(number) ? 4 : 0
  const value = index < 0 ? missing : m.modes[index] !== 0 ? 1 : 2
  m.reply(`\x1b[${isPrivate ? '?' : ''}${number};${value}$y`)
}

function saveModes(m: Machine, p: Params): void {
  for (let i = 0; i < p.count; i++) {
    const index = findMode(p.at(i), true)
    if (index >= 0) m.savedModes.set(index, m.modes[index])
  }
}

function restoreModes(m: Machine, p: Params): void {
  for (let i = 0; i < p.count; i++) {
    const index = knownMode(m, p.at(i), true)
    const value = m.savedModes.get(index)
    if (value !== undefined && value !== m.modes[index]) setMode(m, index, value !== 0)
  }
}

function setShape(m: Machine, style: number): void {
  if (style > 6) return
  m.cursorShape = style <= 2 ? 'block' : style <= 4 ? 'underline' : 'bar'
  // 0 is the terminal's default: a block that does not blink.
  m.modes[modeIndex('cursorBlink')] = style % 2 === 1 ? 1 : 0
  tellCursorStyle(m)
}

export const modes = sequences({
  'CSI Pm h': { name: 'SM', does: 'Sets ANSI modes.', run: (m, p) => setModes(m, p, false, true) },
  'CSI Pm l': { name: 'RM', does: 'Resets ANSI modes.', run: (m, p) => setModes(m, p, false, false) },
  'CSI ? Pm h': { name: 'DECSET', does: 'Sets private modes.', run: (m, p) => setModes(m, p, true, true) },
  'CSI ? Pm l': { name: 'DECRST', does: 'Resets private modes.', run: (m, p) => setModes(m, p, true, false) },
  'CSI ? Pm s': { name: 'XTSAVE', does: 'Saves private modes.', run: saveModes },
  'CSI ? Pm r': { name: 'XTRESTORE', does: 'Restores private modes.', run: restoreModes },
  'CSI Ps $ p': { name: 'DECRQM', does: 'Asks for an ANSI mode.', run: (m, p) => reportMode(m, p.at(0), false) },
  'CSI ? Ps $ p': { name: 'DECRQM', does: 'Asks for a private mode.', run: (m, p) => reportMode(m, p.at(0), true) },
  'CSI ! p': { name: 'DECSTR', does: 'Soft reset.', run: resetSoft },
  'ESC c': { name: 'RIS', does: 'Full reset.', run: resetHard },
  'ESC =': { name: 'DECKPAM', does: 'Application keypad.', run: (m) => setMode(m, modeIndex('keypad'), true) },
  'ESC >': { name: 'DECKPNM', does: 'Numeric keypad.', run: (m) => setMode(m, modeIndex('keypad'), false) },
  'CSI Ps SP q': { name: 'DECSCUSR', does: 'Cursor shape and blinking.', run: (m, p) => setShape(m, p.at(0)) },
})
