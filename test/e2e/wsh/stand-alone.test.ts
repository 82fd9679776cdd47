/** What clients count on that know of one session, or of none by name; and waits as published agents poll. */
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../../packages/polytty/src/base/clock.js'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { connectClient } from './socket-client.js'

let server: Server
beforeEach(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh' }, { checkResults: true })
})
afterEach(() => server.stop())

type Body = Record<string, unknown>

async function ask(verb: string, path: string, body?: object | string): Promise<{ status: number; body: Body }> {
  const content = typeof body === 'object' ? JSON.stringify(body) : body
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: verb,
    ...(content !== undefined && { body: content }),
  })
  const text = await response.text()
  return { status: response.status, body: /^[{[]/.test(text) ? (JSON.parse(text) as Body) : { text } }
}

/** Says something whenever it is sent SIGUSR1, and nothing else. */
const STIRRED = `trap 'echo stirred' USR1; printf up; while :; do sleep 1000 & wait; done`

describe('polling with last_generation', () => {
  test('the silence after new output is waited for', async () => {
    const session = await server.sessions.create({ name: 'p', program: '/bin/sh', args: ['-c', STIRRED] })
    await session.wait({ type: 'text', text: 'up' })
    for (const path of ['/sessions/p/idle', '/idle']) {
      const first = (await ask('GET', `${path}?timeout_ms=150`)).body
      const next = ask('GET', `${path}?timeout_ms=150&last_generation=${first.generation}`)
      // Whoever has been answered before the wait was begun has not waited at all.
      await ask('GET', '/sessions/p/idle?timeout_ms=1')
      session.signal('SIGUSR1')
      const { body } = await next
      expect(body.generation).toBeGreaterThan(first.generation as number)
      expect(body.last_activity_ms).toBeGreaterThanOrEqual(149)
    }
  })
})

describe('deadlines', () => {
  test('a wait on a socket has none unless it is given one', async () => {
    const clock = new ManualClock()
    const own = await startServer({ port: 0, shell: '/bin/sh' }, { clock })
    // What is typed is all that happens: an echo would come whenever it likes.
    const args = ['-c', 'stty -echo; printf up; exec sleep 1000']
    const session = await own.sessions.create({ name: 'w', program: '/bin/sh', args })
    await session.wait({ type: 'text', text: 'up' })
    const client = await connectClient(own, '/sessions/w/ws/json')
    clock.advance(1000)
    for (const [method, id] of [
      ['await_quiesce', 1],
      ['await_idle', 2],
    ] as const) {
      const { generation } = await client.call('await_idle', { timeout_ms: 0 })
      client.socket.send(JSON.stringify({ id, method, params: { timeout_ms: 1, last_generation: generation } }))
      for (let minutes = 0; minutes < 6; minutes += 0.5) {
        clock.advance(30_000)
        await once(client.socket, 'ping')
        await client.call('get_input_mode')
      }
      expect(client.texts).not.toContainEqual(expect.objectContaining({ id }))
      await session.write('x')
      clock.advance(1)
      expect(await client.message({ id })).toMatchObject({ result: { generation: generation + 1 } })
    }
    const late = { timeout_ms: 1000, max_wait_ms: 500, fresh: true }
    client.socket.send(JSON.stringify({ id: 3, method: 'await_quiesce', params: late }))
    await client.call('get_input_mode')
    clock.advance(500)
    expect(await client.message({ id: 3 })).toMatchObject({ error: { code: 'quiesce_timeout' } })
    await own.stop()
  })
})

describe('where there is one session', () => {
  test('the server-level socket means it without a name', async () => {
    const client = await connectClient(server, '/ws/json')
    await expect(client.call('get_screen')).rejects.toMatchObject({ code: 'session_required' })
    await server.sessions.create({ name: 'only', program: '/bin/cat' })
    expect(await client.call('get_screen')).toMatchObject({ cols: 80 })
    expect(await client.call('subscribe', { events: ['lines'] })).toMatchObject({ events: ['lines'] })
    expect(await client.message({ event: 'sync' })).toMatchObject({ session: 'only', screen: { cols: 80 } })
    await server.sessions.create({ name: 'other', program: '/bin/cat' })
    await expect(client.call('get_screen')).rejects.toMatchObject({ code: 'session_required' })
  })

  test('its routes need no name', async () => {
    expect((await ask('GET', '/screen')).body).toMatchObject({ error: { code: 'session_required' } })
    await server.sessions.create({ name: 'only', program: '/bin/cat' })
    expect((await ask('GET', '/screen?format=plain')).body).toMatchObject({ cols: 80, lines: expect.any(Array) })
    expect((await ask('GET', '/scrollback?limit=1')).body).toMatchObject({ total_lines: 24 })
    expect((await ask('POST', '/input', 'typed\n')).status).toBe(204)
    await server.sessions.get('only').wait({ type: 'text', text: 'typed' })
    expect((await ask('GET', '/input/mode')).body).toEqual({ mode: 'passthrough' })
    const overlay = await ask('POST', '/overlay', { x: 0, y: 0, spans: [{ text: 'hi' }] })
    expect(overlay.status).toBe(201)
    expect((await ask('GET', `/overlay/${overlay.body.id}`)).body).toMatchObject({ spans: [{ text: 'hi' }] })
    expect((await ask('POST', '/panel', { position: 'top', height: 1 })).status).toBe(201)
    expect((await ask('GET', '/quiesce?timeout_ms=1')).status).toBe(200)
    await server.sessions.create({ name: 'other', program: '/bin/cat' })
    expect(await ask('GET', '/screen')).toMatchObject({ status: 400, body: { error: { code: 'session_required' } } })
  })
})

test('the first sync has its fields where the document and where published clients look for them', async () => {
  await server.sessions.create({ name: 's', program: '/bin/cat' })
  const client = await connectClient(server, '/ws/json')
  client.socket.send(JSON.stringify({ method: 'subscribe', session: 's', params: { events: ['lines'] } }))
  const { params, ...flat } = await client.message({ event: 'sync' })
  expect(flat).toEqual({ event: 'sync', session: 's', seq: 0, screen: expect.any(Object), scrollback_lines: 24 })
  expect(params).toEqual({ seq: flat.seq, screen: flat.screen, scrollback_lines: flat.scrollback_lines })
})

test('malformed params are answered with id and method', async () => {
  await server.sessions.create({ name: 'm', program: '/bin/cat' })
  for (const path of ['/ws/json', '/sessions/m/ws/json']) {
    const client = await connectClient(server, path)
    for (const [id, wrong] of [
      { params: [1] },
      { params: 'text' },
      { params: 7 },
      { params: {}, session: 5 },
    ].entries()) {
      client.socket.send(JSON.stringify({ id, method: 'get_screen', ...wrong }))
      if (path === '/ws/json' || !('session' in wrong))
        expect(await client.message({ id })).toMatchObject({ method: 'get_screen', error: { code: 'invalid_request' } })
    }
    client.socket.send(JSON.stringify({ id: 'x', method: 'send_input', params: { data: 7 } }))
    expect(await client.message({ id: 'x' })).toMatchObject({
      method: 'send_input',
      error: { code: 'invalid_request' },
    })
  }
})

test('detaching ends every client that is counted, after the answer', async () => {
  await server.sessions.create({ name: 'd', program: '/bin/cat' })
  const at = '/sessions/d/ws'
  const clients = await Promise.all(
    [`${at}/json`, `${at}/raw`, `${at}/attach?cols=80&rows=24`, `${at}/attach?watch=true`].map((path) =>
      connectClient(server, path),
    ),
  )
  expect((await ask('GET', '/sessions/d')).body).toMatchObject({ clients: 4 })
  expect(await clients[0]!.call('detach_session', { name: 'd' })).toEqual({})
  for (const client of clients) expect(await client.closed).toEqual([1000, 'detached'])
  expect((await ask('GET', '/sessions/d')).body).toMatchObject({ clients: 0, pid: expect.any(Number) })
})
