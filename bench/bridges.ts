/**
 * A pane of tmux through the bridge, beside tmux's own client on a PTY that is read as fast as can be, and a PTY of ours:
 * how long a key takes to come back, what a flood costs, a key beside a flood, and many panes at once. `PANES` and
 * `FLOOD_MB` change them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../packages/polytty/dist/base/clock.js'
import { silentLog } from '../packages/polytty/dist/base/log.js'
import { Bridges } from '../packages/polytty/dist/bridge/index.js'
import { type Session, SessionRegistry } from '../packages/polytty/dist/session/index.js'
import { median, percentile, printTable } from './table.js'

const panes = Number(process.env.PANES ?? 1000)
const floodBytes = Number(process.env.FLOOD_MB ?? 20) * 1e6
const KEYS = 300
const FLOODS = 5

const folder = mkdtempSync(join(tmpdir(), 'polytty-bench-'))
const socket = join(folder, 'default')
const tmux = (...args: readonly string[]): string =>
  execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' })
const line = `${'the quick brown fox jumps over the lazy dog '.repeat(2).slice(0, 79)}\n`
const file = join(folder, 'flood')
writeFileSync(file, line.repeat(Math.ceil(floodBytes / line.length)))

tmux('new-session', '-d', '-s', 'main', '-x', '80', '-y', '24', 'cat')
const tmuxPid = Number(tmux('display-message', '-p', '#{pid}'))
const registry = new SessionRegistry()
const bridges = new Bridges({ registry, clock: systemClock, log: silentLog })
const spec = { kind: 'tmux', where: socket } as const
const bridged = await bridges.adopt(spec, '%0')
const client = await registry.create({
  program: 'tmux',
  args: ['-S', socket, 'attach', '-t', 'main'],
  env: { TMUX: null, TERM: 'xterm-256color' },
})
const own = await registry.create({ program: 'cat' })

/** Types a letter; resolves with the milliseconds until it came back. */
function key(session: Session): Promise<number> {
  const letter = String.fromCharCode(97 + Math.floor(Math.random() * 26))
  const code = letter.charCodeAt(0)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const listening = session.onOutput.on(({ bytes }) => {
      if (!bytes.includes(code)) return
      listening.dispose()
      resolve(performance.now() - startedAt)
    })
    void session.write(letter)
  })
}

async function keys(sessions: readonly Session[]): Promise<number[][]> {
  const samples = sessions.map((): number[] => [])
  for (let round = 0; round < KEYS; round++) {
    for (const [index, session] of sessions.entries()) {
      samples[index]!.push(await key(session))
      // Its other showings of the letter are no answer to the next.
      await quiet()
    }
    if (round % 40 === 39) for (const session of sessions) await session.write('\r')
  }
  return samples
}

const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2))
const row = (name: string, samples: readonly number[]): (string | number)[] => [
  name,
  median(samples),
  percentile(samples, 0.99),
  Math.min(...samples),
  Math.max(...samples),
]
const header = ['', 'median', 'p99', 'least', 'most']

const [there = [], clients = [], direct = []] = await keys([bridged, client, own])
printTable('a key, until it comes back, ms', header, [
  row('a pane, through the bridge', there),
  row("a pane, by tmux's own client", clients),
  row('a PTY of ours', direct),
])

/** Seconds that a process has had of the processors. */
function cpuOf(pid: number): number {
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(words[11]) + Number(words[12])) / 100
}

/** Prints the file in a pane that only `viewer` looks at; seconds until its end is seen, and of tmux and of us. */
async function flood(viewer: 'bridge' | 'client' | 'own'): Promise<[number, number, number]> {
  const script = `read x; cat ${file}; printf '[end]'; exec cat`
  let session: Session
  if (viewer === 'own') session = await registry.create({ program: 'sh', args: ['-c', script] })
  else {
    const hidden = viewer === 'bridge' ? ['-d'] : []
    const id = tmux('new-window', ...hidden, '-P', '-F', '#{pane_id}', 'sh', '-c', script).trim()
    session = viewer === 'bridge' ? await bridges.adopt(spec, id) : client
  }
  const before = [cpuOf(tmuxPid), process.cpuUsage()] as const
  const startedAt = performance.now()
  await session.write('\r')
  await session.wait({ type: 'text', text: '[end]' }, { timeoutMs: 600_000 })
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before[1])
  const used: [number, number, number] = [seconds, cpuOf(tmuxPid) - before[0], (user + system) / 1e6]
  if (viewer === 'client') tmux('kill-window', '-t', 'main:{end}')
  else await registry.remove(session, { graceMs: 0 })
  return used
}

const viewers = { bridge: 'a pane, through the bridge', client: "a pane, by tmux's own client", own: 'a PTY of ours' }
const floods = new Map<string, [number, number, number][]>(Object.keys(viewers).map((name) => [name, []]))
for (let round = 0; round < FLOODS; round++)
  for (const viewer of ['bridge', 'client', 'own'] as const) floods.get(viewer)!.push(await flood(viewer))
printTable(
  `${floodBytes / 1e6} MB of text, s`,
  ['', 'until its end is seen', 'least', 'most', "tmux's processor time", 'ours'],
  Object.entries(viewers).map(([viewer, name]) => {
    const samples = floods.get(viewer)!
    const seconds = samples.map(([time]) => time)
    const medians = [1, 2].map((index) => median(samples.map((sample) => sample[index]!)))
    return [name, median(seconds), Math.min(...seconds), Math.max(...seconds), ...medians]
  }),
)

await registry.remove(client, { graceMs: 0 })
const loudId = tmux('new-window', '-d', '-P', '-F', '#{pane_id}', 'yes', 'all work and no play').trim()
const loud = await bridges.adopt(spec, loudId)
const [beside = []] = await keys([bridged])
printTable('a key in a pane while another prints without end, ms', header, [row('through the bridge', beside)])
await registry.remove(loud)

for (let count = tmux('list-panes', '-a').trim().split('\n').length; count < panes; count++)
  tmux('new-window', '-d', 'cat')
const asked = Array.from({ length: 5 }, () => {
  const startedAt = performance.now()
  tmux('list-panes', '-a', '-F', '#{pane_id} #{pane_title}')
  return performance.now() - startedAt
})
const followedAt = performance.now()
await bridges.follow(spec)
const followed = performance.now() - followedAt
const listed: number[] = []
for (let round = 0; round < 20; round++) {
  const startedAt = performance.now()
  await bridges.list(spec)
  listed.push(performance.now() - startedAt)
}
printTable(
  `${panes} panes, ms`,
  ['', 'median', 'least', 'most'],
  [
    ['listed through the bridge', median(listed), Math.min(...listed), Math.max(...listed)],
    ['tmux list-panes -a', median(asked), Math.min(...asked), Math.max(...asked)],
    [`all ${registry.list().length} made sessions, once`, followed, followed, followed],
  ],
)

await registry.dispose({ graceMs: 0 })
await bridges.stop()
tmux('kill-server')
rmSync(folder, { recursive: true, force: true })
