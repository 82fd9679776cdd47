/**
 * Private keys on a screen, over many rows: wrapped, half scrolled off, with a frame, and secrets with invisible
 * characters in them. No line of a key reaches a client, by whatever dialect and in whatever shape.
 */
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Session } from '../../../packages/polytty/src/session/index.js'
import { type Shared, shareServer } from './clients.js'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' })
const lines = String(key).trim().split('\n')
/** Any stretch of the key as long as this is a leak. */
const PIECE = 12

const framed = (line: string): string => `│ ${line.padEnd(66)} │`

interface Screen {
  readonly about: string
  readonly size?: { readonly cols: number; readonly rows: number }
  /** What is printed before the word that shows that all of it is there. */
  readonly shown: readonly string[]
}

const screens: readonly Screen[] = [
  { about: 'whole', shown: ['before', ...lines] },
  { about: 'wrapped', size: { cols: 40, rows: 70 }, shown: ['before', ...lines] },
  { about: 'its beginning scrolled off', size: { cols: 80, rows: 10 }, shown: ['before', ...lines] },
  { about: 'its end not there yet', shown: ['before', ...lines.slice(0, 12)] },
  { about: 'its middle alone', size: { cols: 80, rows: 8 }, shown: ['before', ...lines.slice(0, 20)] },
  { about: 'in a frame', size: { cols: 80, rows: 40 }, shown: ['┌─────┐', ...lines.map(framed), '└─────┘'] },
  {
    about: 'in a frame on the other screen, its beginning not shown',
    size: { cols: 80, rows: 20 },
    shown: [`\x1b[?1049h\x1b[H${framed(lines[12]!)}`, ...lines.slice(13).map(framed), '└─────┘'],
  },
  {
    about: 'on the other screen, turned to a page without either end',
    size: { cols: 80, rows: 12 },
    shown: ['\x1b[?1049h\x1b[H', ...lines.slice(0, 3), `\x1b[2J\x1b[H${lines[3]}`, ...lines.slice(4, 14)],
  },
]

async function show(shared: Shared, { shown, size = { cols: 80, rows: 40 } }: Screen): Promise<Session> {
  const text = join(shared.folder, 'key.txt')
  writeFileSync(text, `${shown.join('\r\n')}\r\nit is READY.`)
  const script = `stty -echo; read go; cat '${text}'; read more`
  return shared.server.sessions.create({ program: '/bin/sh', args: ['-c', script], ...size })
}

/** Texts as they are, and as a reader would read on from row to row and cell to cell. */
function expectNoKey(received: readonly string[]): void {
  const pieces = lines.slice(1, -1).flatMap((line) => [line.slice(0, PIECE), line.slice(-PIECE)])
  for (const text of received) {
    const cells = [...text.matchAll(/"(?:text|char)":"(.)"/g)].map(([, char]) => char).join('')
    for (const piece of pieces)
      if (text.includes(piece) || cells.includes(piece))
        expect.fail(`a part of the key was reported: ${text.slice(0, 300)}`)
  }
}

test.each(screens)('a server that redacts leaks nothing of a key: $about', async (screen) => {
  const shared = await shareServer({ redact: true })
  const session = await show(shared, screen)
  const { id: sessionId } = session
  const wrightty = await shared.webSocket('wrightty', '/')
  await wrightty.call('Events.subscribe', { sessionId, events: ['*'] })
  const cast = await wrightty.call('Recording.startSession', { sessionId })
  const capture = await wrightty.call('Recording.startScreenCapture', { sessionId })
  const wsh = await shared.webSocket('wsh', '/ws/json')
  await wsh.call('subscribe', { session: sessionId, events: ['lines', 'diffs'] })
  const ptywright = await shared.unix('ptywright')
  await ptywright.call('server.set_notifications', { enabled: true })
  const termwright = await shared.termwright(sessionId)
  const streams = await Promise.all(['raw', 'attach'].map((kind) => shared.bytes(`/sessions/${sessionId}/ws/${kind}`)))
  await session.write('\r')
  await session.wait({ type: 'text', text: 'READY' })
  await session.wait({ type: 'idle', ms: 200 })

  for (const format of ['text', 'json', 'svg', 'ansi'] as const)
    await wrightty.call('Screen.screenshot', { sessionId, format })
  await wrightty.call('Screen.getContents', { sessionId })
  await wrightty.call('Screen.getScrollback', { sessionId, lines: 100 })
  await wrightty.call('Recording.stopSession', { recordingId: cast.recordingId })
  await wrightty.call('Recording.stopScreenCapture', { recordingId: capture.recordingId })
  for (const params of [{ session: 's1' }, { session: 's1', redact: false }]) {
    await ptywright.call('session.snapshot', params)
    await ptywright.call('session.transcript', params)
  }
  await ptywright.call('session.wait', { session: 's1', matcher: { type: 'contains_text', value: 'READY' } })

  for (const format of ['text', 'json', 'json_compact', 'ansi'] as const) await termwright.call('screen', { format })
  await termwright.call('scrollback', { limit: 100 })
  const about = { session: sessionId }
  const texts = await Promise.all([
    shared.http.call('get_screen', about),
    shared.http.call('get_screen', { ...about, composed: true, format: 'plain' }),
    shared.http.call('get_scrollback', { ...about, limit: 1000 }),
    shared.http.call('get_scrollback', { ...about, offset: 5, limit: 4 }),
  ])
  expect(wrightty.received.join('')).toContain('READY')
  expectNoKey([
    ...[wrightty, wsh, ptywright, termwright].flatMap(({ received }) => received),
    ...texts.map((text) => JSON.stringify(text)),
    ...streams.map(({ text }) => text()),
  ])
})

test.each(screens)('ptywright leaks nothing of a key unless asked to: $about', async (screen) => {
  const shared = await shareServer({})
  const session = await show(shared, screen)
  const client = await shared.unix('ptywright')
  await session.write('\r')
  await session.wait({ type: 'text', text: 'READY' })
  const { plain_text } = await client.call('session.snapshot', { session: 's1' })
  expect(plain_text).toMatch(/READY/)
  const matcher = { type: 'contains_text', value: 'READY' } as const
  await client.call('session.wait', { session: 's1', matcher })
  expectNoKey(client.received)
})

test('an adapter leaks nothing of a key either', async () => {
  const shared = await shareServer({})
  const text = join(shared.folder, 'key.txt')
  writeFileSync(text, `${lines.slice(9).join('\n')}\nit is READY.\n`)
  const client = await shared.unix('ptywright')
  const target = { program: '/bin/sh', args: ['-c', `cat '${text}'; read more`] }
  const { adapter } = await client.call('adapter.start', { plugin: 'shell', ...target })
  const session = shared.server.sessions.list()[0]!
  await session.wait({ type: 'text', text: 'READY' })
  for (const method of ['adapter.snapshot', 'adapter.inspect', 'adapter.transcript'] as const)
    await client.call(method, { adapter })
  expect(client.received.join('')).toContain('READY')
  expectNoKey(client.received)
})

test('a secret with invisible characters in it, in every place', async () => {
  const shared = await shareServer({ redact: true, redactLiterals: ['hunter2verysecret'] })
  const hidden = [...'hunter2verysecret']
  const printed = ['\u{fe0f}', '\u200b', '\0', '\u0301'].map((char) => `<${hidden.join(char)}>`)
  const title = `\x1b]2;${hidden.join('\u200b')}\x07`
  const folder = '\x1b]7;file://host/token=%68%75nter2verysecret\x07'
  const link = `\x1b]8;;http://host/%68unter2verysecret\x1b\\link\x1b]8;;\x1b\\`
  const text = join(shared.folder, 'hidden.txt')
  writeFileSync(text, `${printed.join('\r\n')}${title}${folder}${link}\r\nit is READY.`)
  const script = `stty -echo; read go; cat '${text}'; read more`
  const session = await shared.server.sessions.create({ program: '/bin/sh', args: ['-c', script] })
  const wrightty = await shared.webSocket('wrightty', '/')
  await wrightty.call('Events.subscribe', { sessionId: session.id, events: ['*'] })
  const streams = await Promise.all(['raw', 'attach'].map((kind) => shared.bytes(`/sessions/${session.id}/ws/${kind}`)))
  await session.write('\r')
  await session.wait({ type: 'text', text: 'READY' })
  await session.wait({ type: 'idle', ms: 200 })
  await wrightty.call('Screen.getContents', { sessionId: session.id })
  await wrightty.call('Screen.getText', { sessionId: session.id })
  await wrightty.call('Session.getInfo', { sessionId: session.id })
  const page = JSON.stringify(await shared.http.call('get_screen', { session: session.id }))
  for (const received of [...wrightty.received, page, ...streams.map((stream) => stream.text())]) {
    const bare = decodeURIComponent(received.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')).replaceAll(/[^a-z0-9]/g, '')
    expect(bare).not.toContain('hunter2verysecret')
  }
})
