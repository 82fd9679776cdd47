/** `polytty wsh` from a shell's point of view, and attached in terminals of our own; tmux.test.ts has others. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Session, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'
import { see } from '../session/with-registry.js'
import { startServer } from './start-server.js'

const terminals = new SessionRegistry()
let folder: string
let server: ChildProcess
let url: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = newFolder()
  env = { ...process.env, HOME: folder, SHELL: '/bin/sh', PS1: '$ ', ENV: '' }
  ;({ process: server, url } = await startServer(['--bind', '127.0.0.1:0'], env))
})
afterAll(async () => {
  await terminals.dispose()
  server.kill('SIGTERM')
})

function wsh(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const run = { encoding: 'utf8', env: { ...env, WSH_SERVER: url } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'wsh', ...args], run)
  return { status, stdout, stderr }
}

/** A terminal in which the command runs, as a person would. */
function inTerminal(args: readonly string[], size = { cols: 60, rows: 12 }): Promise<Session> {
  const environment = { WSH_SERVER: url, HOME: folder }
  return terminals.create({ program: process.execPath, args: [bin, 'wsh', ...args], env: environment, ...size })
}

test('sessions from the command line', () => {
  expect(wsh('list')).toEqual({ status: 0, stdout: 'No active sessions.\n', stderr: '' })
  expect(wsh('-c', 'cat', '--name', 'one', '--tag', 'x')).toMatchObject({ status: 0, stdout: 'one\n' })
  expect(wsh('list').stdout).toMatch(/NAME.*\none +\d+ +cat +80x24 +0 +x\n/)
  expect(wsh('rename', 'one', 'two').status).toBe(0)
  expect(wsh('tag', 'two', '--add', 'a', '--remove', 'x').stdout).toBe("Session 'two': a\n")
  expect(JSON.parse(wsh('list', '--json', '--tag', 'a').stdout)).toMatchObject([{ name: 'two' }])
  expect(wsh('detach', 'two').status).toBe(0)
  expect(wsh('persist', 'off').stdout).toMatch(/^ephemeral/)
  expect(wsh('persist', 'status').stdout).toMatch(/^ephemeral/)
  expect(wsh('persist', 'on').stdout).toMatch(/^persistent/)
  expect(wsh('kill', 'two').status).toBe(0)
  expect(wsh('kill', 'two')).toEqual({ status: 1, stdout: '', stderr: 'polytty: Session not found: two.\n' })
  expect(wsh('attach', 'x')).toMatchObject({ status: 1, stderr: expect.stringContaining('needs a terminal') })
  expect(wsh('list', '--server', 'http://127.0.0.1:1')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('polytty wsh server'),
  })
  expect(wsh('--server', 'http://127.0.0.1:1', 'list').stderr).toContain('http://127.0.0.1:1')
})

describe('attached', () => {
  test('types, resizes, detaches with Ctrl+\\ twice, and leaves the terminal as it was', async () => {
    wsh('-c', "printf 'ready\\n'; stty -echo; cat", '--name', 'att')
    const terminal = await inTerminal(['attach', 'att'])
    await see(terminal, 'ready')
    await terminal.write('typed\n')
    await see(terminal, 'typed')
    terminal.resize(40, 10)
    await terminal.write('small\n')
    await see(terminal, 'small')
    expect(wsh('list').stdout).toContain('40x10')
    await terminal.write('\x1c\x1c')
    await see(terminal, '[detached from att]')
    expect((await terminal.wait({ type: 'exited' })).kind).toBe('matched')
    expect(terminal.exit?.code).toBe(0)
    expect(terminal.terminal.modes).toMatchObject({ cursorVisible: true, bracketedPaste: false, autoWrap: true })
  })

  test('as much of the past comes along as is asked for', async () => {
    wsh('-c', 'stty -echo; seq 1 40; printf ready; cat', '--name', 'past')
    for (const [asked, first] of [
      ['none', undefined],
      ['5', '25'],
      ['all', '1'],
    ] as const) {
      const terminal = await inTerminal(['attach', 'past', '--scrollback', asked])
      await see(terminal, 'ready')
      const lines = terminal.terminal.history().map(({ text }) => text)
      expect(lines.find((text) => /^\d+$/.test(text))).toBe(first)
      await terminal.write('\x1c\x1c')
      await terminal.wait({ type: 'exited' })
    }
    expect(wsh('attach', 'past', '--scrollback', 'some')).toMatchObject({ status: 2 })
  })

  test('the alternate screen and modes come and go with the program', async () => {
    const script = "printf '\\033[?1049h\\033[?2004h\\033[?1000h\\033[?1006hfull screen'; read x"
    wsh('-c', `stty -echo; printf before; read x; ${script}; printf '\\033[?1049l'; cat`, '--name', 'alt')
    const terminal = await inTerminal(['attach', 'alt'])
    await see(terminal, 'before')
    await terminal.write('\n')
    await see(terminal, 'full screen')
    expect(terminal.terminal.modes).toMatchObject({
      alternateScreen: true,
      bracketedPaste: true,
      mouseTracking: 'normal',
      mouseEncoding: 'sgr',
    })
    await fetch(`${url}/sessions/alt/detach`, { method: 'POST' })
    await see(terminal, '[detached from alt]')
    expect(terminal.terminal.modes).toMatchObject({
      alternateScreen: false,
      bracketedPaste: false,
      mouseTracking: 'none',
    })
  })

  test('the end of the program and the death of the server are reported, and the terminal is restored', async () => {
    wsh('-c', 'stty -echo; printf up; read x', '--name', 'ends')
    const terminal = await inTerminal(['attach', 'ends'])
    await see(terminal, 'up')
    await terminal.write('\n')
    await see(terminal, '[session ended]')
    const dying = await startServer(['--bind', '127.0.0.1:0'], env)
    const made = await fetch(`${dying.url}/sessions`, {
      method: 'POST',
      body: '{"name":"d","command":"printf up; cat"}',
    })
    expect(made.status).toBe(201)
    const lost = await inTerminal(['attach', 'd', '--server', dying.url])
    await see(lost, 'up')
    dying.process.kill('SIGKILL')
    await see(lost, 'was lost')
    await lost.wait({ type: 'exited' })
    expect(lost.exit?.code).toBe(1)
    expect(lost.terminal.modes.cursorVisible).toBe(true)
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)('%s restores the terminal', async (signal) => {
    const name = `sig-${signal}`
    const modes = "printf '\\033[?1049h\\033[?2004h\\033[?1003h\\033[?1006h\\033[?25l\\033[=5;1u\\033[>4;2mfull screen'"
    wsh('-c', `stty -echo; ${modes}; cat`, '--name', name)
    const cwd = mkdtempSync(join(folder, 'tty-'))
    const attach = `sh -c 'echo $$ >pid; exec "$0" "$@"' "$0" "$@"`
    const shell = await terminals.create({
      program: '/bin/sh',
      args: [
        '-c',
        `stty -a >before; ${attach}; stty -a >after; [ "$(cat before)" = "$(cat after)" ] && printf same`,
      ].concat([process.execPath, bin, 'wsh', 'attach', name]),
      cwd,
      env: { WSH_SERVER: url, HOME: folder },
    })
    await see(shell, 'full screen')
    const on = {
      alternateScreen: true,
      kittyKeyboard: 5,
      modifyOtherKeys: 2,
      mouseTracking: 'any',
      bracketedPaste: true,
    }
    expect(shell.terminal.modes).toMatchObject(on)
    process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8')), signal)
    await see(shell, 'same')
    expect(shell.terminal.modes).toMatchObject({
      alternateScreen: false,
      kittyKeyboard: 0,
      modifyOtherKeys: 0,
      mouseTracking: 'none',
      bracketedPaste: false,
      cursorVisible: true,
    })
  })
})

test('by itself it starts a server that ends with its last session', async () => {
  const free = await startServer(['--bind', '127.0.0.1:0'], env)
  free.process.kill('SIGTERM')
  await once(free.process, 'exit')
  const terminal = await inTerminal(['--server', free.url, '--name', 'mine'], { cols: 70, rows: 10 })
  await terminal.write("printf 'a%sc\\n' b\n")
  await see(terminal, 'abc')
  expect(wsh('list', '--server', free.url).stdout).toMatch(/\nmine .*70x10 +1\n/)
  await terminal.write('exit\n')
  await see(terminal, '[session ended]')
})

test('a server that is asked to end notifies its clients, then to its programs', async () => {
  const ending = await startServer(['--bind', '127.0.0.1:0'], env)
  const reported = join(folder, 'reported')
  const command = `trap 'echo hung up >${reported}; exit' HUP; printf up; while :; do sleep 1000 & wait; done`
  await fetch(`${ending.url}/sessions`, { method: 'POST', body: JSON.stringify({ name: 'e', command }) })
  const at = ending.url.replace('http', 'ws')
  const sockets = ['/ws/json', '/ws/raw', '/sessions/e/ws/json', '/sessions/e/ws/raw', '/sessions/e/ws/attach'].map(
    (path) => new WebSocket(`${at}${path}`),
  )
  const closings = sockets.map((socket) => once(socket, 'close') as Promise<[number, Buffer]>)
  await Promise.all([seeOn(sockets[3]!, 'up'), ...sockets.map((socket) => once(socket, 'open'))])
  const exit = once(ending.process, 'exit')
  ending.process.kill('SIGTERM')
  for (const [code, reason] of await Promise.all(closings))
    expect([code, reason.toString()]).toEqual([1000, 'server shutting down'])
  expect(await exit).toEqual([0, null])
  expect(readFileSync(reported, 'utf8')).toBe('hung up\n')
})

/** Waits until raw bytes hold a text. */
function seeOn(socket: WebSocket, text: string): Promise<void> {
  let received = ''
  return new Promise((resolve) =>
    socket.on('message', (data: Buffer) => {
      received += data.toString()
      if (received.includes(text)) resolve()
    }),
  )
}

test('strangers need the token, which its owner can print', async () => {
  const guarded = await startServer(['--bind', '0.0.0.0:0'], env)
  const port = new URL(guarded.url).port
  const at = `http://127.0.0.1:${port}`
  expect((await fetch(`${at}/sessions`)).status).toBe(401)
  const token = wsh('token', '--server', at).stdout.trim()
  expect(token.length).toBeGreaterThanOrEqual(16)
  expect(statSync(join(folder, '.polytty', `wsh-${port}.token`)).mode & 0o777).toBe(0o600)
  expect((await fetch(`${at}/sessions`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect(wsh('list', '--server', at).stdout).toBe('No active sessions.\n')
  const ended = once(guarded.process, 'exit')
  expect(wsh('stop', '--server', at).status).toBe(0)
  expect(await ended).toEqual([0, null])
})
