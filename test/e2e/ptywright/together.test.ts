import { join } from 'node:path'
import { connect, type RpcError } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { newFolder } from '../../support/new-folder.js'
import { connectPtywright, TestAdapter } from './client.js'
import { serve } from './with-server.js'

test('other dialects see the session of an adapter, and may end it', async () => {
  const folder = newFolder()
  const server = await startServer({ port: 0, socket: join(folder, 'socket') })
  onTestFinished(async () => {
    await server.stop()
  })
  const [ptywright, wrightty] = [await connectPtywright(server.socket!), await connect(server.socket!)]
  const shell = await TestAdapter.start(ptywright, { plugin: 'shell' })
  await shell.wait()
  await shell.turn('run', { command: 'echo shared' })
  const { sessions } = await wrightty.call('Session.list')
  const sessionId = sessions[0]!.sessionId
  expect(await wrightty.call('Screen.getText', { sessionId })).toMatchObject({
    text: expect.stringContaining('shared'),
  })
  await wrightty.call('Session.destroy', { sessionId })
  await expect(shell.state()).rejects.toMatchObject({ code: -32602, message: 'unknown adapter: e1' })
  expect(await ptywright.call('adapter.live')).toEqual({ adapters: [] })
})

test('predicates keep up with a program that floods', async () => {
  const client = await (await serve()).connect()
  const shell = await TestAdapter.start(client, { plugin: 'shell' })
  await shell.wait()
  await shell.send('run', { command: 'yes "a line of text"' })
  await expect(shell.wait({ timeout_ms: 300 })).rejects.toMatchObject({ code: -32001 })
  expect(await shell.state()).toMatchObject({ state: 'running' })
  expect((await shell.turn('interrupt')).state.state).toMatch(/ready|failed/)
  expect((await shell.turn('run', { command: 'head -c 400000 /dev/zero | tr "\\0" x; echo' })).state.state).toBe(
    'ready',
  )
})

test('many adapters of one plugin do not mix', async () => {
  const client = await (await serve()).connect()
  const shells = await Promise.all(Array.from({ length: 12 }, () => TestAdapter.start(client, { plugin: 'shell' })))
  await Promise.all(shells.map((shell) => shell.wait()))
  const turns = shells.map((shell, index) => shell.turn('run', { command: `(exit ${index})` }))
  expect(await Promise.all(turns)).toMatchObject(
    shells.map((_, index) => ({ state: { metadata: { exit_status: index } } })),
  )
})

test.each([
  ['matchers nested without end', 'session.wait', { session: 's1', timeout_ms: 0, matcher: nested(1000) }],
  ['matchers nested deep', 'session.wait', { session: 's1', timeout_ms: 0, matcher: nested(40) }],
  [
    'params of an intent nested without end',
    'adapter.send',
    { adapter: 'e1', intent: 'run', params: { command: nested(1000) } },
  ],
  [
    'a command of a megabyte',
    'adapter.send',
    { adapter: 'e1', intent: 'send', params: { text: 'x'.repeat(1_000_000) } },
  ],
  ['params that are no object', 'adapter.send', { adapter: 'e1', intent: 'run', params: [1] }],
  ['a predicate with a name of the host', 'session.wait', { session: 's1', matcher: predicate('__index') }],
])('%s: an answer, and the server lives', async (_, method, params) => {
  const client = await (await serve()).connect()
  await client.call('session.create', { program: '/bin/cat' })
  const shell = await TestAdapter.start(client, { plugin: 'shell', program: '/bin/cat' })
  const answer = await client.send(method, params).catch((error: RpcError) => error.code)
  expect(answer).toBeDefined()
  expect(await client.call('adapter.live')).toMatchObject({ adapters: [{ adapter: shell.id }] })
  expect(await shell.state()).toMatchObject({ state: expect.any(String) })
})

function nested(depth: number): object {
  let matcher: object = { type: 'process_exited' }
  for (let level = 0; level < depth; level++) matcher = { type: 'any', value: [matcher] }
  return matcher
}

function predicate(name: string): object {
  return { type: 'lua', value: { plugin: 'shell', predicate: name } }
}
