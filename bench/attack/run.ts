/**
 * `npm run attack [name…]`: carries out bounded attacks on a server in a process of its own, over loopback, while its
 * owner works, and prints what became of both. `--root DIR` attacks the build of another checkout; `--write NAME` puts
 * the table between the marks of that name in docs/attacks.md.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTable } from '../table.js'
import { carryOut, type Outcome } from './attack.js'
import { attacks } from './cases/index.js'
import { writeTables } from './docs.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..', '..') },
    size: { type: 'string', default: '1' },
    write: { type: 'string' },
  },
})
const chosen = positionals.length === 0 ? attacks : attacks.filter(({ name }) => positionals.includes(name))
if (chosen.length === 0) {
  process.stderr.write(`no such attack; there are: ${attacks.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}

const outcomes: Outcome[] = []
for (const attack of chosen) {
  process.stderr.write(`${attack.name}: ${attack.about} … `)
  const outcome = await carryOut(attack, values.root, Number(values.size))
  process.stderr.write(`${outcome.fell ?? 'held'} (${outcome.seconds.toFixed(0)} s)\n`)
  outcomes.push(outcome)
}

const table = formatTable(
  ['attack', 'server', 'what became of it', 'MB before, most, after', 'descriptors', "owner's p50, p99 ms"],
  outcomes.map(({ attack, fell, fate, before, peakMb, after, owner }) => [
    attack,
    fell ?? 'held',
    fate,
    [before.rssMb, peakMb, after.rssMb].map((mb) => mb.toFixed(0)).join(', '),
    `${before.descriptors} → ${after.descriptors}`,
    `${owner.p50Ms.toFixed(1)}, ${owner.p99Ms.toFixed(1)}`,
  ]),
)
process.stdout.write(`\n${table}\n`)
if (values.write !== undefined) writeTables(values.write, table)
process.exit(outcomes.some(({ fell }) => fell !== null) ? 1 : 0)
