/** The routes with which published clients ask which servers there are, and what else they rely on beside sessions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { connectClient } from './socket-client.js'

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh', hostname: 'test-host' }, { checkResults: true })
  await server.sessions.create({ name: 'one', program: '/bin/cat' })
})
afterAll(() => server.stop())

async function ask(path: string, init: RequestInit = {}): Promise<[status: number, body: unknown]> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const text = await response.text()
  return [response.status, /^[{[]/.test(text) ? JSON.parse(text) : text]
}

test('this server is the only one', async () => {
  const [, info] = await ask('/server/info')
  expect(info).toMatchObject({ hostname: 'test-host' })
  const { server_id } = info as { server_id: string }
  const self = { hostname: 'test-host', address: 'local', health: 'healthy', role: 'member', sessions: 1, server_id }
  expect(await ask('/servers')).toEqual([200, [self]])
  expect(await ask('/servers/test-host')).toEqual([200, self])
  expect(await ask('/servers/elsewhere')).toMatchObject([404, { error: { code: 'server_not_found' } }])
})

test('no other can be added or removed', async () => {
  for (const body of ['{}', '{"address":"http://127.0.0.1:1"}'])
    expect(await ask('/servers', { method: 'POST', body })).toMatchObject([400, { error: { code: 'invalid_request' } }])
  expect(await ask('/servers/elsewhere', { method: 'DELETE' })).toMatchObject([
    404,
    { error: { code: 'server_not_found' } },
  ])
  expect(await ask('/servers/test-host', { method: 'DELETE' })).toMatchObject([
    400,
    { error: { code: 'invalid_request' } },
  ])
})

test('a request for another server is refused, however it is made', async () => {
  expect((await ask('/sessions?server=test-host'))[1]).toMatchObject([{ name: 'one', server: 'test-host' }])
  for (const path of ['/sessions', '/sessions/one', '/sessions/one/screen', '/sessions/one/scrollback'])
    expect(await ask(`${path}?server=elsewhere`)).toMatchObject([404, { error: { code: 'server_not_found' } }])
  const gone = await ask('/sessions/one?server=elsewhere', { method: 'DELETE' })
  expect(gone).toMatchObject([404, { error: { code: 'server_not_found' } }])
  const made = await ask('/sessions', { method: 'POST', body: '{"server":"elsewhere"}' })
  expect(made).toMatchObject([404, { error: { code: 'server_not_found' } }])
  const client = await connectClient(server, '/ws/json')
  client.socket.send('{"id":1,"method":"get_screen","session":"one","server":"elsewhere"}')
  expect(await client.message({ id: 1 })).toMatchObject({ error: { code: 'server_not_found' } })
  client.socket.send('{"id":2,"method":"get_screen","session":"one","server":"test-host"}')
  expect(await client.message({ id: 2 })).toMatchObject({ result: { cols: 80 } })
})

test('tags as a list, and in the event', async () => {
  const client = await connectClient(server, '/ws/json')
  await client.call('update_tags', { session: 'one', add: ['b', 'a'] })
  expect(await client.message({ event: 'session_tags_changed' })).toEqual({
    event: 'session_tags_changed',
    params: { name: 'one', added: ['b', 'a'], removed: [], tags: ['a', 'b'] },
  })
  expect(await client.call('list_sessions', { tag: ['zzz', 'a'] })).toMatchObject([{ name: 'one' }])
  expect(await client.call('list_sessions', { tag: 'zzz,a' })).toMatchObject([{ name: 'one' }])
  expect(await client.call('list_sessions', { tag: ['zzz'] })).toEqual([])
  expect(await client.call('list_sessions', { tag: [] })).toMatchObject([{ name: 'one' }])
})

test('a socket path takes no plain request', async () => {
  for (const path of ['/ws/json', '/ws/raw', '/sessions/one/ws/json', '/sessions/one/ws/raw', '/sessions/x/ws/raw'])
    expect(await ask(path)).toMatchObject([400, { error: { code: 'invalid_request' } }])
  expect((await ask('/ws/json', { method: 'POST' }))[0]).toBe(405)
})
