/**
 * A server in the way of tuispec: one client on a pair of streams, one session, one app. It ends with its client, when
 * it is told to, and on a signal, and then nothing it started is left.
 */
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'
import type { DispatcherOptions } from '../dialects/dispatch.js'
import { Peer } from '../dialects/peer.js'
import { TuispecDispatcher } from '../dialects/tuispec/dispatcher.js'
import { TuispecClient, type TuispecHost, type TuispecOptions } from '../dialects/tuispec/index.js'
import { SessionRegistry } from '../session/index.js'
import { connectStdio } from '../transport/stdio.js'
import { lineFraming } from '../wire/line-framing.js'
import { defaults } from './options.js'
import { version } from './version.js'

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
  const sessions = new SessionRegistry({ clock, maxSessions: 1 })
  const dispatcher = new TuispecDispatcher(parts)
  const ended = deferred<void>()
  const host: TuispecHost = {
    core: {
      sessions,
      clock,
      version,
      shell: process.env.SHELL ?? '/bin/sh',
      maxSessions: 1,
      name: null,
      auth: { required: false, accepts: () => true },
    },
    options,
    answer: (request, client, signal) => dispatcher.answerStep(request, client, signal),
    shutDown: () => void stop(),
  }
  let peer: Peer<TuispecClient> | null = null
  let stopping = false
  const stop = (): Promise<void> => {
    if (stopping) return ended.promise
    stopping = true
    peer?.context.tui?.killApp()
    peer?.context.dispose()
    const lastMoment = clock.after(LAST_MOMENT_MS, () => ended.resolve())
    void sessions.dispose({ graceMs: 0 }).then(() => {
      lastMoment.dispose()
      ended.resolve()
    })
    return ended.promise
  }
  const link = connectStdio(
    { framing: lineFraming, maxMessageBytes: defaults.maxMessageBytes, clock },
    (connection) => {
      peer = new Peer(dispatcher, connection, (pusher) => new TuispecClient(host, pusher))
      peer.owned.add({ dispose: () => void stop() })
    },
    parts.streams,
  )
  void ended.promise.then(() => link.close())
  return { ended: ended.promise, stop }
}
