import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, onTestFinished, test } from 'vitest'
import { ManualClock } from '../../base/clock.js'
import { createCore } from '../create-core.js'
import { createMcpServer } from './server.js'

/** A client whose server's time is moved by hand, and a session with `cat`. */
async function connected() {
  const clock = new ManualClock()
  const core = createCore({ maxSessions: 4, clock, shell: '/bin/sh' })
  const session = await core.sessions.create({ program: 'cat', name: 'c' })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await createMcpServer(core, { name: 'test', seen: core.agents.memory.of('test') }).connect(ours)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(theirs)
  onTestFinished(async () => {
    await client.close()
    await core.sessions.dispose({ graceMs: 0 })
    core.agents.dispose()
  })
  return { client, clock, session, core }
}

/** Resolves once `isSo`, asked again after each change of the session's waits. */
async function turns(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

test('a long wait reports its progress every five seconds', async () => {
  const { client, clock, session } = await connected()
  const told: number[] = []
  const abort = new AbortController()
  const waiting = client
    .callTool({ name: 'act', arguments: { session: 'c', until: 'never', timeout: 100 } }, undefined, {
      onprogress: ({ progress }) => told.push(progress),
      signal: abort.signal,
    })
    .catch(() => {})
  await turns(() => session.waiting === 1)
  clock.advance(5000)
  await turns(() => told.length === 1)
  clock.advance(5000)
  await turns(() => told.length === 2)
  expect(told).toEqual([5, 10])
  abort.abort()
  await waiting
  await turns(() => session.waiting === 0)
})

test('news of a screen come at once, then at most five times a second', async () => {
  const { client, clock, session } = await connected()
  let count = 0
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => void count++)
  await client.subscribeResource({ uri: 'polytty://sessions/c/screen' })
  const change = async (text: string): Promise<void> => {
    await session.write(text)
    await session.wait({ type: 'text', text })
  }
  await change('one')
  await turns(() => count === 1)
  await change('two')
  await change('three')
  expect(count).toBe(1)
  clock.advance(200)
  await turns(() => count === 2)
  await client.unsubscribeResource({ uri: 'polytty://sessions/c/screen' })
  await change('four')
  clock.advance(1000)
  await client.ping()
  expect(count).toBe(2)
})
