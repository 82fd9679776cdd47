/** Reports modes that change by more than the sequence that names them: resets, restored cursors, other widths. */
import { type Mode, modeTable } from '../modes.js'
import { cursorBlinkMode, cursorVisibleMode, originMode, type TerminalState } from './terminal-state.js'

const cursorModes = modeTable.flatMap((mode: Mode, index) => (mode.cursorStyle ? index : []))

/** Emits how the cursor looks now. */
export function emitCursorStyle(m: TerminalState): void {
  m.appearanceRevision++
  m.emit({
    type: 'cursorStyle',
    visible: m.modes[cursorVisibleMode] !== 0,
    shape: m.cursorShape,
    blinking: m.modes[cursorBlinkMode] !== 0,
  })
}

/** Runs a change of several modes, or of the cursor, and emits each that is different afterwards. */
export function changeModes(m: TerminalState, change: () => void): void {
  const before = m.modes.slice()
  const shape = m.cursorShape
  change()
  if (m.cursorShape !== shape || cursorModes.some((index) => m.modes[index] !== before[index])) emitCursorStyle(m)
  for (const [index, { name }] of modeTable.entries())
    if (m.modes[index] !== before[index]) m.emit({ type: 'mode', mode: name, enabled: m.modes[index] !== 0 })
}

/** Emits origin mode if it changed. */
export function emitOrigin(m: TerminalState, before: number): void {
  if (m.modes[originMode] !== before) m.emit({ type: 'mode', mode: 'origin', enabled: m.origin })
}
