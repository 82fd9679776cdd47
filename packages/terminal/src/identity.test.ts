import { expect, test } from 'vitest'
import { Terminal } from './terminal.js'
import type { TerminalIdentity } from './types.js'

const plain: TerminalIdentity = {
  primary: '6',
  secondary: '1;2;3',
  version: null,
  kittyKeyboard: false,
  graphemeClusters: false,
  alternateScreen: false,
}
const other: TerminalIdentity = { ...plain, version: 'other 1.0', kittyKeyboard: true, alternateScreen: true }

function answers(terminal: Terminal, output: string): string {
  terminal.write(output)
  return new TextDecoder().decode(terminal.takeReplies())
}

test('a terminal answers as the one that it is taken for', () => {
  const terminal = new Terminal({ identity: other })
  expect(answers(terminal, '\x1b[c\x1bZ\x1b[>c\x1b[>q')).toBe('\x1b[?6c\x1b[?6c\x1b[>1;2;3c\x1bP>|other 1.0\x1b\\')
})

test('what it does not know it does not answer', () => {
  const terminal = new Terminal({ identity: plain })
  expect(answers(terminal, '\x1b[>q\x1b[>1u\x1b[?u')).toBe('')
  expect(terminal.modes.kittyKeyboard).toBe(0)
})

test('widths and the alternate screen are those of it, also after a reset', () => {
  const terminal = new Terminal({ identity: plain, cols: 20, rows: 2 })
  for (const before of ['', '\x1bc']) {
    terminal.write(`${before}👩‍👩‍👧\x1b[?1049h`)
    expect(terminal.snapshot().cursor.col).toBe(6)
    expect(terminal.snapshot().alternateScreen).toBe(false)
  }
})

test('what was pushed and not popped is counted', () => {
  const terminal = new Terminal()
  terminal.write('\x1b[22t\x1b[22t\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[#P')
  expect(terminal.stacks).toEqual({ titles: 2, keyboard: 2, colors: 1 })
  terminal.write('\x1b[<u\x1b[?1049l\x1b[<u\x1b[23t\x1b[23t\x1b[#Q')
  expect(terminal.stacks).toEqual({ titles: 0, keyboard: 0, colors: 0 })
})
