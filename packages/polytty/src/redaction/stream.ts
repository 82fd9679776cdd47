/**
 * Redaction of text that arrives in pieces. A secret split across pieces does not slip through: what could still turn
 * into one is held back, within a bound, until it is decided. Escape sequences do not hide a secret: they are taken out
 * before looking and put back in place.
 */
import type { Redactor, SecretSpan } from './redactor.js'
import { shownText } from './shown.js'

/** How much of what was already released is looked at again, so that `token=` and its value may come apart. */
const CONTEXT_CHARS = 1024
const MAX_HELD_CHARS = 8192
/** The start of a built-in secret that is not long enough yet to be one. */
const UNDECIDED = [
  /bearer[ \t]+([A-Za-z0-9._~+/=-]{1,7})$/i,
  /\b(sk-[A-Za-z0-9_-]{0,15})$/,
  /\b((?:AKIA|ASIA)[0-9A-Z]{0,15})$/,
  /\b(gh[pousr]_[A-Za-z0-9]{0,19})$/,
  /\b(eyJ[A-Za-z0-9_.-]*)$/,
  /(-----BEGIN [A-Z ]*-{0,5})$/,
]
const ESCAPE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])/g
/** An escape sequence that has begun but not ended: at most this long, or it is let go. */
const OPEN_ESCAPE = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/
const KEY_BEGIN = /^-----BEGIN [A-Z ]*PRIVATE KEY-----/
const KEY_END = /-----END [A-Z ]*PRIVATE KEY-----/
const WORD_END = /[\s"']/
/** What may be base64. */
const PACKED = /[A-Za-z0-9+/]{8,}={0,2}/g

export interface RedactingStreamOptions {
  /** Mask each character with one of the same width, for streams that position the cursor; false if absent. */
  readonly keepWidth?: boolean
}

/** Holds what may be a secret. */
export interface SavedStream {
  readonly plain: string
  readonly released: number
  readonly escapes: readonly { readonly at: number; readonly text: string }[]
  readonly openEscape: string
  readonly maskedTo: number
  readonly ends: 'key' | 'word' | null
}

export class RedactingStream {
  /** Text without escapes: what was released and serves as context, then what is held. */
  private plain = ''
  private released = 0
  /** Escape sequences by their offset in `plain`. */
  private escapes: { at: number; text: string }[] = []
  private openEscape = ''
  /** Where the last masked text ended: a secret that goes on from there has its replacement already. */
  private maskedTo = -1
  /** How a secret ends whose beginning has left the context; null while in no such secret. */
  private secretEnd: RegExp | null = null

  constructor(
    private readonly redactor: Redactor,
    private readonly options: RedactingStreamOptions = {},
  ) {}

  /** Takes the next piece; gives what is safe to show. */
  push(chunk: string): string {
    this.take(this.openEscape + chunk)
    return this.release(this.holdFrom())
  }

  /** What another stream needs to go on from here. */
  save(): SavedStream {
    const { plain, released, escapes, openEscape, maskedTo, secretEnd } = this
    const ends = secretEnd && (secretEnd === KEY_END ? 'key' : 'word')
    return { plain, released, escapes: escapes.map((each) => ({ ...each })), openEscape, maskedTo, ends }
  }

  restore({ ends, escapes, ...saved }: SavedStream): void {
    this.secretEnd = ends && (ends === 'key' ? KEY_END : WORD_END)
    this.escapes = escapes.map((each) => ({ ...each }))
    Object.assign(this, saved)
  }

  /** Gives what is left, at the end of the stream. */
  flush(): string {
    const rest = this.flushText() + this.openEscape
    this.openEscape = ''
    return rest
  }

  /** Gives the text that was held back, because it has to be shown now; a sequence that has begun waits for its end. */
  flushText(): string {
    return this.release(this.plain.length)
  }

  private take(text: string): void {
    const open = OPEN_ESCAPE.exec(text)
    const complete = open && open[0].length <= MAX_HELD_CHARS ? text.slice(0, open.index) : text
    this.openEscape = text.slice(complete.length)
    let at = 0
    for (const match of complete.matchAll(ESCAPE)) {
      this.plain += complete.slice(at, match.index)
      this.escapes.push({ at: this.plain.length, text: this.redactPayload(match[0]) })
      at = match.index + match[0].length
    }
    this.plain += complete.slice(at)
  }

  /** Titles and the like are text too. */
  private redactPayload(sequence: string): string {
    if (!/^\x1b[\]PX^_]/.test(sequence)) return sequence
    return this.redactor.redact(sequence).replace(PACKED, (packed) => (this.isSecret(packed) ? '' : packed))
  }

  /** Whether it has a secret in it, once it is unpacked. */
  private isSecret(packed: string): boolean {
    return this.redactor.find(Buffer.from(packed, 'base64').toString()).length > 0
  }

  /** The offset from which on text may still become part of a secret that is not recognisable yet. */
  private holdFrom(): number {
    const { plain, redactor } = this
    let from = plain.length
    const tail = plain.slice(Math.max(plain.length - MAX_HELD_CHARS, this.released))
    const base = plain.length - tail.length
    if (redactor.builtIn) {
      const looked = shownText(plain.slice(-CONTEXT_CHARS))
      const lookedFrom = Math.max(plain.length - CONTEXT_CHARS, 0)
      for (const pattern of UNDECIDED) {
        const match = pattern.exec(looked.text)
        if (match) from = Math.min(from, lookedFrom + looked.place(looked.text.length - match[1].length, 0)[0])
      }
    }
    const held = shownText(tail)
    for (const literal of redactor.literals)
      from = Math.min(from, base + held.place(partialStart(held.text, literal), 0)[0])
    if (redactor.hasPatterns) from = Math.min(from, base + tail.lastIndexOf('\n') + 1)
    return Math.max(from, this.released, plain.length - MAX_HELD_CHARS)
  }

  private release(until: number): string {
    const spans = this.findSecrets()
    let out = ''
    let next = 0
    const escapesUpTo = (offset: number) => {
      while (next < this.escapes.length && this.escapes[next].at <= offset) out += this.escapes[next++].text
    }
    let at = this.released
    for (const [start, end] of spans) {
      if (end <= at || start >= until) continue
      for (; at < start; at++) {
        escapesUpTo(at)
        out += this.plain[at]
      }
      if (!this.options.keepWidth && at !== this.maskedTo) out += this.redactor.replacement
      for (const stop = Math.min(end, until); at < stop; at++) {
        escapesUpTo(at)
        if (this.options.keepWidth) out += mask(this.plain[at], this.plain[at - 1] ?? '')
      }
      this.maskedTo = at
    }
    for (; at < until; at++) {
      escapesUpTo(at)
      out += this.plain[at]
    }
    if (until === this.plain.length) escapesUpTo(until)
    this.escapes.splice(0, next)
    this.forget(until, spans.at(-1) ?? null)
    return out
  }

  /** A secret may be longer than the context: once inside, everything up to its end is secret. */
  private findSecrets(): readonly SecretSpan[] {
    if (!this.secretEnd) return this.redactor.find(this.plain)
    const end = this.secretEnd.exec(this.plain.slice(this.released))
    if (!end) return [[0, this.plain.length]]
    const after = this.released + end.index + (this.secretEnd === KEY_END ? end[0].length : 0)
    this.secretEnd = null
    const rest = this.redactor.find(this.plain.slice(after))
    return [[0, after], ...rest.map(([from, to]): SecretSpan => [from + after, to + after])]
  }

  private forget(until: number, last: SecretSpan | null): void {
    this.released = until
    const drop = Math.max(until - CONTEXT_CHARS, 0)
    if (drop === 0) return
    if (!this.secretEnd && last && last[1] === this.plain.length && last[0] < drop)
      this.secretEnd = KEY_BEGIN.test(shownText(this.plain.slice(last[0])).text) ? KEY_END : WORD_END
    this.plain = this.plain.slice(drop)
    this.released -= drop
    this.maskedTo -= drop
    for (const sequence of this.escapes) sequence.at -= drop
  }
}

/** Where the longest end of `text` starts that is a beginning of `literal`; the text's length if there is none. */
function partialStart(text: string, literal: string): number {
  for (let start = Math.max(text.length - literal.length + 1, 0); start < text.length; start++)
    if (literal.startsWith(text.slice(start))) return start
  return text.length
}

/** East Asian characters, which take two columns each. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/

/** Selectors and tags beyond the first plane: what pairs with a unit like this takes no column. */
const INVISIBLE_PLANE = '\udb40'

/** As wide as what it hides: marks take no column, both halves of a surrogate pair one each. Controls are layout. */
function mask(unit: string, before: string): string {
  if (unit < ' ') return unit
  if (WIDE.test(unit)) return '＊'
  const isInvisible = unit === INVISIBLE_PLANE || before === INVISIBLE_PLANE || shownText(unit).text === ''
  return isInvisible ? '' : '*'
}
