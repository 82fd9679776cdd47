/** The wrightty dialect: JSON-RPC 2.0 over WebSocket or HTTP, each request answered as soon as it is done. */
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import type { Session } from '../../session/index.js'
import { errorBody, notificationBody, parseJsonRpc, resultBody } from '../../wire/json-rpc.js'
import type { Core } from '../core.js'
import type { Dialect } from '../dispatcher.js'
import { recordActions } from './actions.js'
import type { WrighttyClient, WrighttyServer } from './context.js'
import { encodeError } from './errors.js'
import { events } from './events.js'
import { agentMethods } from './methods/agent.js'
import { bridgeMethods } from './methods/bridge.js'
import { eventMethods } from './methods/events.js'
import { inputMethods } from './methods/input.js'
import { polyttyMethods } from './methods/polytty.js'
import { readinessMethods } from './methods/readiness.js'
import { recordingMethods } from './methods/recording.js'
import { screenMethods } from './methods/screen.js'
import { screenshotMethods } from './methods/screenshot.js'
import { sessionMethods } from './methods/session.js'
import { terminalMethods } from './methods/terminal.js'
import { wrighttyMethods } from './methods/wrightty.js'

import { Recordings } from './recordings.js'

export { WrighttyClient } from './context.js'
export { errors as wrighttyErrors } from './errors.js'

/** What may be called before the password was given. */
const open = new Set(['Wrightty.getInfo', 'Wrightty.authenticate'])

/** How many calls a batch may then hold. */
const MAX_ITEMS_ON_TRIAL = 16

/** How many destroyed sessions are remembered, to distinguish "destroyed" from "never existed". */
const MAX_DESTROYED = 1000

export const wrightty: Dialect<WrighttyClient> = {
  name: 'wrightty',
  methods: [
    ...wrighttyMethods,
    ...sessionMethods,
    ...readinessMethods,
    ...inputMethods,
    ...screenMethods,
    ...screenshotMethods,
    ...terminalMethods,
    ...recordingMethods,
    ...eventMethods,
    ...polyttyMethods,
    ...agentMethods,
    ...bridgeMethods,
  ].map(recordActions),
  events,
  order: 'concurrent',
  parse: parseJsonRpc,
  result: ({ id }, value) => resultBody(id ?? null, value),
  error: (id, error) => errorBody(id, encodeError(error)),
  event: ({ name }, data, about) => notificationBody('Events.event', { ...about, event: name, data }),
  admit({ authenticated }, method) {
    if (authenticated || open.has(method)) return
    throw new CoreError('not-authenticated', 'call Wrightty.authenticate with the password first', { method })
  },
  maxItems: ({ authenticated }) => (authenticated ? Number.POSITIVE_INFINITY : MAX_ITEMS_ON_TRIAL),
}

/** The state that all wrightty clients of one server share. */
export function createWrighttyServer(core: Core): WrighttyServer & Disposable {
  const destroyed = new Set<string>()
  const recordings = new Recordings(core.clock, core.recordings)
  const frames = new WeakMap<Session, number>()
  let subscriptions = 0
  const watch = core.sessions.onDestroyed.on(({ id }) => {
    destroyed.add(id)
    if (destroyed.size > MAX_DESTROYED) destroyed.delete(destroyed.values().next().value as string)
  })
  const created = core.sessions.onCreated.on((session) => recordings.goOn(session))
  return {
    core,
    recordings,
    destroyed,
    nextSubscription: () => `sub_${String(++subscriptions).padStart(3, '0')}`,
    nextFrame(session) {
      const frame = frames.get(session) ?? 0
      frames.set(session, frame + 1)
      return frame
    },
    dispose() {
      watch.dispose()
      created.dispose()
      recordings.dispose()
    },
  }
}
