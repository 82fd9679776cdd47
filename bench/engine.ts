/**
 * The engine against @xterm/headless, on the same bytes in one run: 64 KiB chunks, rounds interleaved, medians.
 * `npx tsx bench/engine.ts [size in MB] [rounds]` prints one table. Needs `npm run build` first: it measures dist/.
 */
import { createRequire } from 'node:module'
import { makeCorpora } from './engine/corpora.js'

const { Terminal } = (await import(
  new URL('../dist/terminal/index.js', import.meta.url).href
)) as typeof import('../src/terminal/index.js')
const xterm = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

interface Writable {
  write(bytes: Uint8Array): void
}

const chunk = 65_536
const megabytes = Number(process.argv[2] ?? 4)
const rounds = Number(process.argv[3] ?? 7)
/** Rounds that only let the compiler see the code. */
const warmUp = 2
const warn = console.warn
// xterm warns about writeSync on every terminal.
console.warn = () => {}

function ours(): Writable {
  return new Terminal({ cols: 80, rows: 24, scrollback: 1000 })
}

function theirs(): Writable {
  const terminal = new xterm.Terminal({ cols: 80, rows: 24, scrollback: 1000, allowProposedApi: true })
  const core = (terminal as unknown as { _core: { writeSync(bytes: Uint8Array): void } })._core
  return { write: (bytes) => core.writeSync(bytes) }
}

function measure(make: () => Writable, bytes: Uint8Array): number {
  const terminal = make()
  const start = performance.now()
  for (let at = 0; at < bytes.length; at += chunk) terminal.write(bytes.subarray(at, at + chunk))
  return bytes.length / 1e3 / (performance.now() - start)
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]

const { corpora, missing } = makeCorpora(megabytes * 1e6)
console.log('| corpus | polytty MB/s | @xterm/headless MB/s | ratio | goal |')
console.log('|---|---:|---:|---:|---:|')
for (const { name, bytes, goal } of corpora) {
  const mine: number[] = []
  const other: number[] = []
  for (let round = 0; round < rounds + warmUp; round++) {
    const [a, b] = [measure(ours, bytes), measure(theirs, bytes)]
    if (round < warmUp) continue
    mine.push(a)
    other.push(b)
  }
  const [a, b] = [median(mine), median(other)]
  console.log(`| ${name} | ${a.toFixed(0)} | ${b.toFixed(0)} | ${(a / b).toFixed(1)}× | ${goal}× |`)
}
console.warn = warn
if (missing.length > 0) console.log(`\nNot measured, because not installed here or silent: ${missing.join(', ')}.`)
