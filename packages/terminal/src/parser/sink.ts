/** What the parser reports, and the numbers that identify sequences. */
import type { Params } from './params.js'

export type StringKind = 'OSC' | 'DCS' | 'APC' | 'PM' | 'SOS'

/**
 * What the parser reports. `fastPath` takes what is between sequences and the sequences that are all there; it returns
 * `end`, or the place of an escape or a byte from 0x80 on that the parser should look at.
 */
export interface Sink {
  fastPath(from: number, end: number): number
  /** True while only the escapes of a VT52 are understood. */
  readonly isVt52: boolean
  /** Such an escape; the one that takes two characters has them in `params`. */
  vt52(final: number, params: Params): void
  /** A character that was cut in the stream, or stands for bytes that are none. */
  print(codePoint: number): void
  /** A C0 control. */
  execute(control: number): void
  /** `key` is made by `sequenceKey`. */
  csi(key: number, params: Params): void
  /** `second` is a second intermediate, as some character sets have. */
  escape(key: number, second: number): void
  /** A DCS begins; true to have its bytes given to `stringBytes` instead of being collected. */
  stringStart(kind: StringKind, key: number, params: Params): boolean
  stringBytes(bytes: Uint8Array, from: number, end: number): void
  /** What brings a fresh reader of such a string to where this one is. */
  stringUnfinished(): string
  /** The string ended; `complete` is false when it was longer than the limit and its rest was dropped. */
  stringEnd(kind: StringKind, bytes: Uint8Array, length: number, complete: boolean, bell: boolean): void
  /** The string was cancelled by CAN or SUB, or cut off by another sequence. */
  stringCancel(kind: StringKind): void
}

/** One number for prefix, intermediate and final, dense enough to index a table of `sequenceKeys` entries. */
export function sequenceKey(prefix: number, intermediate: number, final: number): number {
  return (((prefix === 0 ? 0 : prefix - 0x3b) * 17 + (intermediate === 0 ? 0 : intermediate - 0x1f)) << 7) | final
}

export const sequenceKeys = 5 * 17 * 128
