/**
 * The long fuzz run, `npm run fuzz [streams] [first seed]`: for every seed a random stream and one of a real program with
 * bytes changed, cut at random, resized and dumped; another beside xterm.js; and every declared sequence with extreme parameters against the clock. Ends with 1 on a finding.
 */
import { Terminal } from '../packages/terminal/src/index.js'
import { allSequences } from '../packages/terminal/src/sequences/all.js'
import { describe, describeTerminal } from '../test/screens/compare.js'
import { differentialStream, findDifference } from '../test/screens/differential.js'
import { mutate, randomStream, seeded } from '../test/screens/random-stream.js'
import { mutatedStream } from '../test/screens/real-streams.js'

const streams = Number(process.argv[2] ?? 4000)
const firstSeed = Number(process.argv[3] ?? 1)
const sequenceLimitMs = 1
let findings = 0

function report(what: string, seed: number, detail: string): void {
  findings++
  console.log(`${what}, seed ${seed}: ${detail}`)
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function fuzzStream(seed: number): void {
  const clean = randomStream(seed, 100)
  fuzzBytes(seed, seed % 2 === 0 ? mutate(clean, seed) : clean)
}

/** The same however it is cut; a dump rebuilds it; resizing breaks nothing. */
function fuzzBytes(seed: number, bytes: Uint8Array): void {
  const random = seeded(seed * 7 + 1)
  const options = { cols: 4 + random(100), rows: 2 + random(40), scrollback: random(3) * 20 }
  const whole = new Terminal(options)
  whole.write(bytes)
  const pieces = new Terminal(options)
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(9)
    pieces.write(bytes.subarray(at, at + size))
    at += size
  }
  if (!same(describeTerminal(whole), describeTerminal(pieces))) report('chunking changed the screen', seed, '')
  whole.write('\x18')
  const copy = new Terminal({ ...options, cols: whole.cols, rows: whole.rows })
  copy.write(whole.dump())
  if (!same(describe(whole.snapshot()), describe(copy.snapshot())))
    report('a dump did not rebuild the screen', seed, '')
  for (let i = 0; i < 5; i++) {
    whole.resize(1 + random(120), 1 + random(50))
    whole.write(randomStream(seed + i, 5))
    whole.snapshot().text()
  }
}

/** What real programs printed, with bytes changed. */
function fuzzReal(seed: number): void {
  fuzzBytes(seed, mutatedStream(seed, 4000))
}

function fuzzBesideXterm(seed: number): void {
  const [rows, cols] = [3 + (seed % 20), 8 + (seed % 80)]
  const text = differentialStream(seed, rows, cols, 60)
  const difference = findDifference(text, rows, cols)
  if (difference) report('differs from xterm.js', seed, JSON.stringify({ text, ...difference }))
}

/** Every sequence with the largest parameters; the best of a few tries counts, as the machine has other work too. */
function timeSequences(): void {
  for (const [pattern] of allSequences) {
    if (!pattern.startsWith('CSI')) continue
    const rest = pattern
      .slice(4)
      .split(' ')
      .map((word) => (/^P[a-z]/.test(word) ? '' : word === 'SP' ? ' ' : word))
    const prefix = /^[<=>?]$/.test(rest[0]) ? rest.shift()! : ''
    const sequence = `\x1b[${prefix}${'2147483647;'.repeat(6)}1${rest.join('')}`
    const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 1000 })
    for (let line = 0; line < 1024; line++) terminal.write(`${'x'.repeat(79)}\r\n`)
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i < 20; i++) {
      terminal.write('\x1b[Hx')
      const start = performance.now()
      terminal.write(sequence)
      best = Math.min(best, performance.now() - start)
    }
    if (best > sequenceLimitMs) report(`${pattern} took ${best.toFixed(2)} ms`, 0, JSON.stringify(sequence))
  }
}

console.warn = () => {}
timeSequences()
for (let seed = firstSeed; seed < firstSeed + streams; seed++) {
  try {
    fuzzStream(seed)
    fuzzReal(seed)
    fuzzBesideXterm(seed)
  } catch (error) {
    report('threw', seed, String(error instanceof Error ? error.stack : error))
  }
  if (seed % 500 === 0) console.log(`${seed} streams, ${findings} findings`)
}
console.log(`${streams} streams from seed ${firstSeed}: ${findings} findings`)
process.exitCode = findings > 0 ? 1 : 0
