/** The escapes of a VT52, which DECANM (mode ?2, reset) puts in the place of all others until `ESC <`. */
import { modeIndex } from '../modes.js'
import { eraseDisplay, eraseLine } from '../screen/erase.js'
import { reverseIndex } from '../screen/scroll.js'
import { sequences } from './declare.js'
import { setMode } from './modes.js'
import { designate } from './regions.js'

export const vt52 = sequences({
  'ESC A': { name: 'cursor up', does: 'Up.', run: (m) => m.moveTo(m.cursorRow - 1, m.cursorCol) },
  'ESC B': { name: 'cursor down', does: 'Down.', run: (m) => m.moveTo(m.cursorRow + 1, m.cursorCol) },
  'ESC C': { name: 'cursor right', does: 'Right.', run: (m) => m.moveTo(m.cursorRow, m.cursorCol + 1) },
  'ESC D': { name: 'cursor left', does: 'Left.', run: (m) => m.moveTo(m.cursorRow, m.cursorCol - 1) },
  'ESC F': { name: 'graphics', does: 'DEC graphics for what follows.', run: (m) => designate(m, 0, '0') },
  'ESC G': { name: 'no graphics', does: 'ASCII for what follows.', run: (m) => designate(m, 0, 'B') },
  'ESC H': { name: 'home', does: 'To the first row and column.', run: (m) => m.moveTo(0, 0) },
  'ESC I': { name: 'reverse line feed', does: 'Up, scrolling at the top.', run: reverseIndex },
  'ESC J': { name: 'erase below', does: 'Erases to the end of the screen.', run: (m) => eraseDisplay(m, 0) },
  'ESC K': { name: 'erase right', does: 'Erases to the end of the line.', run: (m) => eraseLine(m, 0) },
  'ESC Y': {
    name: 'cursor address',
    does: 'To a row and column, each a character that follows, from a space on.',
    run: (m, p) => m.moveTo(p.at(0) - 0x20, p.at(1) - 0x20),
  },
  'ESC Z': { name: 'identify', does: 'What the terminal is.', run: (m) => m.reply('\x1b/Z') },
  'ESC =': { name: 'keypad', does: 'Application keypad.', run: (m) => setMode(m, modeIndex('keypad'), true) },
  'ESC >': { name: 'no keypad', does: 'Numeric keypad.', run: (m) => setMode(m, modeIndex('keypad'), false) },
  'ESC <': { name: 'ANSI mode', does: 'All other sequences again.', run: (m) => setMode(m, modeIndex('ansi'), true) },
})
