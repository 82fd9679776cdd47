/** The quick way through a control sequence: most are all there and have no surprises. The rest go through parser.ts. */
import type { Params } from './params.js'
import { type Sink, sequenceKey } from './sink.js'

/** Parameters that the quick way takes. */
const quickParams = 24

/** Reads and dispatches the sequence whose parameters start at `from`; returns the place after it, or 0. */
export function parseWholeCsi(bytes: Uint8Array, from: number, end: number, params: Params, sink: Sink): number {
  const { values, sub } = params
  let i = from
  let prefix = 0
  let count = 0
  let value = -1
  if (i < end && bytes[i] >= 0x3c && bytes[i] < 0x40) prefix = bytes[i++]
  while (i < end && count < quickParams) {
    const b = bytes[i++]
    if (b >= 0x30 && b < 0x3a) {
      value = value < 0 ? b - 0x30 : value > 214_748_362 ? 0x7fffffff : value * 10 + b - 0x30
    } else if (b === 0x3b) {
      values[count] = value
      sub[count++] = 0
      value = -1
    } else if (b >= 0x40 && b < 0x7f) {
      if (value >= 0 || count > 0) {
        values[count] = value
        sub[count++] = 0
      }
      params.count = count
      sink.csi(prefix === 0 ? b : sequenceKey(prefix, 0, b), params)
      return i
    } else return 0
  }
  return 0
}
