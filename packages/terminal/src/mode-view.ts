/** The modes by name, as the public surface gives them. */
import { type ModeName, modeTable } from './modes.js'
import type { TerminalState } from './screen/terminal-state.js'
import type { MouseEncoding, MouseTracking, TerminalModes } from './types.js'

type Booleans = Record<ModeName, boolean>

export function readModes(m: TerminalState): TerminalModes {
  const values = Object.fromEntries(modeTable.map((mode, index) => [mode.name, m.modes[index] !== 0])) as Booleans
  return {
    ...values,
    alternateScreen: m.isAlternate,
    mouseTracking: tracking(values),
    mouseEncoding: encoding(values),
    kittyKeyboard: m.keyboard.flags(m.isAlternate),
    ...m.keyboard.options(),
  }
}

function tracking(values: Booleans): MouseTracking {
  if (values.mouseAny) return 'any'
  if (values.mouseButton) return 'button'
  if (values.mouseNormal) return 'normal'
  return values.mouseX10 ? 'x10' : 'none'
}

function encoding(values: Booleans): MouseEncoding {
  if (values.mouseSgrPixel) return 'sgrPixel'
  if (values.mouseSgr) return 'sgr'
  if (values.mouseUrxvt) return 'urxvt'
  return values.mouseUtf8 ? 'utf8' : 'default'
}
