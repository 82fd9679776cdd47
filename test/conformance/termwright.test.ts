/** The termwright dialect from outside: its transcripts and the examples of its declarations, over a real socket. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { termwright, termwrightErrors } from '../../src/dialects/termwright/index.js'
import { type DaemonOptions, startDaemon } from '../../src/server/termwright-daemon.js'
import { findGaps } from './coverage.js'
import { examplesOf } from './examples.js'
import { type Line, play, readTranscript } from './player.js'
import { connectUnixPlayer } from './unix-client.js'

const transcripts = join(import.meta.dirname, 'termwright')
const names = readdirSync(transcripts).filter((name) => name.endsWith('.jsonl'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-termwright-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function playAgainst(daemonOptions: Partial<DaemonOptions>, name: string, lines: readonly Line[]): Promise<void> {
  const socket = join(folder, `${name}.sock`)
  const daemon = await startDaemon({ program: '/bin/cat', ...daemonOptions, socket }, { checkResults: true })
  await play(lines, () => connectUnixPlayer(socket)).finally(() => daemon.stop())
}

describe('transcripts', () => {
  test.each(names)('%s', async (name) => {
    const lines = readTranscript(join(transcripts, name))
    await playAgainst((lines[0]?.server ?? {}) as Partial<DaemonOptions>, name, lines)
  })
})

describe('examples of the declarations', () => {
  test.each(examplesOf(termwright))('$title', async ({ id, method, params, expected }) => {
    await playAgainst({}, id, [
      { send: { id: 1, method, params } },
      { expect: { id: 1, result: null, error: null, ...expected } },
    ])
  })
})

test('every method and error code occurs somewhere', () => {
  const lines = names.map((name) => readTranscript(join(transcripts, name)))
  const codes = Object.values(termwrightErrors).map(({ code }) => code)
  expect(findGaps(termwright, codes, lines)).toEqual({ methods: [], events: [], codes: [] })
})
