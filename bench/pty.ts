/**
 * From a program's terminal to our screen, beside a C program that only reads: one flood and eight at once, with programs in
 * this process and in a host, in turns. `npm run bench pty`; without a C compiler there is no peer.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../packages/polytty/dist/base/clock.js'
import { silentLog } from '../packages/polytty/dist/base/log.js'
import { Hosts } from '../packages/polytty/dist/host/link/hosts.js'
import { SessionRegistry } from '../packages/polytty/dist/session/index.js'
import { median, printTable } from './table.js'

const MEGABYTES = Number(process.argv[2] ?? 64)
const ROUNDS = Number(process.argv[3] ?? 7)
const line = 'the quick brown fox jumps over the lazy dog, 0123456789, and again'
const flood = (megabytes: number): string => `yes '${line}' | head -c ${Math.round(megabytes * 1e6)}`

const folder = mkdtempSync(join(tmpdir(), 'polytty-bench-'))
const reader = join(folder, 'reader')
const source = join(import.meta.dirname, '../bench/pty/reader.c')
const hasPeer = spawnSync('cc', ['-O2', '-o', reader, source, '-lutil']).status === 0

const hosts = new Hosts({ socket: join(folder, 'host.sock'), keepSeconds: 60, clock: systemClock, log: silentLog })
await hosts.takeOver()
const registries = {
  'in this process': new SessionRegistry({ maxSessions: 100 }),
  'in a host': new SessionRegistry({ maxSessions: 100, launcher: hosts }),
}

/** Megabytes in a second, of all together. */
async function ours(registry: SessionRegistry, count: number): Promise<number> {
  const start = performance.now()
  const args = ['-c', flood(MEGABYTES / count)]
  const sessions = await Promise.all(Array.from({ length: count }, () => registry.create({ program: '/bin/sh', args })))
  await Promise.all(sessions.map((session) => session.wait({ type: 'exited' }, { timeoutMs: 600_000 })))
  const seconds = (performance.now() - start) / 1000
  for (const session of sessions) await registry.remove(session)
  return MEGABYTES / seconds
}

function peer(count: number): number {
  const output = execFileSync(reader, [String(count), flood(MEGABYTES / count)], { encoding: 'utf8' })
  return MEGABYTES / Number(output.split(' ')[1])
}

const rows: (string | number)[][] = []
for (const count of [1, 8]) {
  const speeds = new Map<string, number[]>()
  const note = (name: string, speed: number): void => void speeds.set(name, [...(speeds.get(name) ?? []), speed])
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, registry] of Object.entries(registries)) {
      const speed = await ours(registry, count)
      if (round > 0) note(name, speed)
    }
    if (hasPeer && round > 0) note('a C program that only reads', peer(count))
  }
  const best = median(speeds.get('a C program that only reads') ?? [])
  for (const [name, all] of speeds) {
    const range = `${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}`
    rows.push([
      `${count} at once, ${name}`,
      median(all),
      range,
      hasPeer ? `${((median(all) / best) * 100).toFixed(0)} %` : '',
    ])
  }
}
printTable('Terminal to screen', ['', 'MB/s', 'least to most', 'of the C program'], rows)
await Promise.all(Object.values(registries).map((registry) => registry.dispose()))
await hosts.stop()
rmSync(folder, { recursive: true, force: true })
