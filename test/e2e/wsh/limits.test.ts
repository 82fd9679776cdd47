/** One too many, too often, too late: refused with a reason. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ManualClock } from '../../../packages/polytty/src/base/clock.js'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'

/** Status and error of a request on a connection of its own. */
async function ask(server: Server, agent: Agent): Promise<{ status: number | undefined; code: string | undefined }> {
  const request = get({ host: '127.0.0.1', port: server.port, path: '/sessions', agent })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { error?: { code: string } }
  return { status: response.statusCode, code: body.error?.code }
}

async function refusal(url: string): Promise<{ status: number | undefined; body: string }> {
  const socket = new WebSocket(url)
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
}

test('one connection too many is refused, and accepted when another has gone', async () => {
  const server = await startServer({ port: 0, maxConnections: 2 })
  const sockets = [new WebSocket(`${server.url}/ws/json`), new WebSocket(`${server.url}/ws/json`)]
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const busy = { status: 503, body: expect.stringContaining('resource_limit_reached') }
  expect(await refusal(`${server.url}/ws/json`)).toEqual(busy)
  // Each protocol is refused in its own shape.
  expect(await refusal(`${server.url}/`)).toEqual({ status: 503, body: expect.stringContaining('"jsonrpc":"2.0"') })
  const agent = new Agent({ keepAlive: true })
  expect(await ask(server, agent)).toEqual({ status: 503, code: 'resource_limit_reached' })
  const left = new Promise<void>((resolve) => server.onClients.on(() => resolve()))
  sockets[0]!.terminate()
  await left
  expect(await ask(server, agent)).toEqual({ status: 200, code: undefined })
  agent.destroy()
  await server.stop()
})

test('where strangers can connect, an address that asks too often is refused', async () => {
  const server = await startServer({ host: '0.0.0.0', port: 0, token: 'a-long-enough-secret' })
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const answers = await Promise.all(Array.from({ length: 250 }, () => ask(server, agent)))
  expect(answers).toContainEqual({ status: 401, code: 'auth_required' })
  expect(answers).toContainEqual({ status: 429, code: 'resource_limit_reached' })
  agent.destroy()
  await server.stop()
})

test('who comes while the server ends is sent away', async () => {
  // The program is given up only when this clock says so.
  const clock = new ManualClock()
  const server = await startServer({ port: 0 }, { clock })
  const stubborn = ['-c', 'trap "" HUP TERM; printf up; while :; do sleep 1; done']
  const session = await server.sessions.create({ name: 'stubborn', program: '/bin/sh', args: stubborn })
  await session.wait({ type: 'text', text: 'up' })
  const client = new WebSocket(`${server.url}/ws/json`)
  await once(client, 'open')
  const closed = once(client, 'close')
  const stopped = server.stop()
  const [code, reason] = (await closed) as [number, Buffer]
  expect([code, reason.toString()]).toEqual([1000, 'server shutting down'])
  expect(await refusal(`${server.url}/ws/json`)).toMatchObject({ status: 503 })
  clock.advance(60_000)
  await stopped
  expect(session.exit?.signal).toBeTruthy()
})
