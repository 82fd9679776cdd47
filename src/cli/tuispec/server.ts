/** `server`: the protocol on standard input and output, until the client goes, asks for the end, or a signal comes. */
import { constants } from 'node:os'
import { pino } from 'pino'
import { CoreError } from '../../base/core-error.js'
import type { TuispecOptions } from '../../dialects/tuispec/index.js'
import { startTuispec } from '../../server/tuispec-server.js'
import { keepServing } from '../failure.js'
import { join, passThrough, surroundings } from '../join.js'
import { untilSignal } from '../signals.js'

export type ServerFlags = Omit<TuispecOptions, 'env' | 'cwd'> & { readonly server?: string; readonly session?: string }

export async function server({ server: shared, session, ...flags }: ServerFlags): Promise<void> {
  if (shared !== undefined) {
    await passThrough(await join(shared, { polytty: 'tuispec', session: session ?? null, ...flags, ...surroundings() }))
    process.exit(0)
  }
  if (session !== undefined)
    throw new CoreError('invalid-params', '--session needs --server SOCKET: the socket of a running polytty serve')
  const log = pino({ level: 'warn', base: null }, pino.destination(2))
  const running = startTuispec(
    { ...flags, env: process.env, cwd: process.cwd() },
    { onInternalError: (error, method) => log.error({ err: error, method }, 'a request failed inside the server') },
  )
  keepServing()
  const signal = await Promise.race([running.ended, untilSignal()])
  if (signal) await running.stop()
  // Standard input may still be open, and must not keep a server that has ended.
  process.exit(signal ? 128 + constants.signals[signal] : 0)
}
