/** Telling of modes that change by more than the sequence that names them: resets, restored cursors, other widths. */
import { modeTable } from '../modes.js'
import { cursorBlinkMode, cursorVisibleMode, type Machine, originMode } from './machine.js'

/** Tells how the cursor looks now. */
export function tellCursorStyle(m: Machine): void {
  m.looks++
  m.emit({
    type: 'cursorStyle',
    visible: m.modes[cursorVisibleMode] !== 0,
    shape: m.cursorShape,
    blinking: m.modes[cursorBlinkMode] !== 0,
  })
}

/** Runs a change of several modes and tells of each that is different then. */
export function changeModes(m: Machine, change: () => void): void {
  const before = m.modes.slice()
  change()
  if (m.modes[cursorVisibleMode] !== before[cursorVisibleMode]) tellCursorStyle(m)
  for (const [index, { name }] of modeTable.entries())
    if (m.modes[index] !== before[index]) m.emit({ type: 'mode', mode: name, enabled: m.modes[index] !== 0 })
}

/** Tells of origin mode where it is not as it was. */
export function tellOrigin(m: Machine, before: number): void {
  if (m.modes[originMode] !== before) m.emit({ type: 'mode', mode: 'origin', enabled: m.origin })
}
