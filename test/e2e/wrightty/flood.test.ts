/** Subscriptions under a flood: updates are debounced, the last state always arrives, raw output is complete. */
import { expect, test } from 'vitest'
import { RpcClient, type RpcEvent } from '../../../src/sdk/rpc-client.js'
import { startServer } from '../../../src/server/server.js'

test('the last screen and every byte arrive before the exit is told', async () => {
  const server = await startServer({ port: 0 })
  const client = await RpcClient.connect({ url: server.url })
  const script = 'read go; seq 1 200000; printf the-end; exit 5'
  const { sessionId } = await client.call<{ sessionId: string }>('Session.create', {
    shell: '/bin/sh',
    args: ['-c', script],
  })
  const events: RpcEvent[] = []
  const exited = new Promise<RpcEvent>((resolve) =>
    client.onEvent.on((event) => {
      events.push(event)
      if (event.event === 'Session.exited') resolve(event)
    }),
  )
  await client.call('Events.subscribe', { sessionId, events: ['Screen.updated', 'Session.output', 'Session.exited'] })
  await client.call('Input.sendText', { sessionId, text: '\n' })
  expect((await exited).data).toEqual({ exitCode: 5, signal: null })
  const bytes = Buffer.concat(
    events
      .filter(({ event }) => event === 'Session.output')
      .map(({ data }) => Buffer.from(String(data.data), 'base64')),
  )
  const expected = `${Array.from({ length: 200_000 }, (_, index) => `${index + 1}\r\n`).join('')}the-end`
  expect(bytes.toString().endsWith(expected)).toBe(true)
  expect(events.at(-1)!.event).toBe('Session.exited')
  const updates = events.filter(({ event }) => event === 'Screen.updated')
  const span = events.at(-1)!.timestamp - events[0]!.timestamp
  // One for each debounce interval, and the one before the exit.
  expect(updates.length).toBeLessThanOrEqual(span / 16 + 2)
  expect(updates.length).toBeGreaterThan(0)
  const { text } = await client.call<{ text: string }>('Screen.getText', { sessionId })
  expect(text).toContain('the-end')
  client.close()
  await server.stop()
})
