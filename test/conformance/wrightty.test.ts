/** The wrightty dialect from outside: its transcripts and the examples of its declarations, over a real WebSocket. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wrightty, wrighttyErrors } from '../../src/dialects/wrightty/index.js'
import { type Server, startServer } from '../../src/server/server.js'
import { findGaps } from './coverage.js'
import { examplesOf } from './examples.js'
import { play, readTranscript } from './player.js'
import { connectPlayer } from './web-socket-client.js'

const folder = join(import.meta.dirname, 'wrightty')
const transcripts = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

/** Says in a line what is missing, where a transcript is about a program that is not here. */
function isPlayable(name: string): boolean {
  const { needs } = readTranscript(join(folder, name))[0] ?? {}
  if (!needs || spawnSync('which', [needs]).status === 0) return true
  console.warn(`${name} is left out: install ${needs}`)
  return false
}

let server: Server
beforeAll(async () => {
  server = await startServer({ port: 0, shell: '/bin/sh', maxSessions: 200 }, { checkResults: true })
})
afterAll(() => server.stop())

describe('transcripts', () => {
  test.each(transcripts.filter(isPlayable))('%s', async (name) => {
    const lines = readTranscript(join(folder, name))
    const options = lines[0]?.server
    const own = options && (await startServer({ port: 0, shell: '/bin/sh', ...options }, { checkResults: true }))
    await play(lines, () => connectPlayer((own ?? server).url)).finally(() => own?.stop())
  })
})

describe('examples of the declarations', () => {
  test.each(examplesOf(wrightty))('$title', async ({ method, params, expected }) => {
    const session = await server.sessions.create({ program: '/bin/cat' })
    await play(
      [{ send: { jsonrpc: '2.0', id: 1, method, params } }, { expect: { jsonrpc: '2.0', id: 1, ...expected } }],
      () => connectPlayer(server.url),
      new Map([['$session', session.id]]),
    )
    if (server.sessions.find(session.id)) await server.sessions.remove(session)
  })
})

test('every method, event and error code occurs somewhere', () => {
  const lines = transcripts.map((name) => readTranscript(join(folder, name)))
  const codes = Object.values(wrighttyErrors).map(({ code }) => code)
  expect(findGaps(wrightty, codes, lines)).toEqual({ methods: [], events: [], codes: [] })
})
