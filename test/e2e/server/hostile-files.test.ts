/** Names of pipes and devices, patterns beyond all measure, full disks: refused or reported, and everything else goes on. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RpcError, Tuispec } from '@polytty/client'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { needsPath } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { needsTinyDisk, tinyDisk } from '../../support/tiny-disk.js'
import { shareServer, type Witness } from '../shared/clients.js'

let folder: string
let pipe: string
beforeAll(() => {
  folder = newFolder()
  pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
})

const failure = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: RpcError) => `${error.message} ${JSON.stringify(error.data)}`,
  )

describe.each([
  ['a pipe', () => pipe],
  ['a device without end', () => '/dev/zero'],
  ['a folder', () => folder],
])('%s as a file', (_, pathOf) => {
  test.each<[string, (tuispec: Witness<Tuispec>, path: string) => Promise<unknown>]>([
    ['diffView', (tuispec, path) => tuispec.call('diffView', { leftPath: path, rightPath: path })],
    ['replay', (tuispec, path) => tuispec.call('replay', { path })],
    ['recording.start', (tuispec, path) => tuispec.call('recording.start', { path })],
    ['renderView', (tuispec, path) => tuispec.call('renderView', { name: 'view', font: path })],
  ])('tuispec %s', async (_, ask) => {
    const shared = await shareServer()
    const tuispec = await shared.tuispec()
    await tuispec.call('initialize')
    expect(await failure(ask(tuispec, pathOf()))).toContain('not a regular file')
  })

  test('ptywright session.create', async () => {
    const shared = await shareServer()
    const ptywright = await shared.unix('ptywright')
    const create = { program: '/bin/cat', raw_transcript_path: pathOf(), raw_transcript_append: true }
    expect(await failure(ptywright.call('session.create', create))).toContain('not a regular file')
    expect(shared.server.sessions.list()).toEqual([])
  })
})

test('a file that is too long is refused', async () => {
  const path = join(folder, 'long')
  writeFileSync(path, '')
  truncateSync(path, 1024 ** 3)
  const tuispec = await (await shareServer()).tuispec()
  await tuispec.call('initialize')
  expect(await failure(tuispec.call('replay', { path }))).toContain('at most')
})

test.each([['\\pL{1000}'.repeat(900)], ['.{1000}'.repeat(10)]])('a pattern that is too large: %#', async (pattern) => {
  const shared = await shareServer()
  await shared.server.sessions.create({ program: '/bin/cat', name: 'one' })
  const wrightty = await shared.unix('wrightty')
  const termwright = await shared.termwright('one')
  const tuispec = await shared.tuispec()
  await tuispec.call('initialize')
  await tuispec.call('launch', { command: 'cat' })
  const ptywright = await shared.unix('ptywright')
  const { session } = await ptywright.call('session.create', { program: '/bin/cat' })
  const matchers = (['screen_regex', 'transcript_regex'] as const).map((type) => ({ type, value: pattern }))
  const answers = await Promise.all([
    failure(wrightty.call('Screen.waitForText', { sessionId: 'one', pattern, isRegex: true })),
    failure(termwright.call('wait_for_pattern', { pattern })),
    failure(tuispec.call('waitForText', { selector: { type: 'regex', pattern } })),
    failure(tuispec.call('waitUntil', { pattern })),
    ...matchers.map((matcher) => failure(ptywright.call('session.wait', { session, matcher, timeout_ms: 0 }))),
  ])
  for (const answer of answers) expect(answer).toContain('the pattern is too large')
})

describe('on a full disk', needsTinyDisk(), () => {
  test('a tuispec recording ends and says so, and everything else goes on', async () => {
    const disk = tinyDisk()
    const shared = await shareServer()
    const tuispec = await shared.tuispec()
    await tuispec.call('initialize')
    await tuispec.call('recording.start', { path: join(disk, 'a.jsonl'), frameIntervalMs: 0 })
    const long = { name: 'x', note: 'y'.repeat(20_000) }
    for (let index = 0; index < 8; index++) await failure(tuispec.send('currentView', long))
    expect(await tuispec.call('recording.status')).toMatchObject({
      active: false,
      endedEarly: expect.stringContaining('ENOSPC'),
    })
    expect(await tuispec.call('currentView')).toMatchObject({ rows: 24 })
    expect(await tuispec.call('recording.stop')).toMatchObject({ ok: true, endedEarly: expect.any(String) })
    await tuispec.call('recording.start', { path: join(folder, 'b.jsonl') })
    expect(await tuispec.call('recording.status')).toMatchObject({ active: true })
  })

  test('an artifact that cannot be written is an error, and the next request is answered', async () => {
    const disk = tinyDisk()
    const shared = await shareServer()
    const artifacts = join(disk, 'artifacts')
    mkdirSync(artifacts)
    const size = { cols: 300, rows: 100 }
    const greeting = { polytty: 'tuispec', session: null, artifactDir: artifacts, timeoutSeconds: 10, ...size }
    const rules = { ambiguityMode: 'fail', cwd: folder, env: {} }
    const tuispec = await shared.unix('tuispec', { ...greeting, ...rules })
    await tuispec.call('initialize')
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(60_000))
    expect(await failure(tuispec.call('dumpView', { name: 'full', format: 'both' }))).toContain('ENOSPC')
    expect(await tuispec.call('currentView')).toMatchObject({ rows: 100 })
  })

  test('a raw transcript ends and says so, and the session goes on', async () => {
    const disk = tinyDisk()
    const shared = await shareServer()
    const ptywright = await shared.unix('ptywright')
    const path = join(disk, 'raw')
    const args = ['-c', 'head -c 200000 /dev/zero | tr "\\0" x; echo; echo end; exec cat']
    const { session } = await ptywright.call('session.create', {
      ...{ program: '/bin/sh', args, raw_transcript_path: path },
    })
    await ptywright.call('session.wait', { session, matcher: { type: 'contains_text', value: 'end' } })
    const { raw_transcript_error: error } = await ptywright.call('session.transcript', { session })
    expect(error).toContain('ENOSPC')
    expect(statSync(path).size).toBeGreaterThan(0)
    await ptywright.call('session.input', { session, action: { type: 'text', value: 'still here' } })
    await ptywright.call('session.wait', { session, matcher: { type: 'contains_text', value: 'still here' } })
  })

  test('recordings for clients end and say so', async () => {
    const disk = tinyDisk()
    const before = process.env.TMPDIR
    const shared = await shareServer()
    process.env.TMPDIR = disk
    onTestFinished(() => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    })
    const args = ['-c', 'read line; head -c 2000000 /dev/zero | tr "\\0" x; echo; echo end; exec cat']
    await shared.server.sessions.create({ program: '/bin/sh', args, name: 'one' })
    const wrightty = await shared.unix('wrightty')
    const { recordingId } = await wrightty.call('Recording.startSession', { sessionId: 'one' })
    await wrightty.call('Input.sendText', { sessionId: 'one', text: 'go\n' })
    await wrightty.call('Screen.waitForText', { sessionId: 'one', pattern: 'end' })
    expect(await wrightty.call('Recording.stopSession', { recordingId })).toMatchObject({
      endedEarly: expect.stringContaining('ENOSPC'),
      data: expect.stringContaining('the recording ended here'),
    })
  })
})

test('a log that cannot be written stops no one', needsPath('/dev/full', 'no /dev/full'), async () => {
  const command = join(import.meta.dirname, '..', '..', '..', 'bin', 'polytty')
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const args = [command, 'serve', '--port', '0', '--log-level', 'debug']
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', full] })
  const [greeting] = (await once(server.stdout!, 'data')) as [Buffer]
  expect(greeting.toString()).toContain('is listening')
  server.kill()
  expect(await once(server, 'exit')).toEqual([0, null])
})
