/** `server`: the protocol on standard input and output, until the client goes, asks for the end, or a signal comes. */
import { constants } from 'node:os'
import { pino } from 'pino'
import type { TuispecOptions } from '../../dialects/tuispec/index.js'
import { startTuispec } from '../../server/tuispec-server.js'
import { keepServing } from '../failure.js'
import { untilSignal } from '../signals.js'

export type ServerFlags = Omit<TuispecOptions, 'env'>

export async function server(flags: ServerFlags): Promise<void> {
  const log = pino({ level: 'warn', base: null }, pino.destination(2))
  const running = startTuispec(
    { ...flags, env: process.env },
    { onInternalError: (error, method) => log.error({ err: error, method }, 'a request failed inside the server') },
  )
  keepServing()
  const signal = await Promise.race([running.ended, untilSignal()])
  if (signal) await running.stop()
  // Standard input may still be open, and must not keep a server that has ended.
  process.exit(signal ? 128 + constants.signals[signal] : 0)
}
