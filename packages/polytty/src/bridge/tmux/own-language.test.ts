import { describe, expect, test } from 'vitest'
import { OwnLanguage } from './own-language.js'

function translate(pieces: readonly string[], allows = true): string {
  const out: Buffer[] = []
  const language = new OwnLanguage((bytes) => void out.push(Buffer.from(bytes)), allows)
  for (const piece of pieces) language.push(Buffer.from(piece, 'latin1'))
  return Buffer.concat(out).toString('latin1')
}

const cases = [
  ['text', 'plain \x1b[31mred\x1b[m \\ done', 'plain \x1b[31mred\x1b[m \\ done'],
  ['a title', 'a\x1bkvim: notes\x1b\\b', 'a\x1b]2;vim: notes\x07b'],
  ['what is passed on', 'x\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\y', 'x\x1b]52;c;aGk=\x07y'],
  ['an image that ends as strings do', '\x1bPtmux;\x1b\x1b_Ga=T;AAAA\x1b\x1b\\\x1b\\', '\x1b_Ga=T;AAAA\x1b\\'],
  ['another string of the same kind', '\x1bP$qm\x1b\\\x1bPtmu;x\x1b\\', '\x1bP$qm\x1b\\\x1bPtmu;x\x1b\\'],
  ['two escapes', '\x1b\x1b[A', '\x1b\x1b[A'],
] as const

describe("tmux's own language", () => {
  test.each(cases)('%s', (_, given, expected) => expect(translate([given])).toBe(expected))

  test.each(cases)('%s, byte by byte', (_, given, expected) => expect(translate([...given])).toBe(expected))

  test('what a pane does not allow stays as it is', () => {
    const given = '\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\'
    expect(translate([given], false)).toBe(given)
  })
})
