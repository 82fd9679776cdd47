/** Servers that are killed, and the next one that goes on with their sessions as if nothing had happened. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ManualClock } from '../../../packages/polytty/src/base/clock.js'
import { HostLink, type KeptProgram } from '../../../packages/polytty/src/host/link/host-link.js'
import { startHost } from '../../../packages/polytty/src/host/link/start-host.js'
import { Terminal } from '../../../packages/terminal/src/index.js'
import { randomStream, seeded } from '../../screens/random-stream.js'
import { needsLibc } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { KillableServer } from './killable-server.js'

const sha = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

async function newServer(): Promise<KillableServer> {
  const server = new KillableServer(join(newFolder(), 'host.sock'))
  await server.start()
  onTestFinished(async () => {
    await server.ask('stop').catch(() => {})
    await server.kill()
  })
  return server
}

/** A random stream that is text, of at least so many characters. */
function longStream(seed: number, chars: number): string {
  let text = ''
  for (let part = 0; text.length < chars; part++)
    text += new TextDecoder().decode(randomStream(seed + part * 1000, 300))
  return text
}

test.each([1, 2])('whatever is printed, and whenever it is killed, nothing is lost: seed %i', async (seed) => {
  const random = seeded(seed * 7919)
  const text = longStream(seed, 2_000_000)
  const file = join(newFolder(), 'stream')
  writeFileSync(file, text)
  const server = await newServer()
  const [cols, rows, scrollback] = [40 + random(80), 10 + random(40), random(3) * 500]
  const id = await server.ask<string>('create', {
    ...{ program: '/bin/sh', args: ['-c', `stty raw -echo; cat '${file}'; exec cat >/dev/null`] },
    ...{ cols, rows, scrollback, transcriptChars: 16_000_000 },
  })
  const places = Array.from({ length: 4 }, () => random(text.length)).sort((a, b) => a - b)
  for (const place of places) {
    await server.ask('untilPrinted', id, place)
    await server.restart()
    expect(server.found).toBe(1)
  }
  await server.ask('untilPrinted', id, text.length)
  const undisturbed = new Terminal({ cols, rows, scrollback })
  undisturbed.write(text)
  const found = await server.describe(id)
  expect(found.printed).toBe(text.length)
  expect(found.transcript).toBe(sha(text))
  expect(found.dump).toBe(sha(undisturbed.dump()))
  expect(found.firstLine).toBe(undisturbed.firstLine)
})

/** Asks for the cursor's place again and again, each from another place, and notes the answers. */
const asker = (file: string, rounds: number): string => `
  const { appendFileSync } = require('node:fs')
  process.stdin.setRawMode(true)
  let place = 0
  const ask = () => process.stdout.write('\\x1b[' + (1 + place % 20) + ';' + (1 + place % 70) + 'H\\x1b[6n')
  process.stdin.on('data', (bytes) => {
    appendFileSync('${file}', bytes)
    for (const answer of bytes.toString().split('R')) if (answer !== '' && ++place < ${rounds}) ask()
    if (place === ${rounds}) process.stdout.write('\\x1b[22;1Hall-' + 'answered')
  })
  ask()
`

test('each answer reaches a program that asks, once, however often the server is killed', async () => {
  const random = seeded(77)
  const file = join(newFolder(), 'answers')
  const rounds = 1500
  const server = await newServer()
  const args = ['-e', asker(file, rounds)]
  const id = await server.ask<string>('create', { program: process.execPath, args, transcriptChars: 1_000_000 })
  for (let kill = 0; kill < 4; kill++) {
    const { printed } = await server.describe(id)
    await server.ask('untilPrinted', id, printed + random(4000))
    await server.restart()
  }
  expect(await server.ask('wait', id, 'all-answered')).toBe('matched')
  const expected = Array.from({ length: rounds }, (_, place) => `\x1b[${1 + (place % 20)};${1 + (place % 70)}R`)
  expect(readFileSync(file, 'latin1')).toBe(expected.join(''))
})

test('sizes, colours, names and tags are as they were, at the place where they were changed', async () => {
  const server = await newServer()
  const id = await server.ask<string>('create', {
    program: '/bin/sh',
    args: ['-c', 'stty -echo; echo ready; exec cat'],
    cols: 60,
    rows: 8,
  })
  await server.ask('wait', id, 'ready\r\n')
  const undisturbed = new Terminal({ cols: 60, rows: 8 })
  undisturbed.write('ready\r\n')
  const line = `${'0123456789'.repeat(7)}\r\n`
  const type = async (text: string): Promise<void> => {
    const { printed } = await server.describe(id)
    await server.ask('write', id, `${text}\n`)
    await server.ask('untilPrinted', id, printed + text.length + 2)
    undisturbed.write(`${text}\r\n`)
  }
  for (const [index, cols] of [44, 90, 20, 61].entries()) {
    for (let count = 0; count < 6; count++) await type(line.trim())
    await server.ask('resize', id, cols, 5 + index)
    undisturbed.resize(cols, 5 + index)
    await server.ask('palette', id, index, { r: index, g: 2, b: 3 })
    undisturbed.setPalette({ colors: new Map([[index, { r: index, g: 2, b: 3 }]]) })
    // Once between a resize and the output after it, once later.
    if (index % 2 === 0) await server.restart()
    await type('after')
    await server.ask('rename', id, `name-${index}`)
    await server.ask('tag', id, [`tag-${index}`])
    if (index % 2 === 1) await server.restart()
    const found = await server.describe(id)
    expect(found.dump).toBe(sha(undisturbed.dump()))
    expect([found.cols, found.rows, found.name]).toEqual([cols, 5 + index, `name-${index}`])
    expect(found.tags).toHaveLength(index + 1)
  }
})

test('a program that ended meanwhile has its exit code, and its last words', async () => {
  const server = await newServer()
  const script = 'read line; echo last-words; exit 7'
  const id = await server.ask<string>('create', { program: '/bin/sh', args: ['-c', script] })
  const { pid } = await server.describe(id)
  await server.ask('write', id, 'go\n')
  await server.kill()
  await ended(pid)
  await server.start()
  const found = await server.describe(id)
  expect(found.exit).toEqual({ code: 7, signal: null })
  expect(found.text).toContain('last-words')
})

test('input that is sent again under the same key is not typed again', async () => {
  const server = await newServer()
  const id = await server.ask<string>('create', { program: '/bin/cat' })
  const key = '0123456789abcdef0123456789abcdef'
  await server.ask('write', id, 'once\n', key)
  await server.ask('wait', id, 'once\r\nonce')
  await server.restart()
  await server.ask('write', id, 'once\n', key)
  await server.ask('write', id, 'more\n')
  await server.ask('wait', id, 'more\r\nmore')
  expect(await server.ask('transcript', id)).toBe('once\r\nonce\r\nmore\r\nmore\r\n')
})

test('a second server is refused while the first lives', async () => {
  const server = await newServer()
  const id = await server.ask<string>('create', { program: '/bin/cat' })
  const second = new KillableServer(server.hostSocket)
  await expect(second.start()).rejects.toThrow('the server ended')
  await server.ask('write', id, 'still here\n')
  expect(await server.ask('wait', id, 'still here')).toBe('matched')
})

test('a host that is killed is reported as the end of its sessions, and replaced', async () => {
  const server = await newServer()
  const id = await server.ask<string>('create', { program: '/bin/cat' })
  const { pid } = await server.describe(id)
  const host = parentOf(pid)
  const exit = server.ask('untilExit', id)
  process.kill(host, 'SIGKILL')
  expect(await exit).toEqual({
    code: null,
    signal: null,
    reason: 'the process that kept its terminal (polytty host) has ended',
  })
  await ended(pid)
  const next = await server.ask<string>('create', { program: '/bin/echo', args: ['up again'] })
  expect(await server.ask('untilExit', next)).toEqual({ code: 0, signal: null })
})

test('a program that starts after its caller gave up is ended, and no session', async () => {
  const socket = join(newFolder(), 'host.sock')
  await startHost({ socket, keepSeconds: 60, log: join(dirname(socket), 'host.log') })
  const clock = new ManualClock()
  const adopted: KeptProgram[] = []
  const link = await HostLink.open(socket, { clock }, (program) => adopted.push(program))
  onTestFinished(() => link.stop())
  const options = { program: 'cat', path: '/bin/cat', args: [], env: {}, cwd: '/', cols: 80, rows: 24 }
  const asked = { ...options, pixelWidth: 0, pixelHeight: 0, ending: { sessionId: 'a', interactiveShell: false } }
  const first = await link.spawn(asked, '{}')
  const host = parentOf(first.pid)
  process.kill(host, 'SIGSTOP')
  const late = link.spawn(asked, '{}')
  clock.advance(60_000)
  await expect(late).rejects.toThrow('does not answer')
  process.kill(host, 'SIGCONT')
  await link.spawn(asked, '{}')
  expect(adopted).toEqual([])
})

test('a planned handover loses nothing either, and takes no second look at what was printed', async () => {
  const server = await newServer()
  const id = await server.ask<string>('create', { program: '/bin/sh', args: ['-c', 'seq 1 200000; exec cat'] })
  await server.ask('untilPrinted', id, 700_000)
  await server.ask('release')
  await server.restart()
  expect(await server.ask('wait', id, '\r\n200000\r\n')).toBe('matched')
  const { revision } = await server.describe(id)
  expect(revision).toBeGreaterThan(10_000)
})

test('what a program waits for is still known of one that another server has started', needsLibc(), async () => {
  const server = await newServer()
  const id = await server.ask<string>('create', { program: '/bin/sh', args: ['-c', 'printf "name? "; read line'] })
  await server.ask('wait', id, 'name? ')
  await server.restart()
  expect(await server.ask('ready', id)).toMatchObject({ state: 'line-input', prompt: 'name? ' })
})

test('without a server for long enough, a host ends its programs and itself', async () => {
  const socket = join(newFolder(), 'host.sock')
  const server = new KillableServer(socket, 1)
  await server.start()
  const id = await server.ask<string>('create', { program: '/bin/sh', args: ['-c', "trap '' HUP TERM; sleep 1000"] })
  const { pid } = await server.describe(id)
  const host = parentOf(pid)
  await server.kill()
  await Promise.all([ended(pid), ended(host)])
  expect(readFileSync(socket.replace('.sock', '.log'), 'utf8')).toContain('no server for 1 s: ending a program')
})

test('a session with a host of its own survives the end of the other, and is found again', async () => {
  const server = await newServer()
  const [shared, own] = await Promise.all(
    [false, true].map((isolate) => server.ask<string>('create', { program: '/bin/cat', isolate })),
  )
  const pids = await Promise.all([shared, own].map(async (id) => (await server.describe(id)).pid))
  const [host, ownHost] = pids.map(parentOf)
  expect(host).not.toBe(ownHost)
  const exit = server.ask('untilExit', shared)
  process.kill(host, 'SIGKILL')
  await exit
  await server.restart()
  expect(await server.ask('list')).toEqual([own])
  await server.ask('write', own, 'still here\n')
  expect(await server.ask('wait', own, 'still here')).toBe('matched')
})

/** Resolves when a process has ended. */
async function ended(pid: number): Promise<void> {
  await once(spawn('tail', ['--pid', String(pid), '-f', '/dev/null'], { stdio: 'ignore' }), 'exit')
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
