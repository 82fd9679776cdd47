/**
 * `npm run flakes [rounds]`: twenty tests of programs that are flaky by nature, so many times, on a busy machine; prints how
 * many failed, and with 500 rounds or more writes the table into docs/test-kit.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable, median, percentile } from '../table.js'
import { runRounds } from './rounds.js'

const rounds = Number(process.argv[2] ?? 20)
const MIN_WRITTEN = 500
const guide = join(import.meta.dirname, '../../docs/test-kit.md')

const startedAt = performance.now()
const results = await runRounds({
  ...{ rounds, atOnce: 4, burners: 2 },
  onRound: (round, failures) => {
    if (round % 10 === 0) process.stderr.write(`round ${round} of ${rounds}: ${failures} failures so far\n`)
  },
})
const rows = results.map(({ title, times, failures }) => [
  ...[title, times.length, failures.length, Math.round(median(times)), Math.round(percentile(times, 0.99))],
])
const all = results.flatMap(({ times }) => times)
const failures = results.flatMap((result) => result.failures)
const total = ['all', all.length, failures.length, Math.round(median(all)), Math.round(percentile(all, 0.99))]
const shown = [...rows, total].map((row) => row.map(String))
const table = formatTable(['test', 'runs', 'failures', 'median ms', 'p99 ms'], shown)
process.stdout.write(`${table}\n${Math.round((performance.now() - startedAt) / 1000)} s\n`)
for (const failure of failures.slice(0, 3)) process.stdout.write(`\n${failure}\n`)
if (rounds >= MIN_WRITTEN) {
  const text = readFileSync(guide, 'utf8')
  writeFileSync(guide, text.replace(/(<!-- flakes -->\n)[\s\S]*?(<!-- end -->)/, `$1${table}\n$2`))
}
process.exitCode = failures.length > 0 ? 1 : 0
