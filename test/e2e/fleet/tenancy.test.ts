/** What leaves a node, and who can see it: tenants are accounts of NATS, and secrets are masked before they leave. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

async function connectTo(port: number, user?: string, pass?: string): Promise<NatsConnection> {
  const nc = await connect({ servers: `127.0.0.1:${port}`, user, pass })
  onTestFinished(() => nc.close())
  return nc
}

test('one tenant sees nothing of another, on whatever subject', needsNats(), async () => {
  const nats = await startNats({ config: accounts })
  const at = (who: string): string => nats.url.replace('//', `//${who}@`)
  const one = await startNode(at('one:first'), 'node')
  const spy = await connectTo(nats.port, 'two', 'second')
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
  await expect(connectTo(nats.port, 'two', 'wrong')).rejects.toThrow(/Authorization/i)
})

test('secrets are masked before anything leaves the node, keyframes included', needsNats(), async () => {
  const secret = 'correct-horse-battery'
  const nats = await startNats()
  const owner = await startNode(nats.url, 'owner', { redactLiterals: [secret] })
  const near = await startNode(nats.url, 'near')
  const spy = await connectTo(nats.port)
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

/** As docs/fleet.md gives it: what a node of one tenant may do in an account that it shares. */
function rightsOf(tenant: string): string {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/fleet.md'), 'utf8')
  const [, rights] = /```conf\n([\s\S]+?)```/.exec(docs) ?? []
  return rights!.replaceAll('alice', tenant)
}

test('users of one account have only what their rights name, and that is enough for a node', needsNats(), async () => {
  const users = ['alice', 'bob'].map((name) => `{ user: ${name}, password: ${name}1, ${rightsOf(name)} }`)
  const nats = await startNats({
    config: `authorization { users: [{ user: op, password: op1 }, ${users.join(', ')}] }`,
  })
  const at = (who: string): string => nats.url.replace('//', `//${who}:${who}1@`)
  // What is kept is made once, by the operator: whoever may make streams could make one of another's subjects.
  for (const tenant of ['alice', 'bob']) {
    const operator = await startNode(at('op'), 'maker', { fleet: { tenant } })
    await operator.server.stop()
  }
  const alice = await startNode(at('alice'), 'a', { fleet: { tenant: 'alice' } })
  const other = await startNode(at('alice'), 'b', { fleet: { tenant: 'alice' } })
  const { sessionId } = await alice.client.call('Session.create', { shell: '/bin/cat', name: 'mine' })
  await until(other, (fleet) => fleet.find('mine') !== undefined)
  await other.client.call('Input.sendText', { sessionId, text: 'a word of alice\n' })
  await other.client.call('Screen.waitForText', { sessionId, pattern: 'alice\\na word', isRegex: true })
  const bob = await connectTo(nats.port, 'bob', 'bob1')
  const denied: string[] = []
  void (async () => {
    for await (const status of bob.status()) if (status.type === 'error') denied.push(status.error.message)
  })()
  const heard: string[] = []
  for (const subject of [
    '>',
    'pt.>',
    'pt.1.alice.>',
    `pt.1.alice.s.${sessionId}.rpc`,
    '_INBOX_alice.>',
    '$KV.>',
    '$JS.>',
  ])
    bob.subscribe(subject, { callback: (failure) => void (failure ?? heard.push(subject)) })
  const streams = ['PT_LOG_alice', 'KV_pt_sessions_alice', 'KV_pt_names_alice', 'KV_pt_nodes_alice', 'OBJ_pt_key_alice']
  const subjects = [
    ...[`pt.1.alice.s.${sessionId}.rpc`, 'pt.1.alice.node.a.rpc', `pt.1.alice.log.${sessionId}`],
    ...[
      `$KV.pt_sessions_alice.${sessionId}`,
      '$KV.pt_names_alice.bWluZQ',
      '$KV.pt_nodes_alice.a',
      '$O.pt_key_alice.C.x',
    ],
    ...streams.flatMap((stream) => [
      ...['INFO', 'CREATE', 'UPDATE', 'DELETE', 'PURGE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
      ...[`$JS.API.STREAM.MSG.GET.${stream}`, `$JS.API.STREAM.MSG.DELETE.${stream}`, `$JS.API.DIRECT.GET.${stream}`],
      ...[
        `$JS.API.CONSUMER.CREATE.${stream}.c`,
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.c`,
        `$JS.API.CONSUMER.NAMES.${stream}`,
      ],
    ]),
    // His own, but such as could reach into another's.
    ...['CREATE', 'UPDATE', 'DELETE'].map((verb) => `$JS.API.STREAM.${verb}.PT_LOG_bob`),
  ]
  for (const subject of subjects)
    await expect(bob.request(subject, '{}', { timeout: 2000 }), subject).rejects.toThrow(/permissions violation/i)
  await alice.client.call('Input.sendText', { sessionId, text: 'once more\n' })
  await other.client.call('Screen.waitForText', { sessionId, pattern: 'more\\nonce', isRegex: true })
  await bob.flush()
  expect(heard).toEqual([])
  expect(denied.length).toBeGreaterThan(0)
  expect(alice.server.sessions.get(sessionId).exited).toBe(false)
})
