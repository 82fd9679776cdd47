import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../limits.js'
import { describeSequence } from '../sequences/describe-sequence.js'
import { input } from './input.js'
import { Params } from './params.js'
import { Parser } from './parser.js'
import type { Sink } from './sink.js'

/** Writes down what the parser reports. Its fast path takes plain text and leaves everything else to the parser. */
class Actions implements Sink {
  readonly all: string[] = []
  isVt52 = false
  /** Kinds of DCS, by final, whose bytes are taken as they come. */
  streamed = ''

  fastPath(from: number, end: number): number {
    let i = from
    for (; i < end && input[i] < 0x80 && input[i] !== 0x1b; i++) {
      if (input[i] < 0x20) this.execute(input[i])
      else if (input[i] !== 0x7f) this.print(input[i])
    }
    return i
  }
  vt52(final: number, params: Params): void {
    this.all.push(`vt52 ${String.fromCharCode(final)} ${[...params.values.subarray(0, params.count)]}`.trim())
  }
  print(codePoint: number): void {
    this.all.push(`print ${String.fromCodePoint(codePoint)}`)
  }
  execute(control: number): void {
    this.all.push(`execute ${control}`)
  }
  csi(key: number, params: Params): void {
    this.all.push(describeSequence('CSI', key, params))
  }
  escape(key: number, second: number): void {
    this.all.push(describeSequence('ESC', key, new Params()) + (second === 0 ? '' : ` second ${second}`))
  }
  stringStart(kind: string, key: number, params: Params): boolean {
    if (kind === 'DCS' && key !== 0) this.all.push(`begin ${describeSequence('DCS', key, params)}`)
    return kind === 'DCS' && this.streamed.includes(String.fromCharCode(key & 0x7f))
  }
  stringBytes(bytes: Uint8Array, from: number, end: number): void {
    for (const byte of bytes.subarray(from, end)) this.all.push(`byte ${byte}`)
  }
  stringUnfinished(): string {
    return ''
  }
  stringEnd(kind: string, bytes: Uint8Array, length: number, complete: boolean, bell: boolean): void {
    const text = new TextDecoder().decode(bytes.subarray(0, length))
    this.all.push(`${kind} ${length > 99 ? length : text}${complete ? '' : ' incomplete'}${bell ? ' BEL' : ' ST'}`)
  }
  stringCancel(kind: string): void {
    this.all.push(`cancel ${kind}`)
  }
}

function parse(...chunks: readonly (string | Uint8Array)[]): string[] {
  const actions = new Actions()
  const parser = new Parser(actions)
  for (const chunk of chunks) parser.parse(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
  return actions.all
}

describe('control sequences', () => {
  test.each([
    ['\x1b[m', ['CSI m']],
    ['\x1b[1;;3m', ['CSI 1;;3 m']],
    ['\x1b[;m', ['CSI ; m']],
    ['\x1b[4:3;38:2::1:2:3m', ['CSI 4:3;38:2::1:2:3 m']],
    ['\x1b[?25;1h', ['CSI ? 25;1 h']],
    ['\x1b[2 q', ['CSI 2 SP q']],
    ['\x1b[99999999999H', ['CSI 2147483647 H']],
    ['\x1b[1\x0a2H', ['execute 10', 'CSI 12 H']],
    ['\x1b[1\x7f2H', ['CSI 12 H']],
  ])('%j', (text, actions) => expect(parse(text)).toEqual(actions))

  test.each([
    ['a prefix after a parameter', '\x1b[1?2hx'],
    ['two intermediates', '\x1b[1 !qx'],
    ['a parameter after an intermediate', '\x1b[ 1qx'],
  ])('%s: ignored up to its final', (_, text) => expect(parse(text)).toEqual(['print x']))

  test('more parameters than are kept are dropped', () => {
    const [action] = parse(`\x1b[${'7;'.repeat(limits.params + 5)}9m`)
    expect(action).toBe(`CSI ${'7;'.repeat(limits.params).slice(0, -1)} m`)
  })

  test.each([
    ['CAN', '\x1b[1\x18mx', ['execute 24', 'print m', 'print x']],
    ['SUB', '\x1b[1\x1amx', ['execute 26', 'print m', 'print x']],
    ['ESC', '\x1b[1\x1b[2mx', ['CSI 2 m', 'print x']],
    ['a character', '\x1b[1éx', ['print x']],
  ])('%s ends an unfinished one', (_, text, actions) => expect(parse(text)).toEqual(actions))
})

test('escapes: with intermediates, and two of them', () => {
  expect(parse('\x1b7\x1b#8\x1b(%5\x1b \x0aF')).toEqual([
    'ESC 7',
    'ESC # 8',
    `ESC ( 5 second ${'%'.charCodeAt(0)}`,
    'execute 10',
    'ESC SP F',
  ])
})

test('a VT52 has its own escapes, one of which takes two characters', () => {
  const actions = new Actions()
  actions.isVt52 = true
  new Parser(actions).parse(new TextEncoder().encode('\x1bA\x1bY !x'))
  expect(actions.all).toEqual(['vt52 A', 'vt52 Y 32,33', 'print x'])
})

describe('control strings', () => {
  test.each([
    ['\x1b]0;title\x07x', ['OSC 0;title BEL', 'print x']],
    ['\x1b]0;title\x1b\\x', ['OSC 0;title ST', 'print x']],
    ['\x1b]0;日本\x1b\\', ['OSC 0;日本 ST']],
    ['\x1b_Ga=1\x07b\x1b\\', ['APC Ga=1\x07b ST']],
    ['\x1b^private\x1b\\\x1bXtext\x1b\\', ['PM private ST', 'SOS text ST']],
    ['\x1bP1;2$qm\x1b\\', ['begin DCS 1;2 $ q', 'DCS m ST']],
    ['\x1bP1?qbody\x1b\\x', ['DCS body ST', 'print x']],
    ['\x1b]0;t\x18x', ['cancel OSC', 'execute 24', 'print x']],
    ['\x1b]0;t\x1b[1mx', ['cancel OSC', 'CSI 1 m', 'print x']],
  ])('%j', (text, actions) => expect(parse(text)).toEqual(actions))

  test('the rest of one that is too long is dropped, and that is reported', () => {
    expect(parse(`\x1b]${'x'.repeat(limits.stringBytes + 1)}\x07`)).toEqual([
      `OSC ${limits.stringBytes} incomplete BEL`,
    ])
  })

  test('the bytes of a streamed one are not kept', () => {
    const actions = new Actions()
    actions.streamed = 'q'
    new Parser(actions).parse(new TextEncoder().encode('\x1bP0qab\x1b\\x'))
    expect(actions.all).toEqual(['begin DCS 0 q', 'byte 97', 'byte 98', 'DCS  ST', 'print x'])
  })
})

describe('characters', () => {
  test.each([
    ['cut between chunks', [[0xe6], [0x97, 0xa5]], ['print 日']],
    ['a byte that begins nothing', [[0xff, 0x61]], ['print \ufffd', 'print a']],
    ['cut off by another', [[0xe6, 0x97, 0x61]], ['print \ufffd', 'print a']],
    ['overlong', [[0xc0, 0xaf]], ['print \ufffd', 'print \ufffd']],
    ['C1 controls are ignored', [[0xc2, 0x9b, 0x61]], ['print a']],
  ])('%s', (_, chunks, actions) => expect(parse(...chunks.map((bytes) => Uint8Array.from(bytes)))).toEqual(actions))
})

const pieces = fc.constantFrom(
  ...[
    'a',
    'é',
    '日',
    '\x1b',
    '[',
    ']',
    'P',
    '_',
    ';',
    ':',
    '1',
    '38',
    '?',
    ' ',
    '$',
    'm',
    'q',
    'H',
    '\\',
    '\x07',
    '\x18',
    '\n',
  ],
  ...['\x1b[1;2H', '\x1b]0;t\x07', '\x1bP1q', '\x1b\\', '\x1b(0'],
)
const streams = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: pieces.map((text) => new TextEncoder().encode(text)) },
    fc.uint8Array({ maxLength: 3 }),
  ),
)

test('a stream gives the same actions however it is cut', () => {
  fc.assert(
    fc.property(streams, (chunks) => {
      const whole = Buffer.concat(chunks)
      const bytes = [...whole].map((byte) => Uint8Array.of(byte))
      expect(parse(...bytes)).toEqual(parse(whole))
    }),
    { numRuns: 2000 },
  )
})

test('a fresh parser goes on from what another has half read', () => {
  fc.assert(
    fc.property(streams, streams, (before, after) => {
      const first = new Actions()
      const parser = new Parser(first)
      parser.parse(Buffer.concat(before))
      const fresh = new Actions()
      const next = new Parser(fresh)
      next.parse(parser.unfinished())
      expect(next.idle).toBe(parser.idle)
      const begun = [first.all.length, fresh.all.length]
      parser.parse(Buffer.concat(after))
      next.parse(Buffer.concat(after))
      expect(fresh.all.slice(begun[1])).toEqual(first.all.slice(begun[0]))
    }),
    { numRuns: 2000 },
  )
})
