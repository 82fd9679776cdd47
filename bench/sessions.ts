/** PTY to screen: throughput beside node-pty with @xterm/headless in the same run, and what idle sessions weigh. */
import xterm from '@xterm/headless'
import { spawn } from 'node-pty'
import { systemClock } from '../packages/polytty/dist/base/clock.js'
import { SessionRegistry } from '../packages/polytty/dist/session/index.js'
import { median, printTable } from './table.js'

const MEGABYTES = 40
const ROUNDS = 5
const command = `yes 'the quick brown fox jumps over the lazy dog, 0123456789, and again' | head -c ${MEGABYTES * 1_000_000}`

async function ours(): Promise<number> {
  const sessions = new SessionRegistry({ clock: systemClock, maxSessions: 10 })
  const start = performance.now()
  const session = await sessions.create({ program: '/bin/sh', args: ['-c', command] })
  await session.wait({ type: 'exited' }, { timeoutMs: 120_000 })
  const seconds = (performance.now() - start) / 1000
  await sessions.dispose()
  return MEGABYTES / seconds
}

async function peer(): Promise<number> {
  const terminal = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true })
  const start = performance.now()
  const pty = spawn('/bin/sh', ['-c', command], { cols: 80, rows: 24, encoding: null })
  let pending = 0
  await new Promise<void>((resolve) => {
    let exited = false
    const check = (): void => {
      if (exited && pending === 0) resolve()
    }
    pty.onData((data) => {
      pending++
      terminal.write(data, () => {
        pending--
        check()
      })
    })
    pty.onExit(() => {
      exited = true
      check()
    })
  })
  return MEGABYTES / ((performance.now() - start) / 1000)
}

const speeds = { ours: [] as number[], peer: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  speeds.ours.push(await ours())
  speeds.peer.push(await peer())
}
printTable(
  'PTY to screen, MB/s (medians of interleaved rounds)',
  ['', 'MB/s', 'ratio'],
  [
    ['node-pty + @xterm/headless (peer)', median(speeds.peer), '1.00×'],
    ['polytty', median(speeds.ours), `${(median(speeds.ours) / median(speeds.peer)).toFixed(2)}×`],
  ],
)

const rows: (string | number)[][] = []
// The first round warms up and is not shown.
for (const [round, count] of [10, 1, 100, 500].entries()) {
  const sessions = new SessionRegistry({ clock: systemClock, maxSessions: count })
  globalThis.gc?.()
  const before = process.memoryUsage()
  const started = performance.now()
  const made = await Promise.all(Array.from({ length: count }, () => sessions.create({ program: '/bin/sh' })))
  await Promise.all(made.map((session) => session.wait({ type: 'regex', pattern: '[$#]' }, { timeoutMs: 60_000 })))
  const elapsed = performance.now() - started
  globalThis.gc?.()
  const after = process.memoryUsage()
  const kilobytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1024
  if (round > 0) rows.push([count, kilobytes / count, elapsed / count])
  await sessions.dispose()
}
printTable('Idle shells held', ['sessions', 'KB a session', 'ms to start each'], rows)
