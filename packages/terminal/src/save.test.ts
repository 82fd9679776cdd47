/** A saved terminal goes on exactly as the original does, wherever in a stream it was saved. */
import { expect, test } from 'vitest'
import { describe as describeScreen } from '../../../test/screens/compare.js'
import { randomStream, seeded } from '../../../test/screens/random-stream.js'
import { Terminal } from './index.js'
import type { SavedTerminal } from './save.js'

const decoder = new TextDecoder()

/** Everything that can be asked of a terminal. */
function all(terminal: Terminal): unknown {
  const rows = terminal.history().map((row) => [row.text, row.wrapped, row.doubled])
  return {
    screen: describeScreen(terminal.snapshot()),
    dump: decoder.decode(terminal.dump()),
    rows,
    firstLine: terminal.firstLine,
    modes: terminal.modes,
  }
}

/** As it would be on its way to another process. */
function carried({ dump, rows, state }: SavedTerminal): SavedTerminal {
  return { dump: dump.slice(), rows: rows.slice(), state: JSON.parse(JSON.stringify(state)) }
}

function restored(terminal: Terminal, scrollback: number): Terminal {
  const copy = new Terminal({ cols: terminal.cols, rows: terminal.rows, scrollback })
  copy.restore(carried(terminal.save()))
  return copy
}

test.each([1, 31, 61, 91])('saved anywhere in random streams, with resizes: from %i', (first) => {
  for (let seed = first; seed < first + 30; seed++) {
    const random = seeded(seed * 13 + 5)
    const scrollback = random(3) * 40
    const original = new Terminal({ cols: 5 + random(60), rows: 2 + random(20), scrollback })
    let copy = original
    const stream = randomStream(seed, 120)
    const parts = 2 + random(4)
    for (let part = 0; part < parts; part++) {
      const [from, to] = [part, part + 1].map((at) => Math.floor((stream.length * at) / parts))
      const piece = stream.slice(from, to)
      const pieces = [original, copy === original ? null : copy].filter((one) => one !== null)
      for (const one of pieces) one.write(piece)
      if (random(3) === 0) {
        const [cols, rows] = [5 + random(60), 2 + random(20)]
        for (const one of pieces) one.resize(cols, rows)
      }
      copy = restored(copy, scrollback)
      expect(all(copy), `seed ${seed}, part ${part}`).toEqual(all(original))
    }
    for (const one of [original, copy]) one.write('\x18é漢\x1b[3b\x1b8X\tY\x1b[2;2Hz')
    expect(all(copy), `seed ${seed}, after`).toEqual(all(original))
    for (const one of [original, copy]) one.resize(33, 9)
    expect(all(copy), `seed ${seed}, resized`).toEqual(all(original))
  }
})

test('styles, clusters and links of the history keep their meaning', () => {
  const original = new Terminal({ cols: 30, rows: 2, scrollback: 3000 })
  for (let line = 0; line < 1500; line++)
    original.write(
      `\x1b[38;2;1;2;${line % 256}m${line} \u{1f469}\u200d\u{1f680}\x1b[m \x1b]8;;http://x/${line}\x07l\x1b]8;;\x07\r\n`,
    )
  const copy = restored(original, 3000)
  const cells = (one: Terminal) => one.history().map((row) => Array.from({ length: 12 }, (_, col) => row.cell(col)))
  expect(cells(copy)).toEqual(cells(original))
})

test('what no sequence sets is kept', () => {
  const original = new Terminal({ allowClipboardRead: true })
  original.setColorScheme('light')
  original.write('\x1b]52;c;aGk=\x07\x1b]7;file:///tmp\x07\x1b]633;E;ls\x07')
  const copy = new Terminal({ allowClipboardRead: true })
  copy.restore(carried(original.save()))
  for (const one of [original, copy]) one.write('\x1b]52;c;?\x07\x1b[?996n')
  expect(decoder.decode(copy.takeReplies())).toBe(decoder.decode(original.takeReplies()))
})

test('revisions go on from where they were, or later', () => {
  const original = new Terminal()
  for (let line = 0; line < 10; line++) original.write(`line ${line}\r\n`)
  const { revision } = original
  const copy = restored(original, 10_000)
  expect(copy.revision).toBeGreaterThan(revision)
  expect(copy.dirtyRowsSince(revision)).toHaveLength(copy.rows)
  expect(copy.writtenAt(0, 0)).toBeLessThanOrEqual(revision)
  copy.write('x')
  expect(copy.writtenAt(10, 0)).toBe(copy.revision)
  const later = new Terminal()
  later.restore(carried(original.save()), 1_000_000)
  expect(later.revision).toBeGreaterThan(1_000_000)
})

test('a format of the future is refused', () => {
  const saved = carried(new Terminal().save())
  const future = { ...saved, state: { ...saved.state, format: 2 as 1 } }
  expect(() => new Terminal().restore(future)).toThrow('a saved terminal of format 2; this engine reads format 1')
})
