/** dump() rebuilds a terminal: the snapshot of a fresh one that was fed it is the same. */
import { expect, test } from 'vitest'
import { Terminal } from '../../packages/terminal/src/index.js'
import { describe } from './compare.js'
import { randomStream, seeded } from './random-stream.js'

/** Ends whatever sequence the stream broke off in. */
const cancel = '\x18'

function rebuild(terminal: Terminal, scrollback: number): Terminal {
  const copy = new Terminal({ cols: terminal.cols, rows: terminal.rows, scrollback })
  copy.write(terminal.dump())
  return copy
}

/** What `describe` takes for the same: blanks and spaces, and full lines; and the modes beside it. */
function exactly(terminal: Terminal): unknown {
  const snapshot = terminal.snapshot()
  const rows: string[] = []
  for (let row = 0; row < snapshot.rows; row++) {
    const { usedCols, wrapped, doubled } = snapshot.row(row)
    const marks = Array.from({ length: usedCols }, (_, col) => (snapshot.cell(row, col).text === '' ? ' ' : 'x'))
    // Elsewhere a cell that was left empty for a wide character is as good as a blank.
    const isFull = wrapped && doubled === undefined && usedCols === snapshot.cols
    rows.push(`${isFull ? 'full' : ''} ${marks.join('').trimEnd()}`)
  }
  return { rows, modes: terminal.modes }
}

/** Settings, key options, titles and colours, and then those below them on their stacks. */
const questions = ['m', 'r', 's', ' q', '"q', '"p', '*x'].map((what) => `\x1bP$q${what}\x1b\\`).join('')
const others =
  '\x1b[1$w\x1b[2$w\x1b[?u\x1b[?0;1;2;3;4m\x1b[?0;1;2;3;4g\x1b[20t\x1b[21t\x1b[#R\x1b]4;1;?\x07\x1b]10;?;?;?\x07'
const pops = '\x1b[#}\x1b[23t\x1b[<u\x1b[#Q'
const all = `${questions}${others}${pops}${questions}${others}`

/** What a terminal answers to a question, as text. */
function ask(terminal: Terminal, question: string): string {
  terminal.takeReplies()
  terminal.write(question)
  return new TextDecoder().decode(terminal.takeReplies())
}

/** Where a stream is cut does not matter: a copy goes on as the original does. */
test.each([1, 201, 401])('dumps in the middle of a stream, of a sequence or of a character: from %i', (first) => {
  for (let seed = first; seed < first + 200; seed++) {
    const random = seeded(seed * 11 + 3)
    const [terminal] = [new Terminal({ cols: 20 + random(40), rows: 4 + random(20), scrollback: 20 })]
    const stream = Buffer.concat([Buffer.from(randomStream(seed, 30)), Buffer.from('é漢\x1b[3b\x1b]2;t\x07x')])
    const cut = random(stream.length)
    terminal.write(stream.subarray(0, cut))
    const copy = rebuild(terminal, 20)
    terminal.write(stream.subarray(cut))
    copy.write(stream.subarray(cut))
    terminal.write(cancel)
    copy.write(cancel)
    expect(describe(copy.snapshot()), `seed ${seed}, cut at ${cut}`).toEqual(describe(terminal.snapshot()))
  }
})

test.each<[string, string, string]>([
  ['a control sequence', '\x1b[?1;3', '1mx\x1b[6n'],
  ['one with sub-parameters', '\x1b[4:3;38:2:1', ':2:3mx'],
  ['one that is ignored', '\x1b[1?2', 'Cx'],
  ['an escape', '\x1b(', '0lqk'],
  ['an OSC', '\x1b]2;a tit', 'le\x07\x1b[21t'],
  ['an OSC at its terminator', '\x1b]2;a title\x1b', '\\\x1b[21t'],
  ['a DCS', '\x1bP$q', 'm\x1b\\'],
  ['a malformed DCS', '\x1bP1?2q', 'm\x1b\\x'],
  ['a sixel image', '\x1bPq"1;1;30;40#1!20~-!3', '0~$-~\x1b\\x\x1b[6n'],
  ['a character', '\xe6\xbc', '\xa2x'],
  ['a character in a string', '\x1b]2;\xe6\xbc', '\xa2\x07\x1b[21t'],
  ['what REP repeats', 'ab', '\x1b[3b'],
  ['what REP repeats, wide', '\xe6\xbc\xa2', '\x1b[3b'],
  ['what REP repeats, at the edge', 'x'.repeat(20), '\x1b[3b'],
  ['nothing to repeat', 'ab\x1b[m', '\x1b[3bc'],
  ['an image id', '\x1b_Gi=7,s=20,v=40;AAAA\x1b\\', '\x1b_Ga=p,i=7\x1b\\x\x1b[6n'],
  ['an image number', '\x1b_GI=4,s=8,v=8;A\x1b\\\x1b_GI=5,s=20,v=40;A\x1b\\', '\x1b_Ga=p,I=5\x1b\\x\x1b[6n'],
  ['an image that is arriving', '\x1b_Gi=7,s=20,v=40,m=1;AAAA\x1b\\', '\x1b_Gm=0;AAAA\x1b\\\x1b_Ga=p,i=7\x1b\\x'],
  ['a file in parts', '\x1b]1337;MultipartFile=inline=1;width=3;height=2\x07', '\x1b]1337;FileEnd\x07x\x1b[6n'],
  ['a cursor before the margins', '\x1b[?6h\x1b[2;3H\x1b7\x1b[3;5r\x1b[?69h\x1b[5;9s\x1b8', 'x\x1b[6n'],
  ['a place of a VT52', '\x1b[?2l\x1bY"', '#x'],
])('a dump keeps %s', (_, before, after) => {
  const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
  const terminal = new Terminal({ cols: 20, rows: 8 })
  terminal.write(bytes(before))
  const copy = rebuild(terminal, 10_000)
  const answers = [terminal, copy].map((each) => {
    each.takeReplies()
    each.write(bytes(after))
    return String.fromCharCode(...each.takeReplies())
  })
  expect(answers[1]).toBe(answers[0])
  expect(describe(copy.snapshot())).toEqual(describe(terminal.snapshot()))
})

test.each([1, 251, 501, 751])(
  'dumps of random screens rebuild them, with saved cursor and tab stops: from %i',
  (first) => {
    for (let seed = first; seed < first + 250; seed++) {
      const random = seeded(seed * 7 + 1)
      const scrollback = random(3) * 10
      const terminal = new Terminal({ cols: 4 + random(60), rows: 2 + random(20), scrollback })
      terminal.write(randomStream(seed, 60))
      terminal.write(cancel)
      const copy = rebuild(terminal, scrollback)
      expect(describe(copy.snapshot()), `seed ${seed}`).toEqual(describe(terminal.snapshot()))
      expect(exactly(copy), `seed ${seed}, exactly`).toEqual(exactly(terminal))
      expect(ask(copy, all), `seed ${seed}, answers`).toBe(ask(terminal, all))
      const more = '\x1b8X\tY'
      terminal.write(more)
      copy.write(more)
      expect(describe(copy.snapshot()), `seed ${seed} and more`).toEqual(describe(terminal.snapshot()))
    }
  },
)

test('on a screen of one row the history keeps its lines whole', () => {
  for (const text of [
    'abcdefghijklmnopqrstuvw',
    '日本語日本語日本語',
    'ab日本c\x1b[31mdefghij\x1b[mklm',
    'abcd\u{1f1e9}\u{1f1ea}efghij',
  ]) {
    const terminal = new Terminal({ cols: 5, rows: 1, scrollback: 15 })
    terminal.write(text)
    const copy = rebuild(terminal, 15)
    const rows = (of: Terminal) => of.history().map((row) => [row.text, row.wrapped])
    expect(rows(copy)).toEqual(rows(terminal))
    expect(describe(copy.snapshot())).toEqual(describe(terminal.snapshot()))
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

const line = '01234567890123456789'

test.each([
  ['a line erased behind the cursor', `${line}\x1b7\x1b[2K\x1b8`],
  ['scrolling up', `${line}\x1b[S`],
  ['scrolling down', `${line}\x1b[T`],
  ['the alternate screen', `${line}\x1b[?1049h`],
  ['an erased rectangle', `${line}\x1b[1;1;1;20$z`],
  ['scrolling left', `${line}\x1b[ @`],
  ['deleted columns', `${line}\x1b['~`],
  ['a saved cursor', `${line}\x1b7\x1b[2K\x1b[H`],
  ['a blank in colour', `\x1b[41m${line}\x1b[1;1;1;20$z`],
  ['a blank with attributes', `\x1b[1;41m${line}\x1b[1;1;1;20\${`],
  ['margins and origin mode', `\x1b[?69h\x1b[2;9s\x1b[?6h${line}\x1b[1;1;1;20$z`],
])('a pending wrap on a blank waits again, and the blank stays one: %s', (_, text) => {
  const terminal = new Terminal({ cols: 20, rows: 4 })
  terminal.write(text)
  const copy = rebuild(terminal, 10_000)
  for (const more of ['', 'x', '\x1b8y', '\x1b[?1049l']) {
    terminal.write(more)
    copy.write(more)
    expect(exactly(copy), more).toEqual(exactly(terminal))
    expect(describe(copy.snapshot()), more).toEqual(describe(terminal.snapshot()))
  }
})

test('a cell left empty for a wide character is left so again', () => {
  for (const text of ['', '\n\n\n\n\n', '\x1b[44m', '\x1b[44m\n\n\n\n\n']) {
    const terminal = new Terminal({ cols: 20, rows: 4 })
    terminal.write(`${text}\r0123456789012345678漢x`)
    const copy = rebuild(terminal, 10_000)
    expect(describe(copy.snapshot())).toEqual(describe(terminal.snapshot()))
    for (const one of [terminal, copy]) one.resize(21, 4)
    expect(copy.snapshot().text()).toBe(terminal.snapshot().text())
  }
})

test.each([
  ['in-band sizes', '\x1b[?2048h', '\x1b[?2048$p', '\x1b[?2048;1$y'],
  ['a saved cursor by mode', '\x1b[2;3H\x1b[?1048h\x1b[H', '\x1b[?1048$p\x1b[?1048l\x1b[6n', '\x1b[?1048;1$y\x1b[2;3R'],
  [
    'a saved cursor that is none any more',
    '\x1b[2;3H\x1b[?1048h\x1b[!p',
    '\x1b[?1048$p\x1b8\x1b[6n',
    '\x1b[?1048;1$y\x1b[1;1R',
  ],
  ['keyboard flags', '\x1b[=1u\x1b[>3u', '\x1b[?u\x1b[<u\x1b[?u', '\x1b[?3u\x1b[?1u'],
  ['keyboard flags of both screens', '\x1b[=1u\x1b[?1049h\x1b[>3u', '\x1b[?u\x1b[?1049l\x1b[?u', '\x1b[?3u\x1b[?1u'],
  ['keyboard flags of the hidden screen', '\x1b[?47h\x1b[>3u\x1b[?47l', '\x1b[?u\x1b[?47h\x1b[?u', '\x1b[?0u\x1b[?3u'],
  ['special colours', '\x1b]5;1;#010203\x07', '\x1b]5;1;?\x07', '\x1b]5;1;rgb:0101/0202/0303\x07'],
  [
    'highlight colours',
    '\x1b]17;#010203\x07\x1b]19;#040506\x07',
    '\x1b]19;?\x07\x1b]17;?\x07',
    '\x1b]19;rgb:0404/0505/0606\x07\x1b]17;rgb:0101/0202/0303\x07',
  ],
  [
    'titles on the stack',
    '\x1b]0;a\x07\x1b[22t\x1b]2;\x07',
    '\x1b[21t\x1b[23t\x1b[21t\x1b[20t',
    '\x1b]l\x1b\\\x1b]la\x1b\\\x1b]La\x1b\\',
  ],
  [
    'pens on the stack',
    '\x1b[1;31m\x1b[#{\x1b[3;32m\x1b[3;30#{\x1b[m',
    '\x1b[4m\x1b[#}\x1bP$qm\x1b\\\x1b[#}\x1bP$qm\x1b\\',
    '\x1bP1$r0;3;4;32m\x1b\\\x1bP1$r0;1;31m\x1b\\',
  ],
  [
    'modes that were saved',
    '\x1b[?25;1049;6s\x1b[?25l\x1b[?6h',
    '\x1b[?25;6;1049r\x1b[?25$p\x1b[?6$p',
    '\x1b[?25;1$y\x1b[?6;2$y',
  ],
  [
    'modes that were saved when set',
    '\x1b[?1047;2004h\x1b[?1047;2004s\x1b[?1047;2004l',
    '\x1b[?2004;1047r\x1b[?2004$p\x1b[?1047$p',
    '\x1b[?2004;1$y\x1b[?1047;1$y',
  ],
  ['the extent of attributes', '\x1b[2*x', '\x1bP$q*x\x1b\\', '\x1bP1$r2*x\x1b\\'],
  [
    'saved colours',
    '\x1b]4;1;#010203\x07\x1b]17;#040506\x07\x1b[#P\x1b]104\x07\x1b[#P',
    '\x1b]17;?\x07\x1b[#R\x1b[#Q\x1b]4;1;?\x07\x1b[#Q\x1b]4;1;?\x07',
    '\x1b]17;rgb:0404/0505/0606\x07\x1b[?2;2#Q\x1b]4;1;rgb:cdcd/0000/0000\x07\x1b]4;1;rgb:0101/0202/0303\x07',
  ],
  [
    'saved colours that were taken back',
    '\x1b]4;1;#010203\x07\x1b[#P\x1b[#Q\x1b]104\x07',
    '\x1b[#R\x1b]4;1;?\x07\x1b[1#Q\x1b]4;1;?\x07',
    '\x1b[?0;1#Q\x1b]4;1;rgb:cdcd/0000/0000\x07\x1b]4;1;rgb:0101/0202/0303\x07',
  ],
  ['a shift for one character', '\x1b*0\x1bN', '\x1b[1$w', '\x1bP1$u1;1;1;@;@;B;0;2;@;BB0B\x1b\\'],
  ['key options', '\x1b[>4;2m\x1b[>4;1f', '\x1b[?4m\x1b[?4g', '\x1b[>4;2m\x1b[>4;1f'],
])('what no screen shows survives: %s', (_, text, question, answer) => {
  const terminal = new Terminal({ cols: 20, rows: 4 })
  terminal.write(text)
  const copy = rebuild(terminal, 10_000)
  expect(ask(terminal, question)).toBe(answer)
  expect(ask(copy, question)).toBe(answer)
})

test('132 columns survive where the copy has them, and end as they would have', () => {
  const terminal = new Terminal({ cols: 80, rows: 4 })
  terminal.write('\x1b[?40h\x1b[?3hwide')
  const copy = rebuild(terminal, 10_000)
  expect(copy.modes).toEqual(terminal.modes)
  expect(copy.snapshot().row(0).text).toBe('wide')
  copy.write('\x1b[?3l')
  expect(copy.cols).toBe(80)
})

test('what a hidden alternate screen holds is found again', () => {
  const terminal = new Terminal({ cols: 12, rows: 3 })
  terminal.write('below\x1b[?47h\x1b[2;2Habove\x1b[?47l')
  const copy = rebuild(terminal, 10_000)
  expect(copy.snapshot().row(0).text).toBe('below')
  copy.write('\x1b[?47h')
  expect(copy.snapshot().row(1).text).toBe(' above')
})
