/** The JSON-RPC 2.0 envelope: what a message asks for, and how an answer looks. Knows no method and no dialect's codes. */
import { CoreError } from '../base/core-error.js'

/** A bigint where a dialect's ids go beyond what a double holds. */
export type RequestId = string | number | bigint | null

export interface Request {
  /** undefined for a notification: it gets no answer. */
  readonly id: RequestId | undefined
  readonly method: string
  readonly params: unknown
}

/** One thing to answer: a request, or what was wrong with it. */
export type Incoming =
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'fault'; readonly id: RequestId; readonly error: CoreError }

export interface IncomingMessage {
  /** True when the answers go back as one array. */
  readonly batch: boolean
  readonly items: readonly Incoming[]
}

export interface ErrorBody {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** How many requests one batch may hold. */
const MAX_BATCH = 1000

export function parseJsonRpc(text: string): IncomingMessage {
  const value = parseJson(text)
  if (value instanceof CoreError) return single({ kind: 'fault', id: null, error: value })
  if (!Array.isArray(value)) return single(parseRequest(value))
  if (value.length === 0) return single(invalid(null, 'an empty batch asks for nothing: send at least one request'))
  if (value.length > MAX_BATCH)
    return single(invalid(null, `a batch holds at most ${MAX_BATCH} requests; got ${value.length}`))
  return { batch: true, items: value.map(parseRequest) }
}

/** Any JSON text as a value, or the parse error that says why not. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return new CoreError('parse-error', 'Parse error', { reason }, { cause: error })
  }
}

export function resultBody(id: RequestId, result: unknown): object {
  return { jsonrpc: '2.0', id, result }
}

export function errorBody(id: RequestId, error: ErrorBody): object {
  return { jsonrpc: '2.0', id, error }
}

export function notificationBody(method: string, params: unknown): object {
  return { jsonrpc: '2.0', method, params }
}

function single(item: Incoming): IncomingMessage {
  return { batch: false, items: [item] }
}

function parseRequest(value: unknown): Incoming {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid(null, 'a request is an object with jsonrpc, method, params and id')
  const { jsonrpc, id, method, params } = value as Record<string, unknown>
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number')
    return invalid(null, 'id must be a string, a number or null')
  const knownId = id ?? null
  if (jsonrpc !== '2.0') return invalid(knownId, 'jsonrpc must be "2.0"')
  if (typeof method !== 'string') return invalid(knownId, 'method must be a string')
  if (params !== undefined && params !== null && typeof params !== 'object')
    return invalid(knownId, 'params must be an object or an array')
  // An empty list of params by position is none at all.
  const given = Array.isArray(params) && params.length === 0 ? undefined : params
  return { kind: 'request', request: { id, method, params: given } }
}

function invalid(id: RequestId, reason: string): Incoming {
  return { kind: 'fault', id, error: new CoreError('invalid-request', `Invalid request: ${reason}`, { reason }) }
}
