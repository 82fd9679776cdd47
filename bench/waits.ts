/**
 * What waits cost a flood: the same output with none, one, ten and a hundred of them running, in turns. Processor time of
 * the process counts, since other work on the machine does not change it much. `npm run bench waits`.
 */
import { systemClock } from '../packages/polytty/dist/base/clock.js'
import { SessionRegistry } from '../packages/polytty/dist/session/index.js'
import type { Matcher } from '../packages/polytty/dist/wait/index.js'
import { median, printTable } from './table.js'

const MEGABYTES = Number(process.argv[2] ?? 40)
const ROUNDS = Number(process.argv[3] ?? 5)
/** Lines that differ, as those of a log do: a program that prints one line again and again would be too easy. */
const flood = `i=0; while [ $i -lt 2000 ]; do echo "line $i of a log: the quick brown fox jumps over the lazy dog"; i=$((i+1)); done > "$0"; yes "$0" | head -n ${Math.round((MEGABYTES * 1e6) / 133_000)} | xargs cat`

const kinds: readonly [string, (index: number) => Matcher][] = [
  ['text', (index) => ({ type: 'text', text: `never printed ${index}` })],
  ['regex', (index) => ({ type: 'regex', pattern: `done in [0-9]+ ms: job ${index}` })],
  ['regex without a literal', (index) => ({ type: 'regex', pattern: `[A-Z]{${3 + (index % 5)}}[0-9]+` })],
]
const counts = [0, 1, 10, 100]

/** Seconds of processor time. */
async function run(matcher: (index: number) => Matcher, count: number): Promise<number> {
  const sessions = new SessionRegistry({ clock: systemClock, maxSessions: 2 })
  const before = process.cpuUsage()
  const session = await sessions.create({
    program: '/bin/sh',
    args: ['-c', flood, `/tmp/polytty-waits-${process.pid}`],
  })
  const waits = Array.from({ length: count }, (_, index) => session.wait(matcher(index), { timeoutMs: 600_000 }))
  await session.wait({ type: 'exited' }, { timeoutMs: 600_000 })
  await Promise.all(waits)
  const { user, system } = process.cpuUsage(before)
  await sessions.dispose()
  return (user + system) / 1e6
}

const times = new Map<string, number[]>()
for (let round = 0; round <= ROUNDS; round++) {
  for (const [kind, matcher] of kinds) {
    for (const count of counts) {
      const seconds = await run(matcher, count)
      // The first round only warms up.
      if (round > 0) times.set(`${kind} ${count}`, [...(times.get(`${kind} ${count}`) ?? []), seconds])
    }
  }
}
const rows = kinds.map(([kind]) => {
  const [none, ...some] = counts.map((count) => median(times.get(`${kind} ${count}`) ?? []))
  return [kind, `${none!.toFixed(2)} s`, ...some.map((seconds) => `${((none! / seconds) * 100).toFixed(0)} %`)]
})
printTable(
  `Speed of a flood of ${MEGABYTES} MB with waits, of that without (processor time, medians of ${ROUNDS} rounds in turns)`,
  ['waits', 'none', '1', '10', '100'],
  rows,
)
