/** What an attached terminal prints makes it look like the session, whatever the session shows. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compose, layOut, reservedRows } from '../../../packages/polytty/src/compose/compose.js'
import { Elements } from '../../../packages/polytty/src/compose/elements.js'
import { type PaintSource, TerminalPainter } from '../../../packages/polytty/src/compose/painter.js'
import { Terminal } from '../../../packages/terminal/src/index.js'
import { lookOf, sameScreen } from './same-screen.js'

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

/** Rows of the window in which program and panels are. */
const WINDOW = 6

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

test('keys are sent by the terminal as the session’s program wants them', () => {
  const session = new Terminal({ cols: 20, rows: 6 })
  const outer = new Terminal({ cols: 20, rows: 6 })
  const painter = new TerminalPainter(sourceOf(session))
  for (const asked of [
    '\x1b[>4;2m\x1b[>4;1f',
    '\x1b[>1;3m\x1b[>2;1m\x1b[?67h\x1b[?1007h',
    '\x1b[>4m\x1b[>1m\x1b[?67l',
    '\x1bc',
  ]) {
    session.write(asked)
    outer.write(painter.paint(session.snapshot()))
    expect(outer.modes).toEqual(session.modes)
  }
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

test('so it does in a larger terminal, while panels and overlays come and go', () => {
  const text = fc.array(pieces, { maxLength: 8 }).map((parts) => ({ text: parts.join('') }))
  const panel = fc.constantFrom('top' as const, 'bottom' as const).map((panel) => ({ panel }))
  const step = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: panel },
    { weight: 1, arbitrary: fc.constant({ overlay: true }) },
    { weight: 1, arbitrary: fc.constant({ clear: true }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const session = new Terminal({ cols: 20, rows: WINDOW })
      const outer = new Terminal({ cols: 30, rows: WINDOW + 3 })
      const elements = new Elements()
      const painter = new TerminalPainter(sourceOf(session))
      outer.write(painter.begin(WINDOW + 3, 100))
      for (const step of steps) {
        if ('text' in step) session.write(step.text)
        else if ('panel' in step) elements.add('panel', { position: step.panel, height: 1, spans: [{ text: 'panel' }] })
        else if ('overlay' in step) elements.add('overlay', { x: 3, y: 1, spans: [{ text: 'o漢\nver', bg: 'blue' }] })
        else {
          elements.clear('panel')
          elements.clear('overlay')
        }
        const layout = layOut(elements.list('panel'), WINDOW)
        session.resize(20, WINDOW - reservedRows(layout))
        const composed = compose(session.snapshot(), layout, elements.list('overlay'))
        outer.write(painter.paint(composed))
        expect(lookOf(outer.snapshot(), WINDOW, 20)).toEqual(lookOf(composed, WINDOW, 20))
        expect(
          lookOf(outer.snapshot(), WINDOW + 3, 30)
            .slice(WINDOW)
            .join(''),
        ).toMatch(/^[_null|]*$/)
      }
    }),
  )
})
