/**
 * What it costs to keep programs in a host, beside the same in one process, in interleaved rounds: output to the screen,
 * a key to its echo; and how long a server takes to come back to a hundred sessions.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../packages/polytty/dist/base/clock.js'
import { silentLog } from '../packages/polytty/dist/base/log.js'
import { Hosts } from '../packages/polytty/dist/host/link/hosts.js'
import { type Session, SessionRegistry } from '../packages/polytty/dist/session/index.js'
import { median, percentile, printTable } from './table.js'

const MEGABYTES = 40
const ROUNDS = 7
const KEYS = 2000
const SESSIONS = 100
const flood = `yes 'the quick brown fox jumps over the lazy dog, 0123456789, and again' | head -c ${MEGABYTES * 1_000_000}`

const folder = mkdtempSync(join(tmpdir(), 'polytty-bench-'))
const newHosts = (): Hosts =>
  new Hosts({ socket: join(folder, 'host.sock'), keepSeconds: 60, clock: systemClock, log: silentLog })

const hosts = newHosts()
const registries = {
  'in process': new SessionRegistry({ maxSessions: 500 }),
  'in a host': new SessionRegistry({ maxSessions: 500, launcher: hosts }),
}
await hosts.takeOver()

async function throughput(registry: SessionRegistry): Promise<number> {
  const start = performance.now()
  const session = await registry.create({ program: '/bin/sh', args: ['-c', flood] })
  await session.wait({ type: 'exited' }, { timeoutMs: 120_000 })
  const seconds = (performance.now() - start) / 1000
  await registry.remove(session)
  return MEGABYTES / seconds
}

/** From the key to the screen that shows it, in µs. */
async function latency(registry: SessionRegistry): Promise<number[]> {
  const session = await registry.create({ program: '/bin/sh', args: ['-c', 'stty raw -echo; echo up; exec cat'] })
  await session.wait({ type: 'text', text: 'up' })
  const times: number[] = []
  for (let key = 0; key < KEYS; key++) times.push(await echo(session))
  await registry.remove(session)
  return times
}

function echo(session: Session): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    const watch = session.onChange.on(() => {
      watch.dispose()
      resolve((performance.now() - start) * 1000)
    })
    void session.write('x')
  })
}

type Way = keyof typeof registries
const ways = Object.keys(registries) as Way[]
const speeds: Record<Way, number[]> = { 'in process': [], 'in a host': [] }
const keys: Record<Way, number[]> = { 'in process': [], 'in a host': [] }
for (const way of ways) await throughput(registries[way])
for (let round = 0; round < ROUNDS; round++) {
  for (const way of round % 2 === 0 ? ways : [...ways].reverse()) {
    speeds[way].push(await throughput(registries[way]))
    keys[way].push(...(await latency(registries[way])))
  }
}
const base = median(speeds['in process'])
const key = median(keys['in process'])
printTable(
  `Programs in a host: output to the screen, and a key to its echo (medians of ${ROUNDS} interleaved rounds)`,
  ['', 'MB/s', 'ratio', 'key, µs p50', 'more, µs', 'p99'],
  ways.map((way) => [
    way,
    median(speeds[way]),
    `${(median(speeds[way]) / base).toFixed(2)}×`,
    median(keys[way]),
    (median(keys[way]) - key).toFixed(0),
    percentile(keys[way], 0.99),
  ]),
)

const script =
  'i=0; while [ $i -lt 400 ]; do echo line $i of a session that has some history; i=$((i+1)); done; exec cat'
const made = await Promise.all(
  Array.from({ length: SESSIONS }, () => registries['in a host'].create({ program: '/bin/sh', args: ['-c', script] })),
)
for (const session of made) await session.wait({ type: 'text', text: 'line 399' })
const back: number[] = []
for (let hosted = hosts, round = 0; round <= ROUNDS; round++) {
  await hosted.release()
  const start = performance.now()
  hosted = newHosts()
  await hosted.takeOver()
  const registry = new SessionRegistry({ maxSessions: 500, launcher: hosted })
  await hosted.adoptInto(registry)
  if (round > 0) back.push(performance.now() - start)
  if (registry.list().length !== SESSIONS) throw new Error(`${registry.list().length} sessions came back`)
  if (round === ROUNDS) await registry.dispose({ graceMs: 100 }).then(() => hosted.stop())
}
printTable(
  `A server comes back to ${SESSIONS} sessions (${ROUNDS} rounds)`,
  ['ms, median', 'slowest', 'ms a session'],
  [[median(back), Math.max(...back), median(back) / SESSIONS]],
)
await registries['in process'].dispose()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
