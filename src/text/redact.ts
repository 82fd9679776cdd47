/**
 * What must not be shown: finds secrets in text by the built-in rules, the user's literals and the user's patterns,
 * and replaces them. Streams are in redact-stream.ts; masking a screen is the renderer's.
 */
import { CoreError } from '../base/core-error.js'
import { compilePattern, literalPattern, type Pattern } from './pattern.js'

export interface RedactionOptions {
  /** What stands in for a secret; "[REDACTED]" if absent. */
  readonly replacement?: string
  readonly literals?: readonly string[]
  /** Regular expressions whose whole match is secret. */
  readonly patterns?: readonly string[]
  /** Use the built-in rules too; true if absent. */
  readonly builtIn?: boolean
}

/** A secret's place: start and end offsets in UTF-16 units. */
export type SecretSpan = readonly [start: number, end: number]

const MAX_RULES = 1000
const MAX_LITERAL_CHARS = 4096

const ASSIGNMENT =
  '(?:api_key|api-key|token|secret|password|passwd|authorization|secret_access_key|private_key)["\']?[ \\t]*[:=][ \\t]*(?:(?:bearer|basic)[ \\t]+)?'

/**
 * Each matches a secret; where there is a group, it is the prefix that stays visible. They run on the engine's own
 * regular expressions, which are a hundred times faster than ours: each is written so that no text takes it more than
 * linear time, since matches that begin at different places cannot look at the same characters again.
 */
const BUILT_IN = [
  /(\bbearer[ \t]+)[A-Za-z0-9._~+/=-]{8,}/gi,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  new RegExp(`(${ASSIGNMENT}")[^"\\r\\n]+`, 'gi'),
  new RegExp(`(${ASSIGNMENT}')[^'\\r\\n]+`, 'gi'),
  new RegExp(`(${ASSIGNMENT})[^\\s"'\\x00-\\x1f]+`, 'gi'),
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

export class Redactor {
  readonly replacement: string
  readonly literals: readonly string[]
  /** True when the user gave patterns, whose matches have no known beginning. */
  readonly hasPatterns: boolean
  readonly builtIn: boolean
  private readonly extra: readonly Pattern[]

  constructor(options: RedactionOptions = {}) {
    const { literals = [], patterns = [], builtIn = true, replacement = '[REDACTED]' } = options
    if (literals.length + patterns.length > MAX_RULES)
      throw new CoreError(
        'invalid-params',
        `${literals.length + patterns.length} redaction rules; at most ${MAX_RULES}`,
      )
    for (const literal of literals)
      if (literal.length > MAX_LITERAL_CHARS)
        throw new CoreError(
          'invalid-params',
          `a redaction literal has ${literal.length} characters; at most ${MAX_LITERAL_CHARS}`,
        )
    this.replacement = replacement
    this.literals = literals.filter((literal) => literal !== '')
    this.hasPatterns = patterns.length > 0
    this.builtIn = builtIn
    this.extra = [...this.literals.map(literalPattern), ...patterns.map((source) => compilePattern(source))]
  }

  redact(text: string): string {
    let out = ''
    let at = 0
    for (const [start, end] of this.find(text)) {
      out += text.slice(at, start) + this.replacement
      at = end
    }
    return at === 0 ? text : out + text.slice(at)
  }

  /** Where the secrets are, in order, overlapping ones joined. */
  find(text: string): SecretSpan[] {
    const spans: SecretSpan[] = []
    if (this.builtIn)
      for (const rule of BUILT_IN)
        for (const match of text.matchAll(rule))
          spans.push([match.index + (match[1]?.length ?? 0), match.index + match[0].length])
    for (const pattern of this.extra)
      for (const { index, text: found } of pattern.findAll(text))
        if (found !== '') spans.push([index, index + found.length])
    return joinSpans(spans)
  }
}

function joinSpans(spans: SecretSpan[]): SecretSpan[] {
  const joined: [number, number][] = []
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
