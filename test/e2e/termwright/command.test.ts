/** `polytty termwright` from a shell's point of view: daemons, one-off screens, step files and their exit codes. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

let folder: string
beforeAll(() => {
  folder = newFolder()
})

function termwright(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'termwright', ...args], {
    encoding: 'utf8',
    cwd: folder,
  })
  return { status, stdout, stderr }
}

function exec(
  socket: string,
  method: string,
  params: object = {},
): { result: unknown; error: { code: number } | null } {
  return JSON.parse(
    termwright('exec', '--socket', socket, '--method', method, '--params', JSON.stringify(params)).stdout,
  )
}

test('run prints a screen, screenshot saves one', () => {
  expect(termwright('run', '--wait-for', 'hello', '--', 'sh', '-c', 'echo hello; cat')).toMatchObject({
    status: 0,
    stdout: 'hello\n',
  })
  const png = join(folder, 'shot.png')
  expect(termwright('screenshot', '-o', png, '--wait-for', 'hi', '--', 'sh', '-c', 'echo hi; cat').status).toBe(0)
  expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG')
})

test('a program that does not exist is one line and exit 1', () => {
  expect(termwright('run', '--', 'no-such-program')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no-such-program'),
  })
})

test('a daemon in the background accepts as soon as the command returns, and close ends it', () => {
  const socket = join(folder, 'daemon.sock')
  expect(termwright('daemon', '--background', '--socket', socket, '--', 'cat')).toMatchObject({
    status: 0,
    stdout: `${socket}\n`,
  })
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  expect(exec(socket, 'type', { text: 'over here' })).toMatchObject({ result: null, error: null })
  expect(exec(socket, 'wait_for_text', { text: 'over here', timeout_ms: 5000 })).toMatchObject({
    result: { found: true },
  })
  expect(exec(socket, 'close')).toMatchObject({ error: null })
})

test('a daemon whose program has ended goes away by itself, and its socket with it', async () => {
  const { spawn } = await import('node:child_process')
  const socket = join(folder, 'short.sock')
  const daemon = spawn(process.execPath, [bin, 'termwright', 'daemon', '--socket', socket, '--', 'true'], {
    stdio: 'ignore',
  })
  expect(await new Promise((resolve) => daemon.once('exit', resolve))).toBe(0)
  expect(existsSync(socket)).toBe(false)
})

test('a hub starts several daemons, prints them as an array and stops them by file or socket', () => {
  const list = join(folder, 'hub.json')
  const { stdout } = termwright('hub', 'start', '--count', '3', '--output', list, '--', 'cat')
  const daemons = JSON.parse(stdout) as { socket: string; pid: number }[]
  expect(daemons).toHaveLength(3)
  expect(daemons[0]).toEqual({ socket: expect.any(String), pid: expect.any(Number) })
  expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual(daemons)
  for (const { socket } of daemons) expect(exec(socket, 'status')).toMatchObject({ result: { exited: false } })
  const [first, second] = daemons.map(({ socket }) => socket)
  expect(termwright('hub', 'stop', '--socket', first!, '--socket', second!)).toMatchObject({
    status: 0,
    stdout: '2 of 2 daemons stopped\n',
  })
  expect(termwright('hub', 'stop', '--input', list)).toMatchObject({ status: 0, stdout: '1 of 3 daemons stopped\n' })
  expect(termwright('hub', 'stop')).toMatchObject({ status: 2, stderr: expect.stringContaining('--input') })
})

test('fonts', () => {
  expect(termwright('fonts').stdout).toContain('JetBrains Mono')
})

test('a daemon stands in front of a session of a running server', async () => {
  const path = join(folder, 'serve.sock')
  const server = await startServer({ port: 0, socket: path })
  const session = await server.sessions.create({ program: '/bin/cat', name: 'shared' })
  // In the background, since this process must go on answering it.
  const { spawn } = await import('node:child_process')
  const front = spawn(process.execPath, [
    bin,
    'termwright',
    'daemon',
    '--session',
    'shared',
    '--server',
    path,
    '--socket',
    join(folder, 'front.sock'),
  ])
  await new Promise((resolve) => front.stdout.once('data', resolve))
  const client = spawn(process.execPath, [
    bin,
    'termwright',
    'exec',
    '--socket',
    join(folder, 'front.sock'),
    '--method',
    'type',
    '--params',
    '{"text":"through"}',
  ])
  await new Promise((resolve) => client.once('exit', resolve))
  expect(await session.wait({ type: 'text', text: 'through' }, { timeoutMs: 60_000 })).toMatchObject({
    kind: 'matched',
  })
  front.kill('SIGTERM')
  await new Promise((resolve) => front.once('exit', resolve))
  await server.stop()
})

describe('step files', () => {
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  test('a file that passes', () => {
    const file = write(
      'good.yaml',
      `session:
  command: sh
  args: ["-c", "echo Ready; read name; echo Hello $name; exit 3"]
steps:
  - waitForText: Ready
  - type: World
  - press: Enter
  - waitForPattern: {pattern: "Hello \\\\w+"}
  - notExpectText: Goodbye
  - screenshot: {name: final}
  - waitForExit: {exitCode: 3}
artifacts: {mode: always, dir: artifacts}
`,
    )
    const { status, stdout } = termwright('run-steps', file, '--junit', join(folder, 'junit.xml'))
    expect([status, stdout]).toEqual([0, expect.stringContaining('7 steps passed')])
    const [run] = readdirSync(join(folder, 'artifacts'))
    expect(readdirSync(join(folder, 'artifacts', run!))).toEqual(
      expect.arrayContaining(['final.png', 'step-001-screen.txt', 'step-001-screen.json', 'trace.json']),
    )
    const trace = JSON.parse(readFileSync(join(folder, 'artifacts', run!, 'trace.json'), 'utf8'))
    expect(trace[0]).toMatchObject({ step: 1, action: 'waitForText', error: null, before_hash: expect.any(String) })
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('tests="7" failures="0" skipped="0"')
  })

  test.each([
    ['crlf.yaml', 'session:\n  command: cat\nsteps:\n  - type: |-\n      two\n      lines\n  - waitForText: lines\n'],
    [
      'crlf.json',
      '{ "session": { "command": "cat" },\n"steps": [{ "type": "lines" },\n{ "waitForText": "lines" }] }\n',
    ],
  ])('a file with the line ends of Windows: %s', (name, text) => {
    for (const start of ['', '\ufeff'])
      expect(termwright('run-steps', write(name, start + text.replaceAll('\n', '\r\n')))).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('2 steps passed'),
      })
  })

  test('a step that fails: exit 1, the reason, and the screen kept', () => {
    const file = write(
      'fail.json',
      JSON.stringify({
        session: { command: 'cat' },
        steps: [{ expectText: { text: 'nowhere', timeoutMs: 0 } }, { press: 'Enter' }],
        artifacts: { dir: 'failed' },
      }),
    )
    const { status, stdout } = termwright('run-steps', file, '--junit', join(folder, 'fail.xml'))
    expect(status).toBe(1)
    expect(stdout).toContain('text "nowhere" did not happen')
    const [run] = readdirSync(join(folder, 'failed'))
    expect(readdirSync(join(folder, 'failed', run!))).toContain('failure-001-screen.txt')
    expect(readFileSync(join(folder, 'fail.xml'), 'utf8')).toContain('failures="1" skipped="1"')
  })

  test.each([
    [
      'unknown.yaml',
      'session: {command: cat}\nsteps:\n  - press: a\n  - jump: high\n',
      ':4: step 2:',
      'no action "jump"',
    ],
    ['wrong.yaml', 'session: {command: cat}\nsteps:\n  - resize: {cols: 0, rows: 5}\n', ':3: step 1:', 'cols'],
    ['escape.yaml', 'session: {command: cat}\nsteps:\n  - screenshot: {name: ../../evil}\n', ':3: step 1:', 'name'],
    ['broken.yaml', 'steps: [\n', ':', ''],
  ])('%s is refused before anything runs, with line and step', (name, text, where, what) => {
    const { status, stderr } = termwright('run-steps', write(name, text))
    expect(status).toBe(2)
    expect(stderr).toContain(`${name}${where}`)
    expect(stderr).toContain(what)
  })

  test('what cannot be started is exit 3', () => {
    expect(
      termwright('run-steps', write('missing.yaml', 'session: {command: no-such-program}\nsteps:\n  - press: a\n'))
        .status,
    ).toBe(3)
    expect(
      termwright('run-steps', write('nowhere.yaml', 'steps:\n  - press: a\n'), '--connect', '/no/socket').status,
    ).toBe(3)
  })
})
