/** Reports requests: how long each took and how it ended. Their params and results stay out of it, since both may be secret. */
import type { CoreError } from '../base/core-error.js'
import type { Diagnostics } from '../base/diagnostics.js'

export class RequestReport {
  /** Which connection a client is on, where someone wants to read that. */
  private readonly connections = new WeakMap<object, number>()

  constructor(
    private readonly protocol: string,
    private readonly diagnostics: Diagnostics,
  ) {}

  identify(client: object, connection: number): void {
    if (this.diagnostics.log.wants('protocol')) this.connections.set(client, connection)
  }

  /** A request begins; call the result when it has ended, with what went wrong. */
  begin(method: string, client: object): (error: CoreError | null) => void {
    const { log, figures, spans, clock } = this.diagnostics
    const startedAt = clock.monotonic()
    figures.requestsRunning++
    const { protocol } = this
    const span = spans.begin({ name: `${protocol} ${method}`, kind: 'server', attributes: { 'rpc.system': protocol } })
    return (error) => {
      const ms = clock.monotonic() - startedAt
      figures.requestsRunning--
      span?.end(error?.code ?? null)
      figures.observeRequest(this.protocol, error ? 'error' : 'ok', ms / 1000)
      if (!log.wants('protocol')) return
      const connection = this.connections.get(client)
      const outcome = error ? error.code : 'ok'
      log.debug('protocol', 'request', { connection, protocol: this.protocol, method, outcome, ms: round(ms) })
    }
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
