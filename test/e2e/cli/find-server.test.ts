/** Which server a command means: none, one, two, a dead socket, someone else's folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { anotherUser, needsThat } from '../../support/needs.js'
import { bin, newUser, polytty, type User } from '../../support/polytty.js'

const needsRoot = needsThat(process.getuid?.() === 0, 'only root can be two users')

/** A server in the foreground, and the address it prints. */
async function serve({ env, home }: User, ...args: readonly string[]): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [bin, 'serve', ...args], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  for await (const line of createInterface(child.stdout)) {
    const url = /ws:\/\/(127\.0\.0\.1:\d+)/.exec(line)?.[1]
    if (url) return { url: `http://${url}`, process: child }
  }
  throw new Error('the server said nothing')
}

const socketOf = ({ env }: User, name = 'server'): string => join(env.XDG_RUNTIME_DIR!, 'polytty', `${name}.sock`)

test('none: what can start one does, once; what cannot says what to do; --no-start refuses', async () => {
  const user = newUser()
  for (const words of [['sessions'], ['look'], ['attach', 'x'], ['kill', 'x'], ['type', 'x'], ['stop']])
    expect(await user.run(...words)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/no server is running\n {2}Start one with/),
    })
  expect(await user.run('status')).toMatchObject({ code: 1, stdout: 'no server is running\n' })
  expect(await user.run('new', '--no-start')).toMatchObject({ code: 1, stderr: expect.stringContaining('--no-start') })
  const both = await Promise.all([user.run('new', '-n', 'a', '--', 'cat'), user.run('new', '-n', 'b', '--', 'cat')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.filter(({ stderr }) => stderr.includes('started a server'))).toHaveLength(1)
  expect((await user.run('sessions')).stdout).toMatch(/^NAME.*\n(?:[ab] .*\n){2}$/)
  expect(statSync(socketOf(user)).mode & 0o777).toBe(0o600)
})

test('none: the commands of the originals start one too, and say so once', async () => {
  const { run } = newUser()
  expect(await run('wrightty', 'session', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no server'),
  })
  expect(await run('wrightty', 'run', '--no-start', 'true')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--no-start'),
  })
  expect(await run('wsh', '--no-start', '-c', 'cat')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--no-start'),
  })
  const started = 'polytty: started a server in the background; polytty stop ends it\n'
  expect(await run('wrightty', 'run', 'echo hi')).toEqual({ code: 0, stdout: 'hi\n', stderr: started })
  expect(await run('wrightty', 'session', 'create', 'cat')).toMatchObject({ code: 0, stderr: '' })
  expect(await run('wsh', '-c', 'cat', '--name', 'here')).toEqual({ code: 0, stdout: 'here\n', stderr: '' })
})

test('one: every command of every protocol finds it, a second plain one is refused', async () => {
  const user = newUser()
  const { url } = await serve(user, '--port', '0')
  await user.run('new', '-n', 'shared', '--', 'cat')
  expect((await user.run('sessions')).stdout).toContain('shared')
  expect((await user.run('wsh', 'list')).stdout).toContain('shared')
  expect((await user.run('wrightty', 'session', 'list')).stdout).toContain('cat')
  expect((await user.run('status')).stdout).toContain(url)
  expect(await user.run('serve')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`a server is already running at ${url}`),
  })
})

test('two: the flag and the environment choose, the first is meant otherwise', async () => {
  const user = newUser()
  const first = await serve(user, '--port', '0')
  const second = await serve(user, '--port', '0', '--name', 'other')
  await user.run('new', '-n', 'here', '--', 'cat')
  await user.run('new', '-n', 'there', '--server', second.url, '--', 'cat')
  expect((await user.run('sessions')).stdout).toContain('here')
  expect((await user.run('sessions', '--server', second.url)).stdout).toContain('there')
  expect((await user.run('sessions', '--server', socketOf(user, 'other'))).stdout).toContain('there')
  const elsewhere = { ...user.env, POLYTTY_SERVER: second.url }
  const other: User = { ...newUser(elsewhere), home: user.home }
  expect((await other.run('sessions')).stdout).toContain('there')
  expect((await other.run('wsh', 'list')).stdout).toContain('there')
  expect((await other.run('wrightty', 'session', 'list', '--json')).stdout).toContain('there')
  expect((await other.run('sessions', '--server', first.url)).stdout).toContain('here')
})

test('one without a socket for us is found by its port, not just on the first', async () => {
  const owner = newUser()
  const port = String(Number(owner.env.POLYTTY_FIRST_PORT) + 5)
  await serve(owner, '--port', port)
  await owner.run('new', '-n', 'elsewhere', '--', 'cat')
  const { run } = newUser({ POLYTTY_FIRST_PORT: owner.env.POLYTTY_FIRST_PORT })
  for (const words of [['sessions'], ['wsh', 'list'], ['wrightty', 'session', 'list', '--json']])
    expect(await run(...words), words.join(' ')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('elsewhere'),
    })
  expect((await run('status')).stdout).toContain('found on its port')
})

test('a server of someone else that asks for a token does not keep one from having another', async () => {
  const owner = newUser()
  await owner.run('new', '-n', 'theirs', '--', 'cat')
  const other = newUser({ POLYTTY_FIRST_PORT: owner.env.POLYTTY_FIRST_PORT })
  expect(await other.run('new', '-n', 'ours', '--', 'cat')).toMatchObject({ code: 0, stdout: 'ours\n' })
  expect((await other.run('sessions')).stdout).not.toContain('theirs')
})

test('a socket that someone removes is made again', async () => {
  const user = newUser()
  await user.run('new', '-n', 'kept', '--', 'cat')
  const path = socketOf(user)
  const watcher = watch(dirname(path))
  onTestFinished(() => watcher.close())
  const isBack = new Promise<void>((resolve) => watcher.on('change', () => existsSync(path) && resolve()))
  rmSync(path)
  await isBack
  expect((await user.run('sessions')).stdout).toContain('kept')
})

test('a socket whose server is dead is passed over, and replaced', async () => {
  const user = newUser()
  const { process: server } = await serve(user, '--port', '0')
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(existsSync(socketOf(user))).toBe(true)
  expect(await user.run('sessions')).toMatchObject({ code: 1, stderr: expect.stringContaining('no server is running') })
  expect(await user.run('new', '-n', 'again', '--', 'cat')).toMatchObject({ code: 0, stdout: 'again\n' })
})

test('something else behind the socket is not a server', async () => {
  const user = newUser()
  mkdirSync(join(user.env.XDG_RUNTIME_DIR!, 'polytty'), { mode: 0o700 })
  const stranger = createServer((socket) => socket.end('hello\n')).listen(socketOf(user))
  onTestFinished(() => void stranger.close())
  await once(stranger, 'listening')
  expect(await user.run('sessions')).toMatchObject({ code: 1, stderr: expect.stringContaining('no server is running') })
})

test('a runtime folder that is a link, or open to others', async () => {
  const user = newUser()
  const folder = join(user.env.XDG_RUNTIME_DIR!, 'polytty')
  symlinkSync(user.home, folder)
  for (const words of [['sessions'], ['serve'], ['new']])
    expect(await user.run(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link') })
  const open = newUser()
  const theirs = join(open.env.XDG_RUNTIME_DIR!, 'polytty')
  mkdirSync(theirs)
  chmodSync(theirs, 0o777)
  expect(await open.run('run', 'echo fine')).toMatchObject({ code: 0 })
  expect(statSync(theirs).mode & 0o777).toBe(0o700)
})

test('a folder and a socket of another user', needsRoot, async () => {
  const [owner, other] = [newUser(), newUser()]
  const runtime = join(other.env.XDG_RUNTIME_DIR!, 'polytty')
  mkdirSync(runtime)
  chownSync(runtime, anotherUser, anotherUser)
  for (const words of [['sessions'], ['serve'], ['new']])
    expect(await other.run(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('to another user') })
  await owner.run('new', '-n', 'mine', '--', 'cat')
  const stranger = { uid: anotherUser, gid: anotherUser, cwd: '/' }
  const asStranger = (env: NodeJS.ProcessEnv, ...words: string[]) =>
    polytty(words, { ...stranger, env: { ...owner.env, HOME: '/', ...env } })
  const elsewhere = { XDG_RUNTIME_DIR: '/tmp', POLYTTY_SERVER: socketOf(owner) }
  expect(await asStranger(elsewhere, 'sessions')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/server\.sock belongs to another user\n {2}Choose a server of your own/),
  })
  // As after `su`, which leaves the variable as it was.
  for (const words of [['sessions'], ['new']])
    expect(await asStranger({}, ...words)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is in a folder of another user.*\n {2}Set XDG_RUNTIME_DIR/),
    })
})

test('a server that asks for a token', async () => {
  const user = newUser()
  const { url } = await serve(user, '--port', '0', '--token', 'a-token-to-know')
  expect(await user.run('sessions')).toMatchObject({ code: 0 })
  expect(await user.run('sessions', '--server', url)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^polytty: the server at http\S+ requires a token\n {2}Give the token with --token, or in POLYTTY_TOKEN\n$/,
    ),
  })
  expect(await user.run('sessions', '--server', url, '--token', 'a-token-to-know')).toMatchObject({ code: 0 })
})

test('a server that was started for a while ends after its last session and client', async () => {
  const user = newUser()
  const { process: server } = await serve(user, '--port', '0', '--linger', '0')
  expect((await once(server, 'exit'))[0]).toBe(0)
})
