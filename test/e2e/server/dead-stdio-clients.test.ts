/** A client on stdio that is killed while it waits takes its server with it; one that only stops writing does not. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { needsLibc } from '../../support/needs.js'
import { bin } from '../../support/polytty.js'

/** Starts the server as its child, has it wait for what never comes, and prints its process id. */
const client = `
const { spawn } = require('node:child_process')
const server = spawn(process.execPath, [${JSON.stringify(bin)}, 'ptywright', 'serve', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
const send = (id, method, params) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\\n')
let text = ''
server.stdout.on('data', (data) => {
  text += data
  const { result } = JSON.parse(text.split('\\n')[0])
  send(2, 'session.wait', { session: result.session, matcher: { type: 'contains_text', value: 'never' }, timeout_ms: 300000 })
  console.log(server.pid)
})
send(1, 'session.create', { program: '/bin/cat' })
`

test('a killed client', needsLibc(), async () => {
  const child = spawn(process.execPath, ['-e', client], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [pid] = (await once(createInterface(child.stdout), 'line')) as [string]
  expect(Number(pid)).toBeGreaterThan(0)
  child.kill('SIGKILL')
  // Ends when the server has.
  await once(spawn('tail', ['--pid', pid, '-f', '/dev/null'], { stdio: 'ignore' }), 'exit')
})

test('a client that has sent all it wants to', async () => {
  const server = spawn(process.execPath, [bin, 'ptywright', 'serve', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const spawned = {
    jsonrpc: '2.0',
    id: 1,
    method: 'session.create',
    params: { program: '/bin/sh', args: ['-c', 'sleep 0.3; echo late'] },
  }
  server.stdin.write(`${JSON.stringify(spawned)}\n`)
  const lines = createInterface(server.stdout)
  const [first] = (await once(lines, 'line')) as [string]
  const { session } = JSON.parse(first).result
  const wait = {
    jsonrpc: '2.0',
    id: 2,
    method: 'session.wait',
    params: { session, matcher: { type: 'contains_text', value: 'late' }, timeout_ms: 20_000 },
  }
  server.stdin.end(`${JSON.stringify(wait)}\n`)
  const [second] = (await once(lines, 'line')) as [string]
  expect(JSON.parse(second)).toMatchObject({ id: 2, result: expect.anything() })
})
