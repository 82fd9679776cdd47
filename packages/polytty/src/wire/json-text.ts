/**
 * Values that know their own JSON: large parts of answers, such as the cells of a screen, whose text is made once and kept,
 * and not again from thousands of objects for every client. To everyone else they are the values that they are.
 */
import { randomBytes } from 'node:crypto'

/** Stands for such a text until the message around it is written. No one can foresee it. */
const mark = randomBytes(16).toString('hex')
const quotedMark = JSON.stringify(mark)

/** The texts of the message being written, in their order; null between messages. */
let texts: string[] | null = null

/** Gives a value its JSON. */
export function withJson<T extends object>(value: T, text: string): T {
  const toJSON = (): unknown => {
    if (texts === null) return value
    texts.push(text)
    return mark
  }
  return Object.defineProperty(value, 'toJSON', { value: toJSON })
}

/** As `JSON.stringify`, with the texts of values that have one. */
export function stringifyJson(value: unknown): string {
  const own: string[] = []
  texts = own
  let json: string
  try {
    json = JSON.stringify(value)
  } finally {
    texts = null
  }
  if (own.length === 0) return json
  const [first, ...pieces] = json.split(quotedMark)
  let whole = first as string
  for (const [index, piece] of pieces.entries()) whole += own[index] + piece
  return whole
}
