import { expect, test } from 'vitest'
import { Terminal } from '../terminal.js'

test('sequences that nothing handles are reported as manuals write them, without the contents of strings', () => {
  const terminal = new Terminal({ cols: 20, rows: 2 })
  const unknown: string[] = []
  terminal.onUnknown((sequence) => unknown.push(sequence))
  terminal.write('\x1b[?7;1;;4~\x1b[31m\x1b[4:3H\x1b#9\x1b]9998;secret\x07\x1bP1;2+psecret\x1b\\\x1b_Zsecret\x1b\\ok')
  expect(unknown).toEqual(['CSI ? 7;1;;4 ~', 'CSI 4:3 H', 'ESC # 9', 'OSC 9998', 'DCS 1;2 + p', 'APC'])
  expect(terminal.snapshot().row(0).text).toBe('ok')
})

test('where no one asks, nothing is described', () => {
  const terminal = new Terminal({ cols: 20, rows: 2 })
  expect(() => terminal.write('\x1b[?7;1~\x1b]9998;x\x07')).not.toThrow()
})
