/**
 * What a person types in the repl: a method, then its params as one JSON object or as `name=value`. A value is JSON, or
 * else text; a name with dots reaches into an object: `adapter.send adapter=e1 intent=run params.command='ls -l'`.
 */

import { isObject } from '../../../base/checks.js'
import { CoreError } from '../../../base/core-error.js'

export interface ReplRequest {
  readonly method: string
  readonly params: object
}

/** Nothing for an empty line or a comment. */
export function readLine(line: string): ReplRequest | null {
  const text = line.trim()
  if (text === '' || text.startsWith('#')) return null
  const [method] = text.split(/\s/, 1) as [string]
  const rest = text.slice(method.length).trim()
  return { method, params: rest.startsWith('{') ? readObject(rest) : readPairs(rest) }
}

function readObject(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch (error) {
    throw new CoreError('invalid-params', `not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

function readPairs(text: string): object {
  const params: Record<string, unknown> = {}
  for (const word of splitWords(text)) {
    const at = word.indexOf('=')
    if (at < 1) throw new CoreError('invalid-params', `expected name=value or a JSON object, not ${word}`)
    place(params, word.slice(0, at).split('.'), readValue(word.slice(at + 1)))
  }
  return params
}

function place(target: Record<string, unknown>, [name, ...deeper]: readonly string[], value: unknown): void {
  if (deeper.length === 0) target[name!] = value
  else {
    const inner = target[name!]
    const next = isObject(inner) ? inner : {}
    target[name!] = next
    place(next, deeper, value)
  }
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Words as a shell has them: single quotes hold a word together and go; double quotes and brackets are JSON's and stay. */
function splitWords(text: string): string[] {
  const words: string[] = []
  let word = ''
  let quote = ''
  let depth = 0
  for (const char of text) {
    const opens = quote === '' && (char === '"' || (char === "'" && depth === 0))
    const closes = char === quote && !word.endsWith('\\')
    if (opens) quote = char
    else if (closes) quote = ''
    else if (quote === '') depth += depthChange(char)
    const isMark = char === "'" && (opens || closes)
    if (quote === '' && depth <= 0 && /\s/.test(char)) {
      words.push(word)
      word = ''
    } else if (!isMark) word += char
  }
  return [...words, word].filter((found) => found !== '')
}

function depthChange(char: string): number {
  if (char === '[' || char === '{') return 1
  return char === ']' || char === '}' ? -1 : 0
}
