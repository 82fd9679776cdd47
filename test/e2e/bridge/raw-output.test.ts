/** Raw output of a pane whose screen alone can be read: every protocol refuses it, and none shows repaints instead. */
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { newFolder } from '../../support/new-folder.js'
import { see } from '../session/with-registry.js'
import { type Shared, shareServer } from '../shared/clients.js'

const REFUSAL = 'reading raw output is not supported by this bridge (wezterm)'
const PANE = 'wezterm:0'

let shared: Shared
beforeEach(async () => {
  process.env.WEZTERM_CMD = `${process.execPath} ${join(import.meta.dirname, 'wezterm-stand-in.mjs')} ${newFolder()}`
  onTestFinished(() => void delete process.env.WEZTERM_CMD)
  shared = await shareServer({ bridges: [{ kind: 'wezterm' }] })
  await see(shared.server.sessions.get(PANE), 'hello there')
})

test('wrightty', async () => {
  const client = await shared.webSocket('wrightty', '/')
  const subscribed = client.call('Events.subscribe', { sessionId: PANE, events: ['Session.output'] })
  await expect(subscribed).rejects.toMatchObject({ code: 1006, message: REFUSAL })
})

test('wsh: the socket of bytes is refused, and that of screens is not', async () => {
  const at = `${shared.server.url}/sessions/${encodeURIComponent(PANE)}/ws`
  const raw = new WebSocket(`${at}/raw`)
  raw.on('error', () => {})
  const [, response] = (await once(raw, 'unexpected-response')) as [unknown, AsyncIterable<Buffer>]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({ error: { code: 'invalid_request', message: REFUSAL } })
  const attached = new WebSocket(`${at}/attach?watch=true`)
  await once(attached, 'open')
  attached.close()
})

test('ptywright: what asks for it is refused, what comes with other things is empty', async () => {
  const client = await shared.unix('ptywright')
  const { sessions } = await client.call('session.list', {})
  const session = sessions[0]!
  const refused = { message: REFUSAL }
  await expect(client.call('session.transcript', { session })).rejects.toMatchObject(refused)
  const mark = { type: 'mark_transcript', value: { label: 'here' } } as const
  await expect(client.call('session.input', { session, action: mark })).rejects.toMatchObject(refused)
  const printed = { type: 'transcript_contains', value: 'hello' } as const
  const either = { type: 'any' as const, value: [printed] }
  await expect(client.call('session.wait', { session, matcher: either })).rejects.toMatchObject(refused)
  await client.call('server.set_notifications', { enabled: true })
  await client.call('session.input', { session, action: { type: 'text', value: 'typed\n' } })
  const shown = { type: 'contains_text', value: 'typed' } as const
  expect(await client.call('session.wait', { session, matcher: shown })).toMatchObject({ transcript_tail: '' })
  await client.event(({ name }) => name === 'session.changed')
  await client.call('session.kill', { session })
  await client.event(({ name }) => name === 'session.exited')
  expect(client.events.map(({ name }) => name)).not.toContain('session.output')
})
