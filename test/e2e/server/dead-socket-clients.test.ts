/** A client of the Unix socket that is killed while it waits leaves its place at once, in every dialect. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Server, startServer } from '../../../packages/polytty/src/server/server.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { newFolder } from '../../support/new-folder.js'

/** Sends its lines, half closes if asked to, and then only waits. */
const program = `
const [path, half, ...lines] = process.argv.slice(1)
const socket = require('node:net').connect({ path, allowHalfOpen: true }, () => {
  socket.write(lines.join('\\n') + '\\n', () => {
    if (half === 'half') socket.end()
    console.log('sent')
  })
})
setInterval(() => {}, 1000)
`

let folder: string
let server: Server
let session: Session
beforeEach(async () => {
  folder = newFolder()
  server = await startServer({ port: 0, socket: join(folder, 'socket') })
  session = await server.sessions.create({ program: '/bin/cat' })
})
afterEach(async () => {
  await server.stop()
})

const wrightty = (id: number): string =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id, method: 'Screen.waitForText' },
    params: { sessionId: session.id, pattern: `never ${id}`, timeout: 300_000 },
  })
const termwright = (id: number): string =>
  JSON.stringify({ id, method: 'wait_for_text', params: { text: 'never', timeout_ms: 300_000 } })
const ptywright = (id: number): string =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id, method: 'session.wait' },
    params: { session: 's1', matcher: { type: 'contains_text', value: 'never' }, timeout_ms: 300_000 },
  })

async function startClient(half: boolean, lines: readonly string[]): Promise<ChildProcess> {
  const args = ['-e', program, server.socket!, half ? 'half' : 'whole', ...lines]
  const client = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(client.stdout!, 'data')
  return client
}

function untilClients(count: number): Promise<void> {
  return new Promise((resolve) => {
    if (server.clients === count) return resolve()
    const watch = server.onClients.on((now) => {
      if (now !== count) return
      watch.dispose()
      resolve()
    })
  })
}

test.each([
  ['wrightty', 3, false, wrightty],
  ['wrightty, which has finished sending', 3, true, wrightty],
  ['termwright, from which no more is read', 100, false, termwright],
  ['ptywright, from which no more is read', 100, false, ptywright],
  ['ptywright, which has finished sending', 3, true, ptywright],
] as const)('%s', async (_, count, half, request) => {
  const clients = await Promise.all(
    [1, 2, 3].map(() =>
      startClient(
        half,
        Array.from({ length: count }, (_, id) => request(id)),
      ),
    ),
  )
  await untilClients(3)
  for (const { pid } of clients) process.kill(pid!, 'SIGKILL')
  await untilClients(0)
  expect([session.waiting, session.exited]).toEqual([0, false])
})
