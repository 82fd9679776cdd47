/** The log of a session: slow readers, readers that come too late, writers whose time is over, input that comes twice. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { Objm } from '@nats-io/obj'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { needsNats } from '../../support/needs.js'
import { type Node, startNats, startNode, until } from './nodes.js'

interface Pair {
  readonly a: Node
  readonly b: Node
  readonly owner: Session
  readonly nc: NatsConnection
}

/** A session on one node, which another knows of. */
async function startPair(script: string): Promise<Pair> {
  const nats = await startNats()
  const [a, b] = [await startNode(nats.url, 'a'), await startNode(nats.url, 'b')]
  const owner = await a.server.sessions.create({ program: '/bin/sh', args: ['-c', script], name: 'log' })
  await until(b, (fleet) => fleet.find('log') !== undefined)
  const nc = await connect({ servers: `127.0.0.1:${nats.port}` })
  onTestFinished(() => nc.close())
  return { a, b, owner, nc }
}

test('a reader that is held back reads the rest at its own pace, whole', needsNats(), async () => {
  const script = `read go; i=0; while [ $i -lt 60000 ]; do echo "line $i of many, which are read late"; i=$((i+1)); done; echo end; cat`
  const { b, owner } = await startPair(script)
  const reader = (await b.server.sessions.opening('log'))!
  const held = reader.hold()
  await owner.write('\n')
  await owner.wait({ type: 'text', text: 'end' }, { timeoutMs: 60_000 })
  expect(reader.snapshot().text()).not.toContain('end')
  held.dispose()
  await reader.wait({ type: 'text', text: 'end' }, { timeoutMs: 60_000 })
  expect(reader.transcript.read()).toBe(owner.transcript.read())
  expect(reader.transcript.end).toBe(owner.transcript.end)
  expect(reader.history().map(({ text }) => text)).toEqual(owner.history().map(({ text }) => text))
})

test('a reader whose next message is gone begins again with the keyframe', needsNats(), async () => {
  const { b, owner, nc } = await startPair('while read line; do echo "got $line"; done')
  const first = (await b.server.sessions.opening('log'))!
  const held = first.hold()
  const gone = new Promise<void>((resolve) => {
    b.server.sessions.onDestroyed.on((session) => void (session === first && resolve()))
  })
  const { streams } = await jetstreamManager(nc)
  // More than a reader takes ahead.
  for (let line = 1; (await streams.info('PT_LOG_main')).state.messages < 300; line++) await owner.write(`${line}\n`)
  await owner.write('last\n')
  await owner.wait({ type: 'text', text: 'got last' })
  const keyframes = await new Objm(jetstream(nc)).open('pt_key_main')
  for await (const entry of await keyframes.watch()) if (entry?.name === owner.id) break
  await streams.purge('PT_LOG_main', { filter: `pt.1.main.log.${owner.id}`, keep: 1 })
  held.dispose()
  await owner.write('after\n')
  await owner.wait({ type: 'text', text: 'got after' })
  await gone
  const second = (await b.server.sessions.opening('log'))!
  await second.wait({ type: 'text', text: 'got after' })
  expect(second.snapshot().text()).toBe(owner.snapshot().text())
})

test('input that arrives twice is typed once, and another writer of the log is refused', needsNats(), async () => {
  const { b, owner, nc } = await startPair('stty -echo; while read line; do echo "got $line"; done')
  const reader = (await b.server.sessions.opening('log'))!
  const request = { op: 'write', client: 'someone', sequence: 1, data: Buffer.from('once\n').toString('base64') }
  for (let time = 0; time < 3; time++)
    expect((await nc.request(`pt.1.main.s.${owner.id}.rpc`, JSON.stringify(request))).json()).toEqual({ value: null })
  await reader.wait({ type: 'text', text: 'got once' })
  await owner.write('twice\n')
  await reader.wait({ type: 'text', text: 'got twice' })
  expect(reader.transcript.read().match(/got once/g)).toHaveLength(1)
  // As a process would that was frozen, and does not know what was written since.
  const late = jetstream(nc).publish(`pt.1.main.log.${owner.id}`, 'old', { expect: { lastSubjectSequence: 1 } })
  await expect(late).rejects.toThrow(/wrong last sequence/)
})

test('a log whose messages are all too old goes on with the next', needsNats(), async () => {
  const { b, owner, nc } = await startPair('while read line; do echo "got $line"; done')
  const reader = (await b.server.sessions.opening('log'))!
  await owner.write('one\n')
  await reader.wait({ type: 'text', text: 'got one' })
  const { streams } = await jetstreamManager(nc)
  await streams.purge('PT_LOG_main', { filter: `pt.1.main.log.${owner.id}` })
  await owner.write('two\n')
  await reader.wait({ type: 'text', text: 'got two' })
  expect(reader.snapshot().text()).toBe(owner.snapshot().text())
})

test('a keyframe that is replaced while it is read is read again', needsNats(), async () => {
  const { b, owner, nc } = await startPair('echo before; cat')
  const keyframes = await new Objm(jetstream(nc)).open('pt_key_main')
  for await (const entry of await keyframes.watch()) if (entry?.name === owner.id) break
  const before = (await keyframes.info(owner.id))!
  const written = await keyframes.getBlob(owner.id)
  // As a reader finds it between two writes: what it was told of is there no longer.
  const { streams } = await jetstreamManager(nc)
  await streams.purge('OBJ_pt_key_main', { filter: `$O.pt_key_main.C.${before.nuid}` })
  const opening = b.server.sessions.opening('log')!
  await keyframes.putBlob({ name: owner.id }, written!)
  // Whether it was there in time or not: no one waits for pieces that never come.
  const reader = (await opening.catch(() => b.server.sessions.opening('log')))!
  await owner.write('after\n')
  await reader.wait({ type: 'text', text: 'after' })
  expect(reader.snapshot().text()).toBe(owner.snapshot().text())
})
