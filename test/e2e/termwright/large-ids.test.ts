import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startDaemon } from '../../../packages/polytty/src/protocols/termwright/endpoint/daemon.js'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { newFolder } from '../../support/new-folder.js'

async function exchange(path: string, ...requests: string[]): Promise<string[]> {
  const socket = connect(path)
  onTestFinished(() => void socket.destroy())
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const replies: string[] = []
  for (const request of requests) {
    socket.write(`${request}\n`)
    replies.push((await lines.next()).value as string)
  }
  return replies
}

function temporary(): string {
  const folder = newFolder()
  return join(folder, 'socket')
}

test('answers and errors carry the id as it was sent', async () => {
  const daemon = await startDaemon({ program: 'cat', socket: temporary() })
  onTestFinished(() => daemon.stop())
  const ids = ['9007199254740993', '18446744073709551615', '9007199254740991', '0']
  const replies = await exchange(
    daemon.socket,
    ...ids.map((id) => `{"id":${id},"method":"status","params":null}`),
    '{"method": "nope", "params": {"id": 12345678901234567890, "text": "\\"id\\":1"}, "id": 9223372036854775809}',
    '{"id":18446744073709551616,"method":"status"}',
    '{"id":-9007199254740993,"method":"status"}',
    '{"id":1e300,"method":"status"}',
  )
  for (const [index, id] of ids.entries())
    expect(replies[index]).toBe(`{"id":${id},"result":{"exited":false,"exit_code":null},"error":null}`)
  expect(replies[4]).toMatch(/^\{"id":9223372036854775809,"result":null,"error":\{"code":-5,/)
  for (const refused of replies.slice(5)) expect(refused).toMatch(/^\{"id":0,"result":null,"error":\{"code":-4,/)
})

test('also on the socket of a server', async () => {
  const server = await startServer({ port: 0, socket: temporary() })
  onTestFinished(() => server.stop())
  const request = '{"id":9007199254740993,"method":"status","params":null}'
  expect(await exchange(server.socket!, request)).toEqual([
    expect.stringMatching(/^\{"id":9007199254740993,"result":null,"error"/),
  ])
  await server.sessions.create({ program: 'cat' })
  expect(await exchange(server.socket!, request)).toEqual([
    expect.stringMatching(/^\{"id":9007199254740993,"result":\{/),
  ])
})
