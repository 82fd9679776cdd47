/**
 * Small streams whose outcome was measured in a real xterm (version 379, its screen read back by DECRQCRA and its pen by
 * XTREPORTSGR): where documents are silent or terminals disagree, this is what we follow.
 */
import { describe, expect, test } from 'vitest'
import { Terminal } from '../index.js'

function run(text: string, cols: number, rows: number): Terminal {
  const terminal = new Terminal({ cols, rows })
  terminal.write(text)
  return terminal
}

/** The rows of a screen, and where DSR says the cursor is. */
function outcome(text: string, cols = 10, rows = 3): { rows: string[]; cursor: string } {
  const terminal = run(`${text}\x1b[6n`, cols, rows)
  const cursor = new TextDecoder().decode(terminal.takeReplies()).slice(2, -1)
  return { rows: terminal.snapshot().text().split('\n'), cursor }
}

const full = '0123456789'

describe('a pending wrap', () => {
  test.each<[string, string, string[]]>([
    ['ends with ED 1', `${full}\x1b[1Jx`, ['         x', '', '']],
    ['ends with ED 2', `${full}\x1b[2Jx`, ['         x', '', '']],
    ['ends with EL 1', `${full}\x1b[1Kx`, ['         x', '', '']],
    ['ends with EL 2', `${full}\x1b[2Kx`, ['         x', '', '']],
    ['ends with DECSEL', `${full}\x1b[?2Kx`, ['         x', '', '']],
    ['survives DECFI at the margin', `${full}\x1b9x`, ['123456789', 'x', '']],
    ['survives DECSTR', `${full}\x1b[!px`, [full, 'x', '']],
    ['survives a tab after a back tab', `${full}\x1b[Z\tx`, [full, 'x', '']],
    ['beyond the right margin goes on at the left one', '\x1b[?69h\x1b[4;6s\x1b[3;10Hab', ['', '', '   b     a']],
  ])('%s', (_, text, rows) => {
    expect(outcome(text).rows).toEqual(rows)
  })
})

describe('the cursor', () => {
  test.each<[string, string, string]>([
    ['goes home with DECALN, origin mode or not', '\x1b[2;3r\x1b[?6h\x1b#8\x1b[2;3r\x1b[3;4H', '3;4'],
    ['restored in origin mode stays within the margins of now', '\x1b[?6h\x1b7\x1b[?69h\x1b[4;6s\x1b8', '1;1'],
    ['goes up over any line in reverse wrap', '\x1b[?45h\x1b[2;1H\b', '1;10'],
    ['goes from the top to the bottom in reverse wrap', '\x1b[?45h\b', '3;10'],
    ['goes from the top margin to the bottom one', '\x1b[?45h\x1b[1;2r\b', '2;10'],
    ['wraps back from the edge to the right margin', '\x1b[?45h\x1b[?69h\x1b[4;6s\x1b[3;1H\b', '2;6'],
    ['only leaves the waiting position at first', `\x1b[?45h${full}\b`, '1;10'],
    ['does not wrap back without DECAWM', '\x1b[?45h\x1b[?7l\x1b[2;1H\b', '2;1'],
  ])('%s', (_, text, cursor) => {
    expect(outcome(text).cursor).toBe(cursor)
  })
})

describe('protection', () => {
  test.each<[string, string, string]>([
    ['by DECSCA is heeded by DECSERA', 'a\x1b[1"qb\x1b[1;1;1;5${', ' b'],
    ['by SPA is not heeded by DECSERA', 'a\x1bVb\x1b[1;1;1;5${', ''],
    ['by SPA is heeded by EL and DECSEL', 'a\x1bVb\x1b[2K\x1b[?2K', ' b'],
  ])('%s', (_, text, row) => {
    expect(outcome(text).rows[0]).toBe(row)
  })

  test('DECSEL erases in the current background, DECSERA leaves colours and attributes', () => {
    const erased = run('\x1b[1;41mab\x1b[42m\x1b[?2K', 10, 3).snapshot().cell(0, 0)
    expect([erased.text, erased.bg, erased.bold]).toEqual(['', 2, false])
    const wiped = run('\x1b[1;41mab\x1b[42m\x1b[1;1;1;2${', 10, 3).snapshot().cell(0, 0)
    expect([wiped.text, wiped.bg, wiped.bold]).toEqual(['', 1, true])
  })
})

describe('attributes', () => {
  test('DECALN takes them from the pen, but not its colours', () => {
    const snapshot = run('\x1b[1;4;42m\x1b#8x', 10, 3).snapshot()
    const [printed, filled] = [snapshot.cell(0, 0), snapshot.cell(0, 1)]
    expect([printed.text, printed.bold, printed.underline, printed.bg]).toEqual(['x', false, 'none', 2])
    expect([filled.text, filled.bg]).toEqual(['E', null])
  })

  test.each<[string, string, boolean, string]>([
    ['DECCARA 22 takes bold away', '\x1b[1;4mab\x1b[1;1;1;2;22$r', false, 'single'],
    ['DECCARA reads its codes in order', 'ab\x1b[1;1;1;2;22;1;24$r', true, 'none'],
    ['DECCARA 4 puts one underline in the place of two', '\x1b[21mab\x1b[1;1;1;2;4$r', false, 'single'],
    ['DECRARA takes a double underline away', '\x1b[21mab\x1b[1;1;1;2;4$t', false, 'none'],
  ])('%s', (_, text, bold, underline) => {
    const cell = run(text, 10, 3).snapshot().cell(0, 0)
    expect([cell.bold, cell.underline]).toEqual([bold, underline])
  })
})

test.each<[string, string, string]>([
  ['in G1', '\x1b-A\x0eai', 'áé'],
  ['in G2 for one character', '\x1b.A\x1bNaa', 'áa'],
  ['in G3', '\x1b/A\x1boZ', 'Ú'],
])('a set of 96 characters is Latin-1: %s', (_, text, row) => {
  expect(outcome(text).rows[0]).toBe(row)
})
