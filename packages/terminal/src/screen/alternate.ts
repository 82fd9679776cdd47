/** Switching between the normal and the alternate screen, and the sides of a reset. */
import { limits } from '../limits.js'
import { type Mode, type ModeMirror, modeIndex, modeTable } from '../modes.js'
import { eraseDisplay } from './erase.js'
import { Grid } from './grid.js'
import { changeModes } from './mode-events.js'
import { changeColumns } from './resize.js'
import { defaultTabs, slow, type TerminalState } from './terminal-state.js'

const allModes: readonly Mode[] = modeTable
const columnsMode = modeIndex('columns132')
const allowedMode = modeIndex('alternateAllowed')
const alternateModes = [modeIndex('alternateScreen47'), modeIndex('alternateScreen1047'), modeIndex('alternateScreen')]

/** Shows the alternate screen, or the normal one again. The cursor stays where it is. */
export function showAlternate(m: TerminalState, active: boolean): void {
  if (active === m.isAlternate || (active && m.modes[allowedMode] === 0)) return
  // Each screen has keyboard flags of its own.
  m.changeKeyboard(() => {
    if (active) m.alternate ??= new Grid(m.cols, m.rows, m.stamp)
    m.grid = active ? m.alternate! : m.main
    for (const mode of alternateModes) m.modes[mode] = active ? 1 : 0
    m.appearanceRevision++
    m.emit({ type: 'alternateScreen', active })
  })
}

/** Blanks the alternate screen in the current background. A pending wrap stays, which xterm ends and others keep. */
export function clearAlternate(m: TerminalState): void {
  if (!m.isAlternate) return
  const { wrapPending } = m
  eraseDisplay(m, 2)
  m.wrapPending = wrapPending
}

/** Sets every mode back. */
function resetModes(m: TerminalState): void {
  m.setInitialModes()
  syncModes(m)
}

const mirrors: Readonly<Record<ModeMirror, (m: TerminalState, on: boolean) => void>> = {
  autoWrap: (m, on) => {
    m.autoWrap = on
  },
  origin: (m, on) => {
    m.origin = on
  },
  newLine: (m, on) => {
    m.newLine = on
  },
  vt52: (m, on) => {
    m.vt52 = !on
  },
  insert: (m, on) => m.setSlow(slow.insert, on),
  clusters: (m, on) => {
    if (!on) m.setSlow(slow.prepend, false)
  },
}
const mirrored = allModes.flatMap((mode, index) => (mode.mirror ? [[index, mirrors[mode.mirror]] as const] : []))

/** Brings the mirrors that printing reads in line with the mode table. */
export function syncModes(m: TerminalState): void {
  for (const [index, mirror] of mirrored) mirror(m, m.modes[index] !== 0)
}

/** RIS: everything as at the start; the history goes too, as in xterm. */
export function resetHard(m: TerminalState): void {
  changeModes(m, () => {
    showAlternate(m, false)
    if (m.modes[columnsMode] !== 0) changeColumns(m, m.narrowCols)
    resetModes(m)
    m.cursorShape = 'block'
  })
  m.changeKeyboard(() => m.keyboard.reset())
  m.pen.setLink(0)
  m.pen.reset()
  m.isoProtection = false
  m.resetMargins()
  m.resetCharsets()
  m.moveTo(0, 0)
  eraseDisplay(m, 2)
  m.history.clear()
  m.alternate = null
  m.setSlow(slow.doubled, false)
  m.savedMain = null
  m.savedAlternate = null
  m.savedModes.clear()
  m.kittyImage.reset()
  m.pictures.reset()
  m.inlineFile = null
  m.sgrStack.length = 0
  m.titleStack.length = 0
  m.transfers.clear()
  m.palette.reset()
  m.tabs = defaultTabs(m.cols)
  m.attributeExtent = 0
  m.conformanceLevel = 64
  m.eightBitReplies = false
  m.titleModes = 0
  m.checksumMode = 0
  m.lastPrinted = 0
  m.ownIconName = false
  setTitle(m, '', '')
  m.appearanceRevision++
  m.emit({ type: 'reset' })
}

/** DECSTR: the state that confuses the next program, but neither the screen nor a pending wrap, as in xterm. */
export function resetSoft(m: TerminalState): void {
  m.pen.setLink(0)
  m.pen.reset()
  m.checksumMode = 0
  m.isoProtection = false
  m.resetMargins()
  m.resetCharsets()
  if (m.isAlternate) m.savedAlternate = null
  else m.savedMain = null
  m.appearanceRevision++
  changeModes(m, () => {
    for (const [index, { softReset }] of allModes.entries())
      if (softReset !== undefined) m.modes[index] = Number(softReset)
    syncModes(m)
  })
  m.changeKeyboard(() => m.keyboard.reset())
}

/** Sets window title and icon name; null leaves one as it is. */
export function setTitle(m: TerminalState, title: string | null, iconName: string | null): void {
  if (iconName !== null) m.iconName = iconName.slice(0, limits.titleLength)
  if (title !== null) m.title = title.slice(0, limits.titleLength)
  m.appearanceRevision++
}
