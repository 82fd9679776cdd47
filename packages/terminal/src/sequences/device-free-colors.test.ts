/** Answers of a real xterm 410 to OSC 4 with these colours; ours may be one step off, as its curves were sampled. */
import { expect, test } from 'vitest'
import { Terminal } from '../index.js'

function answer(spec: string): number[] {
  const terminal = new Terminal()
  terminal.write(`\x1b]4;1;#010203\x07\x1b]4;1;${spec}\x07\x1b]4;1;?\x07`)
  const [, ...parts] = /rgb:(..)..\/(..)..\/(..)../.exec(String.fromCharCode(...terminal.takeReplies()))!
  return parts.map((part) => Number.parseInt(part, 16))
}

test.each<[string, number, number, number]>([
  ['rgbi:0.5/0.25/0.75', 193, 141, 223],
  ['rgbi:1e-1/.5/1', 103, 187, 255],
  ['CIEXYZ:0.3/0.4/0.5', 123, 184, 161],
  ['CIExyY:0.3308/0.3435/0.4062', 197, 169, 143],
  ['CIEuvY:0.2/0.45/0.4', 191, 166, 167],
  ['CIELab:70/0/0', 178, 171, 172],
  ['CIELab:65.6115/0.1732/-0.2437', 170, 152, 202],
  ['CIELuv:86.9981/-0.2966/0.1702', 173, 231, 202],
  ['TekHVC:211.529/81.7735/33.8479', 82, 218, 240],
  // Beyond what the screen can show: the strongest colour of the same hue and brightness.
  ['TekHVC:120/70/80', 0, 201, 73],
  ['CIELab:35.6237/8.9104/-6.3061', 97, 0, 207],
  ['CIEXYZ:1/1/1', 255, 255, 255],
])('%s', (spec, ...expected) => {
  for (const [index, value] of answer(spec).entries()) expect(Math.abs(value - expected[index])).toBeLessThanOrEqual(1)
})

test.each(['CIEXYZ:0.3/0.4', 'TekHVC:a/b/c', 'CIE:1/1/1', 'rgbi:0.5/0.5/0.5.5', 'CIELab:1/1/1/1'])(
  '%s is not a colour',
  (spec) => {
    expect(answer(spec)).toEqual([1, 2, 3])
  },
)
