/** Margins, character sets and other small state. */
import { charsets } from '../screen/charsets.js'
import { saveCursor } from '../screen/saved-cursor.js'
import { marginsMode, slow, type TerminalState } from '../screen/terminal-state.js'
import { sequences } from './declare.js'

function setRows(m: TerminalState, first: number, last: number): void {
  const top = Math.max(first, 1) - 1
  const bottom = (last === 0 ? m.rows : Math.min(last, m.rows)) - 1
  if (top >= bottom) return
  m.top = top
  m.bottom = bottom
  m.moveToOrigin(0, 0)
}

/** DECSLRM where mode 69 is set; else the same bytes save the cursor. */
function setColumnsOrSave(m: TerminalState, first: number, last: number): void {
  if (m.modes[marginsMode] === 0) {
    saveCursor(m)
    return
  }
  const left = Math.max(first, 1) - 1
  const right = (last === 0 ? m.cols : Math.min(last, m.cols)) - 1
  if (left >= right) return
  m.left = left
  m.right = right
  m.moveToOrigin(0, 0)
}

function shiftTo(m: TerminalState, set: number): void {
  m.gl = set
  m.refreshCharset()
}

function shiftOnce(m: TerminalState, set: number): void {
  m.singleShift = set
  m.refreshCharset()
}

/** Puts a set into G0–G3; a set that is not known prints as ASCII. */
export function designate(m: TerminalState, slot: number, designator: string): void {
  if (m.designators[slot] === designator) return
  m.charsets[slot] = charsets.get(designator) ?? null
  m.designators[slot] = designator
  m.refreshCharset()
}

const slots94 = '()*+'
const slots96 = ' -./'

/** SCS: puts the set that `name` stands for into the slot of its intermediate. False when that names no slot. */
export function designateBy(m: TerminalState, intermediate: string, name: string): boolean {
  const slot = slots94.indexOf(intermediate)
  const wideSlot = slots96.indexOf(intermediate)
  if (slot >= 0) designate(m, slot, name)
  else if (wideSlot > 0) designate(m, wideSlot, `-${name}`)
  else return false
  return true
}

function designating(does: string) {
  // The final byte names the set, so the dispatcher calls `designate` itself.
  return { name: 'SCS', does, run: () => {} }
}

/** The size of the cursor's row, which keeps the cursor in what is left of it. Not where there are left and right margins. */
function setDoubled(m: TerminalState, value: number): void {
  if (m.modes[marginsMode] !== 0) return
  const line = m.grid.line(m.cursorRow)
  m.grid.doubled[line] = value
  m.grid.touch(line, 0, m.cols)
  if (value === 0) return
  m.setSlow(slow.doubled, true)
  m.cursorCol = Math.min(m.cursorCol, m.lastCol)
}

function doubling(name: string, what: string, value: number) {
  return { name, does: `${what}: half as many columns.`, run: (m: TerminalState) => setDoubled(m, value) }
}

export const regions = sequences({
  'CSI Pt;Pb r': { name: 'DECSTBM', does: 'Top and bottom margins.', run: (m, p) => setRows(m, p.at(0), p.at(1)) },
  'CSI Pl;Pr s': {
    name: 'DECSLRM',
    does: 'Left and right margins; without mode 69 saves the cursor (SCOSC).',
    run: (m, p) => setColumnsOrSave(m, p.at(0), p.at(1)),
  },
  SO: { name: 'LS1', does: 'G1 for what follows.', run: (m) => shiftTo(m, 1) },
  SI: { name: 'LS0', does: 'G0 for what follows.', run: (m) => shiftTo(m, 0) },
  'ESC n': { name: 'LS2', does: 'G2 for what follows.', run: (m) => shiftTo(m, 2) },
  'ESC o': { name: 'LS3', does: 'G3 for what follows.', run: (m) => shiftTo(m, 3) },
  'ESC N': { name: 'SS2', does: 'G2 for one character.', run: (m) => shiftOnce(m, 2) },
  'ESC O': { name: 'SS3', does: 'G3 for one character.', run: (m) => shiftOnce(m, 3) },
  'ESC ~': { name: 'LS1R', does: 'G1 to the right: UTF-8 leaves it unused.', support: 'ignored', run: () => {} },
  'ESC }': { name: 'LS2R', does: 'G2 to the right: UTF-8 leaves it unused.', support: 'ignored', run: () => {} },
  'ESC |': { name: 'LS3R', does: 'G3 to the right: UTF-8 leaves it unused.', support: 'ignored', run: () => {} },
  'ESC ( Dscs': designating('A character set into G0.'),
  'ESC ) Dscs': designating('A character set into G1.'),
  'ESC * Dscs': designating('A character set into G2.'),
  'ESC + Dscs': designating('A character set into G3.'),
  'ESC - Dscs': designating('A 96-character set into G1.'),
  'ESC . Dscs': designating('A 96-character set into G2.'),
  'ESC / Dscs': designating('A 96-character set into G3.'),
  'ESC % G': { name: 'UTF-8', does: 'Selects UTF-8, which is always on.', support: 'ignored', run: () => {} },
  'ESC % @': { name: 'ISO 8859-1', does: 'Would leave UTF-8.', support: 'ignored', run: () => {} },
  'ESC SP F': {
    name: 'S7C1T',
    does: 'Answers in 7 bits.',
    run: (m) => {
      m.eightBitReplies = false
    },
  },
  'ESC SP G': {
    name: 'S8C1T',
    does: 'Answers with 8-bit controls.',
    run: (m) => {
      m.eightBitReplies = true
    },
  },
  'ESC # 3': doubling('DECDHL', 'Top half of a double-height line', 2),
  'ESC # 4': doubling('DECDHL', 'Bottom half of a double-height line', 3),
  'ESC # 5': { name: 'DECSWL', does: 'Single-width line.', run: (m) => setDoubled(m, 0) },
  'ESC # 6': doubling('DECDWL', 'Double-width line', 1),
  NUL: { name: 'NUL', does: 'Nothing.', run: () => {} },
  CAN: { name: 'CAN', does: 'Cancels a sequence.', run: () => {} },
  SUB: { name: 'SUB', does: 'Cancels a sequence.', run: () => {} },
  ENQ: { name: 'ENQ', does: 'Asks for the answerback, which is empty.', run: () => {} },
  BEL: { name: 'BEL', does: 'Rings the bell.', run: (m) => m.emit({ type: 'bell' }) },
})
