/**
 * The first example of README, as a new user runs it: an empty home, no server, each line a process of its own. Beside
 * each line the time that a bare Node takes to start. `ROUNDS` changes how often.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, printTable } from './table.js'

const rounds = Number(process.env.ROUNDS ?? 5)
const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const [, example] = /## Try it\n```sh\n(.*?)```/s.exec(readme)!
const lines = example!.trim().split('\n')

function measure(run: () => void): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

/** The times of the lines in a home that no one has used. */
function round(): number[] {
  const home = mkdtempSync(join(tmpdir(), 'polytty-first-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  symlinkSync(join(root, 'bin'), join(home, 'bin'))
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), POLYTTY_FIRST_PORT: '19420' }
  const shell = (line: string): void =>
    void execFileSync('/bin/sh', ['-c', line], { cwd: home, env, stdio: ['ignore', 'ignore', 'ignore'] })
  const times = lines.map((line) => measure(() => shell(line)))
  shell('bin/polytty stop')
  rmSync(home, { recursive: true })
  return times
}

const all = Array.from({ length: rounds }, round)
const bare = Array.from({ length: rounds }, () => measure(() => execFileSync(process.execPath, ['-e', '0'])))
const rows = lines.map((line, index): [string, number] => [`\`${line}\``, median(all.map((times) => times[index]!))])
const totals = all.map((times) => times.reduce((sum, time) => sum + time, 0))
printTable(
  'The first example of README on a cold start, ms',
  ['line', 'median'],
  [...rows, ['all five', median(totals)], ['a bare Node that starts and ends', median(bare)]],
)
