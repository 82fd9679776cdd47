/** Starting a daemon in a process of its own, which outlives this one, once its socket accepts. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { CoreError } from '../../base/core-error.js'

export interface BackgroundDaemon {
  readonly socket: string
  readonly pid: number
}

/** `args` is the command line after the program: `termwright daemon …` without `--background`. */
export async function startInBackground(args: readonly string[]): Promise<BackgroundDaemon> {
  // Nothing of ours is inherited: a daemon that held our output open would keep whoever reads it waiting.
  const child = spawn(process.execPath, [process.argv[1]!, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const socket = await new Promise<string | null>((resolve) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('close', () => resolve(null))
  })
  if (socket === null || child.pid === undefined)
    throw new CoreError('spawn-failed', said.trim().replace(/^polytty: /, '') || 'the daemon did not start')
  child.stdout.destroy()
  child.stderr.destroy()
  child.unref()
  return { socket, pid: child.pid }
}
