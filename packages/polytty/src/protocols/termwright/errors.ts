/** How core failures look on this wire: the document's integers, and the strings that released clients read. */
import type { CoreErrorCode } from '../../base/core-error.js'

export interface ErrorCodes {
  readonly code: number
  readonly released: 'parse_error' | 'unknown_method' | 'error'
}

const general = { code: -1, released: 'error' } as const
const invalid = { code: -4, released: 'error' } as const

export const errors = {
  'parse-error': { code: -4, released: 'parse_error' },
  'invalid-request': { code: -4, released: 'parse_error' },
  'wait-timeout': { code: -2, released: 'error' },
  'session-exited': { code: -3, released: 'error' },
  'invalid-params': invalid,
  'invalid-pattern': invalid,
  'invalid-path': invalid,
  'unknown-method': { code: -5, released: 'unknown_method' },
  'session-not-found': general,
  'session-exists': general,
  'session-limit': general,
  'spawn-failed': general,
  'input-overflow': general,
  'unknown-subscription': general,
  'unknown-recording': general,
  'mouse-not-enabled': general,
  'not-supported': general,
  'wait-cancelled': general,
  'resource-limit': general,
  'not-authenticated': general,
  'auth-failed': general,
  conflict: general,
  'not-found': invalid,
  'missing-program': general,
  'permission-denied': general,
  internal: general,
} satisfies Record<CoreErrorCode, ErrorCodes>
