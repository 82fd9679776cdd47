/**
 * A server in the manner of tuispec: one client on a pair of streams, one session, one app. It ends with its client, when
 * it is asked to, and on a signal, and then nothing it started is left.
 */
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '../../../base/clock.js'
import { deferred } from '../../../base/deferred.js'
import { defaults } from '../../../base/limits.js'
import { connectStdio } from '../../../transport/stdio.js'
import { lineFraming } from '../../../wire/line-framing.js'
import { Clients } from '../../clients.js'
import { createCore } from '../../create-core.js'
import type { DispatcherOptions } from '../../dispatcher.js'
import type { Peer } from '../../peer.js'
import type { TuispecClient, TuispecOptions } from '../dialect.js'
import { openTuispec } from './index.js'

export interface TuispecParts extends DispatcherOptions {
  readonly clock?: Clock
  /** Standard input and output if absent. */
  readonly streams?: { readonly input: Readable; readonly output: Writable }
}

export interface RunningTuispec {
  /** Resolves when everything is down. */
  readonly ended: Promise<void>
  /** Kills the app, closes the recording and ends the server, without waiting for anyone. */
  stop(): Promise<void>
}

/** What the kernel gets to carry out a SIGKILL before the server goes without having seen it. */
const LAST_MOMENT_MS = 1000

export function startTuispec(options: TuispecOptions, parts: TuispecParts = {}): RunningTuispec {
  const clock = parts.clock ?? systemClock
  const core = createCore({ maxSessions: 1, clock, diagnostics: parts.diagnostics })
  const endpoint = openTuispec({ ...parts, core, clients: new Clients() })
  const ended = deferred<void>()
  let peer: Peer<TuispecClient> | null = null
  let stopping = false
  const stop = (): Promise<void> => {
    if (stopping) return ended.promise
    stopping = true
    peer?.context.tui?.killApp()
    peer?.context.dispose()
    const lastMoment = clock.after(LAST_MOMENT_MS, () => ended.resolve())
    void core.sessions.dispose({ graceMs: 0 }).then(() => {
      lastMoment.dispose()
      ended.resolve()
    })
    return ended.promise
  }
  const link = connectStdio(
    { framing: lineFraming, maxMessageBytes: defaults.maxMessageBytes, clock, diagnostics: parts.diagnostics },
    (connection) => {
      peer = endpoint.serve(connection, { options, session: null, shutDown: () => void stop() })
      peer.owned.add({ dispose: () => void stop() })
    },
    parts.streams,
  )
  void ended.promise.then(() => link.close())
  return { ended: ended.promise, stop }
}
