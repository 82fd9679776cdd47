/**
 * A server that redacts, asked for everything that every dialect can report about a session with a secret on
 * its screen, in its title and in its history: no answer, event, recording or byte of output has it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ptywright } from '../../../packages/polytty/src/protocols/ptywright/dialect.js'
import { termwright } from '../../../packages/polytty/src/protocols/termwright/dialect.js'
import { tuispec } from '../../../packages/polytty/src/protocols/tuispec/dialect.js'
import { wrightty } from '../../../packages/polytty/src/protocols/wrightty/dialect.js'
import { wsh } from '../../../packages/polytty/src/protocols/wsh/dialect.js'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { type AnyWitness, type Shared, shareServer } from './clients.js'

const SECRET = 'hunter2verysecret'
/** In the history, across two rows, on the screen and in the title; then whatever is typed is echoed. */
const program = `i=0; while [ $i -lt 40 ]; do echo "line $i password=${SECRET}"; i=$((i+1)); done
printf '%060d token=${SECRET} end\\n' 0
printf '\\033]2;token=${SECRET}\\007shown: \\033[31mpassword\\033[0m=${SECRET} READY\\n'
while read line; do echo "again password=${SECRET} $line"; done`

/** What ends the session or the client comes last. */
const ending = /close|kill|destroy|shutdown|delete|unload|resume/i
/** What would start other programs, wait for long, or speak of things that are not there, has nothing to report of this one. */
const elsewhere =
  /^(?:create_session|Session\.create|session\.create|adapter\.|plugin\.|launch|initialize|Wrightty\.authenticate)/

interface AskedDialect {
  readonly methods: readonly { readonly name: string; readonly examples: readonly { readonly params: unknown }[] }[]
}

async function secretive(shared: Shared): Promise<Session> {
  const script = join(shared.folder, 'secretive.sh')
  writeFileSync(script, program)
  const session = await shared.server.sessions.create({ program: '/bin/sh', args: [script], cols: 80, rows: 24 })
  await session.wait({ type: 'text', text: 'READY' })
  return session
}

/** Asks for everything, by the examples of the declarations, and lets the program print once more meanwhile. */
async function askAll(client: AnyWitness, dialect: AskedDialect, session: Session, name: string): Promise<number> {
  const methods = dialect.methods.filter((method) => !elsewhere.test(method.name))
  const ordered = [...methods.filter((m) => !ending.test(m.name)), ...methods.filter((m) => ending.test(m.name))]
  let answered = 0
  for (const method of ordered) {
    for (const { params } of method.examples.length > 0 ? method.examples : [{ params: {} }]) {
      const bound = JSON.parse(
        JSON.stringify(params ?? null).replaceAll(/"\$(?:session|name)"/g, JSON.stringify(name)),
      ) as object | null
      const patience = method.name.startsWith('wait_for') ? { timeout_ms: 300 } : null
      await client.send(method.name, patience ? { ...patience, ...bound } : bound).then(
        () => answered++,
        () => {},
      )
    }
    if (!session.exit && method === ordered[0]) await session.write('go\r')
  }
  return answered
}

/** Texts, and what texts in base64 mean. */
function meanings(text: string): string[] {
  const packed = text.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? []
  return [text, ...packed.map((part) => Buffer.from(part, 'base64').toString('latin1'))]
}

function expectNoSecret(received: readonly string[]): void {
  for (const text of received) for (const meaning of meanings(text)) expect(meaning).not.toContain(SECRET)
}

test('wrightty', async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const { id: sessionId } = session
  const client = await shared.webSocket('wrightty', '/')
  await client.call('Events.subscribe', { sessionId, events: ['*'] })
  const recordings = [
    await client.call('Recording.startSession', { sessionId }),
    await client.call('Recording.startActions', { sessionId, format: 'json' }),
    await client.call('Recording.startVideo', { sessionId, format: 'gif' }),
    await client.call('Recording.startScreenCapture', { sessionId, format: 'text' }),
  ]
  await client.call('Input.sendText', { sessionId, text: `password=${SECRET}\n` })
  await client.call('Screen.waitForText', { sessionId, pattern: 'again' })
  await session.wait({ type: 'idle', ms: 200 })
  const stops = [
    'Recording.stopSession',
    'Recording.stopActions',
    'Recording.stopVideo',
    'Recording.stopScreenCapture',
  ] as const
  for (const [index, method] of stops.entries())
    await client.call(method, { recordingId: recordings[index]!.recordingId })
  const { lines } = await client.call('Screen.getScrollback', { sessionId, lines: 3 })
  expect(lines.map((line) => line.text).join('\n')).toMatch(/password=(?:\[REDACTED\]|\*+)/)
  // Nor can it be guessed by waiting for it.
  const guess = await client.call('Screen.waitForText', { sessionId, pattern: SECRET, timeout: 1 })
  expect(guess).toMatchObject({ found: false })
  expect(await askAll(client, wrightty, session, sessionId)).toBeGreaterThan(20)
  expectNoSecret(client.received)
})

test('ptywright', async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.unix('ptywright')
  await client.call('server.set_notifications', { enabled: true })
  // Even where the client asks for what is not redacted.
  const raw = await client.call('session.snapshot', { session: 's1', redact: false })
  expect(raw.plain_text).toMatch(/password=(?:\[REDACTED\]|\*+)/)
  await client.call('session.transcript', { session: 's1', redact: false })
  expect(await askAll(client, ptywright, session, 's1')).toBeGreaterThan(8)
  expectNoSecret(client.received)
})

test('termwright', async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.termwright(session.id)
  expect(await askAll(client, termwright, session, session.id)).toBeGreaterThan(20)
  expectNoSecret(client.received)
})

test('tuispec, and the files it writes', async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.tuispec(session.id)
  await client.call('initialize', { name: 'redacted' })
  const { snapshotPath } = await client.call('dumpView', { name: 'kept' })
  expect(await askAll(client, tuispec, session, session.id)).toBeGreaterThan(10)
  expectNoSecret([...client.received, readFileSync(snapshotPath, 'utf8')])
})

test('wsh: sockets, raw bytes, attached terminals and HTTP', async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.webSocket('wsh', '/ws/json')
  const bytes = await Promise.all(['raw', 'attach'].map((kind) => shared.bytes(`/sessions/${session.id}/ws/${kind}`)))
  await client.call('subscribe', { session: session.id, events: ['lines', 'cursor', 'diffs', 'activity'] })
  const about = { session: session.id }
  const texts = await Promise.all([
    shared.http.call('get_screen', about),
    shared.http.call('get_screen', { ...about, composed: true }),
    shared.http.call('get_scrollback', about),
    shared.http.call('get_scrollback', { ...about, format: 'plain' }),
    shared.http.call('get_session', about),
  ])
  const overview = await (await shared.webSocket('wrightty', '/')).call('Polytty.listSessions')
  expect(JSON.stringify(overview)).toContain('sh')
  expect(await askAll(client, wsh, session, session.id)).toBeGreaterThan(20)
  await session.wait({ type: 'idle', ms: 200 })
  for (const { text } of bytes) expect(text().length).toBeGreaterThan(100)
  expectNoSecret([
    ...client.received,
    ...[...texts, overview].map((text) => JSON.stringify(text)),
    ...bytes.map(({ text }) => text()),
  ])
})

test('links, the clipboard, variables and titles that come in pieces', async () => {
  const shared = await shareServer({ redact: true })
  const packed = Buffer.from(`password=${SECRET}`).toString('base64')
  const parts = [
    `\\033]8;id=token=${SECRET};http://host/?password=${SECRET}\\033\\\\link\\033]8;;\\033\\\\`,
    `\\033]52;c;${packed}\\007`,
    `\\033]1337;SetUserVar=x=${packed}\\007`,
    `\\033]7;file://host/token%3D${SECRET}\\007`,
  ]
  const script = `read go; printf '${parts.join('')}'; printf '\\033]2;token=hunter2'; read more; printf 'verysecret\\007READY'; read end`
  const file = join(shared.folder, 'parts.sh')
  writeFileSync(file, script)
  const session = await shared.server.sessions.create({ program: '/bin/sh', args: [file] })
  const wrightty = await shared.webSocket('wrightty', '/')
  await wrightty.call('Events.subscribe', { sessionId: session.id, events: ['*'] })
  const ptywright = await shared.unix('ptywright')
  await ptywright.call('server.set_notifications', { enabled: true })
  const streams = await Promise.all(['raw', 'attach'].map((kind) => shared.bytes(`/sessions/${session.id}/ws/${kind}`)))
  await session.write('go\r')
  await session.wait({ type: 'text', text: 'link' })
  await session.wait({ type: 'idle', ms: 300 })
  await session.write('more\r')
  await session.wait({ type: 'text', text: 'READY' })
  await session.wait({ type: 'idle', ms: 300 })
  await wrightty.call('Screen.getContents', { sessionId: session.id })
  const received = [...wrightty.received, ...ptywright.received, ...streams.map(({ text }) => text())]
  for (const text of received) expect(text).not.toContain(packed)
  expectNoSecret(received)
})
