/** The tuispec dialect: JSON-RPC 2.0, a request a line, answered in order, about one session with one app at a time. */
import { errorBody, notificationBody, resultBody } from '../../wire/json-rpc.js'
import type { Dialect } from '../dispatcher.js'
import type { TuispecClient } from './context.js'
import { parseLine } from './envelope.js'
import { encodeError } from './errors.js'
import { events } from './events.js'
import { batchMethods } from './methods/batch.js'
import { inputMethods } from './methods/input.js'
import { lifecycleMethods } from './methods/lifecycle.js'
import { notificationMethods } from './methods/notifications.js'
import { recordingMethods } from './methods/recording.js'
import { serverMethods } from './methods/server.js'
import { snapshotMethods } from './methods/snapshot.js'
import { viewMethods } from './methods/view.js'
import { waitMethods } from './methods/wait.js'

export { TuispecClient, type TuispecHost } from './context.js'
export { errors as tuispecErrors } from './errors.js'
export type { TuispecOptions } from './settings.js'

const methods = [
  ...lifecycleMethods,
  ...inputMethods,
  ...waitMethods,
  ...viewMethods,
  ...snapshotMethods,
  ...notificationMethods,
  ...batchMethods,
  ...recordingMethods,
  ...serverMethods,
]

/** What may be called before there is a session. */
const open = /^(?:initialize|batch|replay|viewUnsubscribe|recording\..*|server\..*)$/
const needSession = new Set(methods.map(({ name }) => name).filter((name) => !open.test(name)))

export const tuispec: Dialect<TuispecClient> = {
  name: 'tuispec',
  methods,
  events,
  order: 'serial',
  parse: parseLine,
  result: ({ id }, value) => resultBody(id ?? null, value),
  error: (id, error) => errorBody(id, encodeError(error)),
  event: ({ name }, params) => notificationBody(name, params),
  admit(client, method) {
    client.requireHere()
    if (needSession.has(method)) client.active()
  },
}
