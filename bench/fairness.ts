/**
 * Many sessions of which some print without end: how long a request of a client in another process takes, beside the
 * same sessions while all are quiet, and how late the event loop of the server is. `SESSIONS` and `FLOODS` change them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startServer } from '../packages/polytty/dist/server/server.js'
import { percentile, printTable } from './table.js'

const sessions = Number(process.env.SESSIONS ?? 1000)
const floods = Number(process.env.FLOODS ?? 50)
const SECONDS = 15

const token = 'a token for the bench'
const server = await startServer({ port: 0, token, maxSessions: sessions + floods + 10 })

async function create(count: number, program: string, args: readonly string[] = []): Promise<void> {
  for (let index = 0; index < count; index++) await server.sessions.create({ program, args })
}

async function measure(name: string): Promise<(string | number)[]> {
  const script = join(import.meta.dirname, '..', 'bench', 'attack', 'owner.mjs')
  const owner = spawn(process.execPath, [script, String(server.port), token], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  owner.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await once(owner.stdout, 'data')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const bytes = read()
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
  const megabytes = (read() - bytes) / 1e6
  delay.disable()
  owner.stdin.end()
  await once(owner, 'close')
  const { kept, fresh } = JSON.parse(output.slice('working\n'.length)) as { kept: number[]; fresh: number[] }
  const percentiles = [kept, fresh].flatMap((samples) => [percentile(samples, 0.5), percentile(samples, 0.99)])
  return [name, ...percentiles, delay.percentile(99) / 1e6, megabytes / SECONDS]
}

let total = 0
server.sessions.onCreated.on((session) => void session.onOutput.on(({ bytes }) => (total += bytes.length)))
const read = (): number => total

await create(sessions - floods, '/bin/cat')
const quiet = await measure(`${sessions - floods} quiet sessions`)
await create(floods, '/usr/bin/yes', ['all work and no play makes a dull terminal'])
const loud = await measure(`with ${floods} more that print without end`)
printTable(
  'Screen.getText of a quiet session, ms',
  ['', 'p50', 'p99', 'on a new connection: p50', 'p99', "event loop's delay, p99", 'MB/s of output'],
  [quiet, loud],
)
await server.stop()
