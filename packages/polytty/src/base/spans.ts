/** What took time, as traces have it. Nothing is built unless someone listens. Params and results stay out of it. */
import type { Clock } from './clock.js'
import { Emitter } from './emitter.js'

/** Where a span stands: in which trace, and which one it is. Lower-case hexadecimal, as W3C's trace context has it. */
export interface SpanContext {
  readonly traceId: string
  readonly spanId: string
}

export interface Span extends SpanContext {
  readonly parentId: string | null
  readonly name: string
  /** `server` answers a request, `client` has sent one. */
  readonly kind: 'server' | 'client'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly attributes: Readonly<Record<string, string>>
  /** The code of what went wrong; null if nothing did. */
  readonly error: string | null
}

export interface OpenSpan {
  readonly context: SpanContext
  end(error: string | null): void
}

type Begun = Pick<Span, 'name' | 'kind' | 'attributes'>

export class Spans {
  readonly onEnd = new Emitter<Span>()

  constructor(private readonly clock: Clock) {}

  /** Null where no one listens. */
  begin(about: Begun, parent: SpanContext | null = null): OpenSpan | null {
    if (this.onEnd.size === 0) return null
    const context = { traceId: parent?.traceId ?? hex(16), spanId: hex(8) }
    const [startedAt, from] = [this.clock.now(), this.clock.monotonic()]
    return {
      context,
      end: (error) => {
        const durationMs = this.clock.monotonic() - from
        this.onEnd.emit({ ...about, ...context, parentId: parent?.spanId ?? null, startedAt, durationMs, error })
      },
    }
  }
}

export function formatTraceparent({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`
}

/** Null where it is not one. */
export function parseTraceparent(text: string): SpanContext | null {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text) ?? []
  return traceId && spanId ? { traceId, spanId } : null
}

function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
