/** One of two revisions that are compared: a process that measures what it is asked for, again and again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeCorpora } from '../engine/corpora.js'

/** What is used of a revision, wherever it has it. */
interface Engine {
  readonly Terminal: new (options: object) => { write(bytes: Uint8Array): void }
}

interface Library {
  readonly SessionRegistry: new () => {
    create(options: object): Promise<{ wait(matcher: object): Promise<unknown> }>
    dispose(options?: object): Promise<void>
  }
  startServer(options: object): Promise<{ readonly url: string; stop(): Promise<void> }>
}

const CHUNK = 65_536
const CORPUS_BYTES = 2_000_000
const FLOOD_BYTES = 20_000_000
const REQUESTS = 200

const [root = ''] = process.argv.slice(2)

async function load<T>(...places: readonly string[]): Promise<T> {
  const found = places.map((place) => join(root, place)).find((path) => existsSync(path))
  if (!found) throw new Error(`${root} has none of ${places.join(', ')}: was it built?`)
  return (await import(pathToFileURL(found).href)) as T
}

const { Terminal } = await load<Engine>('packages/terminal/dist/index.js', 'dist/terminal/index.js')
const { SessionRegistry, startServer } = await load<Library>('packages/polytty/dist/index.js', 'dist/index.js')
const { corpora } = makeCorpora(CORPUS_BYTES)

/** Each gives a speed: more is better. */
const measures: Record<string, () => number | Promise<number>> = Object.fromEntries(
  corpora.map(({ name, bytes }) => [`engine, ${name}, MB/s`, () => parse(bytes)]),
)
measures['PTY to screen, MB/s'] = flood
measures['Screen.getText over HTTP, requests/s'] = requests

function parse(bytes: Uint8Array): number {
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 1000 })
  const start = performance.now()
  for (let at = 0; at < bytes.length; at += CHUNK) terminal.write(bytes.subarray(at, at + CHUNK))
  return bytes.length / 1e3 / (performance.now() - start)
}

async function flood(): Promise<number> {
  const sessions = new SessionRegistry()
  const start = performance.now()
  const session = await sessions.create({
    program: 'sh',
    args: ['-c', `yes some words of a line | head -c ${FLOOD_BYTES}`],
  })
  await session.wait({ type: 'exited' })
  const speed = FLOOD_BYTES / 1e3 / (performance.now() - start)
  await sessions.dispose()
  return speed
}

async function requests(): Promise<number> {
  const server = await startServer({ port: 0 })
  const call = async (method: string, params: object): Promise<{ sessionId: string }> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(server.url.replace(/^ws/, 'http'), { method: 'POST', headers, body })
    return ((await response.json()) as { result: { sessionId: string } }).result
  }
  const { sessionId } = await call('Session.create', { shell: '/bin/cat' })
  await call('Screen.getText', { sessionId })
  const start = performance.now()
  for (let count = 0; count < REQUESTS; count++) await call('Screen.getText', { sessionId })
  const speed = REQUESTS / ((performance.now() - start) / 1e3)
  await server.stop()
  return speed
}

process.on('message', (name: string) => {
  void (async () => process.send!({ speed: await measures[name]!() }))()
})
process.send!({ names: Object.keys(measures) })
