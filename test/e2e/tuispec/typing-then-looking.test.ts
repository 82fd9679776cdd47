/** A look right after an input shows the answer to it, whichever input and whichever look. */
import { readFileSync } from 'node:fs'
import { RpcClient, type Tuispec } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { type Clock, systemClock } from '../../../packages/polytty/src/base/clock.js'
import { startTuispec } from '../../../packages/polytty/src/protocols/tuispec/endpoint/stand-alone.js'
import { streamPair } from '../../support/conformance/stream-pair.js'
import { newFolder } from '../../support/new-folder.js'

/** Ten times slower than real time, so that no machine is too slow for the moment that a look waits. */
const slowClock: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() / 10,
  after: (ms, callback) => systemClock.after(ms * 10, callback),
}

/** A program that answers each line after its echo, with as many words as it got lines. */
const program = 'printf Ready; n=0; while read l; do n=$((n+1)); echo "answer $n to $l"; done'

function start() {
  const artifactDir = newFolder()
  const { streams, channel } = streamPair()
  const options = { cols: 60, rows: 20, timeoutSeconds: 5, ambiguityMode: 'fail', env: {}, cwd: '/' } as const
  const server = startTuispec({ ...options, artifactDir }, { streams, clock: slowClock, checkResults: true })
  onTestFinished(async () => {
    await server.stop()
  })
  const messages: unknown[] = []
  const client = new RpcClient<Tuispec>(channel, { onMessage: (text) => messages.push(JSON.parse(text)) })
  return { client, messages }
}

async function startProgram() {
  const { client, messages } = start()
  await client.call('initialize', { name: 'look' })
  const readySelector = { type: 'exact', text: 'Ready' } as const
  await client.call('launch', { command: '/bin/sh', args: ['-c', program], readySelector })
  return { client, messages }
}

test('sendLine, sendKey and sendText, then currentView', async () => {
  const { client } = await startProgram()
  await client.call('sendLine', { text: 'one' })
  expect((await client.call('currentView')).text).toContain('answer 1 to one')
  await client.call('sendKey', { key: 'Enter' })
  expect((await client.call('currentView')).text).toContain('answer 2 to')
  await client.call('sendText', { text: 'half' })
  expect((await client.call('currentView')).text).toMatch(/\nhalf/)
})

test('sendLine, then dumpView and expectSnapshot', async () => {
  const { client } = await startProgram()
  await client.call('sendLine', { text: 'one' })
  const { snapshotPath } = await client.call('dumpView', { name: 'dump' })
  expect(readFileSync(snapshotPath, 'utf8')).toContain('answer 1 to one')
  await client.call('sendLine', { text: 'two' })
  const { actualPath } = await client.call('expectSnapshot', { name: 'base' })
  expect(readFileSync(actualPath, 'utf8')).toContain('answer 2 to two')
})

test('sendLine, then expectNotVisible of what is about to appear', async () => {
  const { client } = await startProgram()
  await client.call('sendLine', { text: 'one' })
  const selector = { type: 'exact', text: 'answer 1' } as const
  const looked = client.call('expectNotVisible', { selector, timeoutMs: 0 })
  await expect(looked).rejects.toMatchObject({ code: -32004 })
})

test('launch, then currentView', async () => {
  const { client } = start()
  await client.call('initialize', { name: 'look' })
  await client.call('launch', { command: '/bin/sh', args: ['-c', program] })
  expect((await client.call('currentView')).text).toContain('Ready')
})

test('viewSubscribe sends its first view, with the answer, before its response', async () => {
  const { client, messages } = await startProgram()
  await client.call('sendLine', { text: 'one' })
  messages.length = 0
  await client.call('viewSubscribe', { includeText: true })
  expect(messages).toMatchObject([
    { method: 'view.changed', params: { text: expect.stringContaining('answer 1 to one') } },
    { result: { ok: true } },
  ])
})

test('an input of a subscriber is answered after the view that it leads to', async () => {
  const { client, messages } = await startProgram()
  await client.call('viewSubscribe', { includeText: true, debounceMs: 0 })
  messages.length = 0
  await client.call('sendText', { text: 'half' })
  expect(messages.at(0)).toMatchObject({ method: 'view.changed', params: { text: expect.stringContaining('half') } })
  expect(messages.at(-1)).toMatchObject({ result: { ok: true } })
})
