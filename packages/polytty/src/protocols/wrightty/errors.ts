/** How core failures look on this wire. A new core code does not compile until it has a line here. */
import type { CoreError, CoreErrorCode } from '../../base/core-error.js'
import type { ErrorBody } from '../../wire/json-rpc.js'

interface ErrorShape {
  readonly code: number
  /** The document's own words, where clients may look for them. */
  readonly message?: string
}

export const errors = {
  'parse-error': { code: -32700 },
  'invalid-request': { code: -32600 },
  'unknown-method': { code: -32601 },
  'invalid-params': { code: -32602 },
  'session-exists': { code: -32602 },
  'invalid-path': { code: -32602 },
  'unknown-recording': { code: -32602 },
  conflict: { code: -32602 },
  'not-found': { code: -32602 },
  internal: { code: -32603 },
  'input-overflow': { code: -32603 },
  'resource-limit': { code: -32603 },
  'wait-cancelled': { code: -32603 },
  'session-not-found': { code: 1001, message: 'Session not found' },
  'session-exited': { code: 1002 },
  'wait-timeout': { code: 1003 },
  'invalid-pattern': { code: 1004 },
  'spawn-failed': { code: 1005 },
  'not-supported': { code: 1006 },
  'mouse-not-enabled': { code: 1006 },
  'missing-program': { code: 1006 },
  'session-limit': { code: 1007 },
  'unknown-subscription': { code: 1008 },
  'auth-failed': { code: 1009 },
  'not-authenticated': { code: 1010 },
  'permission-denied': { code: 1011 },
} satisfies Record<CoreErrorCode, ErrorShape>

export function encodeError(error: CoreError): ErrorBody {
  const shape: ErrorShape = errors[error.code]
  const { session, ...rest } = error.data
  const data = session === undefined ? rest : { sessionId: session, ...rest }
  const message = shape.message ?? error.message
  return Object.keys(data).length === 0 ? { code: shape.code, message } : { code: shape.code, message, data }
}
