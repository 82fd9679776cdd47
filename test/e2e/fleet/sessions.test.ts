/** Sessions of one node, used through another. */
import { expect, test } from 'vitest'
import { needsNats } from '../../support/needs.js'
import { startNats, startNode, until } from './nodes.js'

test('a session of one node is used through another by name and id', needsNats(), async () => {
  const nats = await startNats()
  const a = await startNode(nats.url, 'a')
  const b = await startNode(nats.url, 'b')
  const { sessionId } = await a.client.call('Session.create', { shell: '/bin/cat', name: 'shared' })
  await until(b, (fleet) => fleet.find('shared') !== undefined)
  await b.client.call('Input.sendText', { sessionId: 'shared', text: 'hello from b\n' })
  await b.client.call('Screen.waitForText', { sessionId, pattern: 'hello from b\\nhello from b', isRegex: true })
  const [here, there] = await Promise.all([a, b].map(({ client }) => client.call('Screen.getText', { sessionId })))
  expect(there!.text).toBe(here!.text)
  await b.client.call('Terminal.resize', { sessionId, cols: 100, rows: 30 })
  expect(await b.client.call('Terminal.getSize', { sessionId })).toMatchObject({ cols: 100, rows: 30 })
  expect(await a.client.call('Terminal.getSize', { sessionId })).toMatchObject({ cols: 100, rows: 30 })
  const { sessions } = await b.client.call('Polytty.listSessions')
  expect(sessions).toMatchObject([{ id: sessionId, name: 'shared', node: 'a' }])
  await expect(b.client.call('Session.create', { shell: '/bin/cat', name: 'shared' })).rejects.toThrow(/already exists/)
  await b.client.call('Session.destroy', { sessionId })
  expect((await a.client.call('Session.list')).sessions).toEqual([])
  await until(b, (fleet) => fleet.find(sessionId) === undefined)
})
