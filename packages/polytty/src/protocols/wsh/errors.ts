/**
 * How failures look on this wire: a code in snake case, and a status where HTTP carries it. Most come from the core's
 * own codes; what only this dialect knows (overlays, focus, the idle waits) is refused with its code named.
 */
import { CoreError, type CoreErrorCode } from '../../base/core-error.js'

interface WshError {
  readonly status: number
  /** The core's word for it. */
  readonly core: CoreErrorCode
}

/** Every code of this dialect. */
export const wshCodes = {
  auth_required: { status: 401, core: 'not-authenticated' },
  auth_invalid: { status: 403, core: 'auth-failed' },
  origin_not_allowed: { status: 403, core: 'permission-denied' },
  overlay_not_found: { status: 404, core: 'not-found' },
  panel_not_found: { status: 404, core: 'not-found' },
  session_not_found: { status: 404, core: 'session-not-found' },
  recording_not_found: { status: 404, core: 'unknown-recording' },
  server_not_found: { status: 404, core: 'not-found' },
  no_sessions: { status: 404, core: 'session-not-found' },
  unknown_method: { status: 404, core: 'unknown-method' },
  invalid_request: { status: 400, core: 'invalid-params' },
  invalid_overlay: { status: 400, core: 'invalid-params' },
  invalid_tag: { status: 400, core: 'invalid-params' },
  invalid_session_name: { status: 400, core: 'invalid-params' },
  session_required: { status: 400, core: 'invalid-params' },
  not_focusable: { status: 400, core: 'invalid-params' },
  idle_timeout: { status: 408, core: 'wait-timeout' },
  quiesce_timeout: { status: 408, core: 'wait-timeout' },
  idle_superseded: { status: 409, core: 'wait-cancelled' },
  session_name_conflict: { status: 409, core: 'session-exists' },
  recording_active: { status: 409, core: 'conflict' },
  already_in_alt_screen: { status: 409, core: 'conflict' },
  not_in_alt_screen: { status: 409, core: 'conflict' },
  payload_too_large: { status: 413, core: 'resource-limit' },
  resource_limit_reached: { status: 429, core: 'resource-limit' },
  parser_unavailable: { status: 503, core: 'session-exited' },
  /** Listed for clients that know it, never sent: nothing waits for the parser, which works as the bytes come. */
  parser_timeout: { status: 504, core: 'wait-timeout' },
  max_sessions_reached: { status: 503, core: 'session-limit' },
  input_send_failed: { status: 500, core: 'input-overflow' },
  session_create_failed: { status: 500, core: 'spawn-failed' },
  internal_error: { status: 500, core: 'internal' },
} as const satisfies Record<string, WshError>

export type WshCode = keyof typeof wshCodes

/** The code of a core failure that names none itself. */
export const errors = {
  'parse-error': { code: 'invalid_request' },
  'invalid-request': { code: 'invalid_request' },
  'unknown-method': { code: 'unknown_method' },
  'invalid-params': { code: 'invalid_request' },
  'invalid-pattern': { code: 'invalid_request' },
  'invalid-path': { code: 'invalid_request' },
  'unknown-subscription': { code: 'invalid_request' },
  'mouse-not-enabled': { code: 'invalid_request' },
  'not-supported': { code: 'invalid_request' },
  'session-exists': { code: 'session_name_conflict' },
  conflict: { code: 'invalid_request' },
  'not-found': { code: 'invalid_request' },
  'unknown-recording': { code: 'recording_not_found' },
  'session-not-found': { code: 'session_not_found' },
  'session-exited': { code: 'parser_unavailable' },
  'session-limit': { code: 'max_sessions_reached' },
  'spawn-failed': { code: 'session_create_failed' },
  'missing-program': { code: 'session_create_failed' },
  'input-overflow': { code: 'input_send_failed' },
  'wait-timeout': { code: 'idle_timeout' },
  'wait-cancelled': { code: 'idle_superseded' },
  'resource-limit': { code: 'resource_limit_reached' },
  'not-authenticated': { code: 'auth_required' },
  'auth-failed': { code: 'auth_invalid' },
  'permission-denied': { code: 'origin_not_allowed' },
  internal: { code: 'internal_error' },
} satisfies Record<CoreErrorCode, { code: WshCode }>

/** A failure with a code of this dialect. */
export function refuse(code: WshCode, message: string): CoreError {
  return new CoreError(wshCodes[code].core, message, { code })
}

export interface WshErrorBody {
  readonly code: WshCode
  readonly message: string
}

export function encodeError(error: CoreError): WshErrorBody {
  // The core distinguishes refusals of one code by a reason, which is our code in another spelling.
  const { reason } = error.data
  const named = error.data.code ?? (typeof reason === 'string' ? reason.replaceAll('-', '_') : undefined)
  const code = typeof named === 'string' && named in wshCodes ? (named as WshCode) : errors[error.code].code
  return { code, message: error.message }
}
