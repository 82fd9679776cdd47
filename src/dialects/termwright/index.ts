/** The termwright dialect: a line of JSON a request, answered in order, about the one session of a daemon. */
import { CoreError } from '../../base/core-error.js'
import { type Incoming, type IncomingMessage, parseJson, type Request } from '../../wire/json-rpc.js'
import type { Dialect } from '../dispatch.js'
import type { TermwrightClient } from './context.js'
import { type ErrorCodes, errors } from './errors.js'
import { boxMethods } from './methods/boxes.js'
import { connectionMethods } from './methods/connection.js'
import { inputMethods } from './methods/input.js'
import { mouseMethods } from './methods/mouse.js'
import { recordingMethods } from './methods/recording.js'
import { screenMethods } from './methods/screen.js'
import { waitMethods } from './methods/wait.js'

export { type Daemon, TermwrightClient, type WireShape } from './context.js'
export { errors as termwrightErrors } from './errors.js'

export const termwright: Dialect<TermwrightClient> = {
  name: 'termwright',
  methods: [
    ...connectionMethods,
    ...screenMethods,
    ...inputMethods,
    ...mouseMethods,
    ...waitMethods,
    ...boxMethods,
    ...recordingMethods,
  ],
  events: [],
  order: 'serial',
  parse,
  result: encodeResult,
  error(id, error, client) {
    const shape: ErrorCodes = errors[error.code]
    const { message } = error
    if (client.shape === 'released') return { id: id ?? 0, error: { code: shape.released, message } }
    return { id: id ?? 0, result: null, error: { code: shape.code, message } }
  },
  admit: (client, _, params) => client.notice(params),
}

/** A released client reads no `error` on success, and one that says `closing` when the daemon ends. */
function encodeResult({ id, method }: Request, value: unknown, { shape }: TermwrightClient): object {
  if (shape === 'document') return { id, result: value ?? null, error: null }
  if (method === 'close') return { id, result: null, error: { code: 'closing', message: 'the daemon is closing' } }
  return { id, result: value ?? null }
}

function parse(text: string): IncomingMessage {
  return { batch: false, items: [parseItem(parseJson(text))] }
}

function parseItem(value: unknown): Incoming {
  if (value instanceof CoreError) return { kind: 'fault', id: 0, error: value }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return invalid(0, 'a request is an object with id, method and params')
  const { id, method, params } = value as Record<string, unknown>
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 0)
    return invalid(0, 'id must be a whole number from 0 up')
  if (typeof method !== 'string') return invalid(id, 'method must be a string')
  if (params !== undefined && params !== null && (typeof params !== 'object' || Array.isArray(params)))
    return invalid(id, 'params must be an object or null')
  return { kind: 'request', request: { id, method, params } }
}

function invalid(id: number, reason: string): Incoming {
  return { kind: 'fault', id, error: new CoreError('invalid-request', `invalid request: ${reason}`) }
}
