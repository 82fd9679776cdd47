/** What a client may do that has not shown that it may use the server: little, and never at the others' expense. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { ManualClock } from '../../../packages/polytty/src/base/clock.js'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { endUnread } from '../../../packages/polytty/src/transport/request-body.js'

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, token: 'secret' })
})
afterAll(() => server.stop())

const getHealth = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'
const getInfo = (id: number, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method: 'Wrightty.getInfo',
  params,
})

function countOf(received: string, status: number): number {
  return received.split(`HTTP/1.1 ${status} `).length - 1
}

test('requests that come before the answers to many others are refused, and the connection ends', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.write(getHealth.repeat(40))
  const received = await text(socket)
  expect([countOf(received, 200), countOf(received, 429)]).toEqual([32, 1])
  expect(received).toContain('32 requests of this connection are unanswered')
})

test('a flood of requests ends the connection at once', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(getHealth.repeat(5000))
  await new Promise((resolve) => socket.on('close', resolve).resume())
})

test('one after another, a connection may ask as often as it likes', async () => {
  const socket = connect(server.port, '127.0.0.1')
  for (let round = 0; round < 100; round++) {
    socket.write(getHealth)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('HTTP/1.1 200')
  }
  socket.destroy()
})

test.each([
  ['at once', () => null],
  ['later', () => Promise.resolve()],
])('after a refusal nothing more of a body is read: %s', async (_, wait) => {
  const refusing = createServer(async (request: IncomingMessage, response) => {
    endUnread(request, response, new ManualClock())
    if (request.method === 'POST') taken = request.socket
    await wait()
    response.writeHead(request.method === 'POST' ? 413 : 200).end()
  })
  let taken: Socket | null = null
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void refusing.close().closeAllConnections())
  const { port } = refusing.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n\r\n')
  socket.write(Buffer.alloc(50_000_000, 'x'))
  expect(await text(socket)).toContain(' 413 ')
  for (let round = 0; round < 20; round++) await (await fetch(`http://127.0.0.1:${port}`)).text()
  expect(taken!.bytesRead).toBeLessThan(2_000_000)
})

test('a body that no one asked for is small', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n')
  expect(await text(socket)).toContain('HTTP/1.1 413 ')
})

test('before authentication a WebSocket takes so many bytes in all', async () => {
  const socket = new WebSocket(server.url)
  await once(socket, 'open')
  const closed = once(socket, 'close') as Promise<[number, Buffer]>
  for (let id = 0; id < 10; id++) socket.send(JSON.stringify(getInfo(id, { padding: 'x'.repeat(50_000) })))
  const [code, reason] = await closed
  expect([code, reason.toString()]).toEqual([1009, 'before authentication 262144 bytes are taken in all'])
})

test('before authentication a batch is short', async () => {
  const post = async (count: number): Promise<unknown> => {
    const body = JSON.stringify(Array.from({ length: count }, (_, id) => getInfo(id)))
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', headers, body })
    return response.json()
  }
  expect(await post(16)).toHaveLength(16)
  expect(await post(17)).toMatchObject({
    id: null,
    error: { code: 1010, message: 'before authentication a batch holds at most 16 requests' },
  })
})

test('a message in too many pieces ends its connection', async () => {
  const socket = new WebSocket(server.url, { headers: { authorization: 'Bearer secret' } })
  await once(socket, 'open')
  const closed = once(socket, 'close') as Promise<[number]>
  for (let piece = 0; piece < 2000; piece++) socket.send('x', { fin: false })
  const [code] = await closed
  expect(code).toBe(1008)
})
