/** Clients of a server that is killed or replaced: they are back where they were, and nothing is typed twice or lost. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join as joinPath } from 'node:path'
import { type Client, ConnectionError, connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { join } from '../../../packages/polytty/src/cli-kit/join.js'
import { SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import { bin, newUser, type User } from '../../support/polytty.js'
import { kill, serve } from './serve.js'

async function newSession(client: Client, ...command: readonly string[]): Promise<string> {
  const [shell, ...args] = command
  const { sessionId } = await client.call('Session.create', { shell, args })
  return sessionId
}

const socketOf = (user: User): string => joinPath(user.env.XDG_RUNTIME_DIR!, 'polytty', 'server.sock')

test.each(['port', 'socket'] as const)('a client over the %s goes on when the server is back', async (way) => {
  const user = newUser()
  const first = await serve(user)
  const client = await connect(way === 'port' ? first.url : socketOf(user))
  onTestFinished(() => client.close())
  const sessionId = await newSession(client, '/bin/cat')
  let seen = ''
  const heardAfter = new Promise<void>((resolve) => {
    void client.subscribe(sessionId, ['Session.output'], ({ data }) => {
      seen += Buffer.from(data.data, 'base64').toString()
      if (seen.includes('after')) resolve()
    })
  })
  const waiting = client.call('Screen.waitForText', { sessionId, pattern: 'never', timeout: 60_000 })
  const refused = expect(waiting).rejects.toMatchObject({ name: 'ConnectionError', retryable: true })
  await client.call('Input.sendText', { sessionId, text: 'before\n' })
  await kill(first)
  await refused
  // Typed while no server is there: it waits for the next.
  const typed = client.call('Input.sendText', { sessionId, text: 'between\n' })
  await serve(user)
  await typed
  await client.call('Screen.waitForText', { sessionId, pattern: 'between\\nbetween', isRegex: true })
  const { text } = await client.call('Screen.getText', { sessionId })
  expect(text.trim()).toBe('before\nbefore\nbetween\nbetween')
  await client.call('Input.sendText', { sessionId, text: 'after\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'after\\nafter', isRegex: true })
  // Subscribed to before, and still notified.
  await heardAfter
})

test('sessions that are started at the same moment get names of their own', async () => {
  const user = newUser()
  const { url } = await serve(user)
  const start = { polytty: 'start', command: ['cat'], cols: 80, rows: 24, cwd: '/', env: {} }
  const joined = await Promise.all(Array.from({ length: 4 }, () => join(socketOf(user), start)))
  onTestFinished(() => joined.forEach(({ socket }) => void socket.destroy()))
  const http = url.replace(/^ws/, 'http')
  const created = await Promise.all(
    Array.from({ length: 4 }, () => fetch(`${http}/sessions`, { method: 'POST', body: '{}' })),
  )
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const listed = (await (await fetch(`${http}/sessions`)).json()) as readonly { readonly name: string }[]
  const names = listed.map(({ name }) => name).sort()
  expect(names).toEqual(['0', '1', '2', '3', 'cat', 'cat-2', 'cat-3', 'cat-4'])
})

test('a client whose server has stopped is closed at once', async () => {
  const user = newUser()
  const { url } = await serve(user)
  const client = await connect(url)
  const closed = new Promise<string>((resolve) => client.onClose(resolve))
  await user.run('stop')
  expect(await closed).toMatch(/shutting down/)
  await expect(client.call('Session.list')).rejects.toThrow(ConnectionError)
})

test('polytty restart replaces the server, in its own process, and touches no session', async () => {
  const user = newUser()
  const { process: server, url } = await serve(user)
  const client = await connect(url)
  onTestFinished(() => client.close())
  const sessionId = await newSession(client, '/bin/sh')
  const before = await client.call('Polytty.listSessions')
  const resumed = new Promise<void>((resolve) => client.onResume(resolve))
  expect(await user.run('restart')).toMatchObject({ code: 0, stderr: '' })
  await resumed
  const { sessions } = await client.call('Polytty.listSessions')
  expect(sessions.map(({ id, pid, name }) => ({ id, pid, name }))).toEqual(
    before.sessions.map(({ id, pid, name }) => ({ id, pid, name })),
  )
  const status = await client.call('Polytty.getStatus')
  expect(status.pid).toBe(server.pid)
  await client.call('Input.sendText', { sessionId, text: 'echo still-$((40+2))\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'still-42' })
})

test('a server without a host cannot be replaced', async () => {
  const user = newUser()
  await serve(user, '--no-host')
  const { code, stderr } = await user.run('restart')
  expect(code).toBe(1)
  expect(stderr).toContain('it was started without a host')
})

test('an attached terminal is attached again, with what was typed meanwhile', async () => {
  const user = newUser()
  const first = await serve(user)
  expect(await user.run('new', '-n', 'kept', '--', '/bin/cat')).toMatchObject({ code: 0 })
  const terminals = new SessionRegistry()
  onTestFinished(() => terminals.dispose({ graceMs: 100 }))
  const env = user.env as Record<string, string>
  const open = (verb: string) =>
    terminals.create({ program: process.execPath, args: [bin, verb, 'kept'], inherit: env, cols: 80, rows: 10 })
  const [attached, watching] = [await open('attach'), await open('watch')]
  await watching.wait({ type: 'text', text: 'watching kept' })
  await attached.wait({ type: 'ready' })
  await attached.write('one\r')
  expect((await attached.wait({ type: 'regex', pattern: 'one\\s+one' })).kind).toBe('matched')
  await kill(first)
  expect((await user.run('sessions')).stderr).toMatch(
    /no server is running\n {2}.*left its programs running: polytty serve/,
  )
  await attached.write('two\r')
  await serve(user)
  expect((await attached.wait({ type: 'regex', pattern: 'one\\s+one\\s+two\\s+two' })).kind).toBe('matched')
  expect((await watching.wait({ type: 'regex', pattern: 'one\\s+one\\s+two\\s+two' })).kind).toBe('matched')
  await attached.write('three\r')
  expect((await attached.wait({ type: 'regex', pattern: 'three\\s+three' })).kind).toBe('matched')
})

test('Ctrl+C ends the server, its sessions and its host', async () => {
  const user = newUser()
  const { process: server, url } = await serve(user)
  const client = await connect(url, { reconnectMs: 0 })
  await newSession(client, '/bin/sh', '-c', 'sleep 1000')
  const { sessions } = await client.call('Polytty.listSessions')
  const ended = once(spawn('tail', ['--pid', String(sessions[0].pid), '-f', '/dev/null']), 'exit')
  const gone = once(server, 'exit')
  server.kill('SIGINT')
  await Promise.all([gone, ended])
  const again = await serve(user)
  const next = await connect(again.url, { reconnectMs: 0 })
  expect((await next.call('Polytty.listSessions')).sessions).toEqual([])
  next.close()
})
