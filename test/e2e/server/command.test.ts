/** The command as a person meets it: help, slips, exit codes, stopping without leaving anything behind. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from '@polytty/client'
import { expect, test } from 'vitest'
import { isAlive } from '../../support/is-alive.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

function polytty(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('help and version', () => {
  expect(polytty('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('serve'), stderr: '' })
  expect(polytty('serve', '--help').stdout).toMatch(/mask this text; may be repeated\n/)
  expect(polytty('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

test.each([
  [['srve'], "unknown command 'srve'", 'serve'],
  [['serve', '--prot', '1'], "unknown option '--prot'", '--port'],
  [['serve', '--port', 'x'], 'expected a whole number from 0 to 65535', ''],
  [['completion', 'tcsh'], "unknown shell 'tcsh'", 'bash, zsh, fish'],
])('bad usage %j is a line, a suggestion and exit 2', (args, message, suggested) => {
  const { status, stderr, stdout } = polytty(...args)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`polytty: `)
  expect(stderr).toContain(message)
  expect(stderr).toContain(suggested)
})

test('a wrong password is a line and exit 1', async () => {
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--token', 'right'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) =>
    createInterface(server.stdout).on(
      'line',
      (line) => /ws:\/\/\S+/.test(line) && resolve(/ws:\/\/\S+/.exec(line)![0]),
    ),
  )
  expect(polytty('wrightty', 'read', '--url', url, '--password', 'wrong')).toMatchObject({
    status: 1,
    stderr: 'polytty: wrong password\n',
  })
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
})

test('an unsafe bind is refused with the line that fixes it', () => {
  const { status, stderr } = polytty('serve', '--host', '0.0.0.0')
  expect(status).toBe(1)
  expect(stderr).toContain('--token')
})

test.each(['bash', 'zsh', 'fish'])('completion for %s', (shell) => {
  expect(polytty('completion', shell)).toMatchObject({ status: 0, stdout: expect.stringContaining('polytty complete') })
})

test('completion offers commands, options and choices', () => {
  const offered = (...words: string[]): string[] =>
    polytty('complete', '--', ...words)
      .stdout.trim()
      .split('\n')
      .map((line) => line.replace(/\t.*/, ''))
  expect(offered('ser')).toEqual(['serve'])
  expect(offered('serve', '--so')).toEqual(['--socket'])
  expect(offered('serve', '--log-level', 'w')).toEqual(['warn'])
  // The shell offers files.
  expect(offered('serve', '--socket', '')).toEqual([':files'])
})

test('serve says where it listens, and SIGTERM ends it and every program', async () => {
  const folder = newFolder()
  const socket = join(folder, 'socket')
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--socket', socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let url = ''
  for await (const line of createInterface(server.stdout)) {
    url = /ws:\/\/\S+/.exec(line)?.[0] ?? ''
    if (url) break
  }
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  const client = await connect(url)
  // A program that ignores polite signals and has a child of its own.
  const script = "trap '' TERM HUP; sleep 1000 & echo child=$!; wait; wait"
  const { sessionId } = await client.call('Session.create', {
    shell: '/bin/sh',
    args: ['-c', script],
    env: { SEEN: '1' },
  })
  const { matches } = await client.call('Screen.waitForText', {
    sessionId,
    pattern: 'child=\\d+',
    isRegex: true,
  })
  const child = Number(matches[0]!.text.slice('child='.length))
  const { pid } = await client.call('Session.getInfo', { sessionId })
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect([isAlive(pid!), isAlive(child)]).toEqual([false, false])
})
