/**
 * What must not be shown: finds secrets in text by the built-in rules, the user's literals and the user's patterns,
 * and replaces them. Streams are in redact-stream.ts; masking a screen is the renderer's.
 */
import { CoreError } from '../base/core-error.js'
import { compilePattern, literalPattern, type Pattern } from '../text/pattern.js'
import { findKeyLines, insideFrame } from './private-key.js'
import { readings, type ShownText, shownText } from './shown.js'

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
  /** As they are compared: see shown.ts. */
  readonly literals: readonly string[]
  /** True when the user gave patterns, whose matches have no known beginning. */
  readonly hasPatterns: boolean
  readonly builtIn: boolean
  private readonly literalPatterns: readonly Pattern[]
  private readonly patterns: readonly Pattern[]

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
    this.literals = literals.map((literal) => shownText(literal).text || literal).filter((literal) => literal !== '')
    this.hasPatterns = patterns.length > 0
    this.builtIn = builtIn
    this.literalPatterns = this.literals.map(literalPattern)
    this.patterns = patterns.map((source) => compilePattern(source))
  }

  /** The text from an offset on, its secrets replaced; one that begins before the offset is found all the same. */
  redact(text: string, from = 0): string {
    let out = ''
    let at = from
    for (const [start, end] of this.find(text)) {
      if (end <= from) continue
      out += text.slice(at, Math.max(start, at)) + this.replacement
      at = end
    }
    return out + text.slice(at)
  }

  /** Lines of a screen, each from its own offset on; private keys are found over many of them. */
  redactLines<L extends { readonly text: string; readonly from: number }>(lines: readonly L[]): L[] {
    const texts = lines.map(({ text }) => shownText(text).text)
    const keys = this.builtIn ? findKeyLines(texts, { cut: true }) : null
    return lines.map((line, index) => {
      const isKey = keys?.has(index) && line.text !== ''
      return { ...line, text: isKey ? this.replacement : this.redact(line.text, line.from) }
    })
  }

  /** Where the secrets are, in order, overlapping ones joined. */
  find(text: string): SecretSpan[] {
    const read = readings(text)
    const spans = read.flatMap((reading) => this.findIn(reading))
    // A pattern may be about the very characters that are left out elsewhere.
    if (this.hasPatterns && read[0]!.text !== text) spans.push(...matches(this.patterns, text))
    return joinSpans(spans)
  }

  private findIn({ text, place }: ShownText): SecretSpan[] {
    const spans = [...matches(this.literalPatterns, text), ...matches(this.patterns, text)]
    if (this.builtIn) {
      for (const rule of BUILT_IN)
        for (const match of text.matchAll(rule))
          spans.push([match.index + (match[1]?.length ?? 0), match.index + match[0].length])
      if (text.includes('PRIVATE')) spans.push(...keySpans(text))
    }
    return spans.map(([start, end]) => place(start, end))
  }
}

function matches(patterns: readonly Pattern[], text: string): SecretSpan[] {
  return patterns.flatMap((pattern) =>
    pattern
      .findAll(text)
      .filter(({ text: found }) => found !== '')
      .map(({ index, text: found }): SecretSpan => [index, index + found.length]),
  )
}

/** Parts of private keys that have lost their beginning. */
function keySpans(text: string): SecretSpan[] {
  const lines = text.split('\n')
  const found = findKeyLines(lines)
  const spans: SecretSpan[] = []
  let at = 0
  for (const [index, line] of lines.entries()) {
    const [start, end] = insideFrame(line)
    if (found.has(index) && end > start) spans.push([at + start, at + end])
    at += line.length + 1
  }
  return spans
}

function joinSpans(spans: SecretSpan[]): SecretSpan[] {
  const joined: [number, number][] = []
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    if (start >= end) continue
    const last = joined.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
