/** `serve`: stdout is protocol only; what there is to say to a person goes to stderr. */
import { constants, homedir } from 'node:os'
import { join } from 'node:path'
import { CoreError } from '../../base/core-error.js'
import { framings, startPtywright } from '../../server/ptywright-server.js'
import { keepServing } from '../failure.js'
import { untilSignal } from '../signals.js'

export interface ServeFlags {
  readonly stdio?: boolean
  readonly socket?: string
  readonly framing: keyof typeof framings
}

export async function serve({ stdio, socket, framing }: ServeFlags): Promise<void> {
  if (stdio && socket !== undefined)
    throw new CoreError('invalid-params', '--stdio and --socket exclude each other: choose one')
  const path = socket ?? join(homedir(), '.ptywright', 'socket')
  const server = await startPtywright(stdio ? { kind: 'stdio' } : { kind: 'socket', path }, framings[framing])
  if (!stdio) process.stderr.write(`ptywright listening on ${path}\n`)
  keepServing()
  const signal = await Promise.race([server.ended, untilSignal()])
  await server.stop()
  // Like a shell, so that a supervisor sees why it ended.
  process.exit(signal ? 128 + constants.signals[signal] : 0)
}
