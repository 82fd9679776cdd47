/** A client that is killed while it holds an adapter: whoever comes next gets it at once. */
import { execFileSync, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serve } from './with-server.js'

/** Begins a turn that does not end by itself. */
const holder = `
const socket = require('node:net').connect(process.argv[1])
const send = { intent: 'run', params: { command: 'echo begun > ' + process.argv[3] + '; sleep 1000' } }
const params = { adapter: process.argv[2], send, wait: { timeout_ms: 600000 } }
socket.write(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'adapter.turn', params }) + '\\n')
`

test.each(['SIGKILL', 'SIGTERM'] as const)('%s', async (signal) => {
  const server = await serve()
  const client = await server.connect()
  const { adapter } = await client.call('adapter.start', { plugin: 'shell', program: 'sh' })
  const begun = join(server.folder, 'begun')
  execFileSync('mkfifo', [begun])
  const child = spawn(process.execPath, ['-e', holder, join(server.folder, 'socket'), adapter, begun])
  expect(await readFile(begun, 'utf8')).toBe('begun\n')
  // Waits behind the turn.
  const state = client.call('adapter.state', { adapter })
  child.kill(signal)
  expect(await state).toMatchObject({ state: { state: 'running' } })
})
