/**
 * A server that is killed and had no host leaves its socket, and programs that ignore the hang-up: the next one clears
 * that away.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from '@polytty/client'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../support/is-alive.js'
import { newFolder } from '../../support/new-folder.js'
import { bin } from '../../support/polytty.js'

async function serve(socket: string): Promise<{ server: ChildProcess; url: string }> {
  const args = [bin, 'serve', '--no-host', '--port', '0', '--socket', socket]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  for await (const line of createInterface(server.stdout)) {
    const url = /ws:\/\/\S+/.exec(line)?.[0]
    if (url) return { server, url }
  }
  throw new Error('the server did not start')
}

/** A program that ignores all it can, and its process id. */
async function start(url: string): Promise<number> {
  const client = await connect(url)
  const script = "trap '' HUP TERM INT; echo up-$$; while :; do sleep 1000; done"
  const session = await client.call('Session.create', { shell: '/bin/sh', args: ['-c', script] })
  const wait = { ...session, pattern: 'up-\\d+', isRegex: true }
  const { matches } = await client.call('Screen.waitForText', wait)
  client.close()
  return Number(matches[0].text.slice(3))
}

test('what a killed server left behind is ended by the next; what lives is not touched', async () => {
  const folder = newFolder()
  const other = await serve(join(folder, 'other'))
  const kept = await start(other.url)
  const killed = await serve(join(folder, 'socket'))
  const left = await start(killed.url)
  killed.server.kill('SIGKILL')
  await once(killed.server, 'exit')
  const next = await serve(join(folder, 'socket'))
  // Any server that starts on this machine may be the one that ends it.
  await once(spawn('tail', ['--pid', String(left), '-f', '/dev/null'], { stdio: 'ignore' }), 'exit')
  expect([isAlive(left), isAlive(kept)]).toEqual([false, true])
  expect(await start(next.url)).toBeGreaterThan(0)
})
