/** Switching between the normal and the alternate screen, and the sides of a reset. */
import { limits } from '../limits.js'
import { modeIndex, modeTable } from '../modes.js'
import { eraseDisplay } from './erase.js'
import { Grid } from './grid.js'
import { clusterMode, defaultTabs, insertMode, type Machine, originMode, slow } from './machine.js'
import { changeModes } from './mode-events.js'
import { changeColumns } from './resize.js'

const autoWrapMode = modeIndex('autoWrap')
const newLineMode = modeIndex('newLine')
const ansiMode = modeIndex('ansi')
const columnsMode = modeIndex('columns132')
const allowedMode = modeIndex('alternateAllowed')
const alternateModes = [modeIndex('alternateScreen47'), modeIndex('alternateScreen1047'), modeIndex('alternateScreen')]

/** Shows the alternate screen, or the normal one again. The cursor stays where it is. */
export function showAlternate(m: Machine, active: boolean): void {
  if (active === m.isAlternate || (active && m.modes[allowedMode] === 0)) return
  // Each screen has keyboard flags of its own.
  m.changeKeyboard(() => {
    if (active) m.alternate ??= new Grid(m.cols, m.rows)
    m.grid = active ? m.alternate! : m.main
    for (const mode of alternateModes) m.modes[mode] = active ? 1 : 0
    m.looks++
    m.emit({ type: 'alternateScreen', active })
  })
}

/** Blanks the alternate screen in the current background. A pending wrap stays, which xterm ends and others keep. */
export function clearAlternate(m: Machine): void {
  if (!m.isAlternate) return
  const { wrapPending } = m
  eraseDisplay(m, 2)
  m.wrapPending = wrapPending
}

/** Sets every mode back; those whose change others should hear of are told. */
function resetModes(m: Machine): void {
  for (const [index, mode] of modeTable.entries()) m.modes[index] = mode.initial ? 1 : 0
  syncModes(m)
}

/** Brings the mirrors that printing reads in line with the mode table. */
export function syncModes(m: Machine): void {
  m.autoWrap = m.modes[autoWrapMode] !== 0
  m.origin = m.modes[originMode] !== 0
  m.newLine = m.modes[newLineMode] !== 0
  m.vt52 = m.modes[ansiMode] === 0
  m.setSlow(slow.insert, m.modes[insertMode] !== 0)
  if (m.modes[clusterMode] === 0) m.setSlow(slow.prepend, false)
}

/** RIS: everything as at the start; the history goes too, as in xterm. */
export function resetHard(m: Machine): void {
  showAlternate(m, false)
  if (m.modes[columnsMode] !== 0) changeColumns(m, m.narrowCols)
  m.pen.setLink(0)
  m.pen.reset()
  m.isoProtection = false
  m.resetMargins()
  m.resetCharsets()
  resetModes(m)
  m.moveTo(0, 0)
  eraseDisplay(m, 2)
  m.history.clear()
  m.alternate = null
  m.setSlow(slow.doubled, false)
  m.savedMain = null
  m.savedAlternate = null
  m.savedModes.clear()
  m.kittyImage.reset()
  m.inlineFile = null
  m.sgrStack.length = 0
  m.titleStack.length = 0
  m.keyboard.reset()
  m.palette.reset()
  m.tabs = defaultTabs(m.cols)
  m.cursorShape = 'block'
  m.attributeExtent = 0
  m.conformanceLevel = 64
  m.eightBitReplies = false
  m.titleModes = 0
  m.checksumMode = 0
  m.lastPrinted = 0
  setTitle(m, '', '')
  m.looks++
  m.emit({ type: 'reset' })
}

const softModes = [
  'keyboardLock',
  'insert',
  'origin',
  'cursorKeys',
  'keypad',
  'nationalCharsets',
  'reverseWrap',
  'extendedReverseWrap',
  'leftRightMargins',
] as const

/** DECSTR: the state that confuses the next program, but neither the screen nor a pending wrap, as in xterm. */
export function resetSoft(m: Machine): void {
  m.pen.reset()
  m.checksumMode = 0
  m.isoProtection = false
  m.resetMargins()
  m.resetCharsets()
  if (m.isAlternate) m.savedAlternate = null
  else m.savedMain = null
  m.looks++
  changeModes(m, () => {
    for (const name of softModes) m.modes[modeIndex(name)] = 0
    m.modes[modeIndex('cursorVisible')] = 1
    m.modes[modeIndex('autoWrap')] = 1
    syncModes(m)
  })
  m.changeKeyboard(() => m.keyboard.reset())
}

/** Sets window title and icon name; null leaves one as it is. */
export function setTitle(m: Machine, title: string | null, iconName: string | null): void {
  if (iconName !== null) m.iconName = iconName.slice(0, limits.titleLength)
  if (title !== null) m.title = title.slice(0, limits.titleLength)
  m.looks++
}
