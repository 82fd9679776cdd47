/** What leaves a node, and who can see it: tenants are accounts of NATS, and secrets are masked before they leave. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { Objm } from '@nats-io/obj'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import { needsNats } from '../../support/needs.js'
import { startNats, startNode, until } from './nodes.js'

const accounts = `
accounts {
  one { jetstream: enabled, users: [{ user: one, password: first }] }
  two { jetstream: enabled, users: [{ user: two, password: second }] }
}`

async function join(port: number, user?: string, pass?: string): Promise<NatsConnection> {
  const nc = await connect({ servers: `127.0.0.1:${port}`, user, pass })
  onTestFinished(() => nc.close())
  return nc
}

test('one tenant sees nothing of another, on whatever subject', needsNats(), async () => {
  const nats = await startNats({ config: accounts })
  const at = (who: string): string => nats.url.replace('//', `//${who}@`)
  const one = await startNode(at('one:first'), 'node')
  const spy = await join(nats.port, 'two', 'second')
  const heard: string[] = []
  const listening = spy.subscribe('>', { callback: (_, { subject }) => void heard.push(subject) })
  await spy.flush()
  // The same names in both: they do not meet.
  const two = await startNode(at('two:second'), 'node')
  const { sessionId } = await one.client.call('Session.create', { shell: '/bin/cat', name: 'mine' })
  await two.client.call('Session.create', { shell: '/bin/cat', name: 'mine' })
  await one.client.call('Input.sendText', { sessionId, text: 'a word of the first\n' })
  await one.client.call('Screen.waitForText', { sessionId, pattern: 'first\\na word', isRegex: true })
  await listening.drain()
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter((subject) => subject.includes(sessionId))).toEqual([])
  const subjects = ['s', 'node', 'log'].flatMap((kind) => [
    `pt.1.main.${kind}.${sessionId}`,
    `pt.1.main.${kind}.${sessionId}.rpc`,
  ])
  for (const subject of subjects.filter((name) => !name.startsWith('pt.1.main.log.')))
    await expect(spy.request(subject, '{"op":"kill"}', { timeout: 5000 })).rejects.toThrow(/no responders/i)
  for (const subject of [
    ...subjects,
    `$KV.pt_sessions_main.${sessionId}`,
    '$KV.pt_nodes_main.node',
    '$KV.pt_names_main.bWluZQ',
  ])
    spy.publish(subject, '')
  await spy.flush()
  const manager = await jetstreamManager(spy)
  const stored: string[] = []
  for await (const { config, state } of manager.streams.list())
    for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++)
      stored.push((await manager.streams.getMessage(config.name, { seq }))?.string() ?? '')
  expect(stored.join('\n')).not.toContain('a word of the first')
  expect(two.server.sessions.fleet!.find(sessionId)).toBeUndefined()
  expect(one.server.sessions.get(sessionId).exited).toBe(false)
  await expect(join(nats.port, 'two', 'wrong')).rejects.toThrow(/Authorization/i)
})

test('secrets are masked before anything leaves the node, keyframes included', needsNats(), async () => {
  const secret = 'correct-horse-battery'
  const nats = await startNats()
  const owner = await startNode(nats.url, 'owner', { redactLiterals: [secret] })
  const near = await startNode(nats.url, 'near')
  const spy = await join(nats.port)
  let heard = ''
  spy.subscribe('>', { callback: (_, message) => void (heard += `${message.subject} ${message.string()}\n`) })
  await spy.flush()
  const args = ['-c', `printf '\\033]0;title ${secret}\\007pass=${secret}.\\n'; cat`]
  const { sessionId } = await owner.client.call('Session.create', { shell: '/bin/sh', args, name: 'hidden' })
  await until(near, (fleet) => fleet.find('hidden') !== undefined)
  await near.client.call('Screen.waitForText', { sessionId, pattern: 'pass=' })
  const keyframes = await new Objm(jetstream(spy)).open('pt_key_main')
  const saved = (await keyframes.watch())[Symbol.asyncIterator]()
  // Once it has been quiet for a while, its keyframe is written.
  for (let entry = await saved.next(); entry.value?.name !== sessionId; entry = await saved.next());
  const blob = Buffer.from((await keyframes.getBlob(sessionId))!).toString('latin1')
  expect(blob).toContain('pass=')
  const bucket = await new Kvm(jetstream(spy)).open('pt_sessions_main')
  expect((await bucket.get(sessionId))!.string()).toContain('hidden')
  for (const text of [heard, blob, (await bucket.get(sessionId))!.string()]) expect(text).not.toContain(secret)
  expect((await near.client.call('Screen.getText', { sessionId })).text).not.toContain(secret)
  const late = await startNode(nats.url, 'late')
  expect((await late.client.call('Screen.getText', { sessionId })).text).toContain('pass=')
})
