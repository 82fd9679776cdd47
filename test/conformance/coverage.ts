/** Which methods, events and error codes of a dialect no transcript or example has shown. */
import type { Dialect } from '../../src/dialects/dispatch.js'
import type { Line } from './player.js'

export interface Gaps {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  readonly codes: readonly (number | string)[]
}

export function findGaps<C>(
  dialect: Dialect<C>,
  codes: readonly (number | string)[],
  transcripts: readonly (readonly Line[])[],
): Gaps {
  const lines = transcripts.flat()
  const sent = new Set(lines.flatMap(({ send }) => messagesOf(send)).map(({ method }) => method))
  const heard = JSON.stringify(lines.map((line) => line['expect-event'] ?? null))
  const failures = new Set(lines.flatMap(({ expect }) => messagesOf(expect)).map(({ error }) => error?.code))
  for (const method of dialect.methods) {
    if (method.examples.length > 0) sent.add(method.name)
    for (const example of method.examples) if (example.error !== undefined) failures.add(example.error)
  }
  return {
    methods: dialect.methods.map(({ name }) => name).filter((name) => !sent.has(name)),
    events: dialect.events.map(({ name }) => name).filter((name) => !heard.includes(JSON.stringify(name))),
    codes: [...new Set(codes)].filter((code) => !failures.has(code)),
  }
}

interface Message {
  readonly method?: string
  readonly error?: { readonly code: number | string }
}

function messagesOf(value: unknown): Message[] {
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]) as Message[]
}
