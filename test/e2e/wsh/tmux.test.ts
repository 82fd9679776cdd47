/** Attached inside tmux, a terminal that is not ours: keys by send-keys, screens by capture-pane. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Session, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'
import { see } from '../session/with-registry.js'
import { type RunningServer, startServer } from './start-server.js'

describe('in tmux', needs('tmux', 'grep'), () => {
  const terminals = new SessionRegistry()
  const folder = newFolder()
  const env = { ...process.env, HOME: folder, SHELL: '/bin/sh', PS1: '$ ', ENV: '', TMUX: '' }
  let server: RunningServer
  /** A tmux for each test: one that is ending may still be there for the next. */
  let count = 0
  const label = (): string => `wsh-${process.pid}-${count}`

  beforeAll(async () => {
    server = await startServer(['--bind', '127.0.0.1:0'], env)
  })
  beforeEach(() => void count++)
  afterEach(() => void tmux('kill-server'))
  afterAll(async () => {
    await terminals.dispose()
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
  })

  function tmux(...args: string[]): string {
    return spawnSync('tmux', ['-L', label(), '-f', '/dev/null', ...args], { encoding: 'utf8', env }).stdout
  }

  function capture(pane: string, ...args: string[]): string[] {
    return tmux('capture-pane', '-p', '-t', pane, ...args)
      .trimEnd()
      .split('\n')
  }

  async function create(name: string, command: string, at = server): Promise<void> {
    const body = JSON.stringify({ name, command })
    expect((await fetch(`${at.url}/sessions`, { method: 'POST', body })).status).toBe(201)
  }

  /** A shell command for a pane: attach, then say how it ended and whether the terminal is usable again. */
  function attaching(name: string, at = server): string {
    const attach = `${process.execPath} ${bin} wsh attach ${name} --server ${at.url}`
    const words = 'tr -s " ;" "\\n" | grep -xE "[-]?(icanon|echo)" | sort | tr "\\n" " "'
    return `sh -c 'sh -c "echo \\$\\$ >${pidFile(name)}; exec ${attach}"; echo status $?; echo "tty: $(stty -a | ${words})"; cat'`
  }

  function pidFile(name: string): string {
    return join(folder, `${name}.pid`)
  }

  function open(command: string, size = { cols: 60, rows: 15 }): Promise<Session> {
    const args = ['-L', label(), '-f', '/dev/null', 'new', command]
    return terminals.create({ program: 'tmux', args, env: { HOME: folder, TMUX: null }, ...size })
  }

  test('keys, panels, the past, and what scrolls away while one looks', async () => {
    await create('mux', 'stty -echo; seq 1 40; printf ready; while read x; do seq 1001 1300; echo "done $x"; done')
    const spans = [{ text: 'panel', bg: 'blue' }]
    const body = JSON.stringify({ position: 'bottom', height: 1, spans })
    await fetch(`${server.url}/sessions/mux/panel`, { method: 'POST', body })
    const outer = await open(attaching('mux'))
    await see(outer, 'ready')
    expect(capture('0')).toHaveLength(14)
    expect(capture('0').at(-1)).toBe('panel')
    expect(capture('0', '-S', '-100')).toContain('12')
    tmux('send-keys', 'first', 'Enter')
    await see(outer, 'done first')
    const lines = capture('0', '-S', '-2000')
    const expected = Array.from({ length: 299 }, (_, index) => String(1002 + index))
    const from = lines.indexOf('1002')
    expect(lines.slice(from, from + 299)).toEqual(expected)
    expect(lines[from + 299]).toBe('done first')
    expect(lines.at(-1)).toBe('panel')
    tmux('send-keys', 'C-\\', 'C-\\')
    await see(outer, 'status 0')
    await see(outer, 'tty: echo icanon')
  })

  test('several at once: the smallest window rules, and all see the same', async () => {
    await create('shared', "stty -echo; trap 'stty size' WINCH; printf ready; while :; do sleep 1000 & wait; done")
    const outer = await open(attaching('shared'), { cols: 81, rows: 20 })
    await see(outer, '19 81')
    tmux('split-window', '-h', '-l', '30', attaching('shared'))
    await see(outer, { type: 'regex', pattern: '19 30.*19 30' })
    expect(capture('0')).toEqual(capture('1'))
    tmux('kill-pane', '-t', '1')
    // The second may leave before the first has learned that its own pane is wider again.
    await see(outer, { type: 'regex', pattern: '19 30\\s+(19 50\\s+)?19 81' })
  })

  test('a program that wants keys of the kitty protocol is typed at all the same', async () => {
    await create('kitty', "printf '\\033[=1;1u'; printf ready; cat")
    const outer = await open(attaching('kitty'))
    await see(outer, 'ready')
    tmux('send-keys', 'hello')
    await see(outer, 'readyhello')
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)('%s gives the terminal back', async (signal) => {
    await create(`sig-${signal}`, "stty -echo; printf '\\033[?1049h\\033[?25l\\033[?1000hfull screen'; cat")
    const outer = await open(attaching(`sig-${signal}`))
    await see(outer, 'full screen')
    expect(tmux('display-message', '-p', '#{alternate_on} #{cursor_flag} #{mouse_any_flag}').trim()).toBe('1 0 1')
    process.kill(Number(readFileSync(pidFile(`sig-${signal}`), 'utf8')), signal)
    await see(outer, 'status 1')
    await see(outer, 'tty: echo icanon')
    expect(tmux('display-message', '-p', '#{alternate_on} #{cursor_flag} #{mouse_any_flag}').trim()).toBe('0 1 0')
  })

  test('so does a crash of the server', async () => {
    const dying = await startServer(['--bind', '127.0.0.1:0'], env)
    await create('d', "stty -echo; printf '\\033[?1049h\\033[?25lfull screen'; cat", dying)
    const outer = await open(attaching('d', dying))
    await see(outer, 'full screen')
    dying.process.kill('SIGKILL')
    await see(outer, 'was lost')
    await see(outer, 'status 1')
    await see(outer, 'tty: echo icanon')
    expect(tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}').trim()).toBe('0 1')
  })
})
