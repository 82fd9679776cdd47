/** How core failures look on this wire: a fixed sentence for each number, and what happened in `data.details`. */
import type { CoreError, CoreErrorCode } from '../../base/core-error.js'
import type { ErrorBody } from '../../wire/json-rpc.js'

interface ErrorShape {
  readonly code: number
  readonly message: string
  /** What goes along: the text of the failure, the name of the method, or nothing. */
  readonly data: 'details' | 'method' | 'none'
}

const invalidParams = { code: -32602, message: 'Invalid params', data: 'details' } as const
const failed = { code: -32004, message: 'Method failed', data: 'details' } as const

export const errors = {
  'parse-error': { code: -32700, message: 'Parse error', data: 'details' },
  'invalid-request': { code: -32600, message: 'Invalid request', data: 'details' },
  'unknown-method': { code: -32601, message: 'Method not found', data: 'method' },
  'invalid-params': invalidParams,
  'invalid-pattern': invalidParams,
  'session-not-found': { code: -32001, message: 'No active session', data: 'none' },
  'session-exists': { code: -32002, message: 'Session already started', data: 'none' },
  'session-exited': failed,
  'session-limit': failed,
  'spawn-failed': failed,
  'input-overflow': failed,
  'invalid-path': failed,
  'unknown-subscription': failed,
  'unknown-recording': failed,
  'mouse-not-enabled': failed,
  'not-supported': failed,
  'wait-timeout': failed,
  'wait-cancelled': failed,
  'resource-limit': failed,
  'not-authenticated': failed,
  'auth-failed': failed,
  conflict: failed,
  'not-found': failed,
  'missing-program': failed,
  'permission-denied': failed,
  internal: failed,
} satisfies Record<CoreErrorCode, ErrorShape>

/** What a batch says to a step that would end the server in the middle of it. */
export const shutdownInBatch: ErrorBody = { code: -32020, message: 'batch step cannot call server.shutdown' }

export function encodeError(error: CoreError): ErrorBody {
  const { code, message, data }: ErrorShape = errors[error.code]
  if (data === 'none') return { code, message }
  if (data === 'method') return { code, message, data: { method: error.data.method, details: error.message } }
  return { code, message, data: { details: error.message, ...error.data } }
}
