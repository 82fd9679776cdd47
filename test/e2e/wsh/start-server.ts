/** `polytty wsh server` as a process of its own, and what it said where it listens. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bin } from '../../support/polytty.js'

export interface RunningServer {
  readonly process: ChildProcess
  readonly url: string
}

export async function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [bin, 'wsh', 'server', ...args], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const line = await new Promise<string>((resolve) => createInterface(child.stdout!).once('line', resolve))
  const url = /^wsh listening on (https?:\S+)/.exec(line)?.[1]
  if (url === undefined) throw new Error(`the server said: ${line}`)
  return { process: child, url }
}
