/** `hub`: several daemons of the same program at once, printed as an array with which they can be stopped. */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { type BackgroundDaemon, startInBackground } from '../../../cli-kit/background.js'
import { connectDaemon, isClosing } from './daemon-client.js'
import { type Settings, settingsArguments } from './settings.js'
import { temporarySocket } from './sockets.js'

const hubFile = z.array(z.object({ socket: z.string(), pid: z.number().int() }))

export interface HubFlags {
  readonly count: number
  readonly output?: string
  readonly cols: number
  readonly rows: number
}

export async function startHub(command: readonly string[], flags: HubFlags, settings: Settings): Promise<void> {
  const daemons = await Promise.all(Array.from({ length: flags.count }, () => startOne(command, flags, settings)))
  const list = `${JSON.stringify(daemons, null, 2)}\n`
  if (flags.output !== undefined) writeFileSync(flags.output, list, { mode: 0o600 })
  process.stdout.write(list)
}

export async function stopHub({ input, socket }: { input?: string; socket: readonly string[] }): Promise<void> {
  const listed = input === undefined ? [] : readHub(input)
  const sockets = [...listed.map(({ socket }) => socket), ...socket]
  if (sockets.length === 0) throw new CoreError('invalid-params', 'name the daemons: --input FILE, or --socket PATH')
  const stopped = await Promise.all(sockets.map(stopOne))
  process.stdout.write(`${stopped.filter(Boolean).length} of ${sockets.length} daemons stopped\n`)
}

function readHub(file: string): z.output<typeof hubFile> {
  try {
    return hubFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new CoreError('not-found', `${file} is not a list of daemons`, {
      hint: 'Give a file that hub start --output FILE wrote',
    })
  }
}

function startOne(command: readonly string[], { cols, rows }: HubFlags, settings: Settings): Promise<BackgroundDaemon> {
  const size = ['--cols', String(cols), '--rows', String(rows)]
  const flags = [...settingsArguments(settings), ...size, '--socket', temporarySocket()]
  return startInBackground(['termwright', 'daemon', ...flags, '--', ...command])
}

async function stopOne(socket: string): Promise<boolean> {
  try {
    const client = await connectDaemon(socket)
    await client.call('close')
    client.close()
    return true
  } catch (error) {
    // It may have ended by itself: that is what was wanted.
    return isClosing(error)
  }
}
