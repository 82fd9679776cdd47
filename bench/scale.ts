/**
 * What more sessions cost on one machine: memory, starting and ending one, a client's request and how late the event loop
 * is, with ever more idle sessions. `npm run bench scale [most]` goes up to 10,000, or as many terminals as the system
 * gives out; `--write` draws docs/sessions.svg.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startServer } from '../packages/polytty/dist/server/server.js'
import { median, percentile, printTable } from './table.js'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const most = Math.min(Number(words.find((word) => /^\d+$/.test(word)) ?? 10_000), terminalsLeft())
const steps = [100, 300, 1000, 3000, 10_000].filter((count) => count < most).concat(most)
const MEASURED_MS = 6000
/** Sessions that are ended, and started again, at each step. */
const SAMPLE = 50

interface Measured {
  readonly count: number
  readonly kilobytes: number
  readonly startMs: number
  readonly endMs: number
  readonly p50: number
  readonly p99: number
  readonly late: number
}

const token = 'a token for the bench'
const server = await startServer({ port: 0, token, maxSessions: most + SAMPLE })
globalThis.gc?.()
const base = process.memoryUsage().rss

/** Terminals that the system may still give out, with some for others. */
function terminalsLeft(): number {
  try {
    const [limit, used] = ['max', 'nr'].map((name) => Number(readFileSync(`/proc/sys/kernel/pty/${name}`, 'utf8')))
    return limit! - used! - 100
  } catch {
    return 500
  }
}

async function start(count: number): Promise<number> {
  const startedAt = performance.now()
  for (let index = 0; index < count; index++) await server.sessions.create({ program: '/bin/cat' })
  return (performance.now() - startedAt) / count
}

async function endSome(count: number): Promise<number> {
  const chosen = [...server.sessions.list()].slice(-count)
  const times: number[] = []
  for (const session of chosen) {
    const startedAt = performance.now()
    await server.sessions.remove(session)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** A client in another process, one request after another. */
async function ask(): Promise<{ p50: number; p99: number; late: number }> {
  const script = join(root, 'bench/attack/owner.mjs')
  const owner = spawn(process.execPath, [script, String(server.port), token], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  owner.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await once(owner.stdout, 'data')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS))
  delay.disable()
  owner.stdin.end()
  await once(owner, 'close')
  const { kept } = JSON.parse(output.slice('working\n'.length)) as { kept: number[] }
  return { p50: percentile(kept, 0.5), p99: percentile(kept, 0.99), late: delay.percentile(99) / 1e6 }
}

const measured: Measured[] = []
for (const count of steps) {
  const startMs = await start(count - server.sessions.list().length)
  globalThis.gc?.()
  const kilobytes = (process.memoryUsage().rss - base) / 1024 / count
  const asked = await ask()
  const endMs = await endSome(SAMPLE)
  measured.push({ count, kilobytes, startMs, endMs, ...asked })
  process.stdout.write(`${count} sessions measured\n`)
}
printTable(
  'Idle sessions on one server',
  [
    'sessions',
    'KB each',
    'ms to start one',
    'ms to end one',
    '`Screen.getText` p50, ms',
    'p99',
    'event loop late: p99',
  ],
  measured.map(({ count, kilobytes, startMs, endMs, p50, p99, late }) => {
    return [String(count), kilobytes, startMs, endMs, p50, p99, late]
  }),
)
if (words.includes('--write')) writeFileSync(join(root, 'docs/sessions.svg'), plot(measured))
await server.stop()

/** Memory and latency over the number of sessions, each on a scale of its own. */
function plot(points: readonly Measured[]): string {
  const [width, height, left, bottom] = [640, 320, 60, 40]
  const last = points.at(-1)!.count
  const x = (count: number): number => left + (count / last) * (width - 2 * left)
  const curve = (
    name: string,
    color: string,
    value: (point: Measured) => number,
    unit: string,
    side: number,
  ): string => {
    const top = Math.max(...points.map(value)) * 1.1 || 1
    const y = (amount: number): number => height - bottom - (amount / top) * (height - 2 * bottom)
    const dots = points.map((point) => `${x(point.count).toFixed(0)},${y(value(point)).toFixed(0)}`)
    const circles = dots.map((dot) => `<circle cx="${dot.split(',')[0]}" cy="${dot.split(',')[1]}" r="3"/>`).join('')
    const label = `<text x="${side}" y="${bottom - 22}">${name}: at most ${(top / 1.1).toPrecision(3)} ${unit}</text>`
    return `<g fill="${color}" stroke="none">${circles}${label}</g><polyline points="${dots.join(' ')}" fill="none" stroke="${color}"/>`
  }
  const ticks = points.map(
    ({ count }) => `<text x="${x(count)}" y="${height - 16}" text-anchor="middle">${count}</text>`,
  )
  const axis = `<path d="M${left} ${bottom}V${height - bottom}H${width - left}" fill="none" stroke="#888"/>`
  const memory = curve('memory', '#2563eb', ({ count, kilobytes }) => (count * kilobytes) / 1024, 'MB', left)
  const latency = curve('a request, p50', '#dc2626', ({ p50 }) => p50, 'ms', width / 2)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>${axis}<g fill="#444">${ticks.join('')}</g>${memory}${latency}</svg>\n`
}
