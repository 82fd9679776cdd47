/** Sequences that are read in one go where they are all there: byte by byte they do the same. */
import { expect, test } from 'vitest'
import { Terminal, type TerminalEvent } from '../index.js'

function played(pieces: Iterable<string>): object {
  const terminal = new Terminal({ cols: 40, rows: 3, scrollback: 0 })
  const events: TerminalEvent[] = []
  terminal.onEvent((event) => events.push(event))
  for (const piece of pieces) terminal.write(piece)
  const { rows, cols } = terminal
  const screen = terminal.snapshot()
  const cells = Array.from({ length: rows * cols }, (_, at) => screen.cell(Math.floor(at / cols), at % cols))
  return { cells, events, cursor: screen.cursor, dump: terminal.dump() }
}

const address = 'https://example.org/a'
const long = 'x'.repeat(600)

const streams: Readonly<Record<string, string>> = {
  'a link and its end': `\x1b]8;;${address}\x1b\\one\x1b]8;;\x1b\\ two`,
  'ended by BEL': `\x1b]8;;${address}\x07one\x1b]8;;\x07 two`,
  'the same again, with an id and without': `\x1b]8;id=a;${address}\x07x\x1b]8;;${address}\x07y\x1b]8;id=a;${address}\x07z`,
  'no second semicolon: the link goes on': `\x1b]8;;${address}\x07one\x1b]8;nothing\x07two\x1b]8;;${address}\x07three\x1b]8;nothing\x07.`,
  'twice what is no link': `\x1b]8;nothing\x07one\x1b]8;nothing\x07two`,
  'a longer one than is remembered': `\x1b]8;;${address}${long}\x07one\x1b]8;;${address}${long}\x07two`,
  'controls inside': `\x1b]8;;${address}\x01b\x07one\x1b]8;;\x18two`,
  'other characters': `\x1b]8;;${address}é\x07one\x1b]8;;${address}é\x07two`,
  'cut off by another sequence': `\x1b]8;;${address}\x1b[31mred`,
  'a number that only begins with 8': `\x1b]80;;${address}\x07one\x1b]8\x07two`,
  'REP after a link repeats nothing': `a\x1b]8;;${address}\x07\x1b[3bb`,
  'an underline and its colour': '\x1b[4:3;58:2::10:20:30mone\x1b[4:0;59mtwo\x1b[58:5:9;4mthree',
  'colours with colons': '\x1b[38:2:1:2:3mone\x1b[48:2::4:5:6mtwo\x1b[38:5:200;1mthree\x1b[38:2:1mfour',
  'parameters that are left out': '\x1b[4:mone\x1b[;4:3;mtwo\x1b[:mthree\x1b[38:::mfour',
  'too large a number': '\x1b[4:99999999999mone\x1b[4:3;38:2:999:1:1mtwo',
  'too many parameters': `\x1b[4${':1'.repeat(60)}mone`,
  'colons in another sequence': '\x1b[2:3Hone\x1b[1:2xtwo',
  'REP after colours repeats nothing': 'a\x1b[4:3m\x1b[3bb',
}

test.each(Object.entries(streams))('%s', (_, stream) => {
  const whole = played([stream])
  expect(whole).toEqual(played(stream))
  expect(whole).toEqual(played([stream.slice(0, stream.length / 2), stream.slice(stream.length / 2)]))
})

test('a link is remembered only as long as its tables', () => {
  const terminal = new Terminal({ cols: 20, rows: 2, scrollback: 0 })
  const one = `\x1b]8;;${address}\x07one\x1b]8;;\x07`
  terminal.write(one)
  // So many that nothing shows any more that the tables are swept.
  for (let round = 0; round < 70; round++) {
    let links = ''
    for (let link = 0; link < 1000; link++) links += `\r\x1b]8;;https://example.org/${round}/${link}\x07x`
    terminal.write(links)
  }
  terminal.write(`\x1b[2;1H${one}`)
  expect(terminal.snapshot().cell(1, 0).hyperlink).toEqual({ uri: address, id: null })
})
