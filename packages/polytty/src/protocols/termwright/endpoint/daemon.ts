/**
 * A daemon in the manner of termwright: one program, one owner-only Unix socket, any number of clients. It ends when asked
 * to, or a moment after its program has ended and no one is left to look at the screen.
 */
import { systemClock } from '../../../base/clock.js'
import { deferred } from '../../../base/deferred.js'
import type { Disposable } from '../../../base/disposable.js'
import { defaults } from '../../../base/limits.js'
import type { ExitStatus, SpawnOptions } from '../../../session/index.js'
import { listenUnix } from '../../../transport/unix-server.js'
import { lineFraming } from '../../../wire/line-framing.js'
import { Clients } from '../../clients.js'
import { createCore } from '../../create-core.js'
import type { DispatcherOptions } from '../../dispatcher.js'
import type { WireRule } from '../dialect.js'
import { openTermwright } from './index.js'

export interface DaemonOptions extends SpawnOptions {
  readonly socket: string
  /** 'auto' if absent. */
  readonly wire?: WireRule
}

export interface RunningDaemon {
  readonly socket: string
  readonly pid: number
  /** Resolves when the daemon has ended, with how its program ended. */
  readonly ended: Promise<ExitStatus | null>
  stop(): Promise<void>
}

/** How long the last screen stays to be read once the program has ended and no client is connected. */
const LINGER_MS = 500

export async function startDaemon(
  { socket, wire, ...spawn }: DaemonOptions,
  parts: DispatcherOptions = {},
): Promise<RunningDaemon> {
  const core = createCore({ maxSessions: 1, shell: spawn.program, diagnostics: parts.diagnostics })
  const { sessions } = core
  // The released program takes NO_COLOR away; what the caller sets still wins.
  const session = await sessions.create({ ...spawn, env: { NO_COLOR: null, ...spawn.env } })
  const clients = new Clients()
  const endpoint = openTermwright({ ...parts, core, clients, maxWaits: defaults.maxWaits })
  const ended = deferred<ExitStatus | null>()
  let linger: Disposable | null = null
  const considerEnding = (): void => {
    linger?.dispose()
    linger = session.exit && clients.count === 0 ? systemClock.after(LINGER_MS, () => void stop()) : null
  }
  const unix = await listenUnix(
    socket,
    {
      framing: lineFraming,
      maxMessageBytes: defaults.maxMessageBytes,
      maxConnections: defaults.maxConnections,
      clock: systemClock,
      diagnostics: parts.diagnostics,
      refusal: (error) => endpoint.refusal!(error, null),
    },
    (connection) => void endpoint.serve(connection, session, wire ?? 'auto', () => void stop()),
  ).catch(async (error: unknown) => {
    await sessions.dispose()
    throw error
  })
  session.onExit.on(considerEnding)
  clients.onChange.on(considerEnding)
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      linger?.dispose()
      await sessions.dispose()
      await unix.close()
      ended.resolve(session.exit)
    })()
    return stopping
  }
  return { socket, pid: session.pid, ended: ended.promise, stop }
}
