import { existsSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { systemClock } from '../base/clock.js'
import { lineFraming } from '../wire/line-framing.js'
import type { Connection } from './connection.js'
import { listenUnix, type UnixServer } from './unix-server.js'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const options = { framing: lineFraming, maxMessageBytes: 1000, clock: systemClock }
const echo = (connection: Connection): void =>
  connection.receive({
    message: (text) => connection.send(text),
    fault: (fault) => connection.send(fault),
    closed: () => {},
  })
const listen = (path: string): Promise<UnixServer> => listenUnix(path, options, echo)

test('makes its folder, lets only its owner in, carries messages, and is gone at the end', async () => {
  const path = join(folder, 'deep', 'er', 'socket')
  const server = await listen(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700)
  const reply = await new Promise<string>((resolve) => {
    const client = connect(path, () => client.write('hello\n'))
    client.on('data', (data) => {
      client.destroy()
      resolve(data.toString())
    })
  })
  expect(reply).toBe('hello\n')
  await server.close()
  expect(existsSync(path)).toBe(false)
})

test('a socket no one answers on is replaced', async () => {
  const path = join(folder, 'socket')
  // Bound by another name and moved, so that closing leaves the file behind as a crash would.
  const dead = createServer().listen(join(folder, 'old'))
  await new Promise((resolve) => dead.once('listening', resolve))
  const { renameSync } = await import('node:fs')
  renameSync(join(folder, 'old'), path)
  await new Promise((resolve) => dead.close(resolve))
  expect(existsSync(path)).toBe(true)
  const server = await listen(path)
  await server.close()
})

test('a file that is not a socket is never touched', async () => {
  const path = join(folder, 'precious')
  writeFileSync(path, 'data')
  await expect(listen(path)).rejects.toThrow(`refusing to replace non-socket path: ${path}`)
  expect(existsSync(path)).toBe(true)
})

test('a living server is not pushed aside', async () => {
  const path = join(folder, 'socket')
  const first = await listen(path)
  await expect(listen(path)).rejects.toThrow('already listens')
  await first.close()
})

test('a path the kernel cannot take is refused in words', async () => {
  await expect(listen(join(folder, 'x'.repeat(120)))).rejects.toThrow('longer than 107 bytes')
})
