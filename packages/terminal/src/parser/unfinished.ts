/** The parser's state in words that bring a fresh parser to the same point: the bytes of what is half read. */
import type { Params } from './params.js'
import type { StringKind } from './sink.js'

/** A control sequence's parts as far as they were read. */
export interface HalfRead {
  readonly prefix: number
  readonly intermediate: number
  readonly params: Params
  /** More parameters came than are kept. */
  readonly overflow: boolean
}

/** Prefix, parameters and intermediate as they may have come; numbers that were too large are as large as is kept. */
export function describeHalf({ prefix, intermediate, params, overflow }: HalfRead): string {
  const text = `${prefix === 0 ? '' : String.fromCharCode(prefix)}${describeParams(params)}${overflow ? ';' : ''}`
  return intermediate === 0 ? text : text + String.fromCharCode(intermediate)
}

export function describeParams({ count, values, sub, plain }: Params): string {
  let text = ''
  for (let i = 0; i < count; i++) {
    if (i > 0) text += !plain && sub[i] === 1 ? ':' : ';'
    if (values[i] >= 0) text += values[i]
  }
  return text
}

export function describeEscape(intermediate: number, second: number): string {
  const first = intermediate === 0 ? '' : String.fromCharCode(intermediate)
  // The parser keeps no more than that there were more than two.
  return `\x1b${first}${second === 0 ? '' : second === 0x7f ? '  ' : String.fromCharCode(second)}`
}

const introducers = { OSC: '\x1b]', APC: '\x1b_', PM: '\x1b^', SOS: '\x1bX' } as const

/** What begins a control string; a DCS that belongs to no handler has no key, and is malformed again. */
export function describeString(kind: StringKind, key: number, half: HalfRead): string {
  if (kind !== 'DCS') return introducers[kind]
  return key === 0 ? '\x1bP0?@' : `\x1bP${describeHalf(half)}${String.fromCharCode(key & 0x7f)}`
}
