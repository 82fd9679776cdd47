/** Setting, resetting, saving and asking for modes, and what a mode does at the moment it changes. */
import { findMode, type Mode, type ModeEffect, modeIndex, modeTable } from '../modes.js'
import type { Params } from '../parser/params.js'
import { clearAlternate, resetHard, resetSoft, showAlternate, syncModes } from '../screen/alternate.js'
import { eraseDisplay } from '../screen/erase.js'
import { emitCursorStyle, emitOrigin } from '../screen/mode-events.js'
import { changeColumns } from '../screen/resize.js'
import { restoreCursor, saveCursor } from '../screen/saved-cursor.js'
import { cursorBlinkMode, marginsMode, originMode, type TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'

function setModes(m: TerminalState, p: Params, isPrivate: boolean, on: boolean): void {
  for (let i = 0; i < p.count; i++) {
    const index = knownMode(m, p.at(i), isPrivate)
    if (index >= 0) setMode(m, index, on)
    else m.onUnknown?.(`mode ${isPrivate ? '?' : ''}${p.at(i)}`)
  }
}

/** The table row of a mode number, or -1; left and right margins are known to a VT420 only (DECSCL). */
function knownMode(m: TerminalState, number: number, isPrivate: boolean): number {
  const index = findMode(number, isPrivate)
  return index === marginsMode && m.conformanceLevel < 64 ? -1 : index
}

const allModes: readonly Mode[] = modeTable
/** For each mode, those of its group: only one of them can be on. */
const groups = allModes.map(({ group }) =>
  group ? allModes.flatMap((other, index) => (other.group === group ? index : [])) : [],
)

/** Changes one mode, applies its effect, and emits the change. */
export function setMode(m: TerminalState, index: number, on: boolean): void {
  const { name, mirror, effect, storedByEffect, cursorStyle } = allModes[index]
  const before = m.modes[index]
  for (const other of groups[index]) m.modes[other] = 0
  if (!storedByEffect) m.modes[index] = on ? 1 : 0
  if (mirror) syncModes(m)
  if (effect) effects[effect](m, on)
  if (m.modes[index] === before) return
  if (cursorStyle) emitCursorStyle(m)
  m.emit({ type: 'mode', mode: name, enabled: on })
}

const effects: Readonly<Record<ModeEffect, (m: TerminalState, on: boolean) => void>> = {
  moveToOrigin: (m) => m.moveToOrigin(0, 0),
  changeColumns: setColumns,
  changeMargins(m, on) {
    if (on) {
      m.main.singleSize()
      m.alternate?.singleSize()
    } else {
      m.left = 0
      m.right = m.cols - 1
    }
  },
  changeAppearance(m) {
    m.appearanceRevision++
  },
  leaveAlternate(m, on) {
    if (!on) showAlternate(m, false)
  },
  showAlternate,
  showAlternateAndClear(m, on) {
    if (!on) clearAlternate(m)
    showAlternate(m, on)
  },
  showAlternateWithCursor: switchWithCursor,
  saveCursor(m, on) {
    if (on) saveCursor(m)
    else restoreCursor(m)
  },
  reportSize(m, on) {
    if (on) m.reportSize()
  },
}

/** 1049: the cursor is saved on the way in and restored on the way out, even if it was never entered, as in xterm. */
function switchWithCursor(m: TerminalState, on: boolean): void {
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
function setColumns(m: TerminalState, on: boolean): void {
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
  emitOrigin(m, before)
  // In the stream as other changes of the size are.
  if (on !== wasOn && m.modeIsSet('inBandResize')) m.reportSize()
}

/** ANSI modes of ECMA-48 that no terminal of DEC can set: GATM, SRTM, VEM, HEM, PUM and the editing and transfer ones. */
const neverSet = new Set([1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19])

/**
 * Private modes that are known and can never be set: editing and transmission (10, 11, 16, 53, 73), Tektronix (38),
 * logging (46), Kanji (59), cursor coupling (60, 61, 64), keyboards (68, 81), highlight tracking (1001).
 */
const neverSetPrivate = new Set([10, 11, 16, 38, 46, 53, 59, 60, 61, 64, 68, 73, 81, 1001])

/** DECRPM: 0 unknown, 1 set, 2 reset, 4 never set. */
function reportMode(m: TerminalState, number: number, isPrivate: boolean): void {
  // DECSCL: below a VT320 there is no DECRQM; xterm applies that to ANSI modes only.
  if (!isPrivate && m.conformanceLevel < 63) return
  const index = knownMode(m, number, isPrivate)
  const missing = (isPrivate ? neverSetPrivate : neverSet).has(number) ? 4 : 0
  const value = index < 0 ? missing : m.modes[index] !== 0 ? 1 : 2
  m.reply(`\x1b[${isPrivate ? '?' : ''}${number};${value}$y`)
}

function saveModes(m: TerminalState, p: Params): void {
  for (let i = 0; i < p.count; i++) {
    const index = findMode(p.at(i), true)
    if (index >= 0) m.savedModes.set(index, m.modes[index])
  }
}

function restoreModes(m: TerminalState, p: Params): void {
  for (let i = 0; i < p.count; i++) {
    const index = knownMode(m, p.at(i), true)
    const value = m.savedModes.get(index)
    if (value !== undefined && value !== m.modes[index]) setMode(m, index, value !== 0)
  }
}

function setShape(m: TerminalState, style: number): void {
  if (style > 6) return
  const shape = style <= 2 ? 'block' : style <= 4 ? 'underline' : 'bar'
  // 0 is the terminal's default: a block that does not blink.
  const blink = style % 2 === 1 ? 1 : 0
  if (shape === m.cursorShape && blink === m.modes[cursorBlinkMode]) return
  m.cursorShape = shape
  m.modes[cursorBlinkMode] = blink
  emitCursorStyle(m)
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
