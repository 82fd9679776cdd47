/** Requests are `{toy: METHOD, id, ...}`; answers repeat the id. */
import { CoreError, type CoreErrorCode, coreErrorCodes } from '../../packages/polytty/src/base/core-error.js'

import type { Dialect } from '../../packages/polytty/src/protocols/dispatcher.js'
import { type IncomingMessage, parseJson } from '../../packages/polytty/src/wire/json-rpc.js'
import type { ToyClient } from './context.js'
import { countMethods } from './methods/count.js'

/** There is one kind of failure here. */
export const toyErrors = Object.fromEntries(coreErrorCodes.map((code) => [code, { code: 'wrong' }])) as Record<
  CoreErrorCode,
  { code: string }
>

export const toy: Dialect<ToyClient> = {
  name: 'toy',
  methods: countMethods,
  events: [],
  order: 'serial',
  parse,
  result: ({ id }, value) => ({ id, result: value }),
  error: (id, { message }) => ({ id, error: { code: 'wrong', message } }),
}

function parse(text: string): IncomingMessage {
  const value = parseJson(text)
  if (value instanceof CoreError) return { batch: false, items: [{ kind: 'fault', id: null, error: value }] }
  const { toy: method, id, ...params } = value as { toy: string; id: number }
  return { batch: false, items: [{ kind: 'request', request: { id, method, params } }] }
}
