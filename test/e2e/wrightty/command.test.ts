/** `polytty wrightty` from a shell's point of view, against a server in a process of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RpcClient } from '../../../src/sdk/rpc-client.js'

const bin = join(import.meta.dirname, '../../../bin/polytty')
let folder: string
let server: ChildProcess
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polytty-wr-'))
  server = spawn(process.execPath, [bin, 'wrightty', 'term', '--headless', '--name', 'test'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SHELL: '/bin/bash', HOME: folder },
  })
  const line = await new Promise<string>((resolve) => createInterface(server.stdout!).once('line', resolve))
  expect(line).toMatch(/^wrightty \(headless\) listening on ws:\/\/127\.0\.0\.1:9[45]\d\d$/)
  url = /ws:\S+/.exec(line)![0]
})
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true })
})

function wrightty(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, WRIGHTTY_SOCKET: url }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'wrightty', ...args], { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

test('run prints the output and ends with the exit code, by shell integration', () => {
  expect(wrightty('run', 'echo hello; sh -c "exit 42"')).toMatchObject({ status: 42, stdout: 'hello\n' })
  expect(wrightty('run', 'true')).toMatchObject({ status: 0, stdout: '' })
  expect(wrightty('run', 'seq 100').stdout.trim().split('\n')).toHaveLength(100)
})

test('run works by the prompt where a shell has no integration', () => {
  const id = wrightty('session', 'create', '--', '/bin/sh').stdout.trim()
  expect(wrightty('run', '--session', id, 'echo plain; sh -c "exit 3"')).toMatchObject({ status: 3, stdout: 'plain\n' })
  wrightty('session', 'destroy', id)
})

test('what a command printed stays on the screen, however often and in whatever pieces it came', () => {
  const id = wrightty('session', 'create').stdout.trim()
  for (const word of ['one', 'two', 'three']) {
    expect(wrightty('run', '--session', id, `seq 1 30; echo ${word}`).stdout).toContain(`30\n${word}\n`)
    expect(wrightty('read', '--session', id).stdout).toContain(`30\n${word}\n`)
  }
  expect(wrightty('run', '--session', id, 'clear; echo A; clear; echo B')).toMatchObject({ status: 0, stdout: 'B\n' })
  wrightty('session', 'destroy', id)
})

test('without marks every exit code is that of its own command, and an unfinished line is no success', () => {
  const id = wrightty('session', 'create', '--', 'bash', '--norc').stdout.trim()
  const codes = [0, 3, 5, 0, 7].map((code) => wrightty('run', '--session', id, `sh -c 'exit ${code}'`).status)
  expect(codes).toEqual([0, 3, 5, 0, 7])
  expect(wrightty('run', '--session', id, '--timeout', '0.5', "echo 'unterminated").status).toBe(1)
  expect(wrightty('run', '--session', id, 'echo next')).toMatchObject({ status: 0, stdout: 'next\n' })
  wrightty('session', 'destroy', id)
})

test('a reader that goes away ends the command quietly', () => {
  const line = `"${process.execPath}" "${bin}" wrightty run 'seq 1 20000' | head -1`
  const { stdout, stderr } = spawnSync('sh', ['-c', line], {
    encoding: 'utf8',
    env: { ...process.env, WRIGHTTY_SOCKET: url },
  })
  expect([stdout, stderr]).toEqual(['1\n', ''])
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
  expect(wrightty('wait-for', ...on, 'two', '--timeout', '5')).toMatchObject({ status: 0, stdout: 'two\n' })
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
  expect(wrightty('session', 'list').stdout).toContain(`${id}  60x10  running  cat`)
  expect(wrightty('session', 'destroy', id).status).toBe(0)
  expect(wrightty('read', ...on)).toMatchObject({ status: 1, stderr: expect.stringContaining('destroyed') })
})

test('discover and info', () => {
  expect(JSON.parse(wrightty('discover', '--json').stdout)).toContainEqual(
    expect.objectContaining({ url, name: 'test' }),
  )
  expect(JSON.parse(wrightty('info').stdout)).toMatchObject({ implementation: 'polytty', name: 'test' })
})

test('a recorded script does the same again', async () => {
  const client = await RpcClient.connect({ url })
  const script = 'while read line; do echo "got $line"; done'
  const create = () => client.call<{ sessionId: string }>('Session.create', { shell: '/bin/sh', args: ['-c', script] })
  const { sessionId } = await create()
  const { recordingId } = await client.call<{ recordingId: string }>('Recording.startActions', {
    sessionId,
    format: 'cli',
  })
  await client.call('Input.sendText', { sessionId, text: "it's $HOME `here`\n" })
  await client.call('Screen.waitForText', { sessionId, pattern: 'got it', timeout: 5000 })
  await client.call('Input.sendKeys', { sessionId, keys: ['x', { key: 'Char', char: 'y' }, { key: 'Enter' }] })
  await client.call('Screen.waitForText', { sessionId, pattern: 'got x.', isRegex: true, timeout: 5000 })
  const { data } = await client.call<{ data: string }>('Recording.stopActions', { recordingId })
  const { text } = await client.call<{ text: string }>('Screen.getText', { sessionId })

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
  expect((await client.call<{ text: string }>('Screen.getText', { sessionId: fresh.sessionId })).text).toBe(text)
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
