/**
 * The ptywright server from outside, as it is built: how long adapters take to start and waits to answer, how many times
 * a second a plugin can be asked, and what a hundred adapters weigh, with built-in plugins, which share a thread, and with others, which do not.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { openUnixSocket, type Ptywright, RpcClient } from '@polytty/client'
import { median, percentile, printTable } from './table.js'

const root = join(import.meta.dirname, '..')
const foreign = join(root, 'packages/polytty/src/protocols/ptywright/conformance/plugins/echo/manifest.toml')
const standIn = join(root, 'test/e2e/ptywright/stand-in.mjs')
const ROUNDS = 500
const ADAPTERS = 100
/** Servers whose first adapters are timed, and how long each has been there by then. */
const SERVERS = 9
const IDLE_MS = 1000

const folder = mkdtempSync(join(tmpdir(), 'polytty-bench-'))

interface Running {
  readonly process: ChildProcess
  readonly client: RpcClient<Ptywright>
  connect(): Promise<RpcClient<Ptywright>>
}

async function startServer(): Promise<Running> {
  const path = join(folder, 'socket')
  const args = [join(root, 'bin/polytty'), 'ptywright', 'serve', '--socket', path, '--plugin', foreign]
  const env = { ...process.env, PTYWRIGHT_HOME: folder }
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  await once(createInterface(server.stderr), 'line')
  const reach = async (): Promise<RpcClient<Ptywright>> => new RpcClient(await openUnixSocket(path))
  return { process: server, client: await reach(), connect: reach }
}

async function stop({ process: server }: Running): Promise<void> {
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function time(action: (round: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await action(round)
    samples.push(performance.now() - start)
  }
  return samples
}

function megabytes({ process: server }: Running): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024
}

/** Requests whose answers are awaited but not read: reading half a megabyte of cells is the client's time. */
function rawCalls(socket: Socket): (method: string, params: object) => Promise<void> {
  let arrived = (): void => {}
  socket.on('data', (chunk: Buffer) => chunk.at(-1) === 10 && arrived())
  return (method, params) => {
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`)
    return new Promise((resolve) => {
      arrived = resolve
    })
  }
}

async function starting(): Promise<void> {
  const rows = []
  for (const plugin of ['claude-code', 'shell', 'echo']) {
    const [first, later]: [number[], number[]] = [[], []]
    for (let round = 0; round < SERVERS; round++) {
      const running = await startServer()
      await setTimeout(IDLE_MS)
      for (let count = 0; count < 4; count++) {
        const start = performance.now()
        await running.client.call('adapter.start', { plugin, program: '/bin/cat' })
        const samples = count === 0 ? first : later
        samples.push(performance.now() - start)
      }
      await stop(running)
    }
    rows.push([plugin === 'echo' ? 'a plugin of one’s own' : plugin, median(first), median(later)])
  }
  printTable('adapter.start, p50 ms', ['plugin', 'the first on a server', 'the next three, at once'], rows)
}

async function waits(): Promise<void> {
  const running = await startServer()
  const { session } = await running.client.call('session.create', { program: '/bin/cat' })
  const call = rawCalls(connect(join(folder, 'socket')))
  const wait = (matcher: object): Promise<void> => call('session.wait', { session, matcher })
  const shown = (value: string): object => ({ type: 'contains_text', value })
  const predicate = (text: string): object => ({
    type: 'lua',
    value: { plugin: 'echo', predicate: 'shows', params: { text } },
  })
  const type = (value: string): Promise<void> => call('session.input', { session, action: { type: 'text', value } })
  // The plugin's thread starts with its first question.
  await wait(predicate(''))
  const rows = []
  for (const [name, action] of [
    ['already there', () => wait({ type: 'all', value: [] })],
    ['typed, echoed, seen', (round: number) => type(`[a${round}]`).then(() => wait(shown(`[a${round}]`)))],
    [
      'the same, seen by a predicate in Lua',
      (round: number) => type(`[b${round}]`).then(() => wait(predicate(`[b${round}]`))),
    ],
  ] as const) {
    const samples = await time(action)
    rows.push([name, median(samples), percentile(samples, 0.99)])
  }
  printTable('session.wait over the socket, ms (each answer carries all 1,920 cells: 380 KB)', ['', 'p50', 'p99'], rows)
  await stop(running)
}

async function classifying(): Promise<void> {
  const running = await startServer()
  const targets = [
    ['shell', { plugin: 'shell' }],
    [
      'claude-code, 60×200',
      { plugin: 'claude-code', program: process.execPath, args: [standIn, 'boxed', '--skip-intro'] },
    ],
    ['a plugin of one’s own', { plugin: 'echo' }],
  ] as const
  const rows = []
  for (const [name, params] of targets) {
    const { adapter } = await running.client.call('adapter.start', params)
    await running.client.call('adapter.wait', { adapter })
    const state = (client: RpcClient<Ptywright>): Promise<unknown> => client.call('adapter.state', { adapter })
    const samples = await time(() => state(running.client))
    const clients = await Promise.all(Array.from({ length: 8 }, () => running.connect()))
    const started = performance.now()
    await Promise.all(clients.map((client) => time(() => state(client))))
    const perSecond = (clients.length * ROUNDS) / ((performance.now() - started) / 1000)
    for (const client of clients) client.close()
    rows.push([name, median(samples), percentile(samples, 0.99), perSecond])
  }
  printTable('adapter.state', ['plugin', 'p50 ms', 'p99 ms', 'a second, 8 clients'], rows)
  await stop(running)
}

async function weighing(): Promise<void> {
  const rows = []
  for (const plugin of ['shell', 'echo']) {
    const running = await startServer()
    // What is needed once, whatever the number.
    await running.client.call('adapter.start', { plugin })
    const before = megabytes(running)
    const started = performance.now()
    for (let count = 0; count < ADAPTERS; count++) await running.client.call('adapter.start', { plugin })
    const elapsed = performance.now() - started
    const grown = megabytes(running) - before
    const kind = plugin === 'shell' ? 'built in (one thread for all)' : 'of one’s own (a thread each)'
    rows.push([kind, before, grown, grown / ADAPTERS, elapsed / ADAPTERS])
    await stop(running)
  }
  const header = ['plugin', 'MB with one', 'MB more', 'MB each', 'ms to start each']
  printTable(`${ADAPTERS} adapters more: memory of the server`, header, rows)
}

await starting()
await waits()
await classifying()
await weighing()
rmSync(folder, { recursive: true })
