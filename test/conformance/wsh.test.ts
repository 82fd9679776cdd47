/** The wsh dialect from outside: its transcripts and the examples of its declarations, over the server-level socket. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wsh, wshErrors } from '../../src/dialects/wsh/index.js'
import { type Server, startServer } from '../../src/server/server.js'
import { findGaps } from './coverage.js'
import { examplesOf } from './examples.js'
import { play, readTranscript } from './player.js'
import { connectPlayer } from './web-socket-client.js'

const folder = join(import.meta.dirname, 'wsh')
const transcripts = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

/** Codes that a socket cannot show: they belong to HTTP, or to failures that nothing here can bring about. */
const unseen = new Set(['auth_required', 'auth_invalid', 'origin_not_allowed', 'recording_not_found', 'internal_error'])

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh', maxSessions: 200 }, { checkResults: true })
})
afterAll(() => server.stop())

describe('transcripts', () => {
  test.each(transcripts)('%s', async (name) => {
    const lines = readTranscript(join(folder, name))
    const options = lines[0]?.server
    const own = options && (await startServer({ port: 0, shell: '/bin/sh', ...options }, { checkResults: true }))
    // A client that is called by a path is on that socket; all others are on the server's own.
    const connect = (client: string): ReturnType<typeof connectPlayer> =>
      connectPlayer(`${(own ?? server).url}${client.startsWith('/') ? client : '/ws/json'}`)
    await play(lines, connect).finally(() => own?.stop())
  })
})

describe('examples of the declarations', () => {
  test.each(examplesOf(wsh))('$title', async ({ method, params, expected }) => {
    const session = await server.sessions.create({ program: '/bin/cat' })
    await play(
      [{ send: { id: 1, method, params } }, { expect: { id: 1, method, ...expected } }],
      () => connectPlayer(`${server.url}/ws/json`),
      new Map([['$session', session.id]]),
    )
    await server.sessions.remove(session)
  })
})

test('every method, event and error code occurs somewhere', () => {
  const lines = transcripts.map((name) => readTranscript(join(folder, name)))
  const codes = Object.values(wshErrors).map(({ code }) => code)
  const gaps = findGaps(wsh, codes, lines)
  // Input comes from keyboards, which test/e2e/wsh/sockets.test.ts has.
  expect({
    ...gaps,
    events: gaps.events.filter((name) => name !== 'input'),
    codes: gaps.codes.filter((code) => !unseen.has(String(code))),
  }).toEqual({
    methods: [],
    events: [],
    codes: [],
  })
})
