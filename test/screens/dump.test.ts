/** dump() rebuilds a terminal: the snapshot of a fresh one that was fed it is the same. */
import { expect, test } from 'vitest'
import { Terminal } from '../../src/terminal/index.js'
import { describe } from './compare.js'
import { randomStream, seeded } from './random-stream.js'

/** Ends whatever sequence the stream broke off in. */
const cancel = '\x18'

function rebuild(terminal: Terminal, scrollback: number): Terminal {
  const copy = new Terminal({ cols: terminal.cols, rows: terminal.rows, scrollback })
  copy.write(terminal.dump())
  return copy
}

test('a dump of a random screen rebuilds it, with the saved cursor and the tab stops', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const random = seeded(seed * 7 + 1)
    const scrollback = random(3) * 10
    const terminal = new Terminal({ cols: 4 + random(60), rows: 2 + random(20), scrollback })
    terminal.write(randomStream(seed, 60))
    terminal.write(cancel)
    const copy = rebuild(terminal, scrollback)
    expect(describe(copy.snapshot()), `seed ${seed}`).toEqual(describe(terminal.snapshot()))
    const more = '\x1b8X\tY'
    terminal.write(more)
    copy.write(more)
    expect(describe(copy.snapshot()), `seed ${seed} and more`).toEqual(describe(terminal.snapshot()))
  }
})

test('history, wrapped lines, modes, margins and the pen survive', () => {
  const terminal = new Terminal({ cols: 10, rows: 3, scrollback: 50 })
  terminal.write('a line that is wrapped twice over\r\n\x1b[31mred\x1b[m\r\n日本語日本語\r\nend')
  terminal.write(
    '\x1b[?1h\x1b[?2004h\x1b[?1006h\x1b[?1002h\x1b[2;3r\x1b[5 q\x1b[>5u\x1b]2;title\x07\x1b[1;4:3;38;5;99m',
  )
  const copy = rebuild(terminal, 50)
  expect(copy.history().map((row) => [row.text, row.wrapped])).toEqual(
    terminal.history().map((row) => [row.text, row.wrapped]),
  )
  expect(copy.modes).toEqual(terminal.modes)
  copy.write('X')
  terminal.write('X')
  expect(describe(copy.snapshot())).toEqual(describe(terminal.snapshot()))
})

test('the alternate screen is rebuilt over the normal one', () => {
  const terminal = new Terminal({ cols: 12, rows: 3 })
  terminal.write('below\x1b[?1049h\x1b[2;2Habove')
  const copy = rebuild(terminal, 10_000)
  expect(copy.snapshot().text()).toBe('\n above\n')
  copy.write('\x1b[?1049l')
  expect(copy.snapshot().row(0).text).toBe('below')
  expect(copy.snapshot().cursor).toMatchObject({ row: 0, col: 5 })
})
