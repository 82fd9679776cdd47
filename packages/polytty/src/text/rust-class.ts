/** Classes of characters as Rust writes them: unions of classes, and `&&`, `--` and `~~` between them. */
import { CoreError } from '../base/core-error.js'
import { readCode } from './rust-code.js'

const LAST = 0x10ffff

type Range = readonly [from: number, to: number]

/** A set of code points, as ranges in order that do not touch. */
export class CharSet {
  private constructor(private readonly ranges: readonly Range[]) {}

  static of(...ranges: Range[]): CharSet {
    const merged: [number, number][] = []
    for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
      const last = merged.at(-1)
      if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
      else merged.push([from, to])
    }
    return new CharSet(merged)
  }

  union(other: CharSet): CharSet {
    return CharSet.of(...this.ranges, ...other.ranges)
  }

  complement(): CharSet {
    const gaps: Range[] = []
    let from = 0
    for (const [start, end] of this.ranges) {
      if (start > from) gaps.push([from, start - 1])
      from = end + 1
    }
    if (from <= LAST) gaps.push([from, LAST])
    return new CharSet(gaps)
  }

  intersection(other: CharSet): CharSet {
    return this.complement().union(other.complement()).complement()
  }

  difference(other: CharSet): CharSet {
    return this.intersection(other.complement())
  }

  symmetricDifference(other: CharSet): CharSet {
    return this.union(other).difference(this.intersection(other))
  }

  /** As a class of RE2. */
  toString(): string {
    const hex = (code: number): string => `\\x{${code.toString(16)}}`
    const text = this.ranges.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`)).join('')
    return text === '' ? `[^${hex(0)}-${hex(LAST)}]` : `[${text}]`
  }
}

function range(from: string, to = from): Range {
  return [from.codePointAt(0)!, to.codePointAt(0)!]
}

const digit = [range('0', '9')]
const upper = [range('A', 'Z')]
const lower = [range('a', 'z')]
const alpha = [...upper, ...lower]
const space = [range('\t', '\r'), range(' ')]

/** `[:alpha:]` and so on. */
const posix: Readonly<Record<string, readonly Range[]>> = {
  alnum: [...alpha, ...digit],
  alpha,
  ascii: [range('\0', '\x7f')],
  blank: [range('\t'), range(' ')],
  cntrl: [range('\0', '\x1f'), range('\x7f')],
  digit,
  graph: [range('!', '~')],
  lower,
  print: [range(' ', '~')],
  punct: [range('!', '/'), range(':', '@'), range('[', '`'), range('{', '~')],
  space,
  upper,
  word: [...alpha, ...digit, range('_')],
  xdigit: [...digit, range('A', 'F'), range('a', 'f')],
}

const shorthand: Readonly<Record<string, readonly Range[]>> = { d: digit, s: space, w: posix.word! }
const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }

/** A class from its bracket on: the set itself where classes are combined, else its text; null where it has no end. */
export function parseSet(
  source: string,
  at: number,
  verbose: boolean,
): { readonly chars: CharSet | string; readonly end: number } | null {
  const plain = new ClassReader(source, at, verbose)
  const text = plain.readText()
  if (text !== null) return { chars: text, end: plain.at }
  const reader = new ClassReader(source, at, verbose)
  const chars = reader.readSet()
  // RE2 takes brackets in a class for themselves; whoever combines classes did not mean that.
  if (!chars && reader.combines) throw invalid(source, 'a class has no end')
  return chars && { chars, end: reader.at }
}

function invalid(pattern: string, reason: string): CoreError {
  return new CoreError('invalid-pattern', `invalid pattern: ${reason}`, { pattern, reason })
}

class ClassReader {
  /** There was a `&&`, `--` or `~~`. */
  combines = false

  constructor(
    private readonly source: string,
    public at: number,
    private readonly verbose: boolean,
  ) {}

  /** The text of a class without others in it, in RE2's words; null where there are some, or no end. */
  readText(): string | null {
    let text = this.readStart()
    for (let first = true; this.at < this.source.length; first = false) {
      const rest = this.source.slice(this.at, this.at + 2)
      if (rest[0] === ']' && !first) {
        this.at++
        return `${text}]`
      }
      if (/^(?:&&|--|~~)$/.test(rest) && !first) return null
      const name = this.match(/\[:\^?[a-z]+:\]/y)
      if (rest[0] === '[' && !name) return null
      const code = readCode(this.source, this.at)
      if (code) {
        text += `\\x{${code.value.toString(16)}}`
        this.at = code.end
      } else if (name) {
        text += name
        this.at += name.length
      } else if (this.verbose && /\s/.test(rest[0]!)) this.at++
      else {
        const length = rest[0] === '\\' ? 2 : 1
        text += this.source.slice(this.at, this.at + length)
        this.at += length
      }
    }
    return null
  }

  readSet(): CharSet | null {
    const negated = this.readStart().length > 1
    let result: CharSet | null = null
    let combine: (left: CharSet, right: CharSet) => CharSet = (_, right) => right
    let union = CharSet.of()
    for (let first = true; this.at < this.source.length; first = false) {
      const operator = first ? undefined : operators[this.source.slice(this.at, this.at + 2)]
      if (this.source[this.at] === ']' && !first) {
        this.at++
        result = combine(result ?? union, union)
        return negated ? result.complement() : result
      }
      if (operator) {
        result = combine(result ?? union, union)
        combine = operator
        this.combines = true
        union = CharSet.of()
        this.at += 2
        continue
      }
      const item = this.readItem()
      if (item === null) return null
      union = union.union(item)
    }
    return null
  }

  private readStart(): string {
    const start = this.source[this.at + 1] === '^' ? '[^' : '['
    this.at += start.length
    return start
  }

  /** One character, range, shorthand or class; null where a class in it has no end. */
  private readItem(): CharSet | null {
    if (this.verbose && /\s/.test(this.source[this.at]!)) {
      this.at++
      return CharSet.of()
    }
    const name = this.match(/\[:\^?[a-z]+:\]/y)
    const known = name && posix[name.replace(/[^a-z]/g, '')]
    if (name && known) {
      this.at += name.length
      return name[2] === '^' ? CharSet.of(...known).complement() : CharSet.of(...known)
    }
    if (this.source[this.at] === '[') return this.readSet()
    const set = this.match(/\\[dswDSW]/y)?.[1]
    if (set) {
      this.at += 2
      const chars = CharSet.of(...shorthand[set.toLowerCase()]!)
      return set === set.toLowerCase() ? chars : chars.complement()
    }
    const from = this.readChar()
    const isRange = this.source[this.at] === '-' && !/^-[\]-]/.test(this.source.slice(this.at, this.at + 2))
    if (!isRange) return CharSet.of([from, from])
    this.at++
    return CharSet.of([from, this.readChar()])
  }

  private readChar(): number {
    const code = readCode(this.source, this.at)
    if (code) {
      this.at = code.end
      return code.value
    }
    const hex = this.match(/\\x(?:[0-9a-fA-F]{2}|\{[0-9a-fA-F]{1,6}\})/y)
    if (hex) {
      this.at += hex.length
      return Number.parseInt(hex.replace(/[^0-9a-fA-F]/g, ''), 16)
    }
    const isEscape = this.source[this.at] === '\\'
    if (isEscape) this.at++
    const char = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0)
    if (isEscape && /[pP]/.test(char)) throw invalid(this.source, '\\p cannot be combined with other classes')
    this.at += char.length
    return (isEscape ? controls[char] : undefined) ?? char.codePointAt(0)!
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    return pattern.exec(this.source)?.[0] ?? null
  }
}

const operators: Readonly<Record<string, (left: CharSet, right: CharSet) => CharSet>> = {
  '&&': (left, right) => left.intersection(right),
  '--': (left, right) => left.difference(right),
  '~~': (left, right) => left.symmetricDifference(right),
}
