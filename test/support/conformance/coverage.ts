/** Which methods of a dialect succeed, and which events and error codes occur, in no transcript and no example. */
import type { Declarations } from '../../../packages/polytty/src/protocols/protocol.js'
import type { Line } from './player.js'

export interface Gaps {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  readonly codes: readonly (number | string)[]
}

export function findGaps(
  dialect: Declarations['dialect'],
  errors: Declarations['errors'],
  transcripts: readonly (readonly Line[])[],
): Gaps {
  const succeeded = new Set(transcripts.flatMap(methodsThatSucceed))
  const lines = transcripts.flat()
  const received = JSON.stringify(lines.map((line) => line['expect-event'] ?? null))
  const failures = new Set(lines.flatMap(({ expect }) => messagesOf(expect)).map(({ error }) => error?.code))
  for (const { name, examples } of dialect.methods)
    for (const { error } of examples) {
      if (error === undefined) succeeded.add(name)
      else failures.add(error)
    }
  return {
    methods: dialect.methods.map(({ name }) => name).filter((name) => !succeeded.has(name)),
    events: dialect.events.map(({ name }) => name).filter((name) => !received.includes(JSON.stringify(name))),
    codes: [...new Set(Object.values(errors).map(({ code }) => code))].filter((code) => !failures.has(code)),
  }
}

/** The methods whose answer is expected, and is not an error. */
function methodsThatSucceed(lines: readonly Line[]): string[] {
  const asked = new Map<string, string>()
  const found: string[] = []
  for (const { on = '', send, expect } of lines) {
    for (const { id, method } of messagesOf(send)) if (method !== undefined) asked.set(keyOf(on, id), method)
    for (const { id, error } of messagesOf(expect)) {
      const method = asked.get(keyOf(on, id))
      if (method !== undefined && (error === undefined || error === null)) found.push(method)
    }
  }
  return found
}

function keyOf(client: string, id: unknown): string {
  return `${client} ${JSON.stringify(id ?? null)}`
}

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly error?: { readonly code: number | string } | null
}

function messagesOf(value: unknown): Message[] {
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]) as Message[]
}
