/** DECSC and DECRC: the cursor with its pen and character sets, once per screen. */

import { emitOrigin } from './mode-events.js'
import { originMode, type SavedCursor, type TerminalState } from './terminal-state.js'

export function saveCursor(m: TerminalState): void {
  const { fg, bg, underlineColor, flags } = m.pen.parts
  const saved: SavedCursor = {
    row: m.cursorRow,
    col: m.cursorCol,
    wrapPending: m.wrapPending,
    origin: m.origin,
    fg,
    bg,
    underlineColor,
    flags,
    charsets: [...m.charsets],
    designators: [...m.designators],
    gl: m.gl,
    gr: m.gr,
  }
  if (m.isAlternate) m.savedAlternate = saved
  else m.savedMain = saved
}

/** Restores what was saved on this screen; without that, goes home with a fresh pen, as DEC terminals do. */
export function restoreCursor(m: TerminalState): void {
  const before = m.modes[originMode]
  restore(m, m.isAlternate ? m.savedAlternate : m.savedMain)
  emitOrigin(m, before)
}

function restore(m: TerminalState, saved: SavedCursor | null): void {
  m.origin = saved?.origin ?? false
  m.modes[originMode] = m.origin ? 1 : 0
  if (!saved) {
    m.moveTo(0, 0)
    m.pen.reset()
    m.resetCharsets()
    return
  }
  // In origin mode only the bottom margin of now holds it, as in xterm.
  m.moveTo(m.origin ? Math.min(saved.row, m.bottom) : saved.row, saved.col)
  m.wrapPending = saved.wrapPending && saved.col < m.cols
  m.pen.set(saved)
  m.charsets = [...saved.charsets]
  m.designators = [...saved.designators]
  m.gl = saved.gl
  m.gr = saved.gr
  m.refreshCharset()
}
