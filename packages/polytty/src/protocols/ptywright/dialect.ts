/** The ptywright dialect: JSON-RPC 2.0, a connection's requests answered in order, sessions shared by all connections. */
import { isDeeper } from '../../base/checks.js'
import { CoreError } from '../../base/core-error.js'
import {
  errorBody,
  type IncomingMessage,
  notificationBody,
  parseJson,
  type RequestId,
  resultBody,
} from '../../wire/json-rpc.js'
import type { Dialect } from '../dispatcher.js'
import type { PtywrightClient } from './context.js'
import { encodeError } from './errors.js'
import { events } from './events.js'
import { adapterMethods } from './methods/adapter.js'
import { driveMethods } from './methods/adapter-drive.js'
import { readMethods } from './methods/adapter-read.js'
import { pluginMethods } from './methods/plugin.js'
import { serverMethods } from './methods/server.js'
import { sessionMethods } from './methods/session.js'

export { PtywrightClient, PtywrightServer } from './context.js'
export { errors as ptywrightErrors } from './errors.js'
export { Notifications } from './notifications.js'
export type { PluginRegistry } from './plugins/plugin-registry.js'

const others = [...sessionMethods, ...adapterMethods, ...driveMethods, ...readMethods, ...pluginMethods]

/** These only watch: what happens meanwhile is not of their making. */
const watching = new Set(['session.wait', 'adapter.wait'])

export const ptywright: Dialect<PtywrightClient> = {
  name: 'ptywright',
  methods: [...serverMethods(others), ...others],
  events,
  order: 'serial',
  parse,
  result: ({ id }, value) => resultBody(id ?? null, value),
  error: (id, error) => errorBody(id, encodeError(error)),
  event: ({ name }, params) => notificationBody(name, params),
  around: (client, method) => (watching.has(method) ? null : client.notifications.hold()),
}

/** Matchers and what is handed to plugins may be trees, but not wells. */
const MAX_DEPTH = 100

/** One request a message: this protocol has no batches. */
function parse(text: string): IncomingMessage {
  const value = parseJson(text)
  if (value instanceof CoreError) return fault(null, value)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fault(null, new CoreError('parse-error', 'Parse error: a message is one JSON-RPC object'))
  const { jsonrpc, id, method, params } = value as Record<string, unknown>
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  if (jsonrpc !== '2.0') return fault(known, new CoreError('invalid-request', 'jsonrpc must be "2.0"'))
  if (typeof method !== 'string') return fault(known, new CoreError('invalid-request', 'method is required'))
  if (isDeeper(params, MAX_DEPTH))
    return fault(known, new CoreError('invalid-params', `params are nested more than ${MAX_DEPTH} deep`))
  return {
    batch: false,
    items: [{ kind: 'request', request: { id: id === undefined ? undefined : known, method, params } }],
  }
}

function fault(id: RequestId, error: CoreError): IncomingMessage {
  return { batch: false, items: [{ kind: 'fault', id, error }] }
}
