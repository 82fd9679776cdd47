/** The typed client over everything that carries it: a port, a Unix socket, memory. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import {
  type Client,
  ConnectionError,
  connect,
  HttpChannel,
  RpcClient,
  RpcError,
  StreamChannel,
  type Tuispec,
  type WshHttp,
} from '@polytty/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaults } from '../../../packages/polytty/src/base/limits.js'
import { openInProcess } from '../../../packages/polytty/src/server/in-process.js'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { newFolder } from '../../support/new-folder.js'
import { strict } from '../../support/strict.js'

const kinds: Readonly<Record<string, () => Promise<Client>>> = {
  'a port': async () => connect((await serve()).url),
  'a port with a token': async () => connect((await serve({ token: 'a-secret' })).url, { token: 'a-secret' }),
  'an http address': async () => connect((await serve()).url.replace(/^ws/, 'http')),
  'a Unix socket': async () => connect((await serve({ socket: join(newFolder(), 'socket') })).socket!),
  memory: async () => {
    const { client, stop } = await openInProcess()
    onTestFinished(stop)
    return client
  },
}

async function serve(options = {}) {
  const server = await startServer({ port: 0, ...options }, strict())
  onTestFinished(() => server.stop())
  return server
}

describe.each(Object.entries(kinds))('over %s', (_, open) => {
  test('calls, events and errors', async () => {
    const client = await open()
    const { sessionId } = await client.call('Session.create', { shell: '/bin/cat', cols: 40, rows: 5 })
    const output: string[] = []
    const exited = new Promise<number | null>((resolve) => {
      void client.subscribe(sessionId, ['Session.output', 'Session.exited'], (event) => {
        if (event.event === 'Session.output') output.push(Buffer.from(event.data.data, 'base64').toString())
        else resolve(event.data.exitCode)
      })
    })
    await client.call('Input.sendText', { sessionId, text: 'hello\r' })
    expect(await client.call('Screen.waitForText', { sessionId, pattern: 'hello' })).toMatchObject({ found: true })
    await client.call('Input.sendKeys', { sessionId, keys: ['Ctrl+d'] })
    expect(await exited).toBe(0)
    expect(output.join('')).toContain('hello')
    const wrong = client.call('Screen.getText', { sessionId: 'missing' })
    await expect(wrong).rejects.toThrow(RpcError)
    await expect(wrong).rejects.toMatchObject({ code: 1001, message: 'Session not found' })
    client.close()
  })

  test('what is open when the connection ends is rejected, and so is what comes after', async () => {
    const client = await open()
    const { sessionId } = await client.call('Session.create', { shell: '/bin/cat' })
    const waiting = client.call('Screen.waitForText', { sessionId, pattern: 'never', timeout: 60_000 })
    const closed = new Promise<string>((resolve) => client.onClose(resolve))
    client.close()
    await expect(waiting).rejects.toThrow(ConnectionError)
    expect(await closed).toMatch(/closed/)
    await expect(client.call('Session.list')).rejects.toThrow(ConnectionError)
    expect(client.isOpen).toBe(false)
  })
})

test('a server that is not there, a socket that is not there, a wrong token', async () => {
  await expect(connect('ws://127.0.0.1:1')).rejects.toThrow('no server answers at ws://127.0.0.1:1: ECONNREFUSED')
  await expect(connect('/no/such/socket')).rejects.toThrow('no server answers at /no/such/socket: ENOENT')
  const { url } = await serve({ token: 'a-secret' })
  await expect(connect(url, { token: 'another' })).rejects.toThrow(RpcError)
})

test('a request that the server refuses to read is answered all the same', async () => {
  const client = await connect((await serve({ socket: join(newFolder(), 'socket') })).socket!)
  const text = 'x'.repeat(defaults.maxMessageBytes)
  await expect(client.call('Input.sendText', { sessionId: '0', text })).rejects.toThrow(RpcError)
  expect(await client.call('Wrightty.getInfo')).toMatchObject({ implementation: 'polytty' })
})

test.each([
  [
    'says something else',
    'echo "Usage: something else"; cat',
    /sent something that is not a message: Usage: something else/,
  ],
  ['ends before it is asked', 'exit 1', /closed the connection/],
])('a process that %s', async (_, script, reason) => {
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  const client = new RpcClient<Tuispec>(new StreamChannel(child.stdout, child.stdin))
  const over = new Promise<string>((resolve) => client.onClose(resolve))
  await expect(client.call('server.ping')).rejects.toThrow(ConnectionError)
  await expect(over).resolves.toMatch(reason)
  await expect(client.call('server.ping')).rejects.toThrow(reason)
})

describe('wsh over HTTP', () => {
  const http = (url: string, token?: string) =>
    new RpcClient<WshHttp>(new HttpChannel(url.replace(/^ws/, 'http'), { token }))

  test('params go where the route has them: path, query, body', async () => {
    const server = await serve()
    const client = http(server.url)
    const { name } = await client.call('create_session', { name: 'dev', command: 'cat', tags: ['x', 'y'] })
    expect(await client.call('list_sessions', { tag: ['z', 'x'], ended: null })).toMatchObject([{ name: 'dev' }])
    await client.call('send_input', { session: name, data: 'c3DDpHQ=', encoding: 'base64' })
    await client.call('send_input', { session: name, data: ' plain' })
    await server.sessions.get(name).wait({ type: 'text', text: 'spät plain' })
    // With one session, its name may be left out.
    for (const session of [name, undefined]) {
      const { lines } = await client.call('get_screen', { session, format: 'plain' })
      expect(lines[0]).toBe('spät plain')
      expect(await client.call('await_idle', { session, timeout_ms: 1 })).toMatchObject({
        generation: expect.anything(),
      })
    }
    expect(await client.call('kill_session', { name })).toEqual({})
    for (const session of [name, 'no such/one?'])
      await expect(client.call('get_session', { session })).rejects.toMatchObject({ code: 'session_not_found' })
  })

  test('refusals have the codes of the protocol; without one, the status', async () => {
    const { url } = await serve({ token: 'a-secret' })
    await expect(http(url).call('list_sessions')).rejects.toMatchObject({ code: 'auth_required' })
    await expect(http(url, 'another').call('list_sessions')).rejects.toMatchObject({ code: 'auth_invalid' })
    expect(await http(url, 'a-secret').call('list_sessions')).toEqual([])
    await expect(http(`${url}/elsewhere`, 'a-secret').call('list_sessions')).rejects.toMatchObject({ code: 404 })
    await expect(http(url, 'a-secret').send('subscribe', {})).rejects.toMatchObject({ code: 'unknown_method' })
  })

  test('no server, and a client that is closed', async () => {
    await expect(http('http://127.0.0.1:1').call('health')).rejects.toThrow(ConnectionError)
    const client = http((await serve()).url)
    const waiting = client.call('await_idle', { timeout_ms: 60_000 })
    client.close()
    await expect(waiting).rejects.toThrow('the client was closed')
  })
})
