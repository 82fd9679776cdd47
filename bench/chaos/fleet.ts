/**
 * `npm run chaos fleet [faults]`: five nodes on a cluster of three servers of NATS, all real processes, under faults from
 * a seed that is printed, two to four at once. `--only kill` repeats one fault; `--seconds` bounds the time; with
 * `--state FILE` runs add up, each with a seed of its own, until there were as many faults as asked for; `--write` puts
 * the table into docs/fleet.md.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FleetChaos } from '../../test/e2e/fleet/chaos.js'
import { seeded } from '../../test/screens/random-stream.js'
import { writeTables } from '../attack/docs.js'
import { formatTable, median } from '../table.js'

interface State {
  seed: number
  runs: number
  done: number
  faults: Record<string, { rounds: number; wrong: number }>
  settleMs: number[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    seconds: { type: 'string', default: '86400' },
    only: { type: 'string' },
    state: { type: 'string' },
    nodes: { type: 'string', default: '5' },
    nats: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(positionals[1] ?? 300)
const deadline = performance.now() + Number(values.seconds) * 1000
const state: State =
  values.state && existsSync(values.state)
    ? (JSON.parse(readFileSync(values.state, 'utf8')) as State)
    : { seed: Number(values.seed), runs: 0, done: 0, faults: {}, settleMs: [] }
const random = seeded(state.seed + state.runs++)
const folder = mkdtempSync(join(tmpdir(), 'polytty-fleet-'))
process.stdout.write(`seed ${state.seed}, run ${state.runs}, ${state.done} of ${rounds} faults done\n`)

const chaos = new FleetChaos({ folder, natsServers: Number(values.nats), nodes: Number(values.nodes), random })
await chaos.start()
const names = Object.keys(chaos.faults).filter((name) => !values.only || name.includes(values.only))
let failed = false
while (state.done < rounds && performance.now() < deadline && !failed) {
  const together = Array.from({ length: 2 + random(3) }, () => names[random(names.length)]!)
  const results = together.map((name) => (state.faults[name] ??= { rounds: 0, wrong: 0 }))
  for (const result of results) result.rounds++
  state.done += together.length
  try {
    await chaos.round(...together)
  } catch (error) {
    failed = true
    for (const result of results) result.wrong++
    process.stdout.write(`fault ${state.done}, ${together.join(' + ')}: ${(error as Error).message}\n`)
  }
  process.stdout.write(`${state.done} faults: ${together.join(' + ')}, ${Math.round(chaos.settleMs.at(-1) ?? 0)} ms\n`)
}
if (!failed) await chaos.finish()
await chaos.stop().catch((error: unknown) => {
  failed = true
  process.stdout.write(`${(error as Error).message}\n`)
})
state.settleMs.push(...chaos.settleMs.map(Math.round))
if (values.state) writeFileSync(values.state, JSON.stringify(state))
const table = formatTable(
  ['fault', 'times', 'something lost, twice or different'],
  Object.entries(state.faults).map(([name, { rounds, wrong }]) => [name, String(rounds), String(wrong)]),
)
const about = [
  `Seed ${state.seed}: ${state.done} faults in ${state.runs} runs; ${values.nodes} nodes, ${values.nats} servers of NATS.`,
  `All sessions were the same through all nodes again after ${median(state.settleMs).toFixed(0)} ms (median).`,
].join('\n')
process.stdout.write(`\n${table}\n\n${about}\n`)
if (values.write) writeTables('chaos', `\n${table}\n\n${about}\n`, 'fleet.md')
rmSync(folder, { recursive: true, force: true })
process.exit(failed ? 1 : 0)
