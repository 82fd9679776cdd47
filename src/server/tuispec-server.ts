/**
 * A server in the way of tuispec: one client on a pair of streams, one session, one app. It ends with its client, when
 * it is told to, and on a signal, and then nothing it started is left.
 */
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'
import type { DispatcherOptions } from '../dialects/dispatch.js'
import type { Peer } from '../dialects/peer.js'
import type { TuispecClient, TuispecOptions } from '../dialects/tuispec/index.js'
import { connectStdio } from '../transport/stdio.js'
import { lineFraming } from '../wire/line-framing.js'
import { defaults } from './options.js'
import { createPrivateCore } from './private-core.js'
import { tuispecDoor } from './tuispec-door.js'

export interface TuispecParts extends DispatcherOptions {
  readonly clock?: Clock
  /** Standard input and output if absent. */
  readonly streams?: { readonly input: Readable; readonly output: Writable }
}

export interface RunningTuispec {
  /** Resolves when everything is down. */
  readonly ended: Promise<void>
  /** Kills the app, closes the recording and ends the server, without waiting for anybody. */
  stop(): Promise<void>
}

/** What the kernel gets to carry out a SIGKILL before the server goes without having seen it. */
const LAST_MOMENT_MS = 1000

export function startTuispec(options: TuispecOptions, parts: TuispecParts = {}): RunningTuispec {
  const clock = parts.clock ?? systemClock
  const core = createPrivateCore(1, undefined, clock)
  const door = tuispecDoor(core, parts)
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
    { framing: lineFraming, maxMessageBytes: defaults.maxMessageBytes, clock },
    (connection) => {
      peer = door.welcome(connection, { options, session: null, shutDown: () => void stop() })
      peer.owned.add({ dispose: () => void stop() })
    },
    parts.streams,
  )
  void ended.promise.then(() => link.close())
  return { ended: ended.promise, stop }
}
