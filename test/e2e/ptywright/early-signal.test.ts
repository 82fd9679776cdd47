/** A server that is ended as soon as its socket accepts: it leaves no socket behind, and says why it went. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

/** Resolves at the first moment at which someone can connect. */
async function accepting(folder: string, path: string): Promise<void> {
  const watcher = watch(folder)
  onTestFinished(() => watcher.close())
  while (!existsSync(path)) await once(watcher, 'change')
  for (;;) {
    const socket = connect(path)
    const accepted = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    if (accepted) return void socket.on('error', () => {})
  }
}

test.each([
  ['ptywright serve', (socket: string) => ['ptywright', 'serve', '--socket', socket], 143],
  ['serve', (socket: string) => ['serve', '--port', '0', '--socket', socket], 0],
  ['termwright daemon', (socket: string) => ['termwright', 'daemon', '--socket', socket, '--', 'cat'], 0],
])('%s', async (_, args, status) => {
  const folder = newFolder()
  const path = join(folder, 'socket')
  const env = { ...process.env, PTYWRIGHT_HOME: join(folder, 'home') }
  const server = spawn(process.execPath, [bin, ...args(path)], { stdio: 'ignore', env })
  onTestFinished(() => void server.kill('SIGKILL'))
  await accepting(folder, path)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect([await ended, existsSync(path)]).toEqual([[status, null], false])
})
