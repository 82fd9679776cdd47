/**
 * User-supplied patterns: Rust/RE2 syntax on a linear-time engine, compiled once and cached. A bad pattern is an
 * `invalid-pattern` error that says where. Nothing here touches the screen: callers map offsets to cells.
 */
import { RE2JS } from 're2js'
import { CoreError } from '../base/core-error.js'
import { patternSize } from './pattern-size.js'
import { toRe2 } from './rust-syntax.js'

export interface PatternMatch {
  /** Offset in UTF-16 units, and the text found there. */
  readonly index: number
  readonly text: string
  /** Capture groups from 1 on; null where a group took no part. */
  readonly groups: readonly (string | null)[]
  readonly named: Readonly<Record<string, string | null>>
}

export interface Pattern {
  readonly source: string
  /** Steps that it compiles to; each may be taken at each character. */
  readonly states: number
  /** The first match at or after `from`. */
  find(text: string, from?: number): PatternMatch | null
  /** All matches that do not overlap, at most `limit`. */
  findAll(text: string, limit?: number): PatternMatch[]
  test(text: string): boolean
}

const MAX_PATTERN_CHARS = 10_000
const MAX_STATES = 4000
/** States times characters of one look. A small pattern may look at anything. */
const MAX_WORK = 20_000_000
const SMALL_STATES = 100
const CACHE_SIZE = 256
const cache = new Map<string, Pattern>()

/** Compiles a regular expression, or gives the one compiled before. */
export function compilePattern(source: string, options: { readonly multiline?: boolean } = {}): Pattern {
  const key = `${options.multiline ? 'm' : '-'}${source}`
  const known = cache.get(key)
  if (known) {
    cache.delete(key)
    cache.set(key, known)
    return known
  }
  const pattern = new RegexPattern(source, compile(source, options.multiline ? RE2JS.MULTILINE : 0))
  cache.set(key, pattern)
  if (cache.size > CACHE_SIZE) cache.delete(cache.keys().next().value as string)
  return pattern
}

/** Refuses a look that would keep everyone else waiting. */
export function requireWork(pattern: Pattern, text: string): void {
  if (pattern.states <= SMALL_STATES || pattern.states * text.length <= MAX_WORK) return
  throw new CoreError(
    'invalid-pattern',
    `the pattern takes too much work: ${pattern.states} steps at each of ${text.length} characters, and at most ` +
      `${MAX_WORK} in all: repeat less in it, or look at a smaller part`,
    { pattern: pattern.source, states: pattern.states, chars: text.length, limit: MAX_WORK },
  )
}

/** Whether a pattern was refused for what it would cost, and not for how it is written. */
export function isTooCostly(error: CoreError): boolean {
  return error.code === 'invalid-pattern' && 'limit' in error.data
}

/** A pattern that finds exactly this text. */
export function literalPattern(text: string): Pattern {
  return new LiteralPattern(text)
}

function compile(source: string, flags: number): RE2JS {
  if (source.length > MAX_PATTERN_CHARS)
    throw new CoreError(
      'invalid-pattern',
      `pattern is ${source.length} characters long; at most ${MAX_PATTERN_CHARS}`,
      {
        limit: MAX_PATTERN_CHARS,
      },
    )
  requireSize(source, patternSize(source))
  try {
    const re2 = toRe2(source)
    requireSize(source, patternSize(re2))
    const regex = RE2JS.compile(re2, flags)
    requireSize(source, regex.programSize())
    return regex
  } catch (error) {
    if (error instanceof CoreError) throw error
    const reason = (error instanceof Error ? error.message : String(error)).replace('`(?m)', '`')
    throw new CoreError('invalid-pattern', `invalid pattern: ${reason}`, { pattern: source, reason }, { cause: error })
  }
}

function requireSize(source: string, states: number): void {
  if (states <= MAX_STATES) return
  throw new CoreError(
    'invalid-pattern',
    `the pattern is too large: it compiles to ${states} steps or so, and at most ${MAX_STATES} are allowed`,
    { pattern: source, states, limit: MAX_STATES },
  )
}

abstract class BasePattern implements Pattern {
  abstract readonly source: string
  abstract readonly states: number
  abstract find(text: string, from?: number): PatternMatch | null

  findAll(text: string, limit = Number.POSITIVE_INFINITY): PatternMatch[] {
    const found: PatternMatch[] = []
    for (let from = 0; found.length < limit && from <= text.length; ) {
      const match = this.find(text, from)
      if (!match) break
      found.push(match)
      from = match.index + Math.max(match.text.length, 1)
    }
    return found
  }

  test(text: string): boolean {
    return this.find(text) !== null
  }
}

class RegexPattern extends BasePattern {
  readonly states: number

  constructor(
    readonly source: string,
    private readonly regex: RE2JS,
  ) {
    super()
    this.states = regex.programSize()
  }

  override find(text: string, from = 0): PatternMatch | null {
    const matcher = this.regex.matcher(text)
    if (!matcher.find(from)) return null
    const groups: (string | null)[] = []
    for (let group = 1; group <= matcher.groupCount(); group++) groups.push(matcher.group(group))
    return { index: matcher.start(), text: matcher.group() ?? '', groups, named: matcher.getNamedGroups() }
  }

  override test(text: string): boolean {
    return this.regex.test(text)
  }
}

class LiteralPattern extends BasePattern {
  readonly states = 1

  constructor(readonly source: string) {
    super()
  }

  override find(text: string, from = 0): PatternMatch | null {
    const index = text.indexOf(this.source, from)
    return index < 0 ? null : { index, text: this.source, groups: [], named: {} }
  }
}
