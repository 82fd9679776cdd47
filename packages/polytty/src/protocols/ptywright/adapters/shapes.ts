/** What plugins return, checked: the state of a program, a plan of actions, a matcher. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { action } from '../actions.js'
import { matcherParam } from '../matchers.js'

/** Lua has one kind of table: an empty one may be meant as a list. */
function list<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (isEmptyObject(value) ? [] : value), z.array(item).max(1000))
}

/** What an adapter's program is doing, as its plugin sees it. */
export const adapterState = z.object({
  state: z.string().min(1),
  confidence: z.number().min(0).max(1),
  evidence: z.string(),
  sequence: z.number().int(),
  last_intent: z.string().optional().describe('What was last asked of the program, in the words of the plugin.'),
  candidates: z.array(z.unknown()).optional(),
  metadata: z.unknown().optional(),
})

export type AdapterState = z.output<typeof adapterState>

export const classified = adapterState.extend({
  confidence: adapterState.shape.confidence.default(1),
  evidence: adapterState.shape.evidence.default(''),
  sequence: adapterState.shape.sequence.optional(),
  candidates: list(z.unknown()).optional(),
  host_marks: list(z.object({ label: z.string().min(1).max(256) })).optional(),
})

export const plan = z.object({ actions: list(action).default([]), last_intent: z.string().optional() })

export const matcher = z.preprocess(mendLists, matcherParam)

/** Branches of a tree are lists too. */
function mendLists(value: unknown): unknown {
  const { type, value: inner } = (value ?? {}) as { type?: unknown; value?: unknown }
  if (type !== 'any' && type !== 'all') return value
  return { type, value: Array.isArray(inner) ? inner.map(mendLists) : isEmptyObject(inner) ? [] : inner }
}

/** What a plugin's function returned, or an error that names the function and what was wrong. */
export function readReturned<T extends z.ZodType>(
  schema: T,
  value: unknown,
  plugin: string,
  name: string,
): z.output<T> {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const place = issue!.path.length > 0 ? ` at ${issue!.path.map(String).join('.')}` : ''
  throw new CoreError('internal', `plugin ${plugin}: what ${name} returned is wrong${place}: ${issue!.message}`)
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}
