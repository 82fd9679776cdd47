/** Every command from an empty home, wherever the server is: each does what it says, or fails in words. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProgram } from '../../../packages/polytty/src/cli/program.js'
import { protocols } from '../../../packages/polytty/src/protocols/index.js'
import { bin, newUser, type User } from '../../support/polytty.js'

/** By each command of the help: a call of it, and how it ends without a server and with one on which `demo` runs. */
const calls: Readonly<Record<string, readonly [words: string, alone: number, served: number]>> = {
  new: ['new --no-start -- cat', 1, 0],
  attach: ['attach demo', 1, 1],
  run: ['run --no-start true', 1, 0],
  type: ['type demo hello', 1, 0],
  do: ['do demo <Enter>', 1, 0],
  look: ['look demo', 1, 0],
  screenshot: ['screenshot demo', 1, 0],
  sessions: ['sessions', 1, 0],
  watch: ['watch demo', 1, 1],
  kill: ['kill missing', 1, 1],
  approve: ['approve', 1, 0],
  'give-back': ['give-back demo', 1, 0],
  adopt: ['adopt --no-start', 1, 1],
  release: ['release demo', 1, 1],
  bridge: ['bridge ghostty', 1, 1],
  fleet: ['fleet nodes', 1, 1],
  mcp: ['mcp --help', 0, 0],
  skill: ['skill', 0, 0],
  serve: ['serve --port 0 --linger 0', 0, 0],
  status: ['status', 1, 0],
  stop: ['stop --server 127.0.0.1:1', 1, 1],
  restart: ['restart --server 127.0.0.1:1', 1, 1],
  revive: ['revive demo', 1, 1],
  doctor: ['doctor', 0, 0],
  config: ['config', 0, 0],
  test: ['test', 1, 1],
  record: ['record new.cast --overwrite -- true', 0, 0],
  render: ['render some.cast -o some.txt', 0, 0],
  play: ['play some.cast', 0, 0],
  wrightty: ['wrightty session list', 1, 0],
  ptywright: ['ptywright run -- true', 0, 0],
  termwright: ['termwright run -- true', 0, 0],
  wsh: ['wsh list', 1, 0],
  tuispec: ['tuispec --help', 0, 0],
  shims: ['shims shims', 0, 0],
  completion: ['completion bash', 0, 0],
}

async function expectCalls(user: User, column: 1 | 2): Promise<void> {
  writeFileSync(join(user.home, 'some.cast'), '{"version":2,"width":10,"height":2}\n[0,"o","hi"]\n')
  for (const call of Object.values(calls)) {
    const { code, stdout, stderr } = await user.run(...call[0].split(' '))
    expect([call[0], code, stdout + stderr]).toEqual([call[0], call[column], expect.anything()])
    if (code !== 0) expect(stdout + stderr).toMatch(/^(?:polytty: .+\n(?: {2}.+\n)?|no server is running\n)$/)
    expect(stderr).not.toContain('POLYTTY_DEBUG')
  }
}

async function serveUntilEnd({ env, home }: User, ...args: readonly string[]): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [bin, 'serve', ...args], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  onTestFinished(() => end('SIGTERM'))
  return () => end('SIGKILL')
}

test('all commands of the help are tried', async () => {
  const program = await createProgram(protocols, [])
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name())
  expect(Object.keys(calls).sort()).toEqual(names.filter((name) => name !== 'help').sort())
})

test('no server', () => expectCalls(newUser(), 1))

test('one server', async () => {
  const user = newUser()
  await user.run('new', '-n', 'demo', '--', 'cat')
  await expectCalls(user, 2)
})

test('two servers', async () => {
  const user = newUser()
  await serveUntilEnd(user)
  await serveUntilEnd(user, '--name', 'other')
  await user.run('new', '-n', 'demo', '--', 'cat')
  await expectCalls(user, 2)
})

test('a dead socket', async () => {
  const user = newUser()
  await (await serveUntilEnd(user))()
  await expectCalls(user, 1)
})
