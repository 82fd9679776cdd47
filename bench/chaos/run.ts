/**
 * `npm run chaos [rounds]`: real processes under faults, from a seed that is printed. In each round all sessions print
 * while something is done to the server, its host or its clients; afterwards every screen, history and transcript must be
 * what it is in a terminal that nothing happened to, and every answer must have come once. `--only kill` repeats one
 * fault; `--seconds` bounds the time; `--write` puts the table into docs/host.md.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { KillableServer } from '../../test/e2e/survive/killable-server.js'
import { seeded } from '../../test/screens/random-stream.js'
import { writeTables } from '../attack/docs.js'
import { formatTable, median } from '../table.js'
import { AskingSession, PrintingSession } from './load.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    sessions: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '86400' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(positionals[0] ?? 100)
const deadline = performance.now() + Number(values.seconds) * 1000
const seed = Number(values.seed)
const random = seeded(seed)
const folder = mkdtempSync(join(tmpdir(), 'polytty-chaos-'))
const socket = join(folder, 'host.sock')
process.stdout.write(`seed ${seed}, ${values.sessions} sessions\n`)

const server = new KillableServer(socket, 60)
await server.start()
const sessions = Array.from({ length: Number(values.sessions) }, (_, index) => {
  const own = join(folder, String(index))
  mkdirSync(own)
  return new PrintingSession(own, seed + index, 20 + random(100), 5 + random(40))
})
const asking = new AskingSession(join(folder, 'answers'))
for (const session of sessions) await session.start(server)
await asking.start(server)
const pids = await Promise.all(sessions.map(async ({ id }) => (await server.describe(id)).pid))
const host = parentOf(pids[0])
const startTimes: number[] = []

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Signals each to go on, once: those not reached because of the fault are signalled again. */
async function tellAll(): Promise<void> {
  const told = await Promise.allSettled(sessions.map((session) => session.goOn(server)))
  for (const [index, { status }] of told.entries()) if (status === 'rejected') await sessions[index].goOn(server)
}

async function restart(): Promise<void> {
  await server.restart()
  startTimes.push(server.startMs)
  if (server.found !== sessions.length + 1) throw new Error(`${server.found} sessions came back`)
}

/** Each is done while all sessions print. */
const faults: Readonly<Record<string, () => Promise<void>>> = {
  'kill -9 of the server': async () => {
    await pause(random(40))
    await restart()
  },
  'kill -9 of the server, twice at once': async () => {
    await pause(random(20))
    await server.kill()
    const starting = server.start().catch(() => undefined)
    await pause(random(400))
    await server.kill()
    await starting
    await server.start()
  },
  'the server is away for a while': async () => {
    await pause(random(10))
    await server.kill()
    await pause(200 + random(800))
    await server.start()
  },
  'kill -9 of a program while the server is away': async () => {
    const id = await server.ask<string>('create', { program: '/bin/cat' })
    const { pid } = await server.describe(id)
    await server.kill()
    process.kill(pid, 'SIGKILL')
    await server.start()
    const exit = await server.ask<{ signal: string }>('untilExit', id)
    if (exit.signal !== 'SIGKILL') throw new Error(`it ended by ${JSON.stringify(exit)}`)
    await server.ask('kill', id)
  },
  'a client that reads nothing, and dies': async () => {
    const client = new WebSocket(await server.ask<string>('url'))
    await once(client, 'open')
    for (const { id: sessionId } of sessions) {
      const params = { sessionId, events: ['Session.output', 'Screen.updated'] }
      client.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Events.subscribe', params }))
    }
    client.pause()
    await pause(random(400))
    client.terminate()
  },
  'SIGSTOP of the server': () => stopped(server.pid),
  'SIGSTOP of the host': () => stopped(host),
  "the host's socket is removed": async () => {
    // A host makes it again every two seconds at most.
    await pause(2100)
    unlinkSync(socket)
    await pause(random(40))
    await restart()
  },
  'a planned handover': async () => {
    await pause(random(20))
    await server.ask('release').catch(() => undefined)
    await restart()
  },
  'the server may open no more files': async () => {
    execFileSync('prlimit', [`--pid=${server.pid}`, '--nofile=32:1024'])
    await server.ask('create', { program: '/bin/true', name: 'one too many' }).catch(() => undefined)
    await server.restart()
    // It may have been started before the files ran out.
    await server.ask('kill', 'one too many').catch(() => undefined)
  },
}

async function stopped(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await pause(random(600))
  process.kill(pid, 'SIGCONT')
}

const names = Object.keys(faults).filter((name) => values.only === undefined || name.includes(values.only))
const results = new Map(names.map((name) => [name, { rounds: 0, wrong: 0 }]))
const memory: { server: number; host: number }[] = []
let answers = 0
let failed = 0
let done = 0
for (; done < rounds && performance.now() < deadline; done++) {
  const name = names[random(names.length)]
  const result = results.get(name)!
  result.rounds++
  if (process.stdout.isTTY) process.stdout.write(`\r${done}/${rounds}`)
  const told = tellAll().catch(() => undefined)
  await faults[name]()
  await told
  // Whatever was lost on the way: under its key it is typed once.
  for (const session of sessions) await session.goOn(server)
  for (const session of sessions) session.noteGone()
  const wrong = (await Promise.all(sessions.map((session) => session.check(server)))).filter((each) => each !== null)
  const answered = asking.check()
  if (typeof answered === 'string') wrong.push(answered)
  else answers += answered
  if (wrong.length > 0) {
    result.wrong++
    failed++
    process.stdout.write(`round ${done}, ${name}: ${wrong.join('; ')}\n`)
    if (failed > 3) break
  }
  if (done % 20 === 0) memory.push({ server: residentMb(server.pid), host: residentMb(host) })
}

await server.ask('stop').catch(() => undefined)
await server.kill()
await pause(200)
const left = [...pids, host].filter((pid) => isThere(pid))
const [first, last] = [memory[Math.min(1, memory.length - 1)], memory[memory.length - 1]]
const table = formatTable(
  ['fault', 'rounds', 'something lost, twice or different'],
  names.map((name) => [name, String(results.get(name)!.rounds), String(results.get(name)!.wrong)]),
)
const about = [
  `Seed ${seed}: ${done} faults, ${sessions.length} sessions that print and one that asks; ${answers} answers, each once.`,
  ...(startTimes.length > 0 ? [`A server served them again after ${median(startTimes).toFixed(0)} ms (median).`] : []),
  `Memory of the host: ${first.host} MB near the start, ${last.host} MB at the end. Processes left behind: ${left.length}.`,
].join('\n')
process.stdout.write(`\n${table}\n\n${about}\n`)
if (values.write) writeTables('chaos', `\n${table}\n\n${about}\n`, 'host.md')
rmSync(folder, { recursive: true, force: true })
process.exit(failed > 0 || left.length > 0 ? 1 : 0)

function residentMb(pid: number): number {
  return Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function isThere(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
