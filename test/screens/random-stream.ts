/** Random terminal streams from a seed, for fuzzing: printable text, controls and sequences in plausible proportions. */
import { allSequences, allStrings } from '../../packages/terminal/src/sequences/all.js'

/** A generator of whole numbers below a limit; the same seed gives the same numbers. */
export function seeded(seed: number): (limit: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return (limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % limit
  }
}

type Random = (limit: number) => number

const texts = [
  'a',
  'hello',
  'the quick brown fox jumps',
  'x'.repeat(30),
  '日本',
  '한글',
  'é',
  'e\u0301',
  '👩‍💻',
  '🇩🇪',
  '👍🏽',
  '1\ufe0f\u20e3',
]
const more = [
  '\u200d',
  '\ufe0f',
  '\u0301',
  '🇫',
  '\u{1f3fd}',
  'ก็',
  'क्ष',
  '\u1100\u1161',
  '\u00ad',
  '\u200b',
  '\u{2a6d6}',
]
const numbers = ['', '0', '1', '2', '3', '5', '8', '20', '40', '999', '2147483647', '99999999999']
const modeNumbers = [
  1, 3, 4, 5, 6, 7, 12, 20, 25, 40, 45, 47, 69, 95, 1000, 1003, 1006, 1045, 1047, 1048, 1049, 2004, 2026, 2027,
]

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)]
}

function params(random: Random): string {
  return Array.from({ length: random(5) }, () => pick(random, numbers)).join(random(8) === 0 ? ':' : ';')
}

const patterns = [...allSequences.map(([pattern]) => pattern), ...allStrings.map(([pattern]) => pattern)]
const controls: Readonly<Record<string, string>> = {
  NUL: '\0',
  ENQ: '\x05',
  BEL: '\x07',
  BS: '\b',
  HT: '\t',
  LF: '\n',
  VT: '\v',
  FF: '\f',
  CR: '\r',
  SO: '\x0e',
  SI: '\x0f',
  CAN: '\x18',
  SUB: '\x1a',
}

/** A declared pattern with random parameters in it. */
function instance(random: Random, pattern: string): string {
  const words = pattern.split(' ')
  if (words[0] in controls) return controls[words[0]]
  const rest = words.slice(1).map((word) => {
    if (/^P[a-z]/.test(word)) return params(random)
    if (word === 'Dscs') return pick(random, ['0', 'A', 'B', 'K', '%5'])
    return word === 'SP' ? ' ' : word
  })
  if (words[0] === 'ESC') return `\x1b${rest.join('')}`
  if (words[0] === 'CSI') return `\x1b[${rest.join('')}`
  const payload = pick(random, [
    '',
    '?',
    '0;?',
    'title',
    '1;rgb:ff/00/80',
    ';http://example.com/',
    'id=a;http://b',
    'A;k=1',
    'm',
    '544e',
  ])
  const end = random(3) === 0 ? '\x07' : '\x1b\\'
  return `\x1b${words[0] === 'OSC' ? ']' : words[0] === 'DCS' ? 'P' : '_'}${rest.join('')};${payload}${end}`
}

function sgr(random: Random): string {
  const codes = ['0', '1', '4', '7', '31', '42', '97', '38;5;100', '48;2;1;2;3', '4:3', '58:2::9:8:7', '9', '53', '22']
  return `\x1b[${pick(random, codes)}m`
}

/** One piece of a stream. */
function piece(random: Random): string {
  switch (random(12)) {
    case 0:
    case 1:
    case 2:
      return pick(random, texts)
    case 3:
      return pick(random, more)
    case 4:
      return pick(random, ['\r\n', '\r\n', '\n', '\r', '\b', '\t'])
    case 5:
      return sgr(random)
    case 6:
      return `\x1b[${1 + random(30)};${1 + random(90)}H`
    case 7:
      return `\x1b[?${pick(random, modeNumbers)}${random(2) === 0 ? 'h' : 'l'}`
    case 8:
      return `\x1b[${pick(random, numbers)}${pick(random, [...'ABCDEFGIJKLMPSTXZ@bd'])}`
    default:
      return instance(random, pick(random, patterns))
  }
}

/** A stream of `pieces` pieces. */
export function randomStream(seed: number, pieces: number): Uint8Array {
  const random = seeded(seed)
  let text = ''
  for (let i = 0; i < pieces; i++) text += piece(random)
  return new TextEncoder().encode(text)
}

/** A stream with some bytes changed, removed or doubled. */
export function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seeded(seed)
  const out: number[] = []
  for (const byte of bytes) {
    const dice = random(100)
    if (dice === 0) out.push(random(256))
    else if (dice === 1) out.push(byte, byte)
    else if (dice !== 2) out.push(byte)
  }
  return Uint8Array.from(out)
}
