/** Fifty listeners on a program that floods: it is not held back for them, memory stays flat, all get the last state. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from '../../../src/server/server.js'

const LISTENERS = 50

test('fifty listeners, one flood', async () => {
  const server = await startServer({ port: 0 })
  const script = 'stty -echo; printf up; read x; seq 1 1000000; printf THE-END; cat'
  const session = await server.sessions.create({ name: 'f', program: '/bin/sh', args: ['-c', script] })
  await session.wait({ type: 'text', text: 'up' })
  const listeners = await Promise.all(
    Array.from({ length: LISTENERS }, async (_, index) => {
      const socket = new WebSocket(`${server.url}/sessions/f/ws/json`)
      let messages = 0
      const last = new Promise<number>((resolve) =>
        socket.on('message', (data: Buffer) => {
          messages++
          if (data.includes('THE-END')) resolve(messages)
        }),
      )
      await once(socket, 'open')
      const events = index % 2 === 0 ? ['lines', 'cursor'] : ['diffs']
      socket.send(JSON.stringify({ method: 'subscribe', params: { events, interval_ms: 100, format: 'plain' } }))
      return { socket, last }
    }),
  )
  // Every fifth does not read until the flood is over.
  const deaf = listeners.filter((_, index) => index % 5 === 0)
  for (const { socket } of deaf) socket.pause()
  const before = process.memoryUsage().rss
  await session.write('\n')
  const outcome = await session.wait({ type: 'text', text: 'THE-END' }, { timeoutMs: 60_000 })
  expect(outcome.kind).toBe('matched')
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024)
  for (const { socket } of deaf) socket.resume()
  const counts = await Promise.all(listeners.map(({ last }) => last))
  expect(counts).toHaveLength(LISTENERS)
  for (const { socket } of listeners) socket.terminate()
  await server.stop()
}, 90_000)
