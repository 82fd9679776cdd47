/** A server that keeps little for clients that do not read: a slow subscriber is notified of what it missed, not cut off. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { connectClient } from './socket-client.js'

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh', maxQueueBytes: 65_536 })
})
afterAll(() => server.stop())

/** More than the kernel holds for a client that does not read. */
const ASKED = 30

test('a slow subscriber gets lagged and a sync', async () => {
  const script = 'stty -echo; seq -f %079.0f 1 8000; printf up; read x; printf THE-END; cat'
  const session = await server.sessions.create({ name: 'f', program: '/bin/sh', args: ['-c', script] })
  await session.wait({ type: 'text', text: 'up' })
  const client = await connectClient(server, '/sessions/f/ws/json')
  await client.call('subscribe', { events: ['lines'], format: 'plain', interval_ms: 0 })
  client.socket.pause()
  for (let id = 0; id < ASKED; id++)
    client.socket.send(JSON.stringify({ id, method: 'get_scrollback', params: { format: 'plain', limit: 10_000 } }))
  const idle = `http://127.0.0.1:${server.port}/sessions/f/idle?timeout_ms=200&fresh=true`
  await fetch(idle)
  await session.write('\n')
  await session.wait({ type: 'text', text: 'THE-END' })
  await fetch(idle)
  client.socket.resume()
  const lagged = await client.until(() => client.texts.findIndex(({ type }) => type === 'lagged') + 1)
  await client.until(() => client.texts[lagged])
  expect(client.texts[lagged - 1]).toEqual({ type: 'lagged', skipped: expect.any(Number) })
  expect(client.texts[lagged]).toMatchObject({
    event: 'sync',
    screen: { lines: expect.arrayContaining(['upTHE-END']) },
  })
  await client.message({ id: ASKED - 1 })
})
