/**
 * What Rust's regular expressions have and RE2's have not, rewritten in RE2's words: the flags x, u and R, `\u0041`, and
 * classes within classes (`[a-z&&[^aeiou]]`). Everything else passes as it is, and what is wrong is RE2's to say.
 */
import { CharSet, parseSet } from './rust-class.js'
import { readCode } from './rust-code.js'

/** Patterns that need nothing of this are most. */
const foreign = /\(\?[a-zA-Z]*-?[a-zA-Z]*[xuR]|\\[uU]|\[[^\]]*(?:\[|&&|--|~~)/

export function toRe2(source: string): string {
  return foreign.test(source) ? new Rewriting(source).run() : source
}

class Rewriting {
  private at = 0
  private out = ''
  /** Whether blanks and comments count for nothing, by group. */
  private readonly verbose = [false]

  constructor(private readonly source: string) {}

  run(): string {
    while (this.at < this.source.length) this.step()
    return this.out
  }

  private get isVerbose(): boolean {
    return this.verbose.at(-1) ?? false
  }

  private step(): void {
    const char = this.source[this.at]!
    if (char === '\\') return this.escape()
    if (char === '[') return this.characterClass()
    if (char === '(') return this.group()
    if (char === ')' && this.verbose.length > 1) this.verbose.pop()
    if (this.isVerbose && char === '#') return this.skip(/#[^\n]*\n?/y)
    if (this.isVerbose && /\s/.test(char)) return this.skip(/\s+/y)
    this.take(1)
  }

  private take(length: number): void {
    this.out += this.source.slice(this.at, this.at + length)
    this.at += length
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at
    this.at += pattern.exec(this.source)?.[0].length ?? 1
  }

  private escape(): void {
    const code = readCode(this.source, this.at)
    if (!code) return this.take(2)
    this.out += `\\x{${code.value.toString(16)}}`
    this.at = code.end
  }

  /** `(?x)`, `(?x: …)` and the like; flags that RE2 does not know are left out. */
  private group(): void {
    const flags = /\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y
    flags.lastIndex = this.at
    const match = flags.exec(this.source)
    if (!match) {
      this.verbose.push(this.isVerbose)
      return this.take(1)
    }
    const [whole, on = '', off = '', end] = match
    const verbose = on.includes('x') || (this.isVerbose && !off.includes('x'))
    if (end === ':') this.verbose.push(verbose)
    else this.verbose[this.verbose.length - 1] = verbose
    this.at += whole.length
    const known = (letters: string): string => letters.replace(/[xuR]/g, '')
    const flagText = known(on) + (known(off) && `-${known(off)}`)
    if (end === ':' || flagText !== '') this.out += `(?${flagText}${end}`
  }

  private characterClass(): void {
    const set = parseSet(this.source, this.at, this.isVerbose)
    if (!set) return this.take(1)
    this.out += set.chars instanceof CharSet ? set.chars.toString() : set.chars
    this.at = set.end
  }
}
