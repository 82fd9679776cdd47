/**
 * Small streams whose outcome was measured in a real xterm (version 379, its screen read back by DECRQCRA and its pen by
 * XTREPORTSGR; reverse wrap, DECRC and what came later in version 410): where documents are silent or terminals disagree, this is what we follow.
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
    ['restored in origin mode is where it was', '\x1b[2;3r\x1b[?6h\x1b[2;3H\x1b7\x1b[1;3r\x1b8', '3;3'],
    ['restored in origin mode stays above the bottom margin', '\x1b[?6h\x1b[3;8H\x1b7\x1b[1;2r\x1b8', '2;8'],
    ['does not go up over a line that was not wrapped', '\x1b[?45h\x1b[2;1H\b', '2;1'],
    ['goes up into a wrapped line in reverse wrap', `\x1b[?45h${full}x\b\b`, '1;10'],
    ['goes up into it by CUB too', `\x1b[?45h${full}x\x1b[5D`, '1;7'],
    ['goes up over two wrapped lines and no further', `\x1b[?45hab\r\n${full}xy\x1b[99D`, '2;1'],
    ['stays at the top in reverse wrap', '\x1b[?45h\b', '1;1'],
    ['goes up over any line in extended reverse wrap', '\x1b[?1045h\x1b[2;1H\b', '1;10'],
    ['goes from the top to the bottom in extended reverse wrap', '\x1b[?1045h\b', '3;10'],
    ['goes from the top margin to the bottom one', '\x1b[?1045h\x1b[1;2r\b', '2;10'],
    ['wraps back from the edge to the right margin', '\x1b[?1045h\x1b[?69h\x1b[4;6s\x1b[3;1H\b', '2;6'],
    ['only leaves the waiting position at first', `\x1b[?45h${full}\b`, '1;10'],
    ['does not wrap back without DECAWM', `\x1b[?45h${full}x\x1b[?7l\b\b`, '2;1'],
    ['goes left past the margins with HPB', '\x1b[?69h\x1b[4;6s\x1b[2;5H\x1b[3j', '2;2'],
    ['goes up past the margins with VPB', '\x1b[2;3r\x1b[3;5H\x1b[9k', '1;5'],
    ['stays within them with HPB and VPB in origin mode', '\x1b[2;3r\x1b[?6h\x1b[2;5H\x1b[9k\x1b[2j', '1;3'],
  ])('%s', (_, text, cursor) => {
    expect(outcome(text).cursor).toBe(cursor)
  })
})

test.each<[string, string, string]>([
  ['within the margins', '\x1b[1;6HX', 'abcdeXfgij'],
  ['left of them', '\x1b[1;2HX', 'aXcdefghij'],
  ['right of them', '\x1b[1;9HX', 'abcdefghXj'],
])('insert mode moves what is between left and right margins: %s', (_, text, row) => {
  expect(outcome(`abcdefghij\x1b[4h\x1b[?69h\x1b[5;8s${text}`).rows[0]).toBe(row)
})

test('the sets of the alternate ROM print as ASCII', () => {
  expect(outcome('\x1b(1aq\x1b(2aq').rows[0]).toBe('aqaq')
})

test.each<[string, string, string]>([
  ['DEC Technical', '\x1b(>abcdefg', 'αβχδεφγ'],
  ['DEC Technical in G1', '\x1b)>\x0e!~1', '⎷↓⸮'],
  ['DEC Supplemental', '\x1b(%5abc!W', 'áâã¡Œ'],
  ['the one the user prefers', '\x1b(<abc!', 'áâã¡'],
])('the sets of DEC: %s', (_, text, row) => {
  expect(outcome(text).rows[0]).toBe(row)
})

test('a sequence with a colon that is not SGR does nothing', () => {
  expect(outcome('\x1b[2;2H\x1b[1:2A\x1b[3:1H\x1b[1:2Jx').rows).toEqual(['', ' x', ''])
})

describe('a row of double width', () => {
  test.each<[string, string, string[], string]>([
    ['wraps at half of the columns', '\x1b#6abcdefg', ['abcde', 'fg', ''], '2;3'],
    ['also as the top of double height', '\x1b#3abcdefg', ['abcde', 'fg', ''], '2;3'],
    ['stops the cursor there', '\x1b#6\x1b[20C', ['', '', ''], '1;5'],
    ['and a tab', '\x1b#6\t', ['', '', ''], '1;5'],
    ['and DECFI', '\x1b#6\x1b[5G\x1b9', ['', '', ''], '1;5'],
    ['inserts as if it were whole', '\x1b#6abcd\x1b[4h\x1b[Hxyz', ['xyzabcd', '', ''], '1;4'],
    ['prints nothing beyond', '\x1b#6\x1b[1;8Hx', ['', '', ''], '1;8'],
    ['is like the others again after DECSWL', '\x1b#6ab\x1b#5cdefgh', ['abcdefgh', '', ''], '1;9'],
    ['cannot be had with left and right margins', '\x1b[?69h\x1b#6abcdefg', ['abcdefg', '', ''], '1;8'],
    ['is single again when those come', '\x1b#6\x1b[?69habcdefg', ['abcdefg', '', ''], '1;8'],
  ])('%s', (_, text, rows, cursor) => {
    expect(outcome(text)).toEqual({ rows, cursor })
  })

  test('ends with the erasure of the screen', () => {
    const terminal = run('\x1b#6\x1b[2J\x1b[Habcdefg', 10, 3)
    expect([terminal.snapshot().row(0).text, terminal.snapshot().row(0).doubled]).toEqual(['abcdefg', undefined])
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

describe('answers have the form of those of xterm', () => {
  function ask(text: string): string {
    return String.fromCharCode(...run(text, 80, 24).takeReplies())
  }

  test.each<[string, string, string]>([
    ['DSR ?5', '\x1b[?5n', '\x1b[?0n'],
    ['DSR ?62', '\x1b[?62n', '\x1b[0000*{'],
    ['XTQMODKEYS for cursor keys', '\x1b[?1m', '\x1b[>1;2m'],
    ['XTQMODKEYS after XTMODKEYS', '\x1b[>1;3m\x1b[?1m', '\x1b[>1;3m'],
    ['XTREPORTSGR', '\x1b[1;34;42mA\x1b[1;1;1;1#|', '\x1b[0;1;34;42m'],
    ['XTREPORTSGR of what cells share', '\x1b[7;1mA\x1b[0;7;4mB\x1b[1;1;1;2#|', '\x1b[0;7m'],
    ['XTREPORTSGR of the whole screen', '\x1b[#|', '\x1b[0m'],
    ['a title set in hex', '\x1b[>0t\x1b]2;616f7a\x07\x1b[21t', '\x1b]laoz\x1b\\'],
    ['a title reported in hex', '\x1b[>1t\x1b]2;aoz\x07\x1b[21t', '\x1b]l616f7a\x1b\\'],
    ['a title that is not the hex it should be', '\x1b]2;a\x07\x1b[>0t\x1b]2;zz\x07\x1b[21t', '\x1b]la\x1b\\'],
    ['a title in text again', '\x1b[>0;1t\x1b[>T\x1b]2;616f\x07\x1b[21t', '\x1b]l616f\x1b\\'],
    ['a title as dtterm sets it', '\x1b]lfoo\x07\x1b[21t', '\x1b]lfoo\x1b\\'],
    ['an icon name as dtterm sets it', '\x1b]Lfoo\x07\x1b[20t', '\x1b]Lfoo\x1b\\'],
    ['S8C1T', '\x1b G\x1b[5n', '\x9b0n'],
    ['S8C1T for a control string', '\x1b G\x1bP$qm\x1b\\', '\x901$r0m\x9c'],
    ['S7C1T', '\x1b G\x1b F\x1b[5n', '\x1b[0n'],
    ['DECRQM of an ANSI mode at level 2', '\x1b[62;1"p\x1b[4$p\x1b[?7$p', '\x1b[?7;1$y'],
    ['left and right margins at level 3', '\x1b[63;1"p\x1b[?69h\x1b[?69$p\x1b[4$p', '\x1b[?69;0$y\x1b[4;2$y'],
    ['DECSCL with 8-bit controls', '\x1b[63;0"p\x1bP$q"p\x1b\\', '\x901$r63;0"p\x9c'],
    ['DECSCL with 7-bit controls', '\x1b[62;1"p\x1bP$q"p\x1b\\', '\x1bP1$r62;1"p\x1b\\'],
    ['DECRSPS of a cursor', '\x1bP1$t3;5;1;A;A;A;0;2;@;BBBB\x1b\\\x1b[6n\x1bP$qm\x1b\\', '\x1b[3;5R\x1bP1$r0;1m\x1b\\'],
    ['a cursor key by name', '\x1bP+q6b63757531\x1b\\', '\x1bP1+r6b63757531=1B5B41\x1b\\'],
    ['the same in application mode', '\x1b[?1h\x1bP+q6b75\x1b\\', '\x1bP1+r6b75=1B4F41\x1b\\'],
    ['a function key by name', '\x1bP+q6b6631\x1b\\', '\x1bP1+r6b6631=1B4F50\x1b\\'],
    ['a mode that can never be set', '\x1b[?46$p', '\x1b[?46;4$y'],
    ['cursor coupling', '\x1b[?60$p\x1b[?61$p\x1b[?64$p', '\x1b[?60;4$y\x1b[?61;4$y\x1b[?64;4$y'],
    ['an OSC that is cut off', '\x1b]2;a\x07\x1b]2;b\x1b[21t', '\x1b]la\x1b\\'],
    ['a DCS that is cut off', '\x1bP$qm\x1b[5n', '\x1b[0n'],
    ['a mode that is only remembered', '\x1b[?44h\x1b[?44$p', '\x1b[?44;1$y'],
  ])('%s', (_, text, reply) => {
    expect(ask(text)).toBe(reply)
  })

  test('a cursor report restores the cursor with its sets', () => {
    const before = run('\x1b[2;9r\x1b[?6h\x1b[3;4H\x1b[1;7m\x1b[1"q\x1b)0\x1b.A\x0e\x1b[1$w', 80, 24)
    const report = String.fromCharCode(...before.takeReplies())
    expect(report).toBe('\x1bP1$u4;4;1;I;A;A;1;2;D;B0AB\x1b\\')
    const restored = ask(`\x1b[2;9r${report.replace('$u', '$t')}\x1b[1$w`)
    expect(restored).toBe(report)
  })
})

test('DECCOLM ends origin mode and both pairs of margins, but not the leave to set them', () => {
  const terminal = run('\x1b[?40h\x1b[5;9r\x1b[?69h\x1b[3;9s\x1b[?6h\x1b[?3h\x1bP$qr\x1b\\\x1bP$qs\x1b\\', 80, 24)
  expect(String.fromCharCode(...terminal.takeReplies())).toBe('\x1bP1$r1;24r\x1b\\\x1bP1$r1;132s\x1b\\')
  expect([terminal.modes.origin, terminal.modes.leftRightMargins]).toEqual([false, true])
})

describe('DECRQCRA', () => {
  test.each<[string, string, string]>([
    ['of a cell', 'A\x1b[1;1;1;1;1;1*y', 'FFBF'],
    ['of a cell that was never used', '\x1b[1;1;1;1;1;1*y', 'FFE0'],
    ['leaves the rest of a row out', 'abc\x1b[1;1;1;1;1;5*y', 'FEDA'],
    ['counts spaces that were printed', 'a c  \x1b[1;1;1;1;1;5*y', 'FEDC'],
    ['of rows', 'abc\r\n  de\r\nf g  h\x1b[1;1;1;1;3;10*y', 'FC3C'],
    ['of an empty screen', '\x1b[1;1;1;1;3;10*y', 'FFE0'],
    ['takes eight bits of a character', '─你\x1b[1;1;1;1;1;3*y', 'FFA0'],
    ['of a cluster counts its first character', 'x\u0301\x1b[1;1;1;1;1;1*y', 'FF88'],
    ['without its sign', '\x1b[1#yA\x1b[1;1;1;1;1;1*y', '0041'],
    ['without attributes', '\x1b[3#y\x1b[1mA\x1b[1;1;1;1;1;1*y', '0041'],
    ['with unused cells', '\x1b[7#yab\x1b[1;1;1;1;1;5*y', '0123'],
    ['without them', '\x1b[15#yab\x1b[1;1;1;1;1;5*y', '00C3'],
    ['with whole characters', '\x1b[23#y─\x1b[1;1;1;1;1;1*y', '2500'],
  ])('%s', (_, text, hex) => {
    const terminal = new Terminal({ cols: 10, rows: 3, allowChecksum: true })
    terminal.write(text)
    expect(String.fromCharCode(...terminal.takeReplies())).toBe(`\x1bP1!~${hex}\x1b\\`)
  })
})

test('OSC 52 without a selection is answered for s0', () => {
  const terminal = new Terminal({ allowClipboardRead: true })
  terminal.write('\x1b]52;;aGk=\x07\x1b]52;;?\x07')
  expect(String.fromCharCode(...terminal.takeReplies())).toBe('\x1b]52;s0;aGk=\x07')
})

test.each<[string, string, string]>([
  ['blanks and line feeds', 'aG\n k =', 'hi'],
  ['what follows the padding', 'aGk=junk', 'hi'],
  ['characters of no base64', '*aG(k)', 'hi'],
  ['a digit that is less than a byte', 'aGkxx', 'hi'],
  ['nothing of base64', '!', ''],
])('OSC 52 skips %s', (_, data, text) => {
  const terminal = new Terminal({ allowClipboardRead: true })
  terminal.write(`\x1b]52;c;${data}\x07\x1b]52;c;?\x07`)
  const [, base64] = /52;c;(.*)\x07/.exec(String.fromCharCode(...terminal.takeReplies()))!
  expect(Buffer.from(base64, 'base64').toString().slice(0, 2)).toBe(text)
})

test('DECCARA and DECRARA leave blanks alone in a stream, and paint them in a rectangle', () => {
  const painted = (text: string): string => {
    const snapshot = run(text, 10, 3).snapshot()
    return [0, 1]
      .map((row) => Array.from({ length: 10 }, (_, col) => Number(snapshot.cell(row, col).reverse)).join(''))
      .join(' ')
  }
  expect(painted('ab c\x1b[1;1;2;5;7$r')).toBe('1111000000 0000000000')
  expect(painted('ab\x1b[1;4Hc\x1b[1;1;2;5;7$t')).toBe('1101000000 0000000000')
  expect(painted('ab\x1b[2*x\x1b[1;1;2;5;7$r')).toBe('1111100000 1111100000')
})

describe('scripts (SGR 73 to 75)', () => {
  test.each<[string, string, string]>([
    ['73', 'superscript', '0;73'],
    ['74', 'subscript', '0;74'],
    ['73;74', 'subscript', '0;74'],
    ['73;75', 'normal', '0'],
    ['73;0', 'normal', '0'],
    ['1;73;38;2;1;2;3', 'superscript', '0;1;73;38:2::1:2:3'],
    ['73;38;5;9;4', 'superscript', '0;4;73;91'],
  ])('%s is %s', (codes, script, pen) => {
    const terminal = run(`\x1b[${codes}mx\x1bP$qm\x1b\\`, 10, 3)
    expect(terminal.snapshot().cell(0, 0).script).toBe(script)
    expect(String.fromCharCode(...terminal.takeReplies())).toBe(`\x1bP1$r${pen}m\x1b\\`)
  })

  test('survive DECSC, a dump and other attributes', () => {
    const terminal = run('\x1b[73m\x1b7\x1b[m\x1b8\x1b[1mx\x1b[22my', 10, 3)
    const copy = new Terminal({ cols: 10, rows: 3 })
    copy.write(terminal.dump())
    for (const each of [terminal, copy]) {
      each.write('z')
      expect([0, 1, 2, 3].map((col) => each.snapshot().cell(0, col).script)).toEqual([
        'superscript',
        'superscript',
        'superscript',
        'normal',
      ])
    }
  })
})

test('DECSTR ends a link', () => {
  const snapshot = run('\x1b]8;;http://a\x07x\x1b[!py', 10, 3).snapshot()
  expect([snapshot.cell(0, 0).hyperlink?.uri, snapshot.cell(0, 1).hyperlink]).toEqual(['http://a', null])
})

describe('OSC 133', () => {
  test.each(['A', 'N', 'L', 'A;k=i'])('%s starts a fresh line', (mark) => {
    expect(outcome(`ab\x1b]133;${mark}\x07$ `).rows).toEqual(['ab', '$', ''])
    expect(outcome(`ab\r\n\x1b]133;${mark}\x07$ `).rows).toEqual(['ab', '$', ''])
    expect(outcome(`${full}\x1b]133;${mark}\x07$ `).rows).toEqual([full, '$', ''])
  })

  test.each(['B', 'C', 'D', 'P'])('%s does not', (mark) => {
    expect(outcome(`ab\x1b]133;${mark}\x07$`).rows).toEqual(['ab$', '', ''])
  })
})

test('a wide character that does not fit at a margin leaves no half of another behind', () => {
  const snapshot = run('\x1b[1;4H日\x1b[?69h\x1b[1;4s\x1b[1;4H本', 10, 3).snapshot()
  expect([snapshot.cell(0, 3).text, snapshot.cell(0, 4).width]).toEqual(['', 1])
  expect(snapshot.row(1).text).toBe('本')
})

test('mode 1046 keeps programs from the alternate screen, and takes them out of it', () => {
  const terminal = run('main\x1b[?1049h\x1b[Halt\x1b[?1046l', 10, 3)
  expect([terminal.snapshot().alternateScreen, terminal.snapshot().row(0).text]).toEqual([false, 'main'])
  terminal.write('\x1b[?1049h\x1b[?47h\x1b[?1047h')
  expect(terminal.snapshot().alternateScreen).toBe(false)
  terminal.write('\x1b[?1046h\x1b[?1049h')
  expect(terminal.snapshot().alternateScreen).toBe(true)
})

test('REP repeats nothing after a string', () => {
  expect(outcome('x\x1b]2;t\x07\x1b[b').rows).toEqual(['x', '', ''])
  expect(outcome('x\x1b^a\x1b\\\x1b[b').rows).toEqual(['x', '', ''])
})
