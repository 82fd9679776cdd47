/** Whatever a client says, on a socket or over HTTP, it is answered, and never by a failure of the server's own. */
import { once } from 'node:events'
import { openWebSocket, RpcClient, RpcError, type Wsh } from '@polytty/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { wsh } from '../../../packages/polytty/src/protocols/wsh/dialect.js'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'

/** Those that start or end what the others are asked about. */
const apart = [
  'create_session',
  'kill_session',
  'set_server_mode',
  'rename_session',
  'update_session',
  'detach_session',
]

const anything = fc.oneof(
  fc.integer({ min: -2, max: 50 }),
  fc.constantFrom(2 ** 31, -(2 ** 31), 2 ** 53, 0.5),
  fc.string({ maxLength: 5, unit: 'binary' }),
  fc.boolean(),
  fc.constant(null),
)
const color = fc.oneof(
  fc.constantFrom('red', 'blue', 'pink'),
  fc.record({ r: anything, g: fc.nat(255), b: fc.nat(255) }),
)
const piece = fc.record(
  {
    text: fc.oneof(fc.string({ maxLength: 30, unit: 'binary' }), fc.constantFrom('漢\n字', '👩‍💻', '\x1b[2J', '\t')),
    id: fc.constantFrom('a', 'b'),
    row: fc.integer({ min: -1, max: 30 }),
    col: fc.integer({ min: -1, max: 100 }),
    fg: color,
    bg: color,
    bold: fc.boolean(),
  },
  { requiredKeys: ['text'] },
)
const place = fc.oneof(fc.integer({ min: -5, max: 100 }), anything)
const params = fc.record(
  {
    id: fc.constantFrom('$overlay', '$panel', 'none'),
    x: place,
    y: place,
    z: anything,
    width: place,
    height: place,
    cols: place,
    rows: place,
    position: fc.constantFrom('top', 'bottom', 'left'),
    type: fc.constantFrom('overlay', 'panel'),
    spans: fc.oneof(fc.array(piece, { maxLength: 4 }), anything),
    writes: fc.oneof(fc.array(piece, { maxLength: 4 }), anything),
    background: fc.record({ bg: color }),
    focusable: fc.boolean(),
    format: fc.constantFrom('plain', 'styled', 'loud'),
    composed: fc.boolean(),
    offset: place,
    limit: place,
    data: fc.string({ maxLength: 10, unit: 'binary' }),
    encoding: fc.constantFrom('utf8', 'base64', 'hex'),
    events: fc.array(fc.constantFrom('lines', 'cursor', 'mode', 'diffs', 'input', 'activity', 'x'), { maxLength: 4 }),
    interval_ms: fc.constantFrom(0, 1, 2 ** 40, -1),
    quiesce_ms: fc.constantFrom(0, 1, 2 ** 40),
    timeout_ms: fc.constantFrom(0, 1, 5),
    max_wait_ms: fc.constantFrom(0, 1, 10),
    last_generation: anything,
    fresh: fc.boolean(),
    name: fc.constantFrom('r', 'none'),
    add: fc.array(fc.constantFrom('a', 'b', ' '), { maxLength: 2 }),
    remove: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    tag: fc.constantFrom('a', 'b,c', ''),
  },
  // Without a deadline a wait on a socket may last for as long as its client.
  { requiredKeys: ['max_wait_ms'] },
)

let server: Server
const internal: unknown[] = []
beforeAll(async () => {
  const onInternalError = (error: unknown): void => void internal.push(error)
  server = await startServer({ port: 0 }, { checkResults: true, onInternalError })
  // No byte ends it, and it writes what it is sent.
  const args = ['-c', 'stty raw -echo; printf up; cat']
  const session = await server.sessions.create({ name: 'r', program: '/bin/sh', args, cols: 40, rows: 10 })
  await session.wait({ type: 'text', text: 'up' })
})
afterAll(() => server.stop())

test('random requests on a socket', async () => {
  const client = new RpcClient<Wsh>(await openWebSocket(`${server.url}/sessions/r/ws/json`), { jsonrpc: false })
  const attached = new WebSocket(`${server.url}/sessions/r/ws/attach?cols=40&rows=10`)
  await once(attached, 'open')
  const place = { x: 0, y: 0, focusable: true }
  const { id: overlay } = await client.call('create_overlay', { ...place, spans: [{ id: 'a', text: 'x' }] })
  const { id: panel } = await client.call('create_panel', {
    position: 'top',
    height: 1,
    spans: [{ id: 'b', text: 'x' }],
  })
  const methods = wsh.methods.map(({ name }) => name).filter((name) => !apart.includes(name))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), params, async (method, params) => {
      const named = JSON.parse(
        JSON.stringify(params).replaceAll('$overlay', overlay).replaceAll('$panel', panel),
      ) as object
      const failure = await client.send(method, named).then(
        () => null,
        (error: unknown) => error,
      )
      if (failure) expect(failure).toBeInstanceOf(RpcError)
      await client.call('get_screen', { composed: true })
      expect(internal).toEqual([])
    }),
    { numRuns: 1500 },
  )
  expect([client.isOpen, attached.readyState]).toEqual([true, WebSocket.OPEN])
  client.close()
  attached.terminate()
})

test('random bytes on every socket', async () => {
  const paths = ['/ws/json', '/sessions/r/ws/json', '/sessions/r/ws/raw', '/sessions/r/ws/attach']
  const sockets = paths.map((path) => new WebSocket(`${server.url}${path}`))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  // But for Ctrl+\, which detaches.
  const frames = fc.sample(fc.uint8Array({ maxLength: 200 }), 200).map((frame) => frame.filter((byte) => byte !== 0x1c))
  for (const [index, frame] of frames.entries())
    for (const socket of sockets) socket.send(frame, { binary: index % 2 === 0 })
  // Each has answered a ping, so each has read all of it.
  for (const socket of sockets) socket.ping()
  await Promise.all(sockets.map((socket) => once(socket, 'pong')))
  expect(internal).toEqual([])
  for (const socket of sockets) socket.terminate()
})

test('random requests over HTTP', async () => {
  const part = fc.oneof(
    fc.constantFrom('sessions', 'r', 'overlay', 'panel', 'input', 'mode', 'idle', 'recording', 'recordings', 'server'),
    fc.constantFrom('..', '%00', '%E0%A4%A', 'ws', 'json', 'x'.repeat(300), ''),
  )
  const verb = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD')
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    params.map((value) => JSON.stringify(value)),
  )
  await fc.assert(
    fc.asyncProperty(verb, fc.array(part, { maxLength: 5 }), body, async (method, parts, body) => {
      const path = parts.join('/')
      if (method === 'DELETE' && path === 'sessions/r') return
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const url = `http://127.0.0.1:${server.port}/${path}?timeout_ms=1&max_wait_ms=5&format=plain`
      const response = await fetch(url, { method, ...(hasBody && { body }) })
      await response.arrayBuffer()
      expect(response.status).toBeLessThan(500)
      expect(internal).toEqual([])
    }),
    { numRuns: 500 },
  )
})
