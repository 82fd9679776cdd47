/** Streams to measure engines with: made by generators, or captured from real programs when the benchmark runs. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A small generator with a seed, so that every run measures the same bytes. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

const words =
  'the quick brown fox jumps over a lazy dog while seven wizards brew potent grog for every vexed king'.split(' ')
const wide = ['日本語', '端末', '中文字符', '한국어', '👩‍💻', '🎉', '🇫🇷', 'é', 'naïve', 'ÅÄÖ', '👍🏽', '…', '→']

function build(size: number, seed: number, piece: (random: () => number, index: number) => string): Uint8Array {
  const random = randomFrom(seed)
  let text = ''
  for (let index = 0; text.length < size; index++) text += piece(random, index)
  return new TextEncoder().encode(text)
}

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]

function sentence(random: () => number, count: number, from: readonly string[] = words): string {
  return Array.from({ length: count }, () => pick(random, from)).join(' ')
}

const int = (random: () => number, max: number): number => Math.floor(random() * max)

function plainText(size: number): Uint8Array {
  return build(size, 1, (random) => `${sentence(random, 4 + int(random, 12))}\r\n`)
}

/** Every word in a random colour: thousands of distinct styles, the worst case for interning them. */
function heavySgr(size: number): Uint8Array {
  const color = (random: () => number): string => {
    const kind = int(random, 4)
    if (kind === 0) return `${30 + int(random, 8)}`
    if (kind === 1) return `1;${40 + int(random, 8)}`
    if (kind === 2) return `38;5;${int(random, 256)}`
    return `38;2;${int(random, 8) * 32};${int(random, 8) * 32};${int(random, 8) * 32}`
  }
  return build(size, 2, (random, index) => {
    const end = index % 12 === 11 ? '\x1b[0m\r\n' : ' '
    return `\x1b[${color(random)}m${pick(random, words)}${end}`
  })
}

/** As highlighters print: every word in another of a theme's colours, in all four ways to write them. */
function themeSgr(size: number): Uint8Array {
  const random = randomFrom(7)
  const theme = Array.from({ length: 24 }, () => `38;2;${int(random, 256)};${int(random, 256)};${int(random, 256)}`)
  const colors = [
    '31',
    '1;32',
    '4;34',
    '0',
    '7',
    '48;5;236;38;5;214',
    '1;38;5;39',
    '38;5;141',
    '3;38;5;244',
    '93',
    ...theme,
  ]
  return build(size, 2, (next, index) => {
    const end = index % 12 === 11 ? '\x1b[0m\r\n' : ' '
    return `\x1b[${pick(next, colors)}m${pick(next, words)}${end}`
  })
}

function denseMotion(size: number): Uint8Array {
  return build(size, 3, (random) => {
    const at = `\x1b[${1 + int(random, 24)};${1 + int(random, 80)}H`
    const moves = ['\x1b[K', '\x1b[A', '\x1b[2B', '\x1b[5C', '\x1b[3D', '\x1b[1P', '\x1b[2@', '\x1b[4X', '\r']
    return `${at}${pick(random, words)}${pick(random, moves)}`
  })
}

function unicodeText(size: number): Uint8Array {
  return build(size, 4, (random) => `${sentence(random, 4 + int(random, 8), random() < 0.5 ? wide : words)}\r\n`)
}

function scrollRegions(size: number): Uint8Array {
  return build(size, 5, (random, index) => {
    if (index % 64 === 0) return `\x1b[${2 + int(random, 4)};${18 + int(random, 6)}r\x1b[${18 + int(random, 6)};1H`
    const line = sentence(random, 3 + int(random, 8))
    return random() < 0.1 ? `\x1b[2M\x1b[L${line}\r\n` : `${line}\r\n`
  })
}

/** Runs a program on a PTY of util-linux's script(1) and keeps what it printed; null where it is not installed. */
function capture(command: string, input: string): Uint8Array | null {
  const size = 'stty rows 24 cols 80 2>/dev/null; '
  const result = spawnSync('script', ['-qfec', size + command, '/dev/null'], {
    input,
    timeout: 20_000,
    maxBuffer: 64 << 20,
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, TERM: 'xterm-256color', LESS: '', COLORTERM: 'truecolor' },
  })
  return result.error || result.stdout.length < 1000 ? null : new Uint8Array(result.stdout)
}

/** Repeats or cuts a stream to about `size` bytes. */
function repeat(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length >= size) return bytes.subarray(0, size)
  const times = Math.ceil(size / bytes.length)
  const all = new Uint8Array(bytes.length * times)
  for (let i = 0; i < times; i++) all.set(bytes, i * bytes.length)
  return all
}

export interface Corpus {
  readonly name: string
  readonly bytes: Uint8Array
  /** How many times @xterm/headless's speed it should reach. */
  readonly goal: number
}

/** All corpora of about `size` bytes each; programs that are missing here are left out and named. */
export function makeCorpora(size: number): { corpora: Corpus[]; missing: string[] } {
  const corpora: Corpus[] = [
    { name: 'plain text', bytes: plainText(size), goal: 4 },
    { name: 'heavy SGR, random colours', bytes: heavySgr(size), goal: 3 },
    { name: 'heavy SGR, a theme of 34', bytes: themeSgr(size), goal: 3 },
    { name: 'dense cursor motion', bytes: denseMotion(size), goal: 3 },
    { name: 'unicode (CJK, emoji)', bytes: unicodeText(size), goal: 3 },
    { name: 'scroll regions', bytes: scrollRegions(size), goal: 4 },
  ]
  const file = new URL('../../package-lock.json', import.meta.url).pathname
  const captures: [string, string, string][] = [
    [
      'vim',
      `vim -u NONE -N -c 'syntax on' -c 'set hlsearch' ${file}`,
      `${'\x06'.repeat(40)}${'jjjj'.repeat(40)}/version\r:q!\r`,
    ],
    ['less', `less -R ${file}`, `${' '.repeat(60)}${'j'.repeat(100)}q`],
    ['htop', 'timeout --foreground 3 htop -d 1', ''],
    ['git log', 'git -c core.pager=cat log --color=always -p --stat', ''],
    [
      'compiler',
      'node_modules/.bin/tsc --pretty --noEmit --ignoreConfig --lib es5 --types node packages/terminal/src/*.ts packages/polytty/src/session/*.ts',
      '',
    ],
  ]
  const missing: string[] = []
  for (const [name, command, input] of captures) {
    const bytes = capture(command, input)
    if (bytes) corpora.push({ name: `captured: ${name}`, bytes: repeat(bytes, size), goal: 4 })
    else missing.push(name)
  }
  return { corpora, missing }
}
