/** The tuispec dialect from outside: its transcripts and the examples of its declarations, over a pair of streams. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TuispecOptions, tuispec, tuispecErrors } from '../../src/dialects/tuispec/index.js'
import { startTuispec } from '../../src/server/tuispec-server.js'
import { findGaps } from './coverage.js'
import { examplesOf } from './examples.js'
import { type Line, play, readTranscript } from './player.js'
import { streamPair } from './stream-client.js'

const transcripts = join(import.meta.dirname, 'tuispec')
const names = readdirSync(transcripts).filter((name) => name.endsWith('.jsonl'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-tuispec-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function playAgainst(options: Partial<TuispecOptions>, name: string, lines: readonly Line[]): Promise<void> {
  const artifactDir = join(folder, name)
  const { streams, client } = streamPair()
  const settings = { cols: 134, rows: 40, timeoutSeconds: 5, ambiguityMode: 'fail' } as const
  const server = startTuispec(
    { ...settings, env: {}, cwd: process.cwd(), ...options, artifactDir },
    { streams, checkResults: true },
  )
  const bindings = new Map([['$recording', join(artifactDir, 'recording.jsonl')]])
  await play(lines, async () => client, bindings).finally(() => server.stop())
}

describe('transcripts', () => {
  test.each(names)('%s', async (name) => {
    const lines = readTranscript(join(transcripts, name))
    await playAgainst((lines[0]?.server ?? {}) as Partial<TuispecOptions>, name, lines)
  })
})

describe('examples of the declarations', () => {
  test.each(examplesOf(tuispec))('$title', async ({ id, method, params, expected }) => {
    await playAgainst({}, id, [
      { send: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { name: 'example' } } },
      { send: { jsonrpc: '2.0', id: 2, method: 'launch', params: { command: '/bin/cat' } } },
      { expect: { id: 2, result: { ok: true } } },
      { send: { jsonrpc: '2.0', id: 3, method, params } },
      { expect: { jsonrpc: '2.0', id: 3, ...expected } },
    ])
  })
})

test('every method, event and error code occurs somewhere', () => {
  const lines = names.map((name) => readTranscript(join(transcripts, name)))
  const codes = Object.values(tuispecErrors).map(({ code }) => code)
  expect(findGaps(tuispec, codes, lines)).toEqual({ methods: [], events: [], codes: [] })
})
