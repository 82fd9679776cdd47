/** Sessions on disk: after the machine was started again they can be read, and are started again only when asked. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { newUser } from '../../support/polytty.js'
import { needsTinyDisk, tinyDisk } from '../../support/tiny-disk.js'
import { kill, serve } from './serve.js'

/** As when power is lost: server, host and programs are gone at once. */
async function loseAll(served: Awaited<ReturnType<typeof serve>>, pid: number): Promise<void> {
  const host = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  process.kill(host, 'SIGKILL')
  await kill(served)
}

test('after the end of all, a session is there to be read, and runs again when asked', async () => {
  const user = newUser()
  const folder = join(user.home, 'kept')
  const first = await serve(user, '--persist', folder)
  await user.run('new', '-n', 'work', '--', '/bin/sh', '-c', 'echo started; seq 1 100; exec cat')
  const client = await connect(first.url, { reconnectMs: 0 })
  const [session] = (await client.call('Polytty.listSessions')).sessions
  const sessionId = session.id
  await client.call('Screen.waitForText', { sessionId, pattern: '100' })
  // A keyframe holds this, once it has been quiet for a moment; what follows is in the log behind it.
  const file = join(folder, `${sessionId}.session`)
  await changed(folder, () => statSync(file, { throwIfNoEntry: false })?.size !== undefined)
  await client.call('Input.sendText', { sessionId, text: 'last words\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'last words\\nlast words', isRegex: true })
  await changed(folder, () => readFileSync(file).includes('last words'))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  await loseAll(first, session.pid)

  const second = await serve(user, '--persist', folder)
  const next = await connect(second.url, { reconnectMs: 0 })
  onTestFinished(() => next.close())
  const [revived] = (await next.call('Polytty.listSessions')).sessions
  expect(revived).toMatchObject({ id: sessionId, name: 'work', exit: { code: null, signal: null, reason: 'revived' } })
  const { text } = await next.call('Screen.getText', { sessionId })
  expect(text.trim().split('\n').slice(-3)).toEqual(['100', 'last words', 'last words'])
  expect(
    (await next.call('Screen.getScrollback', { sessionId, lines: 1000 })).lines.map(({ text }) => text.trim()),
  ).toContain('started')
  expect((await user.run('sessions')).stdout).toMatch(/work\s+revived.*polytty revive/)
  await expect(next.call('Input.sendText', { sessionId, text: 'x' })).rejects.toThrow('polytty revive')

  expect(await user.run('revive', 'work')).toMatchObject({ code: 0, stdout: 'work\n' })
  const [again] = (await next.call('Polytty.listSessions')).sessions
  expect(again).toMatchObject({ name: 'work', exit: null })
  await next.call('Screen.waitForText', { sessionId: again.id, pattern: '100' })
  expect(readdirSync(folder)).not.toContain(`${sessionId}.session`)
})

test('what is old is removed, and what is not a session is left alone', async () => {
  const user = newUser()
  const folder = join(user.home, 'kept')
  mkdirSync(folder)
  const old = join(folder, '00000000-0000-4000-8000-000000000000.session')
  writeFileSync(old, 'old')
  utimesSync(old, 0, 0)
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  writeFileSync(join(folder, 'broken.session'), 'not frames')
  await serve(user, '--persist', folder)
  expect(readdirSync(folder).sort()).toEqual(['broken.session', 'notes.txt'])
})

test('a folder that others can write to, or that is none, is refused; so are secrets that would be written', async () => {
  const user = newUser()
  const folder = join(user.home, 'open')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  const open = await user.run('serve', '--persist', folder)
  expect(open).toMatchObject({ code: 1, stderr: expect.stringContaining('others can write to') })
  const file = join(user.home, 'file')
  writeFileSync(file, 'PIN=1234\n', { mode: 0o600 })
  const none = await user.run('serve', '--persist', file)
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a folder') })
  const secret = await user.run('serve', '--persist', join(user.home, 'own'), '--secrets', file)
  expect(secret).toMatchObject({ code: 1, stderr: expect.stringContaining('--persist-raw') })
})

test('a session that was ended leaves nothing on disk', async () => {
  const user = newUser()
  const folder = join(user.home, 'kept')
  await serve(user, '--persist', folder)
  await user.run('new', '-n', 'short', '--', '/bin/cat')
  await changed(folder, () => readdirSync(folder).some((name) => name.endsWith('.session')))
  await user.run('kill', 'short')
  await changed(folder, () => readdirSync(folder).length === 0)
})

test.each([
  [['--redact'], 'writes unmasked output to disk'],
  [['--no-host'], 'keeping sessions on disk needs a host'],
])('it is refused with %s', async (flags, reason) => {
  const user = newUser()
  const { code, stderr } = await user.run('serve', '--persist', join(user.home, 'kept'), ...flags)
  expect(code).not.toBe(0)
  expect(stderr).toContain(reason)
})

/** Resolves once something is so of a folder: looked at whenever something happens in it. */
async function changed(folder: string, isSo: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const watcher = watch(folder, () => look())
    const look = (): void => {
      if (!isSo()) return
      watcher.close()
      resolve()
    }
    look()
  })
}

test('a full disk costs what is kept, and no session', needsTinyDisk(), async () => {
  const user = newUser()
  const { url } = await serve(user, '--persist', tinyDisk())
  const client = await connect(url, { reconnectMs: 0 })
  onTestFinished(() => client.close())
  const { sessionId } = await client.call('Session.create', { shell: '/bin/sh', args: ['-c', 'seq 1 50000; exec cat'] })
  await client.call('Screen.waitForText', { sessionId, pattern: '50000' })
  await client.call('Input.sendText', { sessionId, text: 'still here\n' })
  await client.call('Screen.waitForText', { sessionId, pattern: 'still here' })
})
