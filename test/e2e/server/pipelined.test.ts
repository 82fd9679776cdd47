/** Many requests sent at once: each is answered, however large the answers are, and others are served meanwhile. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { connect } from '@polytty/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { bin as command } from '../../support/polytty.js'

let server: Server
let sessionId: string
beforeAll(async () => {
  server = await startServer({ port: 0 })
  sessionId = (await server.sessions.create({ program: '/bin/cat', cols: 300, rows: 100 })).id
})
afterAll(() => server.stop())

const getContents = (id: number) => ({ jsonrpc: '2.0', id, method: 'Screen.getContents', params: { sessionId } })

interface Answer {
  readonly id: number
  readonly failed: boolean
}

/** A client that reads all it gets, in the order it comes. */
async function answers(requests: readonly object[]): Promise<Answer[]> {
  const socket = new WebSocket(server.url)
  await once(socket, 'open')
  const got: Answer[] = []
  const all = new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      const [, id, kind] = /^\{"jsonrpc":"2.0","id":(\d+),"(\w+)"/.exec(data.subarray(0, 100).toString())!
      got.push({ id: Number(id), failed: kind === 'error' })
      if (got.length === requests.length) resolve()
    })
    socket.on('close', () => reject(new Error(`cut off after ${got.length} of ${requests.length} answers`)))
  })
  for (const request of requests) socket.send(JSON.stringify(request))
  await all
  socket.removeAllListeners('close')
  socket.terminate()
  return got
}

test('on a WebSocket, far more than the queue of a client holds', async () => {
  const requests = Array.from({ length: 50 }, (_, id) => getContents(id))
  const got = await answers(requests)
  expect(got.map(({ id }) => id)).toEqual(requests.map(({ id }) => id))
  expect(got.filter(({ failed }) => failed)).toEqual([])
})

test('a wait does not hold up what is asked after it', async () => {
  const waiting = { jsonrpc: '2.0', id: 0, method: 'Screen.waitForText', params: { sessionId, pattern: 'later' } }
  const typing = { jsonrpc: '2.0', id: 2, method: 'Input.sendText', params: { sessionId, text: 'later\n' } }
  const got = await answers([waiting, getContents(1), typing])
  expect(got.map(({ id }) => id).sort()).toEqual([0, 1, 2])
})

test('in a batch, what does not fit is refused item by item and is not carried out, and others are served first', async () => {
  const batch = Array.from({ length: 200 }, (_, id) => getContents(id))
  const client = await connect(server.url)
  const socket = new WebSocket(server.url)
  await once(socket, 'open')
  const order: string[] = []
  const answered = once(socket, 'message').then((message) => {
    order.push('batch')
    return message as [Buffer]
  })
  socket.send(JSON.stringify(batch))
  const asked = client.call('Session.list').then(() => order.push('other'))
  const [data] = await answered
  await asked
  const got = JSON.parse(data.toString()) as { id: number; error?: { message: string } }[]
  expect(got).toHaveLength(200)
  const refused = got.filter(({ error }) => error)
  expect(refused.length).toBeGreaterThan(100)
  expect(refused.at(-1)!.error!.message).toContain('ask for less at a time')
  expect(order).toEqual(['other', 'batch'])
  client.close()
  socket.terminate()
})

test('over HTTP a batch is sent as it is answered', async () => {
  const batch = Array.from({ length: 40 }, (_, id) => getContents(id))
  const response = await fetch(server.url.replace('ws', 'http'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  })
  let bytes = 0
  let last = ''
  for await (const chunk of response.body!) {
    bytes += chunk.length
    last = Buffer.from(chunk).subarray(-1).toString()
  }
  expect([bytes > 64 * 1024 * 1024, last]).toEqual([true, ']'])
})

test.each(['ndjson', 'lsp'])(
  'on stdio with %s, to a reader that takes its time, up to the last answer',
  async (framing) => {
    const child = spawn(process.execPath, [command, 'ptywright', 'serve', '--stdio', '--framing', framing])
    const request = (id: number, method: string, params: object): string => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      return framing === 'lsp' ? `Content-Length: ${body.length}\r\n\r\n${body}` : `${body}\n`
    }
    const size = { cols: 200, rows: 50 }
    child.stdin.write(request(0, 'session.create', { program: '/bin/cat', ...size }))
    child.stdin.end(
      Array.from({ length: 200 }, (_, id) => request(id + 1, 'session.snapshot', { session: 's1' })).join(''),
    )
    const output = await text(child.stdout)
    const got = [...output.matchAll(/"jsonrpc":"2.0","id":(\d+),"result"/g)].map(([, id]) => Number(id))
    expect(got).toEqual(Array.from({ length: 201 }, (_, id) => id))
  },
  60_000,
)
