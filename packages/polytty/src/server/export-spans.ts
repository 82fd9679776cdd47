/**
 * Sends spans to a collector of OpenTelemetry, as JSON over HTTP. Loaded only where that is asked for. A collector that
 * does not take them costs spans, never requests: what waits is bounded, and what fails is not sent again.
 */
import type { Diagnostics } from '../base/diagnostics.js'
import type { Disposable } from '../base/disposable.js'
import type { Span } from '../base/spans.js'

const BATCH_MS = 1000
const MAX_BATCH = 512
const MAX_WAITING = 4096
const SEND_MS = 5000

/** By OTLP's numbers. */
const kinds = { server: 2, client: 3 } as const
const FAILED = 2

export interface SpanExport extends Disposable {
  /** Sends what waits. */
  flush(): Promise<void>
}

export function exportSpans(
  { spans, clock, log }: Diagnostics,
  endpoint: string,
  resource: Readonly<Record<string, string>>,
): SpanExport {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const waiting: Span[] = []
  let timer: Disposable | null = null
  let sending: Promise<void> | null = null
  let isFailing = false

  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const body = JSON.stringify(encode(waiting.splice(0, MAX_BATCH), resource))
      const headers = { 'content-type': 'application/json' }
      try {
        const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(SEND_MS) })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`it answered ${answer.status}`)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn('traces cannot be sent', { reason: (error as Error).message })
        isFailing = true
      }
    }
  }
  const flush = (): Promise<void> => {
    timer?.dispose()
    timer = null
    sending ??= send().finally(() => (sending = null))
    return sending
  }
  const listening = spans.onEnd.on((span) => {
    if (waiting.length >= MAX_WAITING) return
    waiting.push(span)
    if (waiting.length >= MAX_BATCH) void flush()
    else timer ??= clock.after(BATCH_MS, () => void flush())
  })
  return {
    flush,
    dispose: () => {
      listening.dispose()
      timer?.dispose()
    },
  }
}

function encode(spans: readonly Span[], resource: Readonly<Record<string, string>>): object {
  const attributes = (given: Readonly<Record<string, string>>) =>
    Object.entries(given).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)
  const encoded = spans.map(({ traceId, spanId, parentId, name, kind, startedAt, durationMs, error, ...rest }) => ({
    ...{ traceId, spanId, ...(parentId && { parentSpanId: parentId }), name, kind: kinds[kind] },
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(startedAt + durationMs),
    attributes: attributes({ ...rest.attributes, ...(error && { 'error.type': error }) }),
    status: error ? { code: FAILED, message: error } : {},
  }))
  const scopeSpans = [{ scope: { name: 'polytty' }, spans: encoded }]
  return { resourceSpans: [{ resource: { attributes: attributes(resource) }, scopeSpans }] }
}
