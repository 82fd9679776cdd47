/** What sequences do to a small screen: bytes in, rows out. */
import { expect, test } from 'vitest'
import { Terminal } from '../index.js'

function screen(text: string, cols = 8, rows = 4): string[] {
  const terminal = new Terminal({ cols, rows })
  terminal.write(text)
  return terminal.snapshot().text().split('\n')
}

const fill = '\x1b[Haaaaaaaa\r\nbbbbbbbb\r\ncccccccc\r\ndddddddd'
const margins = '\x1b[?69h\x1b[3;6s'

test.each<[string, string, string[]]>([
  ['deferred wrap', '12345678\rX', ['X2345678', '', '', '']],
  ['wrap', '123456789', ['12345678', '9', '', '']],
  ['no wrap', '\x1b[?7l1234567890', ['12345670', '', '', '']],
  ['insert mode', 'abc\x1b[4h\x1b[HX', ['Xabc', '', '', '']],
  ['ICH and DCH', `abcdef\x1b[2G\x1b[2@\x1b[6G\x1b[P`, ['a  bcef', '', '', '']],
  ['ECH', 'abcdef\x1b[2G\x1b[3X', ['a   ef', '', '', '']],
  ['IL and DL', `${fill}\x1b[2;1H\x1b[L\x1b[4;1H\x1b[M`, ['aaaaaaaa', '', 'bbbbbbbb', '']],
  ['scroll region', `${fill}\x1b[2;3r\x1b[3;1H\n`, ['aaaaaaaa', 'cccccccc', '', 'dddddddd']],
  ['RI in a region', `${fill}\x1b[2;3r\x1b[2;1H\x1bM`, ['aaaaaaaa', '', 'bbbbbbbb', 'dddddddd']],
  ['SU and SD', `${fill}\x1b[S\x1b[2T`, ['', '', 'bbbbbbbb', 'cccccccc']],
  ['origin mode', '\x1b[2;3r\x1b[?6h\x1b[HX\x1b[9;9HY', ['', 'X', '       Y', '']],
  ['margins: scroll', `${fill}${margins}\x1b[4;3H\n`, ['aabbbbaa', 'bbccccbb', 'ccddddcc', 'dd    dd']],
  ['margins: wrap', `${margins}\x1b[1;5Hxyz`, ['    xy', '  z', '', '']],
  [
    'margins: DECIC, DECDC',
    `${fill}${margins}\x1b[1;4H\x1b['}\x1b[1;3H\x1b[2'~`,
    ['aaaa  aa', 'bbbb  bb', 'cccc  cc', 'dddd  dd'],
  ],
  [
    'margins: a wide character at the edge, over one that the margin cuts',
    `${margins}\x1b[1;6H日\x1b[1;5Ha本`,
    ['    a', '  本', '', ''],
  ],
  ['margins: DCH', `${fill}${margins}\x1b[1;4H\x1b[2P`, ['aaaa  aa', 'bbbbbbbb', 'cccccccc', 'dddddddd']],
  ['selective erase', 'a\x1b[1"qb\x1b[0"qc\x1b[?2K', [' b', '', '', '']],
  ['protection does not stop EL', '\x1b[1"qabc\x1b[2K', ['', '', '', '']],
  ['REP', 'ab\x1b[3b', ['abbbb', '', '', '']],
  ['tabs', '\x1b[3g\x1b[4G\x1bH\r\tX\x1b[ZY', ['   Y', '', '', '']],
  ['DECALN', '\x1b#8', ['EEEEEEEE', 'EEEEEEEE', 'EEEEEEEE', 'EEEEEEEE']],
  ['line drawing', '\x1b(0lqk\x1b(B-', ['┌─┐-', '', '', '']],
  ['SO and SI', '\x1b)0a\x0eq\x0fq', ['a─q', '', '', '']],
  ['SS2', '\x1b*0\x1bNqq', ['─q', '', '', '']],
  ['UK', '\x1b(A#', ['£', '', '', '']],
  ['DECCRA', `${fill}\x1b[1;1;2;2;1;3;5;1$v`, ['aaaaaaaa', 'bbbbbbbb', 'ccccaacc', 'ddddbbdd']],
  ['DECFRA', '\x1b[35;2;2;3;4$x', ['', ' ###', ' ###', '']],
  ['DECERA', `${fill}\x1b[2;2;3;3$z`, ['aaaaaaaa', 'b  bbbbb', 'c  ccccc', 'dddddddd']],
  ['DECSERA', `\x1b[1"qab\x1b[0"qcd\x1b[1;1;1;4\${`, ['ab', '', '', '']],
  ['DECBI and DECFI', 'ab\x1b[H\x1b6\x1b[1;8H\x1b9', ['ab', '', '', '']],
  ['NEL', 'a\x1bEb', ['a', 'b', '', '']],
  ['LNM', '\x1b[20ha\nb', ['a', 'b', '', '']],
  ['reverse wrap', '123456789\x1b[?45h\b\bX', ['1234567X', '9', '', '']],
  ['DECSC and DECRC', 'ab\x1b7\x1b[3;3Hc\x1b8d', ['abd', '', '  c', '']],
  ['alternate screen', 'main\x1b[?1049h\x1b[Halt\x1b[?1049l!', ['main!', '', '', '']],
  ['DECSTR', '\x1b[2;3r\x1b[4h\x1b[!p\x1b[HXY\x1b[HZ', ['ZY', '', '', '']],
  ['C1 as UTF-8, which is ignored', 'ab\u0085c\u009b1;\u0090d', ['abc1;d', '', '', '']],
  ['C1 as UTF-8 in a sequence', '\x1b[2\u0085;3\u009bHX\x1b\u009b[4GY', ['', '  XY', '', '']],
  ['text that was encoded twice', '\u00e2\u0080\u009dxy', ['âxy', '', '', '']],
  ['CAN in a sequence', '\x1b[3\x18x', ['x', '', '', '']],
  ['controls in a sequence', '\x1b[\r\n2Cx', ['', '  x', '', '']],
  ['unknown sequences', '\x1b[?1;2;3~\x1b[5z\x1b]9999;x\x07\x1b_?\x1b\\ok', ['ok', '', '', '']],
  ['a wide character at the edge', '1234567日', ['1234567', '日', '', '']],
  ['DECCOLM without leave', 'a\x1b[?3hb', ['ab', '', '', '']],
])('%s', (_, text, rows) => {
  expect(screen(text)).toEqual(rows)
})

test('erasing takes the background, and only that', () => {
  const terminal = new Terminal({ cols: 4, rows: 2 })
  terminal.write('\x1b[1;4;31;44mab\x1b[K')
  expect(terminal.snapshot().cell(0, 3)).toMatchObject({ text: '', bg: 4, fg: null, bold: false, underline: 'none' })
})

test.each<[string, object]>([
  [
    '1;2;3;5;7;8;9;53',
    {
      bold: true,
      dim: true,
      italic: true,
      blink: true,
      reverse: true,
      hidden: true,
      strikethrough: true,
      overline: true,
    },
  ],
  ['1;22', { bold: false, dim: false }],
  ['21', { underline: 'double' }],
  ['4:3;58:5:9', { underline: 'curly', underlineColor: 9 }],
  ['4:0', { underline: 'none' }],
  ['38;5;200;48;5;17', { fg: 200, bg: 17 }],
  ['38;2;1;2;3', { fg: { r: 1, g: 2, b: 3 } }],
  ['38:2:1:2:3', { fg: { r: 1, g: 2, b: 3 } }],
  ['38:2::1:2:3', { fg: { r: 1, g: 2, b: 3 } }],
  ['38:5:7;1', { fg: 7, bold: true }],
  ['91;102', { fg: 9, bg: 10 }],
  ['31;39;41;49', { fg: null, bg: null }],
  ['38;5;300;1', { fg: null, bold: true }],
  ['1;', { bold: false }],
])('SGR %s', (codes, expected) => {
  const terminal = new Terminal({ cols: 4, rows: 1 })
  terminal.write(`\x1b[${codes}mx`)
  expect(terminal.snapshot().cell(0, 0)).toMatchObject(expected)
})

test('a VT52 has escapes of its own, however they are cut, until ESC <', () => {
  const stream =
    '\x1b[?2l\x1bY!&at\x1bHhome\x1bB\x1bDd\x1bA\x1bCu\x1bY "\x1bK\x1bF\x6a\x1bG\x6a\x1bZ\x1b[5n\x1b<\x1b[3;1Hansi'
  const whole = new Terminal({ cols: 10, rows: 3 })
  const pieces = new Terminal({ cols: 10, rows: 3 })
  whole.write(stream)
  for (const char of stream) pieces.write(char)
  for (const terminal of [whole, pieces]) {
    // What looks like CSI is text to it.
    expect(terminal.snapshot().text()).toBe('ho┘j5n\n   d  at\nansi')
    expect(new TextDecoder().decode(terminal.takeReplies())).toBe('\x1b/Z')
  }
})

test.each([
  ['EL spares what ISO protects', 'a\x1bVb\x1bWc\r\x1b[K', ' b'],
  ['ED too', 'a\x1bVb\x1bWc\x1b[2J', ' b'],
  ['and ECH', 'a\x1bVb\x1bWc\r\x1b[3X', ' b'],
  ['and selective erasure', 'a\x1bVb\x1bWc\r\x1b[?K', ' b'],
  ['but not what DECSCA protects', 'a\x1b[1"qb\x1b[0"qc\r\x1b[K', ''],
  ['nor after DECSCA', '\x1bVb\x1bW\x1b[0"q\r\x1b[K', ''],
])('%s', (_, text, row) => {
  expect(screen(text)[0]).toBe(row)
})

test('rows of double size are reported, and stay so in the history and when the height changes', () => {
  const terminal = new Terminal({ cols: 10, rows: 4, scrollback: 10 })
  terminal.write('a\x1b#3\r\na\x1b#4\r\nb\x1b#6\r\nc')
  const doubled = (): unknown[] => [0, 1, 2, 3].map((row) => terminal.snapshot().row(row).doubled)
  expect(doubled()).toEqual(['top', 'bottom', 'width', undefined])
  terminal.write('\n\n')
  expect(doubled()).toEqual(['width', undefined, undefined, undefined])
  expect(terminal.history().map((row) => row.doubled)).toEqual(['top', 'bottom'])
  terminal.resize(10, 5)
  terminal.resize(10, 4)
  expect(doubled()).toEqual(['width', undefined, undefined, undefined])
  terminal.write('\x1b[H\x1b#5')
  expect(doubled()[0]).toBeUndefined()
  terminal.write('\x1b#6\x1b[K')
  expect(doubled()[0]).toBe('width')
  terminal.write('\x1b[2J')
  expect(doubled()[0]).toBeUndefined()
})

test('RIS goes back from 132 columns', () => {
  const terminal = new Terminal({ cols: 80, rows: 4 })
  terminal.write('\x1b[?40h\x1b[?3h')
  expect(terminal.cols).toBe(132)
  terminal.write('\x1bc')
  expect(terminal.cols).toBe(80)
})

test.each([
  ['a tab at the end of a full line stays there', '', { row: 0, col: 9 }],
  ['with mode 41 it goes on in the next', '\x1b[?41h', { row: 1, col: 8 }],
])('%s', (_, mode, cursor) => {
  const terminal = new Terminal({ cols: 10, rows: 4 })
  terminal.write(`${mode}0123456789\t`)
  expect(terminal.snapshot().cursor).toMatchObject(cursor)
})

test('semicolon and colon forms in one sequence', () => {
  const terminal = new Terminal({ cols: 10, rows: 1 })
  terminal.write('\x1b[1;38:5:3mx\x1b[38:2::1:2:3;3;48;5;9my\x1b[4:3;58:5:7;22mz')
  expect(terminal.snapshot().cell(0, 0)).toMatchObject({ bold: true, fg: 3 })
  expect(terminal.snapshot().cell(0, 1)).toMatchObject({ bold: true, italic: true, fg: { r: 1, g: 2, b: 3 }, bg: 9 })
  expect(terminal.snapshot().cell(0, 2)).toMatchObject({ bold: false, underline: 'curly', underlineColor: 7 })
})

test('chosen attributes can be pushed and popped, and the others stay', () => {
  const terminal = new Terminal({ cols: 10, rows: 1 })
  terminal.write('\x1b[1;3;4:3;31;42m\x1b[1;4;30#{\x1b[0;9;44mx\x1b[#}y')
  expect(terminal.snapshot().cell(0, 1)).toMatchObject({
    bold: true,
    italic: false,
    underline: 'curly',
    strikethrough: true,
    fg: 1,
    bg: 4,
  })
})

test('SGR can be pushed and popped', () => {
  const terminal = new Terminal({ cols: 4, rows: 1 })
  terminal.write('\x1b[1;31m\x1b[#{\x1b[0;32mx\x1b[#}y')
  expect(terminal.snapshot().cell(0, 1)).toMatchObject({ bold: true, fg: 1 })
})

test('DECCOLM, where mode 40 allows it, changes the width and back', () => {
  const terminal = new Terminal({ cols: 90, rows: 2 })
  terminal.write('text\x1b[?40h\x1b[?3h')
  expect(terminal.snapshot()).toMatchObject({ cols: 132 })
  expect(terminal.snapshot().text()).toBe('\n')
  terminal.write('\x1b[?3l')
  expect(terminal.cols).toBe(90)
})
