/** How core failures look on this wire. Messages that clients match on are the document's own; all are redacted. */
import type { CoreError, CoreErrorCode } from '../../base/core-error.js'
import { Redactor } from '../../redaction/redactor.js'
import { isTooCostly } from '../../text/pattern.js'
import type { ErrorBody } from '../../wire/json-rpc.js'

interface ErrorShape {
  readonly code: number
  /** The words that clients look for, where they differ from the core's. */
  readonly message?: (error: CoreError) => string
}

const internal = { code: -32603 }

export const errors = {
  'parse-error': { code: -32700 },
  'invalid-request': { code: -32600 },
  'unknown-method': { code: -32601, message: ({ data }) => `unknown method: ${String(data.method)}` },
  'invalid-params': { code: -32602 },
  'invalid-pattern': {
    code: -32602,
    message: (error) => (isTooCostly(error) ? error.message : 'invalid redaction regex'),
  },
  'session-not-found': { code: -32602, message: ({ data }) => `unknown session: ${String(data.session)}` },
  'wait-timeout': { code: -32001, message: () => 'timed out waiting for matcher' },
  'session-exited': { code: -32002, message: () => 'session is closed' },
  'permission-denied': { code: -32004 },
  'wait-cancelled': { code: -32005, message: () => 'wait cancelled' },
  'session-exists': internal,
  'session-limit': internal,
  'spawn-failed': internal,
  'input-overflow': internal,
  'invalid-path': internal,
  'unknown-subscription': internal,
  'unknown-recording': internal,
  'mouse-not-enabled': internal,
  'not-supported': internal,
  'resource-limit': internal,
  'not-authenticated': internal,
  'auth-failed': internal,
  conflict: internal,
  'not-found': internal,
  'missing-program': internal,
  internal,
} satisfies Record<CoreErrorCode, ErrorShape>

const redactor = new Redactor()

export function encodeError(error: CoreError): ErrorBody {
  const shape: ErrorShape = errors[error.code]
  const message = redactor.redact(shape.message?.(error) ?? error.message)
  return error.code === 'permission-denied'
    ? { code: shape.code, message, data: error.data }
    : { code: shape.code, message }
}
