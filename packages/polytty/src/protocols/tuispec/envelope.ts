/** The messages of this dialect: one JSON-RPC request a line, always with an id. Remembers each request's line. */
import { isDeeper } from '../../base/checks.js'
import { CoreError } from '../../base/core-error.js'
import { type Incoming, type IncomingMessage, parseJson, type RequestId } from '../../wire/json-rpc.js'

/** What a request looked like on the wire, for recordings. */
const lines = new WeakMap<Incoming, string>()

export function parseLine(text: string): IncomingMessage {
  const item = parseItem(parseJson(text))
  lines.set(item, text)
  return { batch: false, items: [item] }
}

export function lineOf(item: Incoming): string | undefined {
  return lines.get(item)
}

/** What is not a request at all cannot be answered by its id; what is one of another version can. */
function parseItem(value: unknown): Incoming {
  if (value instanceof CoreError) return noRequest(`no JSON: ${value.data.reason}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return noRequest('a message is an object with jsonrpc, id, method and params')
  const { jsonrpc, id, method, params } = value as Record<string, unknown>
  if (!isId(id)) return noRequest('id is required: a string or a number')
  if (typeof method !== 'string') return noRequest('method is required: a string')
  if (jsonrpc === undefined) return noRequest('jsonrpc is required: "2.0"')
  if (jsonrpc !== '2.0') return fault(id, new CoreError('invalid-request', 'jsonrpc must be "2.0"'))
  if (isDeeper(params, MAX_DEPTH))
    return fault(id, new CoreError('invalid-params', `params are nested more than ${MAX_DEPTH} deep`))
  return { kind: 'request', request: { id, method, params } }
}

/** Enough for selectors in steps of batches in batches; what walks through params need not fear for its stack. */
const MAX_DEPTH = 100

function isId(id: unknown): id is RequestId {
  return id === null || typeof id === 'string' || typeof id === 'number'
}

function noRequest(reason: string): Incoming {
  return fault(null, new CoreError('parse-error', reason))
}

function fault(id: RequestId, error: CoreError): Incoming {
  return { kind: 'fault', id, error }
}
