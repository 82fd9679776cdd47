/** What an attached terminal prints makes it look like the session, whatever the session shows. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PaintSource, TerminalPainter } from '../../../src/server/wsh-painter.js'
import { Terminal } from '../../../src/terminal/index.js'
import { sameScreen } from './same-screen.js'

const pieces = fc.constantFrom(
  ...[
    'a',
    'word ',
    '漢',
    '👩‍💻',
    '\r\n',
    '\x1b[31m',
    '\x1b[1;44m',
    '\x1b[0m',
    '\x1b[2J',
    '\x1b[3;5H',
    '\x1b[K',
    '\x1b[L',
  ],
  ...['\n\n\n\n\n', 'x\r\n'.repeat(9), '\x1b[2;4r', '\x1b[r', '\x1b[3J'],
  ...['\x1b[?1049h', '\x1b[?1049l', '\x1b[?25l', '\x1b[?25h', '\x1b[4 q', '\x1b[?5h', '\x1b[M', '\x1b[P', '\x1bM'],
  'a line that is longer than the screen is wide',
)

/** What can be scrolled back to; lines above the session's own first one were the other terminal's before. */
function past(terminal: Terminal): string[] {
  return terminal.history().map(({ text }) => text)
}

test('frame by frame, the terminal shows what the session shows', () => {
  fc.assert(
    fc.property(fc.array(fc.array(pieces, { maxLength: 12 }), { maxLength: 6 }), (frames) => {
      const session = new Terminal({ cols: 20, rows: 6 })
      const outer = new Terminal({ cols: 20, rows: 6 })
      const painter = new TerminalPainter(sourceOf(session))
      outer.write(painter.begin(6, 100))
      for (const frame of frames) {
        session.write(frame.join(''))
        outer.write(painter.paint(session.snapshot()))
        sameScreen(outer.snapshot(), session.snapshot())
        expect(painter.paint(session.snapshot())).toBe('')
      }
      if (!session.modes.alternateScreen) expect(past(outer).slice(-past(session).length)).toEqual(past(session))
    }),
  )
})

function sourceOf(terminal: Terminal): PaintSource {
  return {
    terminal,
    get title() {
      return terminal.title
    },
    snapshot: () => terminal.snapshot(),
    history: (from, count) => terminal.history(from ?? 0, count),
  }
}
