/**
 * User-supplied patterns: Rust/RE2 syntax on a linear-time engine, compiled once and cached. A bad pattern is an
 * `invalid-pattern` error that says where. Nothing here touches the screen: callers map offsets to cells.
 */
import { RE2JS } from 're2js'
import { CoreError } from '../base/core-error.js'

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
  /** The first match at or after `from`. */
  find(text: string, from?: number): PatternMatch | null
  /** All matches that do not overlap, at most `limit`. */
  findAll(text: string, limit?: number): PatternMatch[]
  test(text: string): boolean
}

const MAX_PATTERN_CHARS = 10_000
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

/** A pattern that finds exactly this text. */
export function literalPattern(text: string): Pattern {
  return new LiteralPattern(text)
}

function compile(source: string, flags: number): RE2JS {
  if (source.length > MAX_PATTERN_CHARS)
    throw new CoreError('invalid-pattern', `pattern is ${source.length} characters long; at most ${MAX_PATTERN_CHARS}`)
  try {
    return RE2JS.compile(source, flags)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CoreError('invalid-pattern', `invalid pattern: ${reason}`, { pattern: source, reason }, { cause: error })
  }
}

abstract class BasePattern implements Pattern {
  abstract readonly source: string
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
  constructor(
    readonly source: string,
    private readonly regex: RE2JS,
  ) {
    super()
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
  constructor(readonly source: string) {
    super()
  }

  override find(text: string, from = 0): PatternMatch | null {
    const index = text.indexOf(this.source, from)
    return index < 0 ? null : { index, text: this.source, groups: [], named: {} }
  }
}
