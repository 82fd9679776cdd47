/** A client killed in the middle of a wait or a subscription leaves nothing behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'

/** A client in a process of its own: waits for what never comes and subscribes to everything. */
const program = `
const { WebSocket } = require('ws')
const [url, sessionId] = process.argv.slice(1)
const socket = new WebSocket(url)
const call = (id, method, params) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { sessionId, ...params } }))
socket.on('open', () => {
  for (let id = 1; id <= 20; id++) call(id, 'Screen.waitForText', { pattern: 'never ' + id })
  call(21, 'Events.subscribe', { events: ['*'] })
})
socket.on('message', (data) => { if (JSON.parse(data).id === 21) console.log('ready') })
`

function listeners({ onOutput, onChange, onEvent, onExit, onInput, onResize }: Session): number[] {
  return [onOutput, onChange, onEvent, onExit, onInput, onResize].map(({ size }) => size)
}

async function startClient(server: Server, session: Session): Promise<ChildProcess> {
  const client = spawn(process.execPath, ['-e', program, server.url, session.id], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(client.stdout!, 'data')
  return client
}

test('kill -9', async () => {
  const server = await startServer({ port: 0 })
  const session = await server.sessions.create({
    program: '/bin/sh',
    args: ['-c', 'while read line; do echo "$line"; done'],
  })
  const before = { listeners: listeners(session), clients: server.clients, waits: session.waiting }
  const clients = await Promise.all([startClient(server, session), startClient(server, session)])
  expect(server.clients).toBe(2)
  expect(session.waiting).toBe(40)
  const gone = new Promise<void>((resolve) => {
    const watch = server.onClients.on((count) => {
      if (count > 0) return
      watch.dispose()
      resolve()
    })
  })
  for (const client of clients) process.kill(client.pid!, 'SIGKILL')
  await gone
  expect({ listeners: listeners(session), clients: server.clients, waits: session.waiting }).toEqual(before)
  await session.write('still here\n')
  expect(await session.wait({ type: 'text', text: 'still here' }, { timeoutMs: 60_000 })).toMatchObject({
    kind: 'matched',
  })
  await server.stop()
})
