/**
 * Fifty listeners on a program that floods, and every fifth does not listen: the program is not held back for them,
 * the server's memory stays flat, and all get the last state in the end, with a count of what they missed, or painted again.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Terminal } from '../../../packages/terminal/src/index.js'
import { startServer } from './start-server.js'

const LISTENERS = 50
/** Deaf ones that also have more answers coming than the ways between the two hold; the second on the server's socket. */
const [STUFFED, STUFFED_ON_SERVER] = [0, 20]
const END = 'THE-END'
/** One attentive listener to raw bytes and one terminal that is attached. */
const SEEING = [2, 3]
const MAX_GROWTH_KIB = 192 * 1024
const SIZE = { cols: 80, rows: 100 }

interface Listener {
  readonly kind: 'lines' | 'diffs' | 'raw' | 'attach'
  readonly deaf: boolean
  readonly stuffed: boolean
  readonly socket: WebSocket
  /** What some of the raw ones see. */
  readonly terminal: Terminal | null
  readonly messages: string[]
  readonly named: { readonly session?: string }
  /** The last state has come. */
  readonly done: Promise<void>
  stopListening(): void
}

async function listen(url: string, index: number): Promise<Listener> {
  const kind = (['lines', 'diffs', 'raw', 'attach'] as const)[index % 4]!
  const deaf = index % 5 === 0
  const stuffed = index === STUFFED || index === STUFFED_ON_SERVER
  const named = index === STUFFED_ON_SERVER ? { session: 'f' } : {}
  const isJson = kind === 'lines' || kind === 'diffs'
  const own = kind === 'raw' ? 'raw' : isJson ? 'json' : `attach?cols=${SIZE.cols}&rows=${SIZE.rows}`
  const path = index === STUFFED_ON_SERVER ? '/ws/json' : `/sessions/f/ws/${own}`
  const socket = new WebSocket(`${url}${path}`)
  const terminal = !isJson && (deaf || SEEING.includes(index)) ? new Terminal(SIZE) : null
  const messages: string[] = []
  const done = new Promise<void>((resolve) =>
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      // What an attached terminal is sent as text is not for the screen.
      if (kind === 'raw' || isBinary) terminal?.write(data)
      // Those who get all of it need not keep it.
      if (deaf && !data.includes('"method":')) messages.push(data.toString())
      if (data.includes(END)) resolve()
    }),
  )
  await once(socket, 'open')
  // Who wants everything at once and then does not read is the worst there is.
  const params = { events: kind === 'diffs' ? ['diffs'] : ['lines', 'cursor'], interval_ms: deaf ? 0 : 100 }
  if (isJson) socket.send(JSON.stringify({ method: 'subscribe', ...named, params }))
  const stopListening = (): void => {
    socket.pause()
    const asking = JSON.stringify({ method: 'get_scrollback', ...named, params: { format: 'plain', limit: 10_000 } })
    if (stuffed) for (let count = 0; count < 60; count++) socket.send(asking)
  }
  return { kind, deaf, stuffed, named, socket, terminal, messages, done, stopListening }
}

function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}

test('fifty listeners, one flood', async () => {
  const server = await startServer(['--bind', '127.0.0.1:0'])
  const pid = server.process.pid!
  const command = `stty -echo; seq -f %079.0f 1 3000; read x; seq -f %079.0f 1 150000; printf ${END}; cat`
  await fetch(`${server.url}/sessions`, { method: 'POST', body: JSON.stringify({ name: 'f', command, ...SIZE }) })
  const url = server.url.replace('http', 'ws')
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, (_, index) => listen(url, index)))
  const [deaf, attentive] = [true, false].map((deaf) => listeners.filter((one) => one.deaf === deaf)) as [
    Listener[],
    Listener[],
  ]
  await fetch(`${server.url}/sessions/f/idle?timeout_ms=100`)
  for (const one of deaf) one.stopListening()
  await fetch(`${server.url}/sessions/f/idle?timeout_ms=200&fresh=true`)
  const before = memory(pid, 'VmRSS')
  await fetch(`${server.url}/sessions/f/input`, { method: 'POST', body: '\n' })
  await Promise.all(attentive.map(({ done }) => done))
  expect(memory(pid, 'VmHWM') - before).toBeLessThan(MAX_GROWTH_KIB)
  for (const { socket } of deaf) socket.resume()
  await Promise.all(deaf.map(({ done }) => done))

  const { lines } = (await (await fetch(`${server.url}/sessions/f/screen?format=plain`)).json()) as { lines: string[] }
  for (const { kind, stuffed, messages, terminal, named } of deaf) {
    if (terminal) {
      expect(terminal.snapshot().text().split('\n')).toEqual(lines)
      // What was missed was not sent late: the screen was painted again.
      expect(messages.join('').length).toBeLessThan(8 * 1024 * 1024)
      if (kind === 'raw') expect(messages.findLastIndex((text) => text.startsWith('\x18\x1b[!p'))).toBeGreaterThan(0)
    } else if (stuffed) {
      const lagged = messages.findIndex((text) => text.startsWith('{"type":"lagged"'))
      expect(JSON.parse(messages[lagged]!)).toEqual({ type: 'lagged', skipped: expect.any(Number), ...named })
      expect(JSON.parse(messages[lagged + 1]!)).toMatchObject({ event: 'sync', seq: expect.any(Number), ...named })
    }
  }
  for (const index of SEEING) expect(listeners[index]!.terminal!.snapshot().text().split('\n')).toEqual(lines)
  for (const { socket } of listeners) socket.terminate()
  server.process.kill('SIGTERM')
  await once(server.process, 'exit')
})
