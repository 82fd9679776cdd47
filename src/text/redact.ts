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

interface Rule {
  readonly pattern: Pattern
  readonly keepsPrefix: boolean
}

const MAX_RULES = 1000
const MAX_LITERAL_CHARS = 4096

const SECRET_NAMES = 'api_key|api-key|token|secret|password|passwd|authorization|secret_access_key|private_key'

/** Each matches a secret; where there is a group 1, it is the prefix that stays visible. */
const BUILT_IN: readonly Rule[] = [
  '(?i)(\\bbearer[ \\t]+)[A-Za-z0-9._~+/=-]{8,}',
  '\\bsk-[A-Za-z0-9_-]{16,}',
  `(?i)((?:${SECRET_NAMES})["']?[ \\t]*[:=][ \\t]*(?:(?:bearer|basic)[ \\t]+)?")[^"\\r\\n]+`,
  `(?i)((?:${SECRET_NAMES})["']?[ \\t]*[:=][ \\t]*(?:(?:bearer|basic)[ \\t]+)?')[^'\\r\\n]+`,
  `(?i)((?:${SECRET_NAMES})["']?[ \\t]*[:=][ \\t]*(?:(?:bearer|basic)[ \\t]+)?)[^\\s"'\\x00-\\x1f]+`,
  '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b',
  '\\bgh[pousr]_[A-Za-z0-9]{20,}',
  '\\beyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]*',
  '(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)',
].map((source) => ({ pattern: compilePattern(source), keepsPrefix: source.startsWith('(?i)(') }))

/** A cheap look before the patterns run: text without any of these has nothing for the built-in rules. */
const HINT = /bearer|sk-|key|token|secret|passw|authorization|AKIA|ASIA|gh[pousr]_|eyJ/i

export class Redactor {
  readonly replacement: string
  readonly literals: readonly string[]
  /** True when the user gave patterns, whose matches have no known beginning. */
  readonly hasPatterns: boolean
  readonly builtIn: boolean
  private readonly extra: readonly Rule[]

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
    const extra = [...this.literals.map(literalPattern), ...patterns.map((source) => compilePattern(source))]
    this.extra = extra.map((pattern) => ({ pattern, keepsPrefix: false }))
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
    const rules = this.builtIn && HINT.test(text) ? [...BUILT_IN, ...this.extra] : this.extra
    for (const { pattern, keepsPrefix } of rules)
      for (const { index, text: found, groups } of pattern.findAll(text)) {
        const start = index + (keepsPrefix ? (groups[0]?.length ?? 0) : 0)
        if (index + found.length > start) spans.push([start, index + found.length])
      }
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
