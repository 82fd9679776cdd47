/** A ptywright server of its own: on stdio for one client, or on a Unix socket for several that share its sessions. */
import type { Readable, Writable } from 'node:stream'
import { connectStdio } from '../transport/stdio.js'
import { listenUnix } from '../transport/unix-server.js'
import { contentLengthFraming } from '../wire/content-length-framing.js'
import type { Framing } from '../wire/framing.js'
import { lineFraming } from '../wire/line-framing.js'
import { defaults } from './options.js'
import { createPrivateCore } from './private-core.js'
import { loadPlugins, type PtywrightDoorOptions, ptywrightDoor } from './ptywright-door.js'

export const framings: Readonly<Record<'ndjson' | 'lsp', Framing>> = { ndjson: lineFraming, lsp: contentLengthFraming }

export interface PtywrightServerHandle {
  /** Resolves when the last client of stdio has gone; never for a socket. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export type PtywrightPlace =
  | { readonly kind: 'stdio'; readonly streams?: { readonly input: Readable; readonly output: Writable } }
  | { readonly kind: 'socket'; readonly path: string }

export interface PtywrightServerOptions extends PtywrightDoorOptions {
  /** Manifests of plugins to load before anybody is served. */
  readonly plugins?: readonly string[]
  /** Hears what is worth reading afterwards. */
  readonly log?: (text: string) => void
}

export async function startPtywright(
  place: PtywrightPlace,
  framing: Framing,
  parts: PtywrightServerOptions = {},
): Promise<PtywrightServerHandle> {
  const core = createPrivateCore(defaults.maxSessions)
  const { log = () => {} } = parts
  const onInternalError = (error: unknown, method: string): void =>
    log(`a failure in ${method}: ${error instanceof Error ? error.stack : error}`)
  const door = ptywrightDoor(core, defaults.maxWaits, { onInternalError, ...parts })
  door.plugins.onPrint.on((line) => log(`plugin ${line}`))
  await loadPlugins(door, parts.plugins ?? [])
  const options = { framing, maxMessageBytes: defaults.maxMessageBytes, clock: core.clock }
  const stopSessions = async (): Promise<void> => {
    await core.sessions.dispose()
    door.dispose()
  }
  if (place.kind === 'socket') {
    const unix = await listenUnix(place.path, { ...options, maxConnections: defaults.maxConnections }, (connection) => {
      log(`client ${connection.id} came`)
      door.welcome(connection).owned.add({ dispose: () => log(`client ${connection.id} went`) })
    })
    return {
      ended: new Promise(() => {}),
      stop: async () => {
        await stopSessions()
        await unix.close()
      },
    }
  }
  const ended = new Promise<void>((resolve) => {
    connectStdio(options, (connection) => door.welcome(connection).owned.add({ dispose: resolve }), place.streams)
  })
  return { ended, stop: stopSessions }
}
