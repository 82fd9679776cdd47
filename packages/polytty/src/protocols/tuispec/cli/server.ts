/** `server`: the protocol on standard input and output, until the client goes, asks for the end, or a signal comes. */
import { constants } from 'node:os'
import { findSocket } from '../../../cli-kit/find-server.js'
import { join, passThrough, surroundings } from '../../../cli-kit/join.js'
import { openDiagnostics } from '../../../cli-kit/log.js'
import type { LogFlags } from '../../../cli-kit/log-options.js'
import { untilSignal } from '../../../cli-kit/signals.js'
import type { TuispecOptions } from '../dialect.js'
import type { TuispecHello } from '../endpoint/index.js'
import { startTuispec } from '../endpoint/stand-alone.js'

export type ServerFlags = Omit<TuispecOptions, 'env' | 'cwd'> &
  LogFlags & { readonly server?: string; readonly session?: string }

export async function server({ server: named, session, logLevel, logFormat, ...flags }: ServerFlags): Promise<void> {
  const shared = named ?? (session === undefined ? undefined : await findSocket())
  if (shared !== undefined) {
    const hello: TuispecHello = { polytty: 'tuispec', session: session ?? null, ...flags, ...surroundings() }
    await passThrough(await join(shared, hello))
    process.exit(0)
  }
  const diagnostics = openDiagnostics({ logLevel, logFormat })
  const running = startTuispec({ ...flags, env: process.env, cwd: process.cwd() }, { diagnostics })
  const signal = await Promise.race([running.ended, untilSignal()])
  if (signal) await running.stop()
  // Standard input may still be open, and must not keep a server that has ended.
  process.exit(signal ? 128 + constants.signals[signal] : 0)
}
