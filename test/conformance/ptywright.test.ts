/** The ptywright dialect from outside: its transcripts and the examples of its declarations, over a real socket. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ptywright, ptywrightErrors } from '../../src/dialects/ptywright/index.js'
import { type PtywrightServerHandle, startPtywright } from '../../src/server/ptywright-server.js'
import { lineFraming } from '../../src/wire/line-framing.js'
import { findGaps } from './coverage.js'
import { type Line, play, readTranscript } from './player.js'
import { connectUnixPlayer } from './unix-client.js'

const transcripts = join(import.meta.dirname, 'ptywright')
const names = readdirSync(transcripts).filter((name) => name.endsWith('.jsonl'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-ptywright-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function withServer(name: string, use: (socket: string) => Promise<void>): Promise<void> {
  const path = join(folder, `${name}.sock`)
  const server: PtywrightServerHandle = await startPtywright({ kind: 'socket', path }, lineFraming, {
    checkResults: true,
  })
  await use(path).finally(() => server.stop())
}

describe('transcripts', () => {
  test.each(names)('%s', (name) =>
    withServer(name, (socket) =>
      play(readTranscript(join(transcripts, name)), () => connectUnixPlayer(socket), new Map([['$folder', folder]])),
    ),
  )
})

describe('examples of the declarations', () => {
  const cases = ptywright.methods.flatMap((method) =>
    method.examples.map((example, index) => ({
      id: `${method.name}-${index}`,
      title: `${method.name} ${example.about ?? index + 1}`,
      method,
      example,
    })),
  )
  test.each(cases)('$title', ({ id, method, example }) =>
    withServer(id, async (socket) => {
      const expected = 'error' in example ? { error: { code: example.error } } : { result: example.result }
      const lines: Line[] = [
        { send: { jsonrpc: '2.0', id: 1, method: 'session.create', params: { program: '/bin/cat' } } },
        { expect: { id: 1, result: { session: '$session' } } },
        { send: { jsonrpc: '2.0', id: 2, method: method.name, params: example.params } },
        { expect: { jsonrpc: '2.0', id: 2, ...expected } },
      ]
      await play(lines, () => connectUnixPlayer(socket))
    }),
  )
})

test('every method, event and error code occurs somewhere', () => {
  const lines = names.map((name) => readTranscript(join(transcripts, name)))
  // Nothing can be refused or cancelled before there are plugins to refuse and adapters to cancel.
  const codes = Object.values(ptywrightErrors)
    .map(({ code }) => code)
    .filter((code) => code !== -32004 && code !== -32005)
  expect(findGaps(ptywright, codes, lines)).toEqual({ methods: [], events: [], codes: [] })
})
