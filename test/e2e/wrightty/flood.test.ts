/** Subscriptions under a flood: updates are debounced, the last state always arrives, raw output is complete. */

import { connect, type SessionEvent } from '@polytty/client'
import { expect, test } from 'vitest'
import { deferred } from '../../../packages/polytty/src/base/deferred.js'
import { startServer } from '../../../packages/polytty/src/server/server.js'

const received = ['Screen.updated', 'Session.output', 'Session.exited'] as const
type Received = (typeof received)[number]

test('the last screen and every byte arrive before the exit is reported', async () => {
  const server = await startServer({ port: 0 })
  const client = await connect(server.url)
  const script = 'read go; seq 1 200000; printf the-end; exit 5'
  const { sessionId } = await client.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', script],
  })
  const events: SessionEvent<Received>[] = []
  const exited = deferred<SessionEvent<Received>>()
  await client.subscribe(sessionId, received, (event) => {
    events.push(event)
    if (event.event === 'Session.exited') exited.resolve(event)
  })
  await client.call('Input.sendText', { sessionId, text: '\n' })
  expect((await exited.promise).data).toEqual({ exitCode: 5, signal: null })
  const bytes = Buffer.concat(
    events.flatMap((event) => (event.event === 'Session.output' ? [Buffer.from(event.data.data, 'base64')] : [])),
  )
  const expected = `${Array.from({ length: 200_000 }, (_, index) => `${index + 1}\r\n`).join('')}the-end`
  expect(bytes.toString().endsWith(expected)).toBe(true)
  expect(events.at(-1)!.event).toBe('Session.exited')
  const updates = events.filter(({ event }) => event === 'Screen.updated')
  const span = events.at(-1)!.timestamp - events[0]!.timestamp
  // One for each debounce interval, and the one before the exit.
  expect(updates.length).toBeLessThanOrEqual(span / 16 + 2)
  expect(updates.length).toBeGreaterThan(0)
  const { text } = await client.call('Screen.getText', { sessionId })
  expect(text).toContain('the-end')
  client.close()
  await server.stop()
})
