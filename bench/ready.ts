/**
 * `npm run bench ready [rounds] [part…]`: how soon after a program's last output its answer point is known, beside waiting for
 * 200 ms of silence on the same inputs; what a look costs; what it costs a flood; and the corpus of moments, repeated
 * under load.
 */
import { spawn, spawnSync } from 'node:child_process'
import { SessionRegistry } from '../packages/polytty/dist/session/index.js'
import { faults, type Judged, runSubject } from './ready/run-subject.js'
import { subjects } from './ready/subjects.js'
import { median, percentile, printTable } from './table.js'

const rounds = Number(process.argv[2] ?? 3)
const parts = process.argv.slice(3)
const DEBOUNCE_MS = 200

interface Typist {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly inputs: readonly string[]
}

const typists: readonly Typist[] = [
  {
    name: 'bash',
    program: 'bash',
    args: ['--norc', '-i'],
    inputs: ['e', 'cho hi\r', '\x1b[A', '\r', 'ls /\r', 'seq 200\r'],
  },
  { name: 'zsh', program: 'zsh', args: ['-f', '-i'], inputs: ['l', 's /\r', '\x1b[A', '\r', 'seq 200\r'] },
  { name: 'fish', program: 'fish', args: ['--no-config', '-i'], inputs: ['e', 'cho a\r', '\x1b[A', '\r'] },
  { name: 'python3', program: 'python3', args: ['-q'], inputs: ['1', '+1\r', 'sum(range(10**6))\r', 'import json\r'] },
  { name: 'node', program: 'node', args: [], inputs: ['1', '+', '1\r', '"x".repeat(20)\r'] },
  {
    name: 'vim',
    program: 'vim',
    args: ['-u', 'NONE', '-n', '/etc/passwd'],
    inputs: ['j', 'x', 'ihello\x1b', 'u', 'G', 'gg'],
  },
  { name: 'less', program: 'less', args: ['/etc/services'], inputs: [' ', 'j', '/tcp\r', 'n', 'g', 'G'] },
  {
    name: 'read -p',
    program: 'bash',
    args: ['-c', 'while read -p "name? " x; do echo hi $x; done'],
    inputs: ['ann\r', 'bob\r'],
  },
].filter(({ program }) => isHere(program))

function isHere(program: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' }).status === 0
}

const sessions = new SessionRegistry()

async function settling(): Promise<void> {
  const all: number[] = []
  const rows: string[][] = []
  for (const { name, program, args, inputs } of typists) {
    const session = await sessions.create({ program, args, env: { TERM: 'xterm-256color' } })
    await session.settled()
    const after: number[] = []
    const ours: number[] = []
    const debounce: number[] = []
    let late = 0
    for (let round = 0; round < 5 * rounds; round++)
      for (const input of inputs) {
        const started = performance.now()
        await session.write(input)
        await session.settled({ timeoutMs: 5000 })
        const now = performance.now()
        ours.push(now - started)
        if (session.outputAt >= started) after.push(now - session.outputAt)
        const { reads } = session
        await session.wait({ type: 'idle', ms: DEBOUNCE_MS, fresh: false })
        debounce.push(performance.now() - started)
        if (session.reads !== reads) late++
      }
    all.push(...after)
    rows.push([
      name,
      String(ours.length),
      ...summary(after),
      median(ours).toFixed(1),
      median(debounce).toFixed(1),
      String(late),
    ])
    await sessions.remove(session, { graceMs: 0 })
  }
  rows.push(['all', '', ...summary(all), '', '', ''])
  printTable(
    `The answer point, beside ${DEBOUNCE_MS} ms of silence`,
    [
      'program',
      'inputs',
      'after the last output: p50 ms',
      'p99',
      'most',
      'from input: ours p50 ms',
      'silence p50 ms',
      'output later',
    ],
    rows,
  )
}

function summary(samples: readonly number[]): string[] {
  const sorted = [...samples]
  return [percentile(sorted, 0.5), percentile(sorted, 0.99), Math.max(...sorted)].map((ms) => ms.toFixed(1))
}

async function costOfLooks(): Promise<void> {
  const rows: string[][] = []
  for (const { name, program, args } of typists) {
    const session = await sessions.create({ program, args })
    await session.settled()
    const samples: number[] = []
    for (let i = 0; i < 1500; i++) {
      const { user, system } = process.cpuUsage()
      for (let k = 0; k < 4; k++) void session.ready
      const used = process.cpuUsage({ user, system })
      if (i >= 500) samples.push((used.user + used.system) / 4)
    }
    rows.push([name, median(samples).toFixed(0), percentile(samples, 0.99).toFixed(0)])
    await sessions.remove(session, { graceMs: 0 })
  }
  printTable('CPU of a look', ['program', 'p50 µs', 'p99 µs'], rows)
}

/** Megabytes in a second of a program that prints without end. */
async function flood(isWatched: boolean): Promise<number> {
  const session = await sessions.create({ program: '/bin/sh', args: ['-c', 'seq 4000000; exec cat'] })
  if (isWatched) void session.settled({ timeoutMs: 60_000 })
  const watching = isWatched ? session.onReady(() => {}) : null
  let bytes = 0
  session.onOutput.on((chunk) => (bytes += chunk.bytes.length))
  const started = performance.now()
  await session.wait({ type: 'text', text: '4000000', source: 'transcript' }, { timeoutMs: 60_000 })
  const speed = bytes / 1e3 / (performance.now() - started)
  watching?.dispose()
  await sessions.remove(session, { graceMs: 0 })
  return speed
}

async function costToFloods(): Promise<void> {
  const [without, watched]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    without.push(await flood(false))
    watched.push(await flood(true))
  }
  const row = (name: string, speeds: number[]) => [
    name,
    median(speeds).toFixed(1),
    Math.min(...speeds).toFixed(1),
    Math.max(...speeds).toFixed(1),
  ]
  printTable(
    'A flood of 30 MB',
    ['', 'MB/s', 'least', 'most'],
    [row('no one asks', without), row('waited for and listened to', watched)],
  )
  process.stdout.write(`\n${(median(watched) / median(without)).toFixed(2)}× of the speed.\n`)
}

/** How many programs of the corpus run at the same time, beside those that compute. */
const AT_ONCE = 6

async function corpus(): Promise<void> {
  const load = Array.from({ length: 2 }, () => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }))
  const judged: Judged[] = []
  const wrong: string[] = []
  const here = subjects.filter(({ needs }) => needs.every(isHere))
  const left = Array.from({ length: rounds }, () => here).flat()
  const work = async (): Promise<void> => {
    for (let subject = left.pop(); subject; subject = left.pop()) {
      const found = await runSubject(subject)
      judged.push(...found)
      wrong.push(...faults(found).map((fault) => `${subject?.name}, ${fault}`))
      if (process.stderr.isTTY) process.stderr.write(`\r${left.length} left `)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    for (const child of load) child.kill('SIGKILL')
  }
  const settled = judged.map(({ settledMs }) => settledMs).filter((ms) => ms !== null)
  printTable(
    `The corpus, ${rounds} times, ${AT_ONCE} programs at once beside two that compute`,
    ['moments', 'wrong', 'false claims at 0.9 or more', 'output after the answer point', 'answer point p50 ms', 'p99'],
    [
      [
        String(judged.length),
        String(judged.filter(({ wrong: why }) => why).length),
        String(wrong.filter((fault) => fault.endsWith('does not wait for its user')).length),
        String(judged.filter(({ early }) => early).length),
        percentile(settled, 0.5).toFixed(1),
        percentile(settled, 0.99).toFixed(1),
      ],
    ],
  )
  for (const fault of new Set(wrong)) process.stdout.write(`  ${fault}\n`)
}

for (const [name, measure] of Object.entries({ settling, looks: costOfLooks, flood: costToFloods, corpus }))
  if (parts.length === 0 || parts.includes(name)) await measure()
await sessions.dispose({ graceMs: 0 })
process.exit(0)
