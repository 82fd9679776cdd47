import { describe, expect, test } from 'vitest'
import { Terminal, type TerminalEvent } from './index.js'

function answers(terminal: Terminal): string {
  return new TextDecoder().decode(terminal.takeReplies())
}

function eventsOf(text: string): TerminalEvent[] {
  const terminal = new Terminal({ cols: 20, rows: 4 })
  const events: TerminalEvent[] = []
  terminal.onEvent((event) => events.push(event))
  terminal.write(text)
  return events
}

describe('snapshots', () => {
  test('share rows that did not change', () => {
    const terminal = new Terminal({ cols: 10, rows: 3 })
    terminal.write('one\r\ntwo\r\nthree')
    const before = terminal.snapshot()
    terminal.write('\x1b[2;1HTWO')
    const after = terminal.snapshot()
    expect(after.row(0)).toBe(before.row(0))
    expect(after.row(2)).toBe(before.row(2))
    expect(before.row(1).text).toBe('two')
    expect(after.row(1).text).toBe('TWO')
  })

  test('keep their rows when lines scroll away', () => {
    const terminal = new Terminal({ cols: 10, rows: 2 })
    terminal.write('a\r\nb')
    const before = terminal.snapshot()
    terminal.write('\r\nc')
    expect(before.text()).toBe('a\nb')
    expect(terminal.snapshot().row(0)).toBe(before.row(1))
  })

  test('are the same object while nothing changes, and the revision stays', () => {
    const terminal = new Terminal()
    terminal.write('x')
    const snapshot = terminal.snapshot()
    terminal.write('\x1b[m')
    expect(terminal.snapshot()).toBe(snapshot)
    terminal.write('\x1b[A\x1b[C')
    expect(terminal.revision).toBeGreaterThan(snapshot.revision)
  })

  test('stay right after thousands of styles came and went', () => {
    const terminal = new Terminal({ cols: 8, rows: 2, scrollback: 0 })
    terminal.write('\x1b[38;2;1;2;3mA\x1b[m')
    const early = terminal.snapshot()
    for (let i = 0; i < 150_000; i++) terminal.write(`\x1b[2;1H\x1b[38;2;${i & 255};${(i >> 8) & 255};${i >> 16}mB`)
    expect(early.cell(0, 0).fg).toEqual({ r: 1, g: 2, b: 3 })
    expect(terminal.snapshot().cell(0, 0).fg).toEqual({ r: 1, g: 2, b: 3 })
    expect(terminal.snapshot().cell(1, 0).fg).toEqual({ r: 149_999 & 255, g: (149_999 >> 8) & 255, b: 149_999 >> 16 })
  })

  test('give text of a region, trimmed or not', () => {
    const terminal = new Terminal({ cols: 6, rows: 2 })
    terminal.write('abc\r\n日本')
    const region = { top: 0, left: 1, bottom: 1, right: 4 }
    expect(terminal.snapshot().text({ region })).toBe('bc\n 本')
    expect(terminal.snapshot().text({ region, trim: false })).toBe('bc  \n 本 ')
    expect(() => terminal.snapshot().cell(2, 0)).toThrow('row 2 is outside the screen: it has rows 0 to 1')
  })
})

describe('what changed', () => {
  test('rows and the region since a revision', () => {
    const terminal = new Terminal({ cols: 20, rows: 5 })
    terminal.write('start')
    const { revision } = terminal
    terminal.write('\x1b[3;5Hxyz')
    expect(terminal.dirtyRowsSince(revision)).toEqual([2])
    expect(terminal.dirtyRegionSince(revision)).toEqual({ top: 2, left: 4, bottom: 2, right: 6 })
    terminal.write('\x1b[5;1H\n')
    expect(terminal.dirtyRowsSince(revision)).toEqual([0, 1, 2, 3, 4])
    expect(terminal.dirtyRegionSince(terminal.revision)).toBeNull()
  })

  test('a write from a listener comes after the one that caused it', () => {
    const terminal = new Terminal({ cols: 20, rows: 2 })
    terminal.onEvent((event) => {
      if (event.type === 'bell') terminal.write('!')
    })
    terminal.write('a\x07b')
    expect(terminal.snapshot().row(0).text).toBe('ab!')
  })

  test('a listener may write to another terminal in the middle of a write', () => {
    const inner = new Terminal({ cols: 20, rows: 2 })
    const outer = new Terminal({ cols: 20, rows: 2 })
    outer.onEvent((event) => {
      if (event.type === 'bell') inner.write('\x1b[1;3Hinner'.repeat(3))
    })
    outer.write('one\x07 two\x1b[2;4H\x07three')
    expect(outer.snapshot().text()).toBe('one two\n   three')
    expect(inner.snapshot().text()).toBe('  inner\n')
  })

  test('a long write is the same as its pieces', () => {
    const stream = Array.from(
      { length: 12_000 },
      (_, n) => `\x1b[${30 + (n % 8)}m${n} \u65e5\u{1f600}${n % 9 ? '' : '\r\n'}`,
    )
    const whole = new Terminal({ cols: 80, rows: 24 })
    const pieces = new Terminal({ cols: 80, rows: 24 })
    whole.write(stream.join(''))
    for (const piece of stream) pieces.write(piece)
    expect(Buffer.compare(whole.dump(), pieces.dump())).toBe(0)
  })

  test('a surrogate pair may be cut between two strings', () => {
    const terminal = new Terminal({ cols: 10, rows: 1 })
    terminal.write('\ud83d')
    terminal.write('\ude00')
    expect(terminal.snapshot().row(0).text).toBe('😀')
  })

  test('half a surrogate pair before bytes is none', () => {
    const terminal = new Terminal({ cols: 10, rows: 1 })
    terminal.write('a\ud83d')
    terminal.write(Uint8Array.of(0x62))
    expect(terminal.snapshot().text()).toBe('a\ufffdb')
  })

  test('anything but text and bytes is refused', () => {
    const terminal = new Terminal({ cols: 10, rows: 1 })
    for (const wrong of [undefined, 5, {}, new ArrayBuffer(3)])
      expect(() => terminal.write(wrong as unknown as string)).toThrow('a string or a Uint8Array')
    expect(() => terminal.snapshot().cell(0, 1.5)).toThrow('column 1.5 is outside')
  })
})

describe('many styles', () => {
  /** A number as three parameters. */
  const rgb = (n: number): string => `${n >> 16}:${(n >> 8) & 255}:${n & 255}`

  test('ten thousand links and underline colours are distinguished', () => {
    const terminal = new Terminal({ cols: 100, rows: 2, scrollback: 700 })
    for (let n = 0; n < 60_000; n++) terminal.write(`\x1b]8;;http://e.com/${n}\x1b\\\x1b[58:2::${rgb(n)}mX`)
    const row = terminal.history(0, 1)[0]
    expect([row.cell(7).hyperlink, row.cell(7).underlineColor]).toEqual([
      { uri: 'http://e.com/7', id: null },
      { r: 0, g: 0, b: 7 },
    ])
  })

  test('long links that nothing shows any more are forgotten', () => {
    const terminal = new Terminal({ cols: 10, rows: 1, scrollback: 0 })
    const long = 'x'.repeat(4000)
    for (let n = 0; n < 9000; n++) terminal.write(`\x1b]8;;http://e.com/${long}${n}\x1b\\\rL`)
    expect(terminal.snapshot().cell(0, 0).hyperlink?.uri).toBe(`http://e.com/${long}8999`)
  })
})

describe('history', () => {
  test('keeps text, styles, links and wraps, and drops the oldest', () => {
    const terminal = new Terminal({ cols: 4, rows: 1, scrollback: 3 })
    terminal.write('gone\r\n\x1b[1mab\x1b[m\x1b]8;id=q;http://x\x07cdef\x1b]8;;\x07\r\n日本\r\n')
    const rows = terminal.history()
    expect(rows.map((row) => row.text)).toEqual(['abcd', 'ef', '日本'])
    expect(rows[0].wrapped).toBe(true)
    expect(rows[0].cell(0).bold).toBe(true)
    expect(rows[1].cell(0).hyperlink).toEqual({ uri: 'http://x', id: 'q' })
    expect(rows[2].cell(1).width).toBe(0)
    expect(terminal.history(1, 1)[0].text).toBe('ef')
  })

  test('ED 3 clears it, RIS too', () => {
    const terminal = new Terminal({ cols: 4, rows: 1 })
    terminal.write('a\r\nb\r\n')
    terminal.write('\x1b[3J')
    expect(terminal.snapshot().history).toBe(0)
    terminal.write('c\r\n\x1bc')
    expect(terminal.history()).toEqual([])
  })

  test('line numbers go on as old lines are dropped, and text is found by them', () => {
    const terminal = new Terminal({ cols: 10, rows: 2, scrollback: 2 })
    const marks: number[] = []
    terminal.onEvent((event) => {
      if (event.type === 'promptMark') marks.push(event.line)
    })
    terminal.write('1\r\n2\r\n3\r\n4\r\n5\r\n\x1b]133;C\x07output that wraps\r\n\x1b]133;D;0\x07')
    expect(marks).toEqual([5, 7])
    expect(terminal.textBetween(5, 0, 7, 0)).toBe('output that wraps\n')
    expect(terminal.textBetween(0, 0, 5, 3)).toBe('5\nout')
  })
})

describe('modes', () => {
  test('are given by name, with the mouse and the keyboard derived', () => {
    const terminal = new Terminal()
    expect(terminal.modes).toMatchObject({ autoWrap: true, mouseTracking: 'none', kittyKeyboard: 0 })
    terminal.write('\x1b[?1;1002;1006;2004h\x1b=\x1b[>5u\x1b[>4;2m')
    expect(terminal.modes).toMatchObject({
      cursorKeys: true,
      keypad: true,
      bracketedPaste: true,
      mouseTracking: 'button',
      mouseEncoding: 'sgr',
      kittyKeyboard: 5,
      modifyOtherKeys: 2,
    })
    terminal.write('\x1b[?1000l\x1b[<u')
    expect(terminal.modes).toMatchObject({ mouseTracking: 'none', kittyKeyboard: 0 })
  })

  test('the kitty keyboard has a stack for each screen', () => {
    const terminal = new Terminal()
    terminal.write('\x1b[>1u\x1b[?1049h\x1b[?u\x1b[>3u\x1b[?1049l\x1b[?u')
    expect(answers(terminal)).toBe('\x1b[?0u\x1b[?1u')
  })

  test('changes are reported once', () => {
    expect(eventsOf('\x1b[?2004h\x1b[?2004h\x1b[?2004l')).toEqual([
      { type: 'mode', mode: 'bracketedPaste', enabled: true },
      { type: 'mode', mode: 'bracketedPaste', enabled: false },
    ])
    expect(eventsOf('\x1b[?1049h')).toContainEqual({ type: 'alternateScreen', active: true })
    expect(eventsOf('\x1b[5 q')).toEqual([{ type: 'cursorStyle', visible: true, shape: 'bar', blinking: true }])
  })
})

test('sizes that make no sense are refused with what would be right', () => {
  expect(() => new Terminal({ cols: 0 })).toThrow('cols is 0; it must be a whole number from 1 to 4096')
  expect(() => new Terminal().resize(80, 2.5)).toThrow('rows is 2.5')
})

test('colours can be set from outside and are part of the snapshot', () => {
  const terminal = new Terminal()
  terminal.setPalette({ colors: new Map([[1, { r: 9, g: 9, b: 9 }]]), background: { r: 1, g: 2, b: 3 } })
  terminal.write('\x1b]4;1;?\x07\x1b]11;?\x1b\\')
  expect(answers(terminal)).toBe('\x1b]4;1;rgb:0909/0909/0909\x07\x1b]11;rgb:0101/0202/0303\x1b\\')
  expect(terminal.snapshot().palette.background).toEqual({ r: 1, g: 2, b: 3 })
  expect(terminal.paletteOverrides.colors.get(1)).toEqual({ r: 9, g: 9, b: 9 })
})

test('reading between positions in the middle of a write loses nothing of what follows', () => {
  const terminal = new Terminal({ cols: 20, rows: 3 })
  terminal.onEvent((event) => {
    if (event.type === 'promptMark') terminal.textBetween(Math.max(0, event.line - 1), 2, event.line, event.col)
  })
  terminal.write('1\r\n2\r\n3\r\n$ ')
  terminal.snapshot()
  terminal.write('x\r\n\x1b]133;C\x07HELLO\r\n')
  terminal.write('$ ')
  expect(terminal.snapshot().text()).toBe('$ x\nHELLO\n$')
})
