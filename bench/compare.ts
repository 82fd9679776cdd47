/**
 * `npm run bench compare [revision] [rounds]`: this checkout beside another revision of it, in turns within one run. Prints the
 * ratio of their speeds with a confidence interval; it judges nothing, since machines are noisy.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from './engine/corpora.js'
import { median, percentile, printTable } from './table.js'

const root = join(import.meta.dirname, '..')
const [revision = 'HEAD~1', roundsText = '15'] = process.argv.slice(2)
const rounds = Number(roundsText)
const RESAMPLES = 2000
const run = (cwd: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

/** Another revision, installed and built in a folder of its own. */
function build(folder: string): void {
  run(root, 'git', 'worktree', 'add', '--quiet', '--detach', folder, revision)
  run(folder, 'npm', 'ci', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline')
  run(folder, join(folder, 'node_modules/.bin/tsc'), '-b')
}

async function start(folder: string): Promise<{ readonly side: ChildProcess; readonly names: readonly string[] }> {
  const side = fork(join(import.meta.dirname, 'compare/side.js'), [folder])
  const [{ names }] = (await once(side, 'message')) as [{ names: readonly string[] }]
  return { side, names }
}

async function ask(side: ChildProcess, name: string): Promise<number> {
  side.send(name)
  const [{ speed }] = (await once(side, 'message')) as [{ speed: number }]
  return speed
}

/** The middle 95 % of the medians of samples drawn again: the same in every run for the same ratios. */
function interval(ratios: readonly number[]): [number, number] {
  const random = randomFrom(1)
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(ratios.map(() => ratios[Math.floor(random() * ratios.length)]!)),
  )
  return [percentile(medians, 0.025), percentile(medians, 0.975)]
}

const folder = join(mkdtempSync(join(tmpdir(), 'polytty-compare-')), 'other')
try {
  if (!existsSync(join(root, '.git')))
    throw new Error('this is no git checkout: there is no other revision to compare with')
  process.stdout.write(`building ${revision}…\n`)
  build(folder)
  const [now, other] = [await start(root), await start(folder)]
  const rows: (string | number)[][] = []
  for (const name of now.names.filter((one) => other.names.includes(one))) {
    const speeds: [number, number][] = []
    // The first round only lets the compiler see the code; the order alternates.
    for (let round = -1; round < rounds; round++) {
      const first = round % 2 === 0 ? now : other
      const pair = new Map([[first, await ask(first.side, name)]])
      const second = first === now ? other : now
      pair.set(second, await ask(second.side, name))
      if (round >= 0) speeds.push([pair.get(now)!, pair.get(other)!])
    }
    const ratios = speeds.map(([a, b]) => a / b)
    const [low, high] = interval(ratios)
    const verdict = low > 1 ? 'faster' : high < 1 ? 'slower' : 'as fast'
    rows.push([
      name,
      median(speeds.map(([a]) => a)),
      median(speeds.map(([, b]) => b)),
      median(ratios),
      `${low.toFixed(2)} to ${high.toFixed(2)}`,
      verdict,
    ])
  }
  printTable(
    `This checkout beside ${run(root, 'git', 'rev-parse', '--short', revision)}, ${rounds} rounds in turns`,
    ['what', 'now', 'before', 'ratio', '95 % of medians', ''],
    rows,
  )
  now.side.kill()
  other.side.kill()
} finally {
  if (existsSync(folder)) run(root, 'git', 'worktree', 'remove', '--force', folder)
  rmSync(join(folder, '..'), { recursive: true, force: true })
}
