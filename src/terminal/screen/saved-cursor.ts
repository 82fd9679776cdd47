/** DECSC and DECRC: the cursor with its pen and character sets, once per screen. */
import { type Machine, originMode, type SavedCursor } from './machine.js'
import { tellOrigin } from './mode-events.js'

export function saveCursor(m: Machine): void {
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
export function restoreCursor(m: Machine): void {
  const before = m.modes[originMode]
  restore(m, m.isAlternate ? m.savedAlternate : m.savedMain)
  tellOrigin(m, before)
}

function restore(m: Machine, saved: SavedCursor | null): void {
  m.origin = saved?.origin ?? false
  m.modes[originMode] = m.origin ? 1 : 0
  if (!saved) {
    m.moveTo(0, 0)
    m.pen.reset()
    m.resetCharsets()
    return
  }
  // In origin mode the margins of now hold it, also where they were others when it was saved.
  if (m.origin) m.moveToOrigin(saved.row - m.top, saved.col - m.left)
  else m.moveTo(saved.row, saved.col)
  m.wrapPending = saved.wrapPending && saved.col < m.cols
  m.pen.set(saved)
  m.charsets = [...saved.charsets]
  m.designators = [...saved.designators]
  m.gl = saved.gl
  m.gr = saved.gr
  m.refreshCharset()
}
