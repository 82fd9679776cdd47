/**
 * `npm run soak [minutes]`: all five protocols at once on one server, two clients each, beside two programs that print
 * without end; every interval prints what the server weighs. What it weighs must not grow with time. `--write` puts the
 * tables into docs/attacks.md.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { writeTables } from '../attack/docs.js'
import { Owner } from '../attack/owner.js'
import { Target } from '../attack/target.js'
import { formatTable } from '../table.js'
import { protocols, work } from './clients.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..', '..') },
    interval: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
})
const minutes = Number(positionals[0] ?? 10)
const CLIENTS = 2

const loopDelay = join(import.meta.dirname, 'loop-delay.mjs')
const target = await Target.start(values.root, [], ['--import', pathToFileURL(loopDelay).href])
for (let index = 0; index < 2; index++)
  await target.call('Session.create', { shell: '/usr/bin/yes', args: ['all work and no play'], cols: 120, rows: 40 })
const owner = await Owner.start(target)

const counts = new Map(protocols.map((name) => [name, 0]))
const failures = new Map<string, number>()
let working = true

async function keepWorking(name: (typeof protocols)[number]): Promise<void> {
  while (working && target.alive) {
    try {
      await work(name, target)
      counts.set(name, counts.get(name)! + 1)
    } catch (error) {
      const failure = `${name}: ${error instanceof Error ? error.message : error}`
      failures.set(failure, (failures.get(failure) ?? 0) + 1)
    }
  }
}
const workers = protocols.flatMap((name) => Array.from({ length: CLIENTS }, () => keepWorking(name)))

const header = [
  'minute',
  'MB',
  'most MB',
  'descriptors',
  'threads',
  'event loop late: p50 ms',
  'p99 ms',
  ...counts.keys(),
]
const rows: (string | number)[][] = []
const started = performance.now()
process.stdout.write(`${header.join('\t')}\n`)
while (performance.now() - started < minutes * 60_000 && target.alive) {
  await new Promise((resolve) => setTimeout(resolve, Number(values.interval) * 1000))
  const { rssMb, descriptors, threads } = target.measure()
  const minute = ((performance.now() - started) / 60_000).toFixed(2)
  const weights = [rssMb, target.takePeakMb()].map((mb) => mb.toFixed(0))
  const { p50Ms, p99Ms } = await target.ask<{ p50Ms: number; p99Ms: number }>()
  const late = [p50Ms, p99Ms].map((ms) => ms.toFixed(1))
  const row = [minute, ...weights, String(descriptors), String(threads), ...late, ...[...counts.values()].map(String)]
  rows.push(row)
  process.stdout.write(`${row.join('\t')}\n`)
}
working = false
await Promise.all(workers)
const { p50Ms, p99Ms, failed, requests } = await owner.stop()
const others = formatTable(
  ['requests of another client meanwhile', 'failed', 'p50 ms', 'p99 ms'],
  [[String(requests), String(failed), p50Ms, p99Ms]],
)
const tables = `${formatTable(header, rows)}\n\n${others}`
process.stdout.write(`\n${tables}\n`)
if (values.write) writeTables('soak', tables)
for (const [failure, count] of [...failures].slice(0, 20)) process.stdout.write(`${count} × ${failure}\n`)
const died = !target.alive
await target.stop()
process.exit(died || failures.size > 0 ? 1 : 0)
