/**
 * Images: recognised, measured, reported and kept as they were sent. The cursor moves as it would with the image shown,
 * so that what follows lands where the program expects it. iTerm2's come by OSC 1337, in shell-marks.ts.
 */
import { decodeUtf8 } from '../parser/utf8.js'
import type { PixelSize } from '../screen/kitty-images.js'
import type { TerminalState } from '../screen/terminal-state.js'
import { streamedSequences, stringSequences } from './declare.js'
import { runKittyCommand } from './kitty-graphics.js'
import { cellsOf, joinData, showImage } from './show-image.js'
import { SixelMeter } from './sixel.js'

/** A sixel image of this size was drawn: at the cursor or, with DECSDM set, from the top left corner. */
function showSixel(m: TerminalState, size: PixelSize, data: string): void {
  const { cols, rows } = cellsOf(m, size, { cols: 0, rows: 0 }, { width: 0, height: 0 })
  if (cols === 0 || rows === 0) return
  const image = { protocol: 'sixel', size, cols, rows, picture: m.pictures.keep('sixel', size, data) } as const
  // Past the right edge, xterm goes on in the next line, and so does kitty.
  const area = { cols: m.modeIsSet('sixelCursorRight') ? cols : 0, rows }
  if (m.modeIsSet('sixelDisplay')) showImage(m, 0, 0, image, null)
  else showImage(m, m.cursorRow, m.cursorCol, image, { area, edge: 'wrap' })
}

export const images = {
  ...streamedSequences({
    'DCS Ps;Ps;Ps q': {
      name: 'sixel',
      does: 'Images are measured, reported and shown in attached terminals, but in no picture of the screen.',
      support: 'partly',
      begin: (m) => {
        const meter = new SixelMeter()
        let data = ''
        return {
          bytes(bytes, from, end) {
            meter.bytes(bytes, from, end)
            data = joinData(data, decodeUtf8(bytes.subarray(from, end)))
          },
          unfinished: () => meter.unfinished(),
          end: () => showSixel(m, meter.finish(), data),
        }
      },
    },
  }),
  ...stringSequences({
    'APC G': {
      name: 'kitty graphics',
      does: 'Images sent as data are measured, reported, answered for and shown in attached terminals; files are not read.',
      support: 'partly',
      run: (m, s) => runKittyCommand(m, s.text()),
    },
  }),
}
