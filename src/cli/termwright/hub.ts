/** `hub`: several daemons of the same program at once, listed in a file by which they are stopped again. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import { type BackgroundDaemon, startInBackground } from './background.js'
import { LineClient } from './line-client.js'
import { temporarySocket } from './sockets.js'

const hubFile = z.object({ daemons: z.array(z.object({ socket: z.string(), pid: z.number().int() })) })

export interface HubFlags {
  readonly count: number
  readonly output: string
  readonly cols: number
  readonly rows: number
}

export async function startHub(command: readonly string[], { count, output, cols, rows }: HubFlags): Promise<void> {
  if (command.length === 0) throw new CoreError('invalid-params', 'a command is needed: put it after --')
  const daemons = await Promise.all(Array.from({ length: count }, () => startOne(command, cols, rows)))
  writeFileSync(output, `${JSON.stringify({ daemons }, null, 2)}\n`, { mode: 0o600 })
  for (const { socket } of daemons) process.stdout.write(`${socket}\n`)
}

export async function stopHub(file: string): Promise<void> {
  const { daemons } = readHub(file)
  const stopped = await Promise.all(daemons.map(({ socket }) => stopOne(socket)))
  rmSync(file)
  process.stdout.write(`${stopped.filter(Boolean).length} of ${daemons.length} daemons stopped\n`)
}

function readHub(file: string): z.output<typeof hubFile> {
  try {
    return hubFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new CoreError('not-found', `${file} is no list of daemons`, {
      hint: 'Give the file that hub start wrote: hub stop --output FILE',
    })
  }
}

function startOne(command: readonly string[], cols: number, rows: number): Promise<BackgroundDaemon> {
  const size = ['--cols', String(cols), '--rows', String(rows)]
  return startInBackground(['termwright', 'daemon', ...size, '--socket', temporarySocket(), '--', ...command])
}

async function stopOne(socket: string): Promise<boolean> {
  try {
    const client = await LineClient.connect(socket)
    await client.call('close')
    client.close()
    return true
  } catch {
    // It has ended by itself: that is what was wanted.
    return false
  }
}
