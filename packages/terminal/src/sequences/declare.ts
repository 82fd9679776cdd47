/**
 * How sequences are declared: a pattern as the manuals write it, a name, a sentence and the handler. Dispatch tables
 * and docs/reference/terminal.md are both made from these declarations.
 */
import type { Params } from '../parser/params.js'
import { sequenceKey } from '../parser/sink.js'
import type { TerminalState } from '../screen/terminal-state.js'

/** How far a sequence is supported. */
export type Support = 'yes' | 'partly' | 'ignored'

interface Described {
  readonly name: string
  readonly does: string
  /** 'yes' if absent. */
  readonly support?: Support
}

/** A C0, ESC or CSI sequence. */
export interface Sequence extends Described {
  readonly run: (m: TerminalState, params: Params) => void
}

/** A control string's text. `text` decodes it; `raw` are its bytes, valid only during the call. */
export interface ControlString {
  readonly params: Params
  readonly raw: Uint8Array
  /** False when the string was too long and its rest was dropped. */
  readonly complete: boolean
  /** What an answer should end with: BEL where the question did, else ST. */
  readonly terminator: string
  text(): string
}

/** An OSC, DCS or APC: `run` gets the string when it is complete. */
export interface StringSequence extends Described {
  readonly run: (m: TerminalState, string: ControlString) => void
}

/** What takes the bytes of a string as they come; `end` is not called for one that was cancelled. */
export interface StringReader {
  bytes(bytes: Uint8Array, from: number, end: number): void
  /** A string that brings a fresh reader to where this one is. */
  unfinished(): string
  end(): void
}

/** A DCS of any length, which is read as it comes and never kept. */
export interface StreamedSequence extends Described {
  readonly begin: (m: TerminalState) => StringReader
}

export type Sequences = Readonly<Record<string, Sequence>>
export type StringSequences = Readonly<Record<string, StringSequence>>
export type StreamedSequences = Readonly<Record<string, StreamedSequence>>

/** Declares sequences under their patterns, for example `CSI ? Ps J`, `ESC # 8` or `BEL`. */
export function sequences<T extends Sequences>(table: T): T {
  return table
}

/** Declares control strings, for example `OSC 52`, `DCS $ q` or `APC G`. */
export function stringSequences<T extends StringSequences>(table: T): T {
  return table
}

/** Declares control strings that are not kept, for example `DCS Ps;Ps;Ps q`. */
export function streamedSequences<T extends StreamedSequences>(table: T): T {
  return table
}

const controlNames: Readonly<Record<string, number>> = {
  NUL: 0x00,
  ENQ: 0x05,
  BEL: 0x07,
  BS: 0x08,
  HT: 0x09,
  LF: 0x0a,
  VT: 0x0b,
  FF: 0x0c,
  CR: 0x0d,
  SO: 0x0e,
  SI: 0x0f,
  CAN: 0x18,
  SUB: 0x1a,
}

export type Introducer = 'control' | 'ESC' | 'CSI' | 'DCS'

/** What a pattern dispatches on. */
export interface PatternKey {
  readonly introducer: Introducer
  /** The control's code, or a `sequenceKey`; several for a final that may be anything. */
  readonly keys: readonly number[]
}

/** Reads a pattern: words are separated by spaces; those that start with P are parameters, `SP` is a space. */
export function parsePattern(pattern: string): PatternKey {
  const words = pattern.split(' ')
  if (words[0] in controlNames) return { introducer: 'control', keys: [controlNames[words[0]]] }
  const introducer = words[0] as Introducer
  let prefix = 0
  let intermediate = 0
  for (const word of words.slice(1, -1)) {
    if (/^P[a-z]/.test(word)) continue
    const code = word === 'SP' ? 0x20 : word.charCodeAt(0)
    if (code >= 0x3c && code < 0x40) prefix = code
    else intermediate = code
  }
  const final = words[words.length - 1]
  if (final !== 'Dscs') return { introducer, keys: [sequenceKey(prefix, intermediate, final.charCodeAt(0))] }
  const finals = Array.from({ length: 0x7f - 0x30 }, (_, index) => 0x30 + index)
  return { introducer, keys: finals.map((code) => sequenceKey(prefix, intermediate, code)) }
}
