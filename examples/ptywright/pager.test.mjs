/** Drives the pager plugin over the protocol, with the client of @polytty/client. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { RpcClient, StreamChannel } from '@polytty/client'

const root = join(import.meta.dirname, '..', '..')
const manifest = join(import.meta.dirname, 'pager', 'manifest.toml')
const folder = mkdtempSync(join(tmpdir(), 'pager-'))
const book = join(folder, 'book.txt')
writeFileSync(book, Array.from({ length: 40 }, (_, index) => `This is line ${index + 1}.`).join('\n'))

/** @type {RpcClient<import('@polytty/client').Ptywright>} */
let client
before(() => {
  const args = [join(root, 'bin', 'polytty'), 'ptywright', 'serve', '--stdio', '--plugin', manifest]
  const env = { ...process.env, PTYWRIGHT_HOME: folder }
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env })
  client = new RpcClient(new StreamChannel(server.stdout, server.stdin))
})
after(() => {
  client.close()
  rmSync(folder, { recursive: true })
})

test('turning pages, searching, leaving', async () => {
  const { adapter } = await client.call('adapter.start', { plugin: 'pager', args: [book] })
  const turn = (intent, params) => client.call('adapter.turn', { adapter, send: { intent, params } })

  const opened = await client.call('adapter.wait', { adapter })
  assert.equal(opened.state.state, 'reading')
  assert.deepEqual(opened.state.metadata, { first: 1, last: 11, total: 40 })

  const turned = await turn('next_page')
  assert.equal(turned.state.metadata.first, 12)
  assert.equal(turned.state.last_intent, 'turned')

  const found = await turn('search', { text: 'line 38' })
  assert.equal(found.state.state, 'at_end')
  assert.match((await client.call('adapter.snapshot', { adapter })).plain_text, /^This is line 38\.$/m)

  await client.call('adapter.send', { adapter, intent: 'quit' })
  const { state, matched } = await client.call('adapter.wait', { adapter, intent: 'wait_exit_matcher' })
  assert.equal(state.state, 'gone')
  assert.deepEqual(matched, { kind: 'process_exited' })
})

test('a predicate of the plugin in a wait of any session', async () => {
  const { session } = await client.call('session.create', {
    program: '/bin/sh',
    args: ['-c', 'echo one; echo two; cat'],
  })
  const value = { plugin: 'pager', predicate: 'shows_line', params: { line: 'two' } }
  const { snapshot } = await client.call('session.wait', { session, matcher: { type: 'lua', value } })
  assert.equal(snapshot.plain_text, 'one\ntwo')
})

test('mistakes are reported', async () => {
  const { adapter } = await client.call('adapter.start', { plugin: 'pager', args: [book] })
  await assert.rejects(client.call('adapter.send', { adapter, intent: 'search' }), /search needs a text/)
  await assert.rejects(client.call('adapter.send', { adapter, intent: 'dance' }), /unknown intent: dance/)
})

test('what the plugin offers', async () => {
  const { intents, states } = await client.call('plugin.describe', { plugin: 'pager' })
  assert.deepEqual(
    intents.map(({ name }) => name),
    ['next_page', 'previous_page', 'search', 'quit'],
  )
  assert.equal(states.length, 4)
})
