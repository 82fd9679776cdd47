/**
 * Every call made to a session, as it was made: time, method, params, outcome. Given out as data, or as a script that
 * does the same again. What a method means as an action is the dialect's knowledge; it says so when it logs the call.
 */
import type { Clock } from '../base/clock.js'
import type { Redactor } from '../redaction/redactor.js'

/** What a call did, for the scripts; `request` is anything they have no better words for. */
export type Action =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'keys'; readonly keys: readonly string[] }
  | { readonly type: 'wait'; readonly pattern: string; readonly isRegex: boolean; readonly timeoutMs: number | null }
  | { readonly type: 'resize'; readonly cols: number; readonly rows: number }
  | { readonly type: 'read' }
  | { readonly type: 'screenshot'; readonly format: string }
  | { readonly type: 'request' }

export interface LoggedCall {
  /** Seconds since the log was started. */
  readonly time: number
  readonly method: string
  /** Without the session: a script has its own. */
  readonly params: Readonly<Record<string, unknown>>
  /** Null when it succeeded. */
  readonly error: string | null
  readonly action: Action
}

const MAX_CALLS = 100_000
/** Characters that the calls of one log have together, written as JSON. */
const MAX_CHARS = 4 * 1024 * 1024

export class ActionLog {
  /** Why the log takes no more; null while it does. */
  endedEarly: string | null = null
  private readonly calls: LoggedCall[] = []
  private chars = 0
  private readonly startedAt: number

  constructor(
    private readonly clock: Clock,
    private readonly redactor: Redactor | null = null,
  ) {
    this.startedAt = clock.monotonic()
  }

  /** Adds a call; past its bounds the log takes no more. */
  add(method: string, params: Readonly<Record<string, unknown>>, action: Action, error: string | null = null): void {
    this.chars += method.length + JSON.stringify(params).length
    if (this.calls.length >= MAX_CALLS) this.endedEarly ??= `it has ${MAX_CALLS} calls`
    else if (this.chars > MAX_CHARS) this.endedEarly ??= `it has more than ${MAX_CHARS} characters`
    if (this.endedEarly !== null) return
    const time = Math.round(this.clock.monotonic() - this.startedAt) / 1000
    this.calls.push(this.redacted({ time, method, params, error, action }))
  }

  get entries(): readonly LoggedCall[] {
    return this.calls
  }

  get durationMs(): number {
    return this.clock.monotonic() - this.startedAt
  }

  /** Secrets are taken out of every text in the call, on the way in: nothing later can leak them. */
  private redacted(call: LoggedCall): LoggedCall {
    const { redactor } = this
    if (!redactor) return call
    const walk = (value: unknown): unknown => {
      if (typeof value === 'string') return redactor.redact(value)
      if (Array.isArray(value)) return value.map(walk)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
    }
    return walk(call) as LoggedCall
  }
}

/** The log as plain data: what was called when, with what, and how it ended. */
export function actionsAsData(calls: readonly LoggedCall[]): Record<string, unknown>[] {
  return calls.map(({ time, method, params, error }) => ({
    ...{ time, method, params },
    ...(error === null ? { outcome: 'ok' } : { outcome: 'error', error }),
  }))
}
