/** Ids that are whole numbers beyond what a double holds: read from a message's text, and written into another's. */
import { stringifyJson } from './json-text.js'

/** A string, or a number with all that belongs to it. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The id of a message, digit for digit; `id` is what reading the text as JSON gave. */
export function exactId(text: string, id: number): number | bigint {
  if (Number.isSafeInteger(id)) return id
  const quoted = text.replace(tokens, (token) => (/^\d{16,}$/.test(token) ? `"${token}"` : token))
  const { id: digits } = JSON.parse(quoted) as { id: string | number }
  return typeof digits === 'string' ? BigInt(digits) : digits
}

/** A message as text. One whose id is a bigint must begin with it. */
export function stringifyMessage(body: object): string {
  if (!('id' in body) || typeof body.id !== 'bigint') return stringifyJson(body)
  return stringifyJson({ ...body, id: 0 }).replace(/^\{"id":0/, `{"id":${body.id}`)
}
