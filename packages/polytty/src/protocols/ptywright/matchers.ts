/**
 * Matchers as clients write them, and as the core runs them. An invalid expression never matches, as documented; one that
 * would cost too much is refused.
 */
import { z } from 'zod'
import { CoreError } from '../../base/core-error.js'
import type { ReadyState, Verdict } from '../../ready/index.js'
import { compilePattern, isTooCostly } from '../../text/pattern.js'
import type { MatchDetail, Matcher } from '../../wait/index.js'
import { encodeSnakeReadiness, wantedStates } from '../readiness.js'

export type MatcherParam =
  | { type: 'contains_text' | 'screen_regex' | 'transcript_contains' | 'transcript_regex'; value: string }
  | { type: 'cursor_at'; value: { row: number; col: number } }
  | { type: 'screen_stable'; value: { min_ms: number } }
  | { type: 'process_exited' }
  | { type: 'ready'; value?: { states?: ReadyState[] | null } }
  | { type: 'any' | 'all'; value: MatcherParam[] }
  | { type: 'lua'; value: PredicateParam }

/** A function of a plugin that is asked whether something has happened. */
export interface PredicateParam {
  plugin: string
  predicate: string
  params?: unknown
}

const cell = z.number().int().min(0).max(9999)

/** How deep and how wide a tree of matchers may be. */
const MAX_BRANCHES = 100

export const matcherParam: z.ZodType<MatcherParam> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.enum(['contains_text', 'screen_regex', 'transcript_contains', 'transcript_regex']),
      value: z.string(),
    }),
    z.object({ type: z.literal('cursor_at'), value: z.object({ row: cell, col: cell }) }),
    z.object({ type: z.literal('screen_stable'), value: z.object({ min_ms: z.number().min(0).max(3_600_000) }) }),
    z.object({ type: z.literal('process_exited') }),
    z.object({ type: z.literal('ready'), value: z.object({ states: wantedStates }).optional() }),
    z.object({ type: z.enum(['any', 'all']), value: z.array(matcherParam).max(MAX_BRANCHES) }),
    z.object({
      type: z.literal('lua'),
      value: z.object({ plugin: z.string().min(1), predicate: z.string().min(1), params: z.unknown().optional() }),
    }),
  ]),
)

/** Which matcher fired, and on what. */
export const matchOutcome: z.ZodType<MatchOutcome> = z.lazy(() =>
  z.looseObject({ kind: z.string(), matched: z.union([matchOutcome, z.array(matchOutcome)]).optional() }),
)

export interface MatchOutcome {
  kind: string
  matched?: MatchOutcome | MatchOutcome[]
  [detail: string]: unknown
}

const never: Matcher = { type: 'check', test: () => null }

/** `predicate` makes a matcher of a plugin's function. */
export function compileMatcher(param: MatcherParam, predicate: (param: PredicateParam) => Matcher): Matcher {
  switch (param.type) {
    case 'contains_text':
      return { type: 'text', text: param.value }
    case 'transcript_contains':
      return { type: 'text', text: param.value, source: 'transcript' }
    case 'screen_regex':
      return isValid(param.value) ? { type: 'regex', pattern: param.value } : never
    case 'transcript_regex':
      return isValid(param.value) ? { type: 'regex', pattern: param.value, source: 'transcript' } : never
    case 'cursor_at':
      return { type: 'cursor', ...param.value }
    case 'screen_stable':
      return { type: 'stable', ms: param.value.min_ms, fresh: true }
    case 'process_exited':
      return { type: 'exited' }
    case 'ready':
      return { type: 'ready', states: param.value?.states ?? undefined }
    case 'any':
    case 'all':
      return { type: param.type, of: param.value.map((inner) => compileMatcher(inner, predicate)) }
    case 'lua':
      return predicate(param.value)
  }
}

function isValid(pattern: string): boolean {
  try {
    compilePattern(pattern)
    return true
  } catch (error) {
    if (error instanceof CoreError && !isTooCostly(error)) return false
    throw error
  }
}

/** The part of a tree that made it match, in the shape that adapters' clients know. */
export function describeMatch(param: MatcherParam, match: MatchDetail): MatchOutcome {
  switch (param.type) {
    case 'contains_text':
    case 'transcript_contains':
      return { kind: param.type, text: param.value }
    case 'screen_regex':
    case 'transcript_regex':
      return { kind: param.type, pattern: param.value, capture: match.groups[0] ?? match.text ?? '' }
    case 'cursor_at':
    case 'screen_stable':
      return { kind: param.type, ...param.value }
    case 'process_exited':
      return { kind: param.type }
    case 'ready':
      return { kind: param.type, readiness: encodeSnakeReadiness(match.data as Verdict) }
    case 'any':
      return { kind: 'any', matched: describeMatch(param.value[match.path[0]!]!, match.parts[0]!) }
    case 'all':
      return { kind: 'all', matched: match.parts.map((part, index) => describeMatch(param.value[index]!, part)) }
    case 'lua': {
      const { plugin, predicate } = param.value
      return { kind: 'lua', plugin, predicate, ...(match.data as object) }
    }
  }
}
