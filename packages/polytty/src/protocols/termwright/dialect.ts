/** The termwright dialect: a line of JSON a request, answered in order, about the one session of a daemon. */
import { CoreError } from '../../base/core-error.js'
import { type Incoming, type IncomingMessage, parseJson, type Request } from '../../wire/json-rpc.js'
import { exactId } from '../../wire/large-ids.js'
import type { Dialect } from '../dispatcher.js'
import type { TermwrightClient } from './context.js'
import { type ErrorCodes, errors } from './errors.js'
import { boxMethods } from './methods/boxes.js'
import { connectionMethods } from './methods/connection.js'
import { inputMethods } from './methods/input.js'
import { mouseMethods } from './methods/mouse.js'
import { recordingMethods } from './methods/recording.js'
import { screenMethods } from './methods/screen.js'
import { waitMethods } from './methods/wait.js'

export { type Daemon, TermwrightClient, type WireRule, type WireShape, wireRules } from './context.js'
export { errors as termwrightErrors } from './errors.js'

/** The methods by what they are about. */
export const termwrightGroups = {
  session: connectionMethods,
  screen: [...screenMethods, ...boxMethods],
  input: [...inputMethods, ...mouseMethods],
  wait: waitMethods,
  recording: recordingMethods,
}

export const termwright: Dialect<TermwrightClient> = {
  name: 'termwright',
  methods: Object.values(termwrightGroups).flat(),
  events: [],
  order: 'serial',
  parse,
  result: encodeResult,
  error(id, error, client) {
    const shape: ErrorCodes = errors[error.code]
    const { message } = error
    if (client.keepShape() === 'released') return { id: id ?? 0, error: { code: shape.released, message } }
    return { id: id ?? 0, result: null, error: { code: shape.code, message } }
  },
  admit: (client, _, params) => client.notice(params),
}

/**
 * A released client reads `closing` when the daemon ends, and its daemon leaves `error` out on success; a null there
 * both kinds can read, so it decides nothing.
 */
function encodeResult({ id, method }: Request, value: unknown, client: TermwrightClient): object {
  if (method === 'close' && client.keepShape() === 'released')
    return { id, result: null, error: { code: 'closing', message: 'the daemon is closing' } }
  return client.decided === 'released' ? { id, result: value ?? null } : { id, result: value ?? null, error: null }
}

/** A refusal before there is a client: in the document's shape, with the id of what it answers. */
export function encodeRefusal(error: CoreError, asked: unknown, text: string | null): object {
  const { id } = (asked ?? {}) as { id?: unknown }
  const known = typeof id === 'number' && text !== null ? exactId(text, id) : 0
  return { id: known, result: null, error: { code: errors[error.code].code, message: error.message } }
}

function parse(text: string): IncomingMessage {
  return { batch: false, items: [parseItem(text, parseJson(text))] }
}

/** The largest id: the document's are u64. */
const MAX_ID = 2n ** 64n - 1n

function parseItem(text: string, value: unknown): Incoming {
  if (value instanceof CoreError) return { kind: 'fault', id: 0, error: value }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid(0, 'a request is an object with id, method and params')
  const { id: sent, method, params } = value as Record<string, unknown>
  const id = typeof sent === 'number' ? exactId(text, sent) : null
  if (id === null || !isId(id)) return invalid(0, `id must be a whole number from 0 to ${MAX_ID}`)
  if (typeof method !== 'string') return invalid(id, 'method must be a string')
  if (params !== undefined && params !== null && (typeof params !== 'object' || Array.isArray(params)))
    return invalid(id, 'params must be an object or null')
  return { kind: 'request', request: { id, method, params } }
}

function isId(id: number | bigint): boolean {
  return typeof id === 'bigint' ? id <= MAX_ID : Number.isSafeInteger(id) && id >= 0
}

function invalid(id: number | bigint, reason: string): Incoming {
  return { kind: 'fault', id, error: new CoreError('invalid-request', `invalid request: ${reason}`) }
}
