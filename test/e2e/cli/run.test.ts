/** `polytty run` as part of a pipeline: what goes in, what comes out, and how it ends before its program does. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { bin, newUser, type User } from '../../support/polytty.js'

interface Running {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves once this was printed. */
  printed(text: string): Promise<void>
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: Buffer; readonly stderr: string }>
}

function start({ home, env }: User, ...args: readonly string[]): Running {
  const child = spawn(process.execPath, [bin, 'run', ...args], { cwd: home, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes))
  // A program may end before it has read what it is given.
  child.stdin.on('error', () => {})
  const printed = async (text: string): Promise<void> => {
    while (!Buffer.concat(stdout).includes(text)) await once(child.stdout, 'data')
  }
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout: Buffer.concat(stdout),
    stderr: Buffer.concat(stderr).toString(),
  }))
  return { child, printed, ended }
}

/** What a program prints that is given this. */
async function piped(user: User, input: string | Buffer, ...args: readonly string[]) {
  const { child, ended } = start(user, ...args)
  child.stdin.end(input)
  const { code, stdout, stderr } = await ended
  return { code, stdout: stdout.toString(), stderr }
}

/** Resolves once a session shows that the command has begun. */
async function begun({ home }: User, sessionId: string): Promise<void> {
  const client = await connect(join(home, 'run/polytty/server.sock'), { reconnectMs: 0 })
  await client.call('Screen.waitForText', { sessionId, pattern: 'begun', timeout: 10_000 })
  client.close()
}

test('all of a long output', async () => {
  const { run } = newUser()
  const { code, stdout } = await run('run', 'seq 1 50000')
  expect([code, stdout.split('\n').length, stdout.slice(-7)]).toEqual([0, 50_001, '\n50000\n'])
})

test("the program's own bytes, and not its screen", async () => {
  const user = newUser()
  const long = 'x'.repeat(500)
  expect((await user.run('run', `printf 'a\\tb  \\n\\n${long}\\n\\033[1mend\\r\\nno newline\\r'`)).stdout).toBe(
    `a\tb  \n\n${long}\n\x1b[1mend\r\nno newline\r`,
  )
  const bytes = start(user, "printf '\\377\\200\\n'")
  expect([...(await bytes.ended).stdout]).toEqual([0xff, 0x80, 0x0a])
})

test('output as it comes', async () => {
  const { child, printed, ended } = start(newUser(), 'echo begun; read x; echo "got $x"')
  await printed('begun\n')
  child.stdin.end('it\n')
  expect(await ended).toMatchObject({ code: 0, stdout: Buffer.from('begun\ngot it\n') })
})

test('standard input is data: not repeated, not taken for keys, of any length', async () => {
  const user = newUser()
  expect(await piped(user, 'hi\n', 'cat')).toMatchObject({ code: 0, stdout: 'hi\n' })
  expect(await piped(user, '', 'cat')).toMatchObject({ code: 0, stdout: '' })
  const keys = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')
  const long = `${'é😀'.repeat(5000)}\n${'0123456789\n'.repeat(20_000)}`
  for (const text of [keys, 'x'.repeat(250), `${'x'.repeat(250)}\n`, long])
    expect((await piped(user, text, 'cat')).stdout === text, text.slice(0, 10)).toBe(true)
  expect(await piped(user, Buffer.from([0x61, 0xff]), 'cat')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('standard input is not UTF-8 text'),
  })
  expect((await user.run('sessions')).stdout).toMatch(/^no sessions/)
})

test('a program that ends before its input does', async () => {
  const user = newUser()
  const { ended } = start(user, 'exit 4')
  expect(await ended).toMatchObject({ code: 4 })
  expect(await piped(user, 'line\n'.repeat(100_000), 'head -n 1')).toMatchObject({ code: 0, stdout: 'line\n' })
})

test('a program that is not there', async () => {
  const { run } = newUser()
  expect(await run('run', '--', 'no-such-program', 'x')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('cannot start "no-such-program": no such program\n'),
  })
  expect((await run('sessions')).stdout).toMatch(/^no sessions/)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the program too', async (signal, code) => {
  const user = newUser()
  const { child, printed, ended } = start(user, 'trap "echo told; exit 0" INT TERM; echo begun; cat; cat')
  await printed('begun')
  child.kill(signal)
  const { code: status, stdout } = await ended
  expect([status, stdout.toString()]).toEqual([code, expect.stringContaining('told\n')])
  expect((await user.run('sessions')).stdout).toMatch(/^no sessions/)
})

test('a signal reaches a command in the shell of a session, and leaves the shell', async () => {
  const user = newUser()
  await user.run('new', '-n', 'shell', '-e', 'PS1=$ ', '--', '/bin/sh')
  const { child, ended } = start(user, '-s', 'shell', 'echo be""gun; sleep 1000')
  await begun(user, 'shell')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130 })
  expect(await user.run('run', '-s', 'shell', 'echo here')).toMatchObject({ code: 0, stdout: 'here\n' })
})

test('a reader that goes away ends the program', async () => {
  const user = newUser()
  const { child, printed, ended } = start(user, 'yes')
  await printed('y\n')
  child.stdout.destroy()
  expect(await ended).toMatchObject({ code: 0 })
  expect((await user.run('sessions')).stdout).toMatch(/^no sessions/)
})

test('a server that is killed is reported at once', async () => {
  const user = newUser()
  const server = spawn(process.execPath, [bin, 'serve', '--no-host'], { cwd: user.home, env: user.env })
  onTestFinished(() => void server.kill('SIGKILL'))
  await once(server.stdout, 'data')
  await user.run('new', '-n', 'shell', '-e', 'PS1=$ ', '--', '/bin/sh')
  const typed = start(user, '-s', 'shell', 'echo be""gun; cat')
  const alone = start(user, 'echo begun; cat')
  await Promise.all([begun(user, 'shell'), alone.printed('begun')])
  server.kill('SIGKILL')
  const reported = { code: 1, stderr: 'polytty: the server closed the connection\n' }
  expect([await typed.ended, await alone.ended]).toMatchObject([reported, reported])
})
