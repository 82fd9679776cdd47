/** What becomes of sessions when nodes or NATS fail. */
import { connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { needsNats } from '../../support/needs.js'
import { newUser } from '../../support/polytty.js'
import { TcpProxy } from '../../support/tcp-proxy.js'
import { kill, serve } from '../survive/serve.js'
import { type Node, startNats, startNode, until } from './nodes.js'

const counting = ['-c', 'i=0; while read line; do i=$((i+1)); echo "$i:$line"; done'] as const

async function join(url: string): Promise<Node['client']> {
  const client = await connect(url)
  onTestFinished(() => client.close())
  return client
}

test('a node that dies, and one that is frozen and comes back', needsNats(), async () => {
  const nats = await startNats()
  const watcher = await startNode(nats.url, 'watcher')
  const dying = await serve(newUser(), '--port', '0', '--fleet', nats.url, '--node', 'dying')
  const frozen = await serve(newUser(), '--port', '0', '--fleet', nats.url, '--node', 'frozen')
  const [there, ice] = [await join(dying.url), await join(frozen.url)]
  const { sessionId: dead } = await there.call('Session.create', { shell: '/bin/sh', args: counting, name: 'dead' })
  const { sessionId: cold } = await ice.call('Session.create', { shell: '/bin/sh', args: counting, name: 'cold' })
  await until(watcher, (fleet) => ['dead', 'cold'].every((name) => fleet.find(name) !== undefined))
  const { client } = watcher
  const { recordingId } = await client.call('Recording.startSession', { sessionId: dead })
  for (const sessionId of [dead, cold]) {
    await client.call('Input.sendText', { sessionId, text: 'before\n' })
    await client.call('Screen.waitForText', { sessionId, pattern: '1:before' })
  }
  await kill(dying)
  frozen.process.kill('SIGSTOP')
  // No one answers for it any more, which NATS says at once.
  await expect(client.call('Input.sendText', { sessionId: dead, text: 'x' })).rejects.toThrow(/exited|gone/)
  await until(watcher, (fleet) => ['dead', 'cold'].every((name) => fleet.find(name)?.exit?.reason !== undefined))
  for (const sessionId of [dead, cold])
    expect((await client.call('Screen.getText', { sessionId })).text).toContain('1:before')
  // A recording that was made here has all of it.
  expect((await client.call('Recording.stopSession', { recordingId })).data).toContain('1:before')
  // Read by one who had not seen it before.
  const late = await startNode(nats.url, 'late')
  expect((await late.client.call('Screen.getText', { sessionId: dead })).text).toContain('1:before')
  // Its name is free, and stays with whoever took it.
  const { sessionId: second } = await client.call('Session.create', { shell: '/bin/cat', name: 'cold' })
  frozen.process.kill('SIGCONT')
  await until(watcher, (fleet) => fleet.find(cold)?.exit === null)
  await until(watcher, (fleet) => fleet.find(cold)?.name === cold)
  await client.call('Input.sendText', { sessionId: cold, text: 'after\n' })
  await client.call('Screen.waitForText', { sessionId: cold, pattern: '2:after' })
  expect(await late.client.call('Session.getInfo', { sessionId: 'cold' })).toMatchObject({ sessionId: second })
})

test('a server that is killed and started again is the same node, and its log goes on', needsNats(), async () => {
  const nats = await startNats()
  const watcher = await startNode(nats.url, 'watcher')
  const user = newUser()
  const flags = ['--name', 'main', '--fleet', nats.url, '--node', 'one'] as const
  const first = await serve(user, ...flags)
  const owner = await join(first.url)
  const { sessionId } = await owner.call('Session.create', { shell: '/bin/sh', args: counting, name: 'kept' })
  await until(watcher, (fleet) => fleet.find('kept') !== undefined)
  const { client } = watcher
  await client.call('Input.sendText', { sessionId, text: 'one\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: '1:one' })
  await kill(first)
  await serve(user, ...flags)
  await until(watcher, (fleet) => fleet.nodes().some(({ node, state }) => node === 'one' && state === 'ready'))
  await owner.call('Input.sendText', { sessionId, text: 'two\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: '2:two' })
  const [here, there] = await Promise.all([owner, client].map((one) => one.call('Screen.getText', { sessionId })))
  expect(there!.text).toBe(here!.text)
})

test('without NATS, clients of a node notice nothing; others see the rest when it is back', needsNats(), async () => {
  const nats = await startNats()
  const a = await startNode(nats.url, 'a')
  const b = await startNode(nats.url, 'b')
  const { sessionId } = await a.client.call('Session.create', { shell: '/bin/sh', args: counting, name: 'on' })
  await until(b, (fleet) => fleet.find('on') !== undefined)
  await b.client.call('Screen.getText', { sessionId })
  await nats.stop()
  for (let line = 1; line <= 100; line++) await a.client.call('Input.sendText', { sessionId, text: `${line}\n` })
  await a.client.call('Screen.waitForText', { sessionId, pattern: '100:100' })
  // Names are each node's own meanwhile.
  await a.client.call('Session.create', { shell: '/bin/cat', name: 'meanwhile' })
  await nats.restart()
  await b.client.call('Screen.waitForText', { sessionId, pattern: '100:100' })
  const [here, there] = [a, b].map(({ server }) => server.sessions.get(sessionId).transcript.read())
  expect(there).toBe(here)
  await until(b, (fleet) => fleet.find('meanwhile') !== undefined)
})

test('a node that is cut off keeps what is printed, and hands it on when it is back', needsNats(), async () => {
  const nats = await startNats()
  const proxy = await TcpProxy.open(nats.port)
  onTestFinished(() => proxy.close())
  const a = await startNode(proxy.url, 'a')
  const b = await startNode(nats.url, 'b')
  const { sessionId } = await a.client.call('Session.create', { shell: '/bin/sh', args: counting, name: 'cut' })
  await until(b, (fleet) => fleet.find('cut') !== undefined)
  await b.client.call('Screen.getText', { sessionId })
  proxy.cut()
  for (let line = 1; line <= 50; line++) await a.client.call('Input.sendText', { sessionId, text: `${line}\n` })
  await a.client.call('Screen.waitForText', { sessionId, pattern: '50:50' })
  proxy.mend()
  await b.client.call('Screen.waitForText', { sessionId, pattern: '50:50' })
  const [here, there] = [a, b].map(({ server }) => server.sessions.get(sessionId).transcript.read())
  expect(there).toBe(here)
})

test('what was printed while NATS was away, and its server was replaced, is in the log', needsNats(), async () => {
  const nats = await startNats()
  const proxy = await TcpProxy.open(nats.port)
  onTestFinished(() => proxy.close())
  const watcher = await startNode(nats.url, 'watcher')
  const user = newUser()
  const flags = ['--name', 'main', '--fleet', proxy.url, '--node', 'one'] as const
  const first = await serve(user, ...flags)
  const owner = await join(first.url)
  const { sessionId } = await owner.call('Session.create', { shell: '/bin/sh', args: counting, name: 'kept' })
  await until(watcher, (fleet) => fleet.find('kept') !== undefined)
  const reader = (await watcher.server.sessions.opening('kept'))!
  proxy.cut()
  for (let line = 1; line <= 20; line++) await owner.call('Input.sendText', { sessionId, text: `${line}\n` })
  await owner.call('Screen.waitForText', { sessionId, pattern: '20:20' })
  // The next one goes on from a saved state in which all of it was read already.
  await owner.call('Polytty.restart')
  proxy.mend()
  await owner.call('Input.sendText', { sessionId, text: 'after\n' })
  await reader.wait({ type: 'text', text: '21:after' }, { timeoutMs: 30_000 })
  expect(reader.transcript.read().match(/^\d+:/gm)).toHaveLength(21)
})
