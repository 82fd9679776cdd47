/**
 * The engine against @xterm/headless, on the same bytes in one run: 64 KiB chunks, rounds interleaved, medians. Then
 * many mixes of what programs print, what reading costs, and memory. `npm run bench engine`; with `--peers` the mixes are
 * given to native engines too.
 */
import { createRequire } from 'node:module'
import { Terminal } from '@polytty/terminal'
import { makeCorpora } from './engine/corpora.js'
import { raceMixes, type Writable } from './engine/race.js'
import { median, printTable } from './table.js'

const xterm = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

const chunk = 65_536
// npm keeps options that it does not know for itself, as configuration.
const withPeers = process.argv.includes('--peers') || process.env.npm_config_peers === 'true'
const [megabytes = 4, rounds = 9] = process.argv
  .slice(2)
  .filter((word) => word !== '--peers')
  .map(Number)
/** Rounds that only let the compiler see the code. */
const warmUp = 6
// xterm warns about writeSync on every terminal.
console.warn = () => {}

function ours(cols = 80, rows = 24): Writable {
  return new Terminal({ cols, rows, scrollback: 1000 })
}

function theirs(cols = 80, rows = 24): Writable {
  const terminal = new xterm.Terminal({ cols, rows, scrollback: 1000, allowProposedApi: true })
  const core = (terminal as unknown as { _core: { writeSync(bytes: Uint8Array): void } })._core
  return { write: (bytes) => core.writeSync(bytes) }
}

/** Megabytes in a second. */
function measure(make: () => Writable, bytes: Uint8Array): number {
  const terminal = make()
  const start = performance.now()
  for (let at = 0; at < bytes.length; at += chunk) terminal.write(bytes.subarray(at, at + chunk))
  return bytes.length / 1e3 / (performance.now() - start)
}

function throughput(): void {
  const { corpora, missing } = makeCorpora(megabytes * 1e6)
  const rows = corpora.map(({ name, bytes, goal }) => {
    const mine: number[] = []
    const other: number[] = []
    for (let round = 0; round < rounds + warmUp; round++) {
      const [a, b] = [measure(ours, bytes), measure(theirs, bytes)]
      if (round < warmUp) continue
      mine.push(a)
      other.push(b)
    }
    const ratio = median(mine) / median(other)
    return [name, median(mine).toFixed(0), median(other).toFixed(0), `${ratio.toFixed(1)}×`, `${goal}×`]
  })
  printTable(
    'Parsing, 80×24, 1,000 lines of scrollback',
    ['corpus', 'polytty MB/s', '@xterm/headless MB/s', 'ratio', 'goal'],
    rows,
  )
  if (missing.length > 0) process.stdout.write(`\nNot installed here, so not measured: ${missing.join(', ')}.\n`)
}

/** Median microseconds of an action after a preparation. */
function microseconds(prepare: () => void, act: () => void): number {
  const samples: number[] = []
  for (let i = 0; i < 3000; i++) {
    prepare()
    const start = performance.now()
    act()
    samples.push((performance.now() - start) * 1e3)
  }
  return median(samples.slice(1000))
}

function reading(): void {
  const terminal = new Terminal({ cols: 80, rows: 24 })
  const line = `\x1b[3${1}mword \x1b[1mbold\x1b[m ${'text '.repeat(12)}`
  let turn = 0
  const fill = (): void => {
    turn++
    for (let row = 1; row <= 24; row++) terminal.write(`\x1b[${row};1H${line}${turn}\x1b[K`)
  }
  const oneRow = (): void => terminal.write(`\x1b[12;1H${turn++}`)
  const cells = (): void => {
    const snapshot = terminal.snapshot()
    for (let row = 0; row < 24; row++) for (let col = 0; col < 80; col++) snapshot.cell(row, col)
  }
  const rows: [string, number, string][] = [
    ['all rows changed: snapshot and text', microseconds(fill, () => terminal.snapshot().text()), '20'],
    ['all rows changed: snapshot and 1,920 cells', microseconds(fill, cells), '100'],
    ['one row changed: snapshot', microseconds(oneRow, () => terminal.snapshot()), ''],
    [
      'nothing changed: snapshot',
      microseconds(
        () => {},
        () => terminal.snapshot(),
      ),
      '',
    ],
  ]
  printTable('Reading an 80×24 screen', ['what', 'median µs', 'goal'], rows)
}

/** Streams in which everything is new: what is no longer shown has to be forgotten now and then. */
function forgetting(): void {
  const kinds: [string, (n: number) => string][] = [
    ['links', (n) => `\x1b]8;;http://example.com/${n}\x1b\\x`],
    ['underline colours', (n) => `\x1b[58:2::${n >> 16}:${(n >> 8) & 255}:${n & 255}mx`],
  ]
  const rows = kinds.map(([name, piece]) => {
    const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 1000 })
    const times: number[] = []
    for (let n = 0; n < 200_000; n += 200) {
      const text = Array.from({ length: 200 }, (_, i) => piece(n + i)).join('')
      const start = performance.now()
      terminal.write(text)
      times.push(performance.now() - start)
    }
    const total = times.reduce((sum, time) => sum + time, 0)
    return [name, total.toFixed(0), median(times).toFixed(2), Math.max(...times).toFixed(0)]
  })
  printTable('200,000 different ones, 200 a write', ['what', 'all ms', 'median ms', 'longest ms'], rows)
}

/** Bytes of heap and buffers that `count` things take, each. */
function bytesEach<T>(count: number, make: () => T): number {
  const used = (): number => {
    // Buffers are given back a little later than their owners.
    for (let i = 0; i < 4; i++) globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = used()
  const kept = Array.from({ length: count }, make)
  const each = (used() - before) / count
  return kept.length === count ? each : 0
}

function memory(): void {
  const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(0)} KB`
  const ordinary = `${'ordinary text of a log file, '.repeat(2).slice(0, 56)}\r\n`
  const full = `${'x'.repeat(80)}`
  const history = bytesEach(5, () => {
    const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 10_000 })
    for (let i = 0; i < 10_024; i++) terminal.write(ordinary)
    return terminal
  })
  const many = bytesEach(100, () => {
    const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 1000 })
    for (let i = 0; i < 1024; i++) terminal.write(`\x1b[3${i % 8}m${full}`)
    return terminal
  })
  const rows = [
    ['a fresh 80×24 terminal', kilobytes(bytesEach(200, () => new Terminal({ cols: 80, rows: 24 }))), '60 KB'],
    ['10,000 lines of 56 characters, per used cell', `${(history / 560_000).toFixed(1)} B`, '10 B'],
    ['1,000 terminals with 1,000 full coloured lines', `${((many * 1000) / 1e9).toFixed(2)} GB`, '1 GB'],
  ]
  printTable('Memory', ['what', 'measured', 'goal'], rows)
}

if (!withPeers) throughput()
await raceMixes({ ours, theirs, megabytes: megabytes / 4, rounds, withPeers })
reading()
forgetting()
if (globalThis.gc) memory()
else process.stdout.write('\nMemory is measured with --expose-gc only: npm run bench engine.\n')
