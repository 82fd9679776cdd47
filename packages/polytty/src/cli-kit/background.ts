/** Starting a daemon in a process of its own, which outlives this one, once its socket accepts. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { CoreError } from '../base/core-error.js'

export interface BackgroundDaemon {
  readonly socket: string
  readonly pid: number
}

/** The one line that a command says when it has started a server for itself. */
export function reportStarted(stop = 'polytty stop'): void {
  process.stderr.write(`polytty: started a server in the background; ${stop} ends it\n`)
}

/** `args` is the command line after the program: `termwright daemon …` without `--background`. */
export async function startInBackground(args: readonly string[], env = process.env): Promise<BackgroundDaemon> {
  // Nothing of ours is inherited: a daemon that held our output open would keep whoever reads it waiting.
  const child = spawn(process.execPath, [process.argv[1]!, ...args], {
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const socket = await new Promise<string | null>((resolve) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('close', () => resolve(null))
  })
  if (socket === null || child.pid === undefined)
    throw new CoreError('spawn-failed', output.trim().replace(/^polytty: /, '') || 'the daemon did not start')
  child.stdout.destroy()
  child.stderr.destroy()
  child.unref()
  return { socket, pid: child.pid }
}
