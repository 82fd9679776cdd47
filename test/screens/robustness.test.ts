/** Streams that no one sane would send: no throw, the same screen however they are cut, and no sequence that takes long. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Terminal } from '../../packages/terminal/src/index.js'
import { describe, describeTerminal } from './compare.js'
import { mutate, randomStream, seeded } from './random-stream.js'
import { mutatedStream } from './real-streams.js'

const esc = 0x1b

/** Bytes that bring the parser into each of its states. */
const states = [
  '',
  '\x1b',
  '\x1b(',
  '\x1b[',
  '\x1b[1',
  '\x1b[1;',
  '\x1b[1:',
  '\x1b[?',
  '\x1b[ ',
  '\x1b[1?',
  '\x1b]',
  '\x1b]0;',
  '\x1bP',
  '\x1bP1',
  '\x1bP$',
  '\x1bP$q',
  '\x1bPq',
  '\x1b_',
  '\x1b_G',
  '\x1b^',
  '\x1bX',
  '\x1b]0;a\x1b',
  'é'.slice(0, 1),
]

function cut(bytes: Uint8Array, random: (limit: number) => number, terminal: Terminal): void {
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(7)
    terminal.write(bytes.subarray(at, at + size))
    // Looking at the screen must not change it.
    if (random(5) === 0) terminal.snapshot()
    at += size
  }
}

/** Places where half a wide character stands alone. */
function loneHalves(terminal: Terminal): string[] {
  const snapshot = terminal.snapshot()
  const found: string[] = []
  for (let row = 0; row < snapshot.rows; row++) {
    let owed = false
    for (let col = 0; col < snapshot.cols; col++) {
      const { width } = snapshot.cell(row, col)
      if ((width === 0) !== owed) found.push(`${row},${col}`)
      owed = width === 2
    }
    if (owed) found.push(`${row},end`)
  }
  return found
}

test('no stream leaves half a wide character behind', () => {
  for (let seed = 1; seed <= 1500; seed++) {
    const random = seeded(seed * 3 + 1)
    const terminal = new Terminal({ cols: 2 + random(20), rows: 1 + random(10), scrollback: random(3) * 10 })
    terminal.write(randomStream(seed, 80))
    terminal.resize(2 + random(20), 1 + random(10))
    expect(loneHalves(terminal), `seed ${seed}`).toEqual([])
    terminal.write(randomStream(seed + 5000, 40))
    expect(loneHalves(terminal), `seed ${seed} and more`).toEqual([])
  }
})

test('random streams, whole and mutated, give the same screen, history, modes and answers however they are cut', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const random = seeded(seed * 7 + 1)
    const options = { cols: 2 + random(60), rows: 1 + random(20), scrollback: random(3) * 10 }
    const stream = randomStream(seed, 60)
    const bytes = seed % 2 === 0 ? mutate(stream, seed) : stream
    const whole = new Terminal(options)
    const pieces = new Terminal(options)
    whole.write(bytes)
    cut(bytes, random, pieces)
    expect(describeTerminal(pieces), `seed ${seed}`).toEqual(describeTerminal(whole))
    expect(pieces.takeReplies(), `seed ${seed}`).toEqual(whole.takeReplies())
  }
})

test('what real programs printed, with bytes changed: no throw, the same screen however it is cut, and a dump rebuilds it', () => {
  for (let seed = 1; seed <= 250; seed++) {
    const random = seeded(seed * 7 + 1)
    const options = { cols: 10 + random(80), rows: 2 + random(30), scrollback: random(3) * 10 }
    const bytes = mutatedStream(seed, 1500)
    const whole = new Terminal(options)
    const pieces = new Terminal(options)
    whole.write(bytes)
    cut(bytes, random, pieces)
    expect(describeTerminal(pieces), `seed ${seed}`).toEqual(describeTerminal(whole))
    // CAN ends whatever the stream broke off in.
    whole.write('\x18')
    const copy = new Terminal({ ...options, cols: whole.cols, rows: whole.rows })
    copy.write(whole.dump())
    expect(describe(copy.snapshot()), `seed ${seed}`).toEqual(describe(whole.snapshot()))
  }
})

test('any bytes at all: no throw, and cutting changes nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
      const whole = new Terminal({ cols: 20, rows: 5, scrollback: 5 })
      const pieces = new Terminal({ cols: 20, rows: 5, scrollback: 5 })
      whole.write(bytes)
      for (let at = 0; at < bytes.length; at += size) pieces.write(bytes.subarray(at, at + size))
      expect(describeTerminal(pieces)).toEqual(describeTerminal(whole))
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('every byte in every parser state, followed by text', () => {
  const encoder = new TextEncoder()
  for (const state of states) {
    for (let byte = 0; byte < 256; byte++) {
      const terminal = new Terminal({ cols: 10, rows: 3, scrollback: 0 })
      terminal.write(encoder.encode(state))
      terminal.write(Uint8Array.of(byte))
      // CAN ends whatever is under way; a full reset makes the screen known.
      terminal.write(Uint8Array.of(0x18, esc, 0x63, 0x6f, 0x6b))
      expect(terminal.snapshot().text(), `${JSON.stringify(state)} then ${byte}`).toBe('ok\n\n')
    }
  }
})

test('a string decodes as the WHATWG decoder decodes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      // Controls would act instead of being shown, and clusters would hide code points.
      const visible = bytes.map((byte) => (byte < 0x20 || byte === 0x7f ? 0x41 : byte))
      const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        visible.length > 0 ? Uint8Array.from([...visible, 0x41]) : visible,
      )
      fc.pre(!/[\x80-\x9f\p{M}\p{Cf}\p{Cn}\u0600-\u{10ffff}]/u.test(decoded.replaceAll('\ufffd', '')))
      const terminal = new Terminal({ cols: 200, rows: 2 })
      terminal.write(Uint8Array.from([...visible, ...(visible.length > 0 ? [0x41] : [])]))
      expect(terminal.snapshot().row(0).text).toBe(decoded.trimEnd())
    }),
    { seed: 2, numRuns: 2000 },
  )
})

test('counts are clamped: the largest ones cost no more than the screen', () => {
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 100 })
  const huge = '2147483647'
  for (const final of '@ABCDEFGHIJKLMPSTXZ`abcdefgjkmnqrstuxy') {
    for (const form of ['', '?', '>', '='])
      terminal.write(`x\x1b[${form}${huge};${huge};${huge};${huge};${huge}${final}`)
    for (const mid of [' ', '$', "'", '*', '#', '"', '!'])
      terminal.write(`x\x1b[${huge};1;1;${huge};${huge}${mid}${final}`)
  }
  terminal.write('\x1bcstill here')
  expect(terminal.snapshot().row(0).text).toBe('still here')
})

test('endless strings, stacks and links stay bounded', () => {
  const terminal = new Terminal({ cols: 20, rows: 4, scrollback: 10 })
  for (let i = 0; i < 3000; i++) {
    terminal.write(
      `\x1b[22t\x1b[#{\x1b[#P\x1b[>1u\x1b]8;id=${i};http://example.com/${i}\x1b\\x\x1b[38;2;${i & 255};${i >> 8};9my\x1b[c`,
    )
  }
  const long = 'a'.repeat(1 << 20)
  for (let i = 0; i < 4; i++) terminal.write(i === 0 ? `\x1b]0;${long}` : long)
  terminal.write('\x1b\\\x1bcok')
  expect(terminal.snapshot().row(0).text).toBe('ok')
  expect(terminal.takeReplies().length).toBeLessThanOrEqual(65_536)
})
