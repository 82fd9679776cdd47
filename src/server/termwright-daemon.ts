/**
 * A daemon in the way of termwright: one program, one owner-only Unix socket, any number of clients. It ends when told
 * to, or a moment after its program has ended and nobody is left to look at the screen.
 */
import { systemClock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'
import type { Disposable } from '../base/disposable.js'
import type { DispatcherOptions } from '../dialects/dispatch.js'
import type { WireShape } from '../dialects/termwright/index.js'
import type { ExitStatus, SpawnOptions } from '../session/index.js'
import { listenUnix } from '../transport/unix-server.js'
import { lineFraming } from '../wire/line-framing.js'
import { defaults } from './options.js'
import { createPrivateCore } from './private-core.js'
import { termwrightDoor } from './termwright-door.js'

export interface DaemonOptions extends SpawnOptions {
  readonly socket: string
  /** The shape every client gets; by what the client sends if absent. */
  readonly wire?: WireShape | null
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
  const core = createPrivateCore(1, spawn.program)
  const { sessions } = core
  // The released program takes NO_COLOR away; what the caller sets still wins.
  const session = await sessions.create({ ...spawn, env: { NO_COLOR: null, ...spawn.env } })
  const door = termwrightDoor(core, defaults.maxWaits, parts)
  const ended = deferred<ExitStatus | null>()
  let clients = 0
  let linger: Disposable | null = null
  const considerEnding = (): void => {
    linger?.dispose()
    linger = session.exit && clients === 0 ? systemClock.after(LINGER_MS, () => void stop()) : null
  }
  const unix = await listenUnix(
    socket,
    {
      framing: lineFraming,
      maxMessageBytes: defaults.maxMessageBytes,
      maxConnections: defaults.maxConnections,
      clock: systemClock,
    },
    (connection) => {
      clients++
      const peer = door.welcome(connection, session, wire ?? null, () => void stop())
      peer.owned.add({
        dispose: () => {
          clients--
          considerEnding()
        },
      })
    },
  ).catch(async (error: unknown) => {
    await sessions.dispose()
    throw error
  })
  session.onExit.on(considerEnding)
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
