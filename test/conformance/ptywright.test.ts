/** The ptywright dialect from outside: its transcripts and the examples of its declarations, over a real socket. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ptywright, ptywrightErrors } from '../../src/dialects/ptywright/index.js'
import { type PtywrightServerOptions, startPtywright } from '../../src/server/ptywright-server.js'
import { lineFraming } from '../../src/wire/line-framing.js'
import { findGaps } from './coverage.js'
import { examplesOf } from './examples.js'
import { type Line, play, readTranscript, substitute } from './player.js'
import { connectUnixPlayer } from './unix-client.js'

const transcripts = join(import.meta.dirname, 'ptywright')
const files = readdirSync(transcripts).filter((name) => name.endsWith('.jsonl'))

let folder: string
/** Names in transcripts: a folder to write to, and the manifest of each plugin for tests. */
const names = new Map<string, unknown>()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-ptywright-'))
  cpSync(join(transcripts, 'plugins'), join(folder, 'plugins'), { recursive: true })
  // Links do not survive every way of copying a repository, so this one is made here.
  mkdirSync(join(folder, 'plugins', 'linked'))
  symlinkSync('/etc/passwd', join(folder, 'plugins', 'linked', 'main.lua'))
  const manifest = readFileSync(join(folder, 'plugins', 'echo', 'manifest.toml'), 'utf8')
  writeFileSync(join(folder, 'plugins', 'linked', 'manifest.toml'), manifest.replace('"echo"', '"linked"'))
  names.set('$folder', folder)
  for (const name of readdirSync(join(folder, 'plugins')))
    names.set(`$${name}`, join(folder, 'plugins', name, 'manifest.toml'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function withServer(
  name: string,
  options: PtywrightServerOptions,
  use: (socket: string) => Promise<void>,
): Promise<void> {
  const path = join(folder, `${name}.sock`)
  const server = await startPtywright({ kind: 'socket', path }, lineFraming, { checkResults: true, ...options })
  await use(path).finally(() => server.stop())
}

describe('transcripts', () => {
  test.each(files)('%s', async (file) => {
    const lines = readTranscript(join(transcripts, file))
    const options = substitute(lines[0]!.server ?? {}, names) as PtywrightServerOptions
    await withServer(file, options, (socket) => play(lines, () => connectUnixPlayer(socket), new Map(names)))
  })
})

/** Only for examples that need one: it takes a while. */
const startingAdapter: Line[] = [
  { send: { jsonrpc: '2.0', id: 2, method: 'adapter.start', params: { plugin: 'shell' } } },
  { expect: { id: 2, result: { adapter: '$adapter' } } },
]

describe('examples of the declarations', () => {
  test.each(examplesOf(ptywright))('$title', ({ id, method, params, expected }) =>
    withServer(id, {}, async (socket) => {
      const lines: Line[] = [
        { send: { jsonrpc: '2.0', id: 1, method: 'session.create', params: { program: '/bin/cat' } } },
        { expect: { id: 1, result: { session: '$session' } } },
        ...(JSON.stringify(params)?.includes('$adapter') ? startingAdapter : []),
        { send: { jsonrpc: '2.0', id: 3, method, params } },
        { expect: { jsonrpc: '2.0', id: 3, ...expected } },
      ]
      await play(lines, () => connectUnixPlayer(socket))
    }),
  )
})

test('every method, event and error code occurs somewhere', () => {
  const lines = files.map((file) => readTranscript(join(transcripts, file)))
  const codes = Object.values(ptywrightErrors).map(({ code }) => code)
  expect(findGaps(ptywright, codes, lines)).toEqual({ methods: [], events: [], codes: [] })
})
