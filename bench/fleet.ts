/**
 * What it costs to use a session of another node, beside a local one, in interleaved rounds: a key to the screen, output
 * to the screen, starting a session; and how evenly sessions are placed on five nodes. `npm run bench fleet [sessions]`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { startServer } from '../packages/polytty/dist/server/server.js'
import type { Place, Session } from '../packages/polytty/dist/session/index.js'
import { median, percentile, printTable } from './table.js'

const NODES = 5
const ROUNDS = 5
const KEYS = 400
const STARTS = 40
const MEGABYTES = 10
const placed = Number(process.argv[2] ?? 1000)
const flood = `yes 'the quick brown fox jumps over the lazy dog, 0123456789, and again' | head -c ${MEGABYTES * 1_000_000}`
const bin = join(import.meta.dirname, '../bin/polytty')
const folder = mkdtempSync(join(tmpdir(), 'polytty-bench-'))
const children: ChildProcess[] = []

/** That of the tests' set-up, or one on the PATH. */
const prepared = join(import.meta.dirname, '../.setup/nats/bin/nats-server')
const program = existsSync(prepared) ? prepared : 'nats-server'
const config = join(folder, 'nats.conf')
writeFileSync(config, `listen: "127.0.0.1:-1"\njetstream { store_dir: ${JSON.stringify(folder)} }\n`)
const nats = start(program, ['-c', config], ['ignore', 'ignore', 'pipe'])
const servers = `nats://127.0.0.1:${await find(nats.stderr!, /client connections on 127\.0\.0\.1:(\d+)/)}`
for (let index = 1; index < NODES; index++) {
  const own = join(folder, String(index))
  mkdirSync(own)
  const args = ['serve', '--no-host', '--port', '0', '--max-sessions', String(placed), '--fleet', servers]
  const node = start(process.execPath, [bin, ...args, '--node', `n${index}`], ['ignore', 'pipe', 'inherit'], own)
  await find(node.stdout!, /(ws:\/\/\S+)/)
}
const server = await startServer({ port: 0, maxSessions: placed, fleet: { servers, node: 'n0' } })
const { sessions } = server
const fleet = sessions.fleet!
await new Promise<void>((resolve) => {
  const look = (): void => {
    if (fleet.nodes().filter(({ state }) => state === 'ready').length === NODES) resolve()
  }
  fleet.onChange.on(look)
  look()
})

const ways: Readonly<Record<string, Place | undefined>> = { 'on this node': undefined, 'on another': { node: 'n1' } }
const figures = new Map(Object.keys(ways).map((way) => [way, { keys: [], speeds: [], starts: [] } as Figures]))

interface Figures {
  readonly keys: number[]
  readonly speeds: number[]
  readonly starts: number[]
}

for (let round = 0; round <= ROUNDS; round++) {
  const order = Object.entries(ways)
  for (const [way, place] of round % 2 === 0 ? order : order.reverse()) {
    const { keys, speeds, starts } = round === 0 ? { keys: [], speeds: [], starts: [] } : figures.get(way)!
    const args = ['-c', 'stty raw -echo; echo up; exec cat']
    const session = await sessions.create({ program: '/bin/sh', args, place })
    await session.wait({ type: 'text', text: 'up' })
    for (let key = 0; key < KEYS; key++) keys.push(await echo(session))
    await sessions.remove(session)
    const since = performance.now()
    const flooding = await sessions.create({ program: '/bin/sh', args: ['-c', flood], place })
    await flooding.wait({ type: 'exited' }, { timeoutMs: 120_000 })
    speeds.push(MEGABYTES / ((performance.now() - since) / 1000))
    await sessions.remove(flooding)
    for (let count = 0; count < STARTS; count++) {
      const start = performance.now()
      const made = await sessions.create({ program: '/bin/cat', name: `start-${round}-${count}`, place })
      starts.push(performance.now() - start)
      await sessions.remove(made, { graceMs: 0 })
    }
  }
}
const [here] = [...figures.values()]
printTable(
  `Sessions of a fleet (${ROUNDS} interleaved rounds, NATS on the same machine)`,
  ['', 'key to screen, ms p50', 'more', 'p99', 'start, ms p50', 'p99', 'MB/s', 'ratio'],
  [...figures].map(([way, { keys, speeds, starts }]) => [
    way,
    median(keys).toFixed(2),
    (median(keys) - median(here!.keys)).toFixed(2),
    percentile(keys, 0.99).toFixed(2),
    median(starts).toFixed(1),
    percentile(starts, 0.99).toFixed(1),
    median(speeds).toFixed(1),
    `${(median(speeds) / median(here!.speeds)).toFixed(2)}×`,
  ]),
)

const counts = new Map<string, number>()
const before = fleet.figures
const since = performance.now()
for (let count = 0; count < placed; count++) {
  const { node, id } = await sessions.create({ program: '/bin/cat', place: { pool: 'default' } })
  counts.set(node ?? 'n0', (counts.get(node ?? 'n0') ?? 0) + 1)
  // Opened to be used; here they are only counted.
  if (node !== null) sessions.forget(sessions.get(id))
}
const ms = (performance.now() - since) / placed
const least = Math.min(...counts.values())
const most = Math.max(...counts.values())
printTable(
  `${placed} sessions placed on ${NODES} nodes`,
  ['least', 'most', 'off the mean', 'ms each', 'logged by this node, bytes'],
  [
    [
      least,
      most,
      `${(100 * Math.max(most / (placed / NODES) - 1, 1 - least / (placed / NODES))).toFixed(1)} %`,
      ms.toFixed(1),
      fleet.figures.loggedBytes - before.loggedBytes,
    ],
  ],
)
await server.stop()
for (const child of children.reverse()) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
rmSync(folder, { recursive: true, force: true })
process.exit(0)

function echo(session: Session): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    const watch = session.onChange.on(() => {
      watch.dispose()
      resolve(performance.now() - start)
    })
    void session.write('x')
  })
}

function start(file: string, args: readonly string[], stdio: ('ignore' | 'pipe' | 'inherit')[], home?: string) {
  const env = home ? { ...process.env, HOME: home, XDG_RUNTIME_DIR: home } : process.env
  const child = spawn(file, args, { stdio, env })
  children.push(child)
  return child
}

async function find(stream: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface(stream)) {
    const [, found] = pattern.exec(line) ?? []
    if (found) {
      stream.resume()
      return found
    }
  }
  throw new Error(`${pattern} was never printed`)
}
