/** Reports what a server is asked for and whom it refuses. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Diagnostics } from '../base/diagnostics.js'

/** Logs a request once it is answered. The query stays out of the log: it may hold a ticket. */
export function reportRequest(request: IncomingMessage, response: ServerResponse, { log, clock }: Diagnostics): void {
  if (!log.wants('protocol')) return
  const startedAt = clock.monotonic()
  const peer = peerName(request)
  response.once('close', () => {
    const path = request.url?.split('?', 1)[0]
    const ms = Math.round(clock.monotonic() - startedAt)
    log.debug('protocol', 'http', { peer, verb: request.method, path, status: response.statusCode, ms })
  })
}

/** A client that may not use the server: its origin, its host, or one too many. */
export function reportRefusal(
  refused: { readonly peer: string; readonly reason: string; readonly status?: number },
  { log, figures }: Diagnostics,
): void {
  figures.refusals++
  if (log.wants('protocol')) log.debug('protocol', 'refused', refused)
}

export function peerName({ socket }: IncomingMessage): string {
  return `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? '?'}`
}
