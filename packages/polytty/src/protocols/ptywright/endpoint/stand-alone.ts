/** A ptywright server of its own: on stdio for one client, or on a Unix socket for several that share its sessions. */
import type { Readable, Writable } from 'node:stream'
import type { CoreError } from '../../../base/core-error.js'
import { createDiagnostics } from '../../../base/diagnostics.js'
import { defaults } from '../../../base/limits.js'
import { connectStdio } from '../../../transport/stdio.js'
import { listenUnix } from '../../../transport/unix-server.js'
import { contentLengthFraming } from '../../../wire/content-length-framing.js'
import type { Framing } from '../../../wire/framing.js'
import { lineFraming } from '../../../wire/line-framing.js'
import { Clients } from '../../clients.js'
import { createCore } from '../../create-core.js'
import type { DispatcherOptions } from '../../dispatcher.js'
import type { EndpointOptions } from '../../running-server.js'
import { openPtywright } from './index.js'

export const framings: Readonly<Record<'ndjson' | 'lsp', Framing>> = { ndjson: lineFraming, lsp: contentLengthFraming }

export interface PtywrightServerHandle {
  /** Resolves when the last client of stdio has gone; never for a socket. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export type PtywrightPlace =
  | { readonly kind: 'stdio'; readonly streams?: { readonly input: Readable; readonly output: Writable } }
  | { readonly kind: 'socket'; readonly path: string }

export interface PtywrightServerOptions extends DispatcherOptions, EndpointOptions {}

export async function startPtywright(
  place: PtywrightPlace,
  framing: Framing,
  parts: PtywrightServerOptions = {},
): Promise<PtywrightServerHandle> {
  const { diagnostics = createDiagnostics() } = parts
  const core = createCore({ maxSessions: defaults.maxSessions, diagnostics })
  const endpoint = await openPtywright({
    ...parts,
    diagnostics,
    core,
    clients: new Clients(),
    maxWaits: defaults.maxWaits,
    options: parts,
  })
  endpoint.plugins.onPrint.on((line) => diagnostics.log.info(`plugin ${line}`))
  endpoint.prepare()
  const options = { framing, maxMessageBytes: defaults.maxMessageBytes, clock: core.clock, diagnostics }
  const stopSessions = async (): Promise<void> => {
    await core.sessions.dispose()
    endpoint.dispose?.()
  }
  if (place.kind === 'socket') {
    const bounded = {
      ...options,
      maxConnections: defaults.maxConnections,
      refusal: (error: CoreError) => endpoint.refusal!(error, null),
    }
    const unix = await listenUnix(place.path, bounded, (connection) => void endpoint.serve(connection)).catch(
      async (error: unknown) => {
        await stopSessions()
        throw error
      },
    )
    return {
      ended: new Promise(() => {}),
      stop: async () => {
        await stopSessions()
        await unix.close()
      },
    }
  }
  const ended = new Promise<void>((resolve) => {
    connectStdio(options, (connection) => endpoint.serve(connection).owned.add({ dispose: resolve }), place.streams)
  })
  return { ended, stop: stopSessions }
}
