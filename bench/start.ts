/**
 * How long it takes to start: the command, a command that asks a server, the library, the server; beside a bare Node in
 * the same rounds. `ROUNDS` changes how often.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, printTable } from './table.js'

const rounds = Number(process.env.ROUNDS ?? 20)
const root = join(import.meta.dirname, '..')
const bin = join(root, 'bin/polytty')
const home = mkdtempSync(join(tmpdir(), 'polytty-start-'))
mkdirSync(join(home, 'run'), { mode: 0o700 })
const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), POLYTTY_FIRST_PORT: '19520' }

function startServer(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [bin, 'serve', ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill()
  await once(server, 'exit')
}

const run = (...args: readonly string[]): void => void spawnSync(process.execPath, args, { env, cwd: root })
const measured: Readonly<Record<string, () => void | Promise<void>>> = {
  'node -e 0': () => run('-e', '0'),
  'polytty --version': () => run(bin, '--version'),
  'polytty sessions, with a server': () => run(bin, 'sessions'),
  "import 'polytty'": () => run('--input-type=module', '-e', "import 'polytty'"),
}

const times = new Map<string, number[]>()
async function measure(name: string, work: () => void | Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await work()
  times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt])
}

const server = startServer()
await once(server.stdout!, 'data')
for (let round = 0; round < rounds; round++) {
  for (const [name, work] of Object.entries(measured)) await measure(name, work)
  let another: ChildProcess | null = null
  await measure('polytty serve, until it listens', async () => {
    another = startServer('--port', '0', '--name', 'another')
    await once(another.stdout!, 'data')
  })
  await stop(another!)
}
await stop(server)
rmSync(home, { recursive: true })

const bare = times.get('node -e 0')!
const rows = [...times].map(([name, samples]) => {
  const ratios = samples.map((sample, round) => sample / bare[round]!)
  return [name, median(samples), Math.min(...samples), Math.max(...samples), median(ratios)]
})
printTable(`Start, ms, ${rounds} rounds`, ['what', 'median', 'least', 'most', 'times a bare Node'], rows)
