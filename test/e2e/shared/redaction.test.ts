/**
 * A server that was told to redact, asked for everything that every dialect can tell about a session with a secret on
 * its screen, in its title and in its history: no answer, event, recording or byte of output has it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ptywright } from '../../../src/dialects/ptywright/index.js'
import { termwright } from '../../../src/dialects/termwright/index.js'
import { tuispec } from '../../../src/dialects/tuispec/index.js'
import { wrightty } from '../../../src/dialects/wrightty/index.js'
import { wsh } from '../../../src/dialects/wsh/index.js'
import type { Session } from '../../../src/session/index.js'
import { type Client, type Shared, shareServer } from './clients.js'

const SECRET = 'hunter2verysecret'
/** In the history, across two rows, on the screen and in the title; then whatever is typed is echoed. */
const program = `i=0; while [ $i -lt 40 ]; do echo "line $i password=${SECRET}"; i=$((i+1)); done
printf '%060d token=${SECRET} end\\n' 0
printf '\\033]2;token=${SECRET}\\007shown: \\033[31mpassword\\033[0m=${SECRET} READY\\n'
while read line; do echo "again password=${SECRET} $line"; done`

/** What ends the session or the client comes last. */
const ending = /close|kill|destroy|shutdown|delete|unload|resume/i
/** What would start other programs, wait for long, or speak of things that are not there, has nothing to tell of this one. */
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
async function askAll(client: Client, dialect: AskedDialect, session: Session, name: string): Promise<number> {
  const methods = dialect.methods.filter((method) => !elsewhere.test(method.name))
  const ordered = [...methods.filter((m) => !ending.test(m.name)), ...methods.filter((m) => ending.test(m.name))]
  let answered = 0
  for (const method of ordered) {
    for (const { params } of method.examples.length > 0 ? method.examples : [{ params: {} }]) {
      const bound = JSON.parse(
        JSON.stringify(params ?? null).replaceAll(/"\$(?:session|name)"/g, JSON.stringify(name)),
      ) as object | null
      const patience = method.name.startsWith('wait_for') ? { timeout_ms: 300 } : null
      await client.call(method.name, patience ? { ...patience, ...bound } : bound).then(
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

function expectNoSecret(heard: readonly string[]): void {
  for (const text of heard) for (const meaning of meanings(text)) expect(meaning).not.toContain(SECRET)
}

test('wrightty', { timeout: 60_000 }, async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const { id: sessionId } = session
  const client = await shared.webSocket('wrightty', '/')
  await client.call('Events.subscribe', { sessionId, events: ['*'] })
  const recordings: string[] = []
  for (const method of ['startSession', 'startActions', 'startVideo', 'startScreenCapture'])
    recordings.push(
      (
        await client.call<{ recordingId: string }>(`Recording.${method}`, {
          sessionId,
          format: { startActions: 'json', startVideo: 'gif', startScreenCapture: 'text' }[method],
        })
      ).recordingId,
    )
  await client.call('Input.sendText', { sessionId, text: `password=${SECRET}\n` })
  await client.call('Screen.waitForText', { sessionId, pattern: 'again' })
  await session.wait({ type: 'idle', ms: 200 })
  const stops = ['stopSession', 'stopActions', 'stopVideo', 'stopScreenCapture']
  for (const [index, method] of stops.entries())
    await client.call(`Recording.${method}`, { recordingId: recordings[index] })
  const { lines } = await client.call<{ lines: { text: string }[] }>('Screen.getScrollback', { sessionId, lines: 3 })
  expect(lines.map((line) => line.text).join('\n')).toMatch(/password=(?:\[REDACTED\]|\*+)/)
  // Nor can it be guessed by waiting for it.
  const guess = await client.call<{ found: boolean }>('Screen.waitForText', { sessionId, pattern: SECRET, timeout: 1 })
  expect(guess).toMatchObject({ found: false })
  expect(await askAll(client, wrightty, session, sessionId)).toBeGreaterThan(20)
  expectNoSecret(client.heard)
})

test('ptywright', { timeout: 60_000 }, async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.unix('ptywright')
  await client.call('server.set_notifications', { enabled: true })
  // Even where the client asks for what is not redacted.
  const raw = await client.call<{ plain_text: string }>('session.snapshot', { session: 's1', redact: false })
  expect(raw.plain_text).toMatch(/password=(?:\[REDACTED\]|\*+)/)
  await client.call('session.transcript', { session: 's1', redact: false })
  expect(await askAll(client, ptywright, session, 's1')).toBeGreaterThan(8)
  expectNoSecret(client.heard)
})

test('termwright', { timeout: 60_000 }, async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.unix('termwright', { polytty: 'termwright', session: session.id })
  expect(await askAll(client, termwright, session, session.id)).toBeGreaterThan(20)
  expectNoSecret(client.heard)
})

test('tuispec, and the files it writes', { timeout: 60_000 }, async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.tuispec(session.id)
  await client.call('initialize', { name: 'redacted' })
  const { snapshotPath } = await client.call<{ snapshotPath: string }>('dumpView', { name: 'kept' })
  expect(await askAll(client, tuispec, session, session.id)).toBeGreaterThan(10)
  expectNoSecret([...client.heard, readFileSync(snapshotPath, 'utf8')])
})

test('wsh: sockets, raw bytes, attached terminals and HTTP', { timeout: 60_000 }, async () => {
  const shared = await shareServer({ redact: true })
  const session = await secretive(shared)
  const client = await shared.webSocket('wsh', '/ws/json')
  const bytes = await Promise.all(['raw', 'attach'].map((kind) => shared.bytes(`/sessions/${session.id}/ws/${kind}`)))
  await client.call('subscribe', { session: session.id, events: ['lines', 'cursor', 'diffs', 'activity'] })
  const pages = ['screen', 'screen?composed=true', 'scrollback', 'scrollback?format=plain', '']
  const texts = await Promise.all(
    pages.map((page) => shared.http('GET', `/sessions/${session.id}/${page}`.replace(/\/$/, ''))),
  )
  const overview = await shared.http('GET', '/polytty/sessions')
  expect(JSON.stringify(overview)).toContain('sh')
  expect(await askAll(client, wsh, session, session.id)).toBeGreaterThan(20)
  await session.wait({ type: 'idle', ms: 200 })
  for (const { text } of bytes) expect(text().length).toBeGreaterThan(100)
  expectNoSecret([
    ...client.heard,
    ...[...texts, overview].map((text) => JSON.stringify(text)),
    ...bytes.map(({ text }) => text()),
  ])
})

test('links, the clipboard, variables and titles that come in pieces', { timeout: 60_000 }, async () => {
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
  const heard = [...wrightty.heard, ...ptywright.heard, ...streams.map(({ text }) => text())]
  for (const text of heard) expect(text).not.toContain(packed)
  expectNoSecret(heard)
})
