import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openUnixSocket } from '@polytty/client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import { play } from '../../support/conformance/player.js'
import { newFolder } from '../../support/new-folder.js'

let folder: string
let server: Server
beforeAll(async () => {
  folder = newFolder()
  server = await startServer({ port: 0, socket: join(folder, 'socket') })
})
afterAll(async () => {
  await server.stop()
})

test('wrightty, ptywright and termwright clients see and drive the same program', async () => {
  const connect = () => openUnixSocket(server.socket!)
  await play(
    [
      { on: 'early', send: { id: 1, method: 'status', params: null } },
      { on: 'early', expect: { id: 1, error: { code: -1 } } },
    ],
    connect,
  )
  await play(
    [
      { on: 'wrightty', send: { jsonrpc: '2.0', id: 1, method: 'Session.create', params: { shell: '/bin/cat' } } },
      { on: 'wrightty', expect: { id: 1, result: { sessionId: '$id' } } },
      {
        on: 'ptywright',
        send: {
          jsonrpc: '2.0',
          id: 1,
          method: 'session.input',
          params: { session: 's1', action: { type: 'text', value: 'shared' } },
        },
      },
      { on: 'ptywright', expect: { id: 1, result: { sent: true } } },
      { on: 'termwright', send: { id: 1, method: 'wait_for_text', params: { text: 'shared' } } },
      { on: 'termwright', expect: { id: 1, result: { found: true } } },
      {
        on: 'wrightty',
        send: { jsonrpc: '2.0', id: 2, method: 'Screen.waitForText', params: { sessionId: '$id', pattern: 'shared' } },
      },
      { on: 'wrightty', expect: { id: 2, result: { found: true } } },
    ],
    connect,
  )
  expect(server.sessions.list()).toHaveLength(1)
})

test('a protocol is opened for its first client, and loses nothing of what comes meanwhile', async () => {
  const late = await startServer({ port: 0, socket: join(folder, 'late') })
  onTestFinished(() => late.stop())
  const request = (id: number): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'server.capabilities' })}\n`
  const gone = connectSocket(late.socket!)
  gone.write(request(1), () => gone.destroy())
  await once(gone, 'close')
  const socket = connectSocket(late.socket!)
  socket.write(request(1) + request(2))
  socket.end(request(3))
  const ids: number[] = []
  for await (const line of createInterface(socket)) ids.push((JSON.parse(line) as { id: number }).id)
  expect(ids).toEqual([1, 2, 3])
  expect(late.clients).toBe(0)
})
