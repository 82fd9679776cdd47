/** The port as strangers meet it: HTTP POST, Origin and Host, tokens, oversized and malformed messages. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, maxMessageBytes: 2000 })
})
afterAll(() => server.stop())

interface Answer {
  readonly status: number
  readonly body: string
}

function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
  port = server.port,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    req.on('error', reject)
    req.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const info = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Wrightty.getInfo' })

/** The status of a refused upgrade, or 101. */
async function upgrade(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(server.url, { headers })
  const status = await new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
  socket.terminate()
  return status
}

describe('HTTP POST', () => {
  test('answers a request, a batch, and nothing to a notification', async () => {
    const one = await send('POST', '/', json, info)
    expect([one.status, JSON.parse(one.body).result.implementation]).toEqual([200, 'polytty'])
    const batch = await send('POST', '/', json, `[${info},${info}]`)
    expect(JSON.parse(batch.body)).toHaveLength(2)
    expect(await send('POST', '/', json, '{"jsonrpc":"2.0","method":"Session.list"}')).toEqual({
      status: 204,
      body: '',
    })
  })

  test('reports what is wrong in the shape of the protocol', async () => {
    const { status, body } = await send('POST', '/', json, '{oops')
    expect([status, JSON.parse(body).error.code]).toEqual([200, -32700])
  })

  test('takes JSON alone, so that a page cannot post without asking', async () => {
    expect((await send('POST', '/', { 'content-type': 'text/plain' }, info)).status).toBe(415)
  })

  test('has a bound on the body', async () => {
    expect((await send('POST', '/', json, `"${'x'.repeat(3000)}"`)).status).toBe(413)
  })

  test('cannot carry events and says so', async () => {
    const subscribe = { jsonrpc: '2.0', id: 1, method: 'Events.subscribe', params: { sessionId: '0', events: ['*'] } }
    expect(JSON.parse((await send('POST', '/', json, JSON.stringify(subscribe))).body).error.code).toBe(1006)
  })

  test('says where nothing is', async () => {
    expect(await send('GET', '/nowhere', {})).toEqual({ status: 404, body: 'nothing is served at /nowhere\n' })
  })
})

describe('a web page cannot drive the server', () => {
  test.each([
    ['a foreign origin', { origin: 'https://evil.test' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a rebound name', { host: 'evil.test' }, 403],
  ])('%s', async (_, headers, status) => {
    expect((await send('POST', '/', { ...json, ...headers }, info)).status).toBe(status)
    expect(await upgrade(headers)).toBe(status)
  })

  test('two Host lines, of which proxies and servers may believe different ones', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.end('GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toContain('HTTP/1.1 400')
  })

  test('an image of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
    expect((await send('GET', '/sessions', headers)).status).toBe(403)
    const response = await fetch(`http://127.0.0.1:${server.port}/sessions`)
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('programs and our own pages come in', async () => {
    expect(await upgrade({})).toBe(101)
    expect(await upgrade({ origin: `http://127.0.0.1:${server.port}` })).toBe(101)
  })
})

test('a message that is too long is answered and the connection lives on', async () => {
  const socket = new WebSocket(server.url)
  await once(socket, 'open')
  socket.send(`"${'x'.repeat(2500)}"`)
  const [first] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(first.toString()).error).toMatchObject({ code: -32700, message: expect.stringContaining('larger') })
  socket.send(info)
  const [second] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(second.toString()).id).toBe(1)
  socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
  const [third] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(third.toString()).error.message).toContain('UTF-8')
  socket.close()
})

test('a token is asked for where one is set, as bearer or as password', async () => {
  const guarded = await startServer({ port: 0, token: 'secret' })
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Session.list' })
  const without = await send('POST', '/', json, list, guarded.port)
  expect(JSON.parse(without.body).error.code).toBe(1010)
  const wrong = await send('POST', '/', { ...json, authorization: 'Bearer wrong' }, list, guarded.port)
  expect(JSON.parse(wrong.body).error.code).toBe(1010)
  const right = await send('POST', '/', { ...json, authorization: 'Bearer secret' }, list, guarded.port)
  expect(JSON.parse(right.body).result).toEqual({ sessions: [] })
  await guarded.stop()
})

test('a screen too large for one answer is reported, and no one waits for it', async () => {
  const { sessionId } = JSON.parse(
    (
      await send(
        'POST',
        '/',
        json,
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'Session.create',
          params: { shell: '/bin/cat', cols: 1000, rows: 1000 },
        }),
      )
    ).body,
  ).result
  const ask = (region: object | null) => ({
    jsonrpc: '2.0',
    id: 2,
    method: 'Screen.getContents',
    params: { sessionId, region },
  })
  const { body } = await send('POST', '/', json, JSON.stringify(ask(null)))
  expect(JSON.parse(body).error).toMatchObject({ code: -32603, message: expect.stringContaining('ask for a region') })
  const small = await send('POST', '/', json, JSON.stringify(ask({ top: 0, left: 0, bottom: 9, right: 9 })))
  expect(JSON.parse(small.body).result.cells).toHaveLength(10)
})

test('other addresses than loopback need a token', async () => {
  await expect(startServer({ host: '0.0.0.0', port: 0 })).rejects.toThrow('without a token')
})

test('a taken port is reported; the default range moves on to the next', async () => {
  await expect(startServer({ port: server.port })).rejects.toThrow(`port ${server.port} is taken`)
  const [one, two] = [await startServer(), await startServer()]
  expect(two.port).toBeGreaterThan(one.port)
  await Promise.all([one.stop(), two.stop()])
})
