import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { signalSession } from './processes.js'
import { SESSION_VARIABLE } from './spawn-options.js'

/** Counts its SIGTERMs until a SIGWINCH, a signal that is delivered after it. */
const counting = `
let count = 0
process.on('SIGTERM', () => count++)
process.on('SIGWINCH', () => process.stdout.write(String(count), () => process.exit()))
setInterval(() => {}, 1e9)
process.stdout.write('ready')
`

async function startCounting(sessionId: string): Promise<ChildProcessByStdio<null, Readable, null>> {
  const env = { ...process.env, [SESSION_VARIABLE]: sessionId }
  const child = spawn(process.execPath, ['-e', counting], { detached: true, stdio: ['ignore', 'pipe', 'inherit'], env })
  await once(child.stdout, 'data')
  return child
}

test.runIf(process.platform === 'linux')('each process of a session gets a signal once', async () => {
  const sessionId = `counted-${process.pid}`
  const [leader, daemon] = await Promise.all([startCounting(sessionId), startCounting(sessionId)])
  await signalSession({ sessionId, pid: leader.pid ?? 0, leaderAlive: true, originStart: 0 }, ['SIGTERM'])
  for (const child of [leader, daemon]) {
    child.kill('SIGWINCH')
    expect(await text(child.stdout)).toBe('1')
  }
})
