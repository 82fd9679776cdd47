/** `polytty serve` as a user starts it, and its sudden end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { bin, type User } from '../../support/polytty.js'

export interface Served {
  readonly process: ChildProcess
  readonly url: string
}

/** `polytty serve`, with more flags if need be. */
export async function serve(user: User, ...flags: readonly string[]): Promise<Served> {
  const args = [bin, 'serve', ...flags]
  const child = spawn(process.execPath, args, { env: user.env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) {
    const url = /ws:\/\/\S+/.exec(line)?.[0]
    if (url) return { process: child, url }
  }
  throw new Error('the server did not start')
}

export async function kill({ process }: Served): Promise<void> {
  const gone = once(process, 'exit')
  process.kill('SIGKILL')
  await gone
}
