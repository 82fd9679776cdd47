/**
 * The server from outside: round trips over WebSocket and Unix socket beside a bare echo, the time from a program's
 * write to the answer of a wait, and the latency of a quiet session while another floods.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectClient } from '@polytty/client'
import { WebSocket, WebSocketServer } from 'ws'
import { connectDaemon } from '../packages/polytty/dist/protocols/termwright/cli/daemon-client.js'
import { startDaemon } from '../packages/polytty/dist/protocols/termwright/endpoint/daemon.js'
import { startServer } from '../packages/polytty/dist/server/server.js'
import { median, percentile, printTable } from './table.js'

const ROUNDS = 3000

const folder = mkdtempSync(join(tmpdir(), 'polytty-bench-'))
const server = await startServer({ port: 0, socket: join(folder, 'socket') })
const client = await connectClient(server.url)

const quiet = (await client.call('Session.create', { shell: '/bin/cat' })).sessionId

const echoServer = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
echoServer.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
await once(echoServer, 'listening')
const echo = new WebSocket(`ws://127.0.0.1:${(echoServer.address() as { port: number }).port}`)
const rpc = new WebSocket(server.url)
const unix = connect(server.socket!)
await Promise.all([once(echo, 'open'), once(rpc, 'open'), once(unix, 'connect')])

async function time(action: () => Promise<unknown>, rounds: number): Promise<number[]> {
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await action()
    samples.push((performance.now() - start) * 1000)
  }
  return samples
}

/** Sent as they are: beside an echo, a client's own time would be counted as the server's. */
const request = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'Screen.getText',
  params: { sessionId: quiet },
})
const overEcho = (): Promise<unknown> => {
  echo.send(request)
  return once(echo, 'message')
}
const overWebSocket = (): Promise<unknown> => {
  rpc.send(request)
  return once(rpc, 'message')
}
const overUnix = (): Promise<unknown> => {
  unix.write(`${request}\n`)
  return once(unix, 'data')
}

const samples: Record<'echo' | 'webSocket' | 'unix', number[]> = { echo: [], webSocket: [], unix: [] }
for (let turn = 0; turn < 5; turn++) {
  samples.echo.push(...(await time(overEcho, ROUNDS / 5)))
  samples.webSocket.push(...(await time(overWebSocket, ROUNDS / 5)))
  samples.unix.push(...(await time(overUnix, ROUNDS / 5)))
}
const floor = median(samples.echo)
printTable(
  'Round trip of Screen.getText, µs',
  ['carrier', 'p50', 'p99', 'against a bare ws echo'],
  [
    ['ws echo (peer)', floor, percentile(samples.echo, 0.99), '1.00×'],
    [
      'WebSocket',
      median(samples.webSocket),
      percentile(samples.webSocket, 0.99),
      `${(median(samples.webSocket) / floor).toFixed(2)}×`,
    ],
    [
      'Unix socket',
      median(samples.unix),
      percentile(samples.unix, 0.99),
      `${(median(samples.unix) / floor).toFixed(2)}×`,
    ],
  ],
)

const PIPELINED = 20_000
const pipelineStart = performance.now()
await Promise.all(
  Array.from({ length: 100 }, async () => {
    for (let round = 0; round < PIPELINED / 100; round++) await client.call('Screen.getText', { sessionId: quiet })
  }),
)
const perSecond = PIPELINED / ((performance.now() - pipelineStart) / 1000)
printTable('Pipelined Screen.getText on one connection', ['requests a second'], [[Math.round(perSecond)]])

/** The program writes and says when; the client waits for just that text. */
async function waitLatency(rounds: number): Promise<number[]> {
  const script = `while read n; do printf 'mark-%s-%s ' "$n" "$(date +%s%N)"; done`
  const { sessionId } = await client.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', `stty -echo; ${script}`],
    cols: 200,
  })
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) {
    const waiting = client.call('Screen.waitForText', {
      sessionId,
      pattern: `mark-${round}-\\d{19}`,
      isRegex: true,
    })
    await client.call('Input.sendText', { sessionId, text: `${round}\n` })
    const { matches } = await waiting
    const answered = performance.timeOrigin + performance.now()
    samples.push(answered - Number(BigInt(matches[0]!.text.split('-')[2]!)) / 1e6)
  }
  await client.call('Session.destroy', { sessionId, signal: 'SIGKILL' })
  return samples
}
/** The same through a termwright daemon's socket. */
async function daemonLatency(rounds: number): Promise<number[]> {
  const script = 'stty -echo; while read n; do printf "mark-%s-%s " "$n" "$(date +%s%N)"; done'
  const daemon = await startDaemon({
    program: '/bin/sh',
    args: ['-c', script],
    cols: 200,
    socket: join(folder, 'daemon'),
  })
  const [waiter, typist] = [await connectDaemon(daemon.socket), await connectDaemon(daemon.socket)]
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) {
    const waiting = waiter.call('wait_for_pattern', { pattern: `mark-${round}-\\d{19}` })
    await typist.call('type', { text: `${round}\n` })
    const { matched } = (await waiting)!
    const answered = performance.timeOrigin + performance.now()
    samples.push(answered - Number(BigInt(matched.split('-')[2]!)) / 1e6)
  }
  waiter.close()
  typist.close()
  await daemon.stop()
  return samples
}

const waits = await waitLatency(300)
const daemonWaits = await daemonLatency(300)
printTable(
  "From the program's write to the answer of a wait, ms (the write includes starting `date`)",
  ['', 'p50', 'p99', 'a peer that polls every 50 ms, on average'],
  [
    ['wrightty waitForText', median(waits), percentile(waits, 0.99), '25 ms'],
    ['termwright wait_for_pattern', median(daemonWaits), percentile(daemonWaits, 0.99), '25 ms'],
  ],
)

const idleLatency = await time(() => client.call('Screen.getText', { sessionId: quiet }), 1000)
const flood = (
  await client.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', 'yes "all work and no play makes a dull terminal"'],
  })
).sessionId
const floodLatency = await time(() => client.call('Screen.getText', { sessionId: quiet }), 1000)
const before = process.memoryUsage().rss
await time(() => client.call('Screen.getText', { sessionId: quiet }), 3000)
const grown = (process.memoryUsage().rss - before) / 1024 / 1024
await client.call('Session.destroy', { sessionId: flood, signal: 'SIGKILL' })
printTable(
  'A quiet session while another runs `yes`, µs a request',
  ['', 'p50', 'p99'],
  [
    ['alone', median(idleLatency), percentile(idleLatency, 0.99)],
    [`beside the flood (memory grew ${grown.toFixed(0)} MB)`, median(floodLatency), percentile(floodLatency, 0.99)],
  ],
)

client.close()
echo.close()
rpc.close()
unix.destroy()
echoServer.close()
await server.stop()
rmSync(folder, { recursive: true })
