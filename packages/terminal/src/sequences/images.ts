/**
 * Images: recognised, measured and reported; pixels are dropped. The cursor moves as it would with the image shown, so
 * that what follows lands where the program expects it. iTerm2's come by OSC 1337, in shell-marks.ts.
 */
import type { PixelSize } from '../screen/kitty-images.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { streamedSequences, stringSequences } from './declare.js'
import { runKittyCommand } from './kitty-graphics.js'
import { cellsOf, emitImage, movePast } from './show-image.js'
import { SixelMeter } from './sixel.js'

/** A sixel image of this size was drawn: at the cursor or, with DECSDM set, from the top left corner. */
function showSixel(m: TerminalState, size: PixelSize): void {
  const { cols, rows } = cellsOf(m, size, { cols: 0, rows: 0 }, { width: 0, height: 0 })
  if (cols === 0 || rows === 0) return
  if (m.modeIsSet('sixelDisplay')) {
    emitImage(m, 0, 0, { protocol: 'sixel', size, cols, rows })
    return
  }
  emitImage(m, m.cursorRow, m.cursorCol, { protocol: 'sixel', size, cols, rows })
  // Past the right edge, xterm goes on in the next line, and so does kitty.
  movePast(m, { cols: m.modeIsSet('sixelCursorRight') ? cols : 0, rows }, 'wrap')
}

export const images = {
  ...streamedSequences({
    'DCS Ps;Ps;Ps q': {
      name: 'sixel',
      does: 'Images are measured and reported; pixels are dropped.',
      support: 'partly',
      begin: (m) => {
        const meter = new SixelMeter()
        return {
          bytes: (bytes, from, end) => meter.bytes(bytes, from, end),
          unfinished: () => meter.unfinished(),
          end: () => showSixel(m, meter.finish()),
        }
      },
    },
  }),
  ...stringSequences({
    'APC G': {
      name: 'kitty graphics',
      does: 'Images sent as data are measured, reported and answered for; pixels are dropped, files are not read.',
      support: 'partly',
      run: (m, s) => runKittyCommand(m, s.text()),
    },
  }),
}
