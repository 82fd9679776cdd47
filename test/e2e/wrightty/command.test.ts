/** `polytty wrightty` from a shell's point of view, against a server in a process of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from '@polytty/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discover } from '../../../packages/polytty/src/cli-kit/discover.js'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { findProgram } from '../../../scripts/programs.mjs'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

let folder: string
let server: ChildProcess
let url: string

beforeAll(async () => {
  folder = newFolder()
  server = spawn(process.execPath, [bin, 'wrightty', 'term', '--headless', '--name', 'test'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SHELL: findProgram('bash') ?? '/bin/sh', HOME: folder },
  })
  const line = await new Promise<string>((resolve) => createInterface(server.stdout!).once('line', resolve))
  expect(line).toMatch(/^wrightty \(headless\) listening on ws:\/\/127\.0\.0\.1:\d+$/)
  url = /ws:\S+/.exec(line)![0]
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
})

function wrightty(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, WRIGHTTY_SOCKET: url }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'wrightty', ...args], { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

test('run prints the output and ends with the exit code, by shell integration', needs('bash'), () => {
  expect(wrightty('run', 'echo hello; sh -c "exit 42"')).toMatchObject({ status: 42, stdout: 'hello\n' })
  expect(wrightty('run', 'true')).toMatchObject({ status: 0, stdout: '' })
  expect(wrightty('run', 'seq 100').stdout.trim().split('\n')).toHaveLength(100)
})

test('run works by the prompt where a shell has no integration', () => {
  const id = wrightty('session', 'create', '--', '/bin/sh').stdout.trim()
  expect(wrightty('run', '--session', id, 'echo plain; sh -c "exit 3"')).toMatchObject({ status: 3, stdout: 'plain\n' })
  wrightty('session', 'destroy', id)
})

test('what a command printed stays on the screen, however often and in whatever pieces it came', needs('bash'), () => {
  const id = wrightty('session', 'create').stdout.trim()
  for (const word of ['one', 'two', 'three']) {
    expect(wrightty('run', '--session', id, `seq 1 30; echo ${word}`).stdout).toContain(`30\n${word}\n`)
    expect(wrightty('read', '--session', id).stdout).toContain(`30\n${word}\n`)
  }
  const clear = "printf '\\033[H\\033[2J\\033[3J'"
  expect(wrightty('run', '--session', id, `${clear}; echo A; ${clear}; echo B`)).toMatchObject({
    status: 0,
    stdout: 'B\n',
  })
  wrightty('session', 'destroy', id)
})

test(
  'without marks every exit code is that of its own command, and an unfinished line is not a success',
  needs('bash'),
  () => {
    const id = wrightty('session', 'create', '--', 'bash', '--norc').stdout.trim()
    const codes = [0, 3, 5, 0, 7].map((code) => wrightty('run', '--session', id, `sh -c 'exit ${code}'`).status)
    expect(codes).toEqual([0, 3, 5, 0, 7])
    expect(wrightty('run', '--session', id, '--timeout', '0.5', "echo 'unterminated").status).toBe(1)
    expect(wrightty('run', '--session', id, 'echo next')).toMatchObject({ status: 0, stdout: 'next\n' })
    wrightty('session', 'destroy', id)
  },
)

test('a reader that goes away ends the command quietly', () => {
  const line = `"${process.execPath}" "${bin}" wrightty run 'seq 1 20000' | head -1`
  const { stdout, stderr } = spawnSync('sh', ['-c', line], {
    encoding: 'utf8',
    env: { ...process.env, WRIGHTTY_SOCKET: url },
  })
  expect([stdout, stderr]).toEqual(['1\n', ''])
})

test.each([
  [['--alacritty'], 1, /--alacritty is not supported.*--headless/s],
  [['--bridge-ghostty'], 1, /Ghostty cannot be bridged.*polytty bridge tmux/s],
  [['--bridge-kitty'], 2, /where does kitty listen\?.*--listen-on/s],
  [['--bridge-kitty', '--headless'], 2, /exactly one of --headless and --bridge-tmux/],
  [[], 2, /exactly one of --headless and --bridge-tmux/],
])('term %j says what is missing', (flags, status, reason) => {
  expect(wrightty('term', ...flags)).toMatchObject({ status, stderr: expect.stringMatching(reason) })
})

test('run gives up after its timeout', () => {
  const id = wrightty('session', 'create', '--', '/bin/sh').stdout.trim()
  expect(wrightty('run', '--session', id, '--timeout', '0.2', 'cat')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('0.2 s'),
  })
  wrightty('session', 'destroy', id)
})

test('typing, waiting and looking', () => {
  const id = wrightty('session', 'create', '--cols', '60', '--rows', '10', '--', 'cat').stdout.trim()
  const on = ['--session', id]
  expect(wrightty('size', ...on).stdout).toBe('60x10\n')
  wrightty('send-text', ...on, 'one\\ntwo')
  wrightty('send-keys', ...on, 'Enter')
  expect(wrightty('wait-for', ...on, 'two', '--timeout', '5')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^one\n.*two\n$/s),
  })
  expect(wrightty('wait-for', ...on, 't.o', '--regex').status).toBe(0)
  expect(wrightty('wait-for', ...on, 'three', '--timeout', '0')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('three'),
  })
  expect(wrightty('read', ...on).stdout).toMatch(/^one\n.*two\n$/s)
  const png = join(folder, 'screen.png')
  wrightty('screenshot', ...on, '--format', 'png', '-o', png)
  expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG')
  expect(wrightty('screenshot', ...on, '--format', 'svg').stdout).toContain('<svg')
  expect(wrightty('session', 'list').stdout).toContain(`${id}  60x10  cat`)
  expect(wrightty('session', 'destroy', id).status).toBe(0)
  expect(wrightty('read', ...on)).toMatchObject({ status: 1, stderr: expect.stringContaining('destroyed') })
})

test('sessions as the original makes, lists and takes them', async () => {
  const made = ['--shell', '/bin/sh'].concat(['--cols', '100'])
  const first = wrightty('session', '--url', url, 'create', ...made).stdout.trim()
  const second = wrightty('session', 'create', '--shell', '/bin/sh').stdout.trim()
  expect(wrightty('size', '--session', first).stdout).toBe('100x40\n')
  expect(wrightty('size', '--session', second).stdout).toBe('120x40\n')
  expect(wrightty('run', '--session', second, 'pwd').stdout).toBe(`${realpathSync(folder)}\n`)
  const lines = wrightty('session', 'list').stdout.trim().split('\n')
  expect(lines.some((line) => line.startsWith(second))).toBe(true)
  // Without --session it is the first of the list.
  const taken = lines[0]!.trim().split(/\s+/)
  expect(wrightty('size').stdout.trim()).toBe(taken[1])
  for (const id of [first, second]) expect(wrightty('session', 'destroy', id).stdout).toBe(`Destroyed session ${id}\n`)
})

test('a server on any port of the range is found, the first of several', async () => {
  const [low, high] = await Promise.all([startServer({ port: 0, name: 'a' }), startServer({ port: 0, name: 'b' })])
  const port = (server: { url: string }): number => Number(new URL(server.url).port)
  expect(await discover('127.0.0.1', [1, port(low), 2, port(high)])).toMatchObject([{ name: 'a' }, { name: 'b' }])
  const { WRIGHTTY_SOCKET: _, ...env } = process.env
  // Ours is in the range; there may be others before it.
  const { status, stdout } = spawnSync(process.execPath, [bin, 'wrightty', 'info'], { encoding: 'utf8', env })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toHaveProperty('implementation')
  await Promise.all([low.stop(), high.stop()])
})

test('discover and info', () => {
  expect(JSON.parse(wrightty('discover', '--json').stdout)).toContainEqual(
    expect.objectContaining({ url, name: 'test' }),
  )
  expect(JSON.parse(wrightty('info').stdout)).toMatchObject({ implementation: 'polytty', name: 'test' })
})

test('a recorded script does the same again', async () => {
  const client = await connect(url)
  const script = 'while read line; do echo "got $line"; done'
  const create = () => client.call('Session.create', { shell: '/bin/sh', args: ['-c', script] })
  const { sessionId } = await create()
  const { recordingId } = await client.call('Recording.startActions', {
    sessionId,
    format: 'cli',
  })
  await client.call('Input.sendText', { sessionId, text: "it's $HOME `here`\n" })
  await client.call('Screen.waitForText', { sessionId, pattern: 'got it', timeout: 60_000 })
  await client.call('Input.sendKeys', { sessionId, keys: ['x', { key: 'Char', char: 'y' }, { key: 'Enter' }] })
  await client.call('Screen.waitForText', { sessionId, pattern: 'got x.', isRegex: true, timeout: 60_000 })
  const { data } = await client.call('Recording.stopActions', { recordingId })
  const { text } = await client.call('Screen.getText', { sessionId })

  const fresh = await create()
  const replay = join(folder, 'replay.sh')
  writeFileSync(
    replay,
    `set -e\nwrightty() { "${process.execPath}" "${bin}" wrightty "$@" --session ${fresh.sessionId}; }\n${data}`,
  )
  expect(spawnSync('sh', [replay], { encoding: 'utf8', env: { ...process.env, WRIGHTTY_SOCKET: url } })).toMatchObject({
    status: 0,
    stderr: '',
  })
  expect((await client.call('Screen.getText', { sessionId: fresh.sessionId })).text).toBe(text)
  client.close()
})

test('record writes a cast until it is interrupted', async () => {
  const id = wrightty('session', 'create', '--', 'cat').stdout.trim()
  const file = join(folder, 'out.cast')
  const recorder = spawn(process.execPath, [bin, 'wrightty', 'record', '--url', url, '--session', id, '-o', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise((resolve) => createInterface(recorder.stderr).once('line', resolve))
  wrightty('send-text', '--session', id, 'on record')
  wrightty('wait-for', '--session', id, 'on record')
  const ended = new Promise((resolve) => recorder.once('exit', resolve))
  recorder.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(/^\{"version":2.*\n.*on record/)
})
