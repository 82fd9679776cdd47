/** The server's one socket: the first message tells the dialect, and all of them share the sessions. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '../../../src/server/server.js'
import { play } from '../../conformance/player.js'
import { connectUnixPlayer } from '../../conformance/unix-client.js'

let folder: string
let server: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-socket-'))
  server = await startServer({ port: 0, socket: join(folder, 'socket') })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

test('wrightty, ptywright and termwright clients see and drive the same program', async () => {
  const connect = () => connectUnixPlayer(server.socket!)
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
