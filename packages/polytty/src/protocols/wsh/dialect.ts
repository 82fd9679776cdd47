/** The wsh dialect: JSON requests with a method's name in the answer, over a session's socket, the server's, or HTTP. */
import { isObject } from '../../base/checks.js'
import { CoreError } from '../../base/core-error.js'
import { type Incoming, type IncomingMessage, parseJson, type RequestId } from '../../wire/json-rpc.js'
import type { EventSpec } from '../define.js'
import type { Dialect } from '../dispatcher.js'
import type { WshClient } from './context.js'
import { encodeError } from './errors.js'
import { events } from './events.js'
import { overlayMethods, panelMethods } from './methods/elements.js'
import { eventMethods } from './methods/events.js'
import { idleMethods } from './methods/idle.js'
import { inputMethods } from './methods/input.js'
import { modeMethods } from './methods/mode.js'
import { recordingMethods } from './methods/recording.js'
import { screenMethods } from './methods/screen.js'
import { httpMethods, serverMethods } from './methods/server.js'
import { sessionMethods } from './methods/session.js'

export { WshClient } from './context.js'
export { encodeError, errors as wshErrors, refuse, type WshErrorBody, wshCodes } from './errors.js'
export { openApi } from './openapi.js'
export { decodePart, matchRoute, type Route, routeParams } from './routes.js'
export { type WshHost, wshHostOf } from './server.js'
export type { InputMode, WshSession } from './wsh-session.js'

export const wsh: Dialect<WshClient> = {
  name: 'wsh',
  methods: [
    ...sessionMethods,
    ...screenMethods,
    ...inputMethods,
    ...idleMethods,
    ...overlayMethods,
    ...panelMethods,
    ...modeMethods,
    ...serverMethods,
    ...eventMethods,
  ],
  events,
  order: 'concurrent',
  parse,
  result: ({ id, method }, result) => ({ ...idOf(id ?? null), method, result }),
  error: (id, error, _, method) => ({
    ...idOf(id),
    ...(method !== undefined && { method }),
    error: wireError(error, method),
  }),
  event: encodeEvent,
  admit: (client, _, params) => {
    if (isObject(params)) client.requireLocal(params.server)
  },
  around: (client, method) => (causesNews.has(method) ? client.holdLifecycle() : null),
}

/** The same over HTTP, where a few more things can be asked. */
export const wshHttp: Dialect<WshClient> = { ...wsh, methods: [...wsh.methods, ...recordingMethods, ...httpMethods] }

/** Answers to these come before the news they make. */
const causesNews = new Set(['create_session', 'kill_session', 'rename_session', 'update_session', 'update_tags'])

const MALFORMED = "Invalid JSON or missing 'method' field."

/** Two kinds do not say `event`: the document has them so. */
function encodeEvent({ name }: EventSpec, params: object, about: object): object {
  if (name === 'connected') return params
  return { [name === 'lagged' ? 'type' : 'event']: name, ...params, ...about }
}

function idOf(id: RequestId): { id?: RequestId } {
  return id === null ? {} : { id }
}

function wireError(error: CoreError, method: string | undefined): object {
  const body = encodeError(error)
  return error.code === 'unknown-method' ? { ...body, message: `Unknown method '${method}'.` } : body
}

function parse(text: string): IncomingMessage {
  return { batch: false, items: [parseItem(parseJson(text))] }
}

function parseItem(value: unknown): Incoming {
  if (!isObject(value) || typeof value.method !== 'string') return invalid(MALFORMED)
  const { method, params } = value
  // Any value may be an id: it is repeated, never read.
  const id = (value.id ?? null) as RequestId
  // What is not an object is refused by the method's own check, in an answer that names the request.
  const whole = params === undefined || params === null || isObject(params)
  const { session, server } = value
  const named = {
    ...(session !== null && session !== undefined && { session }),
    ...(server !== undefined && { server }),
  }
  return { kind: 'request', request: { id, method, params: whole ? { ...params, ...named } : params } }
}

function invalid(reason: string): Incoming {
  return { kind: 'fault', id: null, error: new CoreError('invalid-request', reason) }
}
