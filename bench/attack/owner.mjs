/**
 * The owner of a server at work, in a process of its own: requests on a kept connection and on new ones until the input
 * ends; then says how that went.
 */
import { once } from 'node:events'
import { openWebSocket, RpcClient } from '@polytty/client'

const [port, token] = process.argv.slice(2)
const PAUSE_MS = 20
const PATIENCE_MS = 30_000

const kept = []
const fresh = []
let failed = 0
let firstFailure = null
let working = true

/** Over HTTP and without keep-alive, so that each is a connection of its own and no WebSocket. */
async function askOnNew(method, params) {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const { error } = await response.json()
  if (error) throw new Error(error.message)
}

async function work(samples, request) {
  while (working) {
    const started = performance.now()
    try {
      await request()
      samples.push(performance.now() - started)
    } catch (error) {
      failed++
      firstFailure ??= error.cause?.message ?? error.message
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

const client = new RpcClient(await openWebSocket(`ws://127.0.0.1:${port}`, { token }))
const { sessionId } = await client.call('Session.create', { shell: '/bin/cat' })

function askOnKept() {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
    const answered = client.call('Screen.getText', { sessionId })
    answered.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

process.stdout.write('working\n')
const done = Promise.all([work(kept, askOnKept), work(fresh, () => askOnNew('Screen.getText', { sessionId }))])
process.stdin.resume()
await once(process.stdin, 'end')
working = false
await done
client.close()
// After ten minutes this is more than a pipe holds.
process.stdout.write(`${JSON.stringify({ kept, fresh, failed, firstFailure })}\n`, () => process.exit())
