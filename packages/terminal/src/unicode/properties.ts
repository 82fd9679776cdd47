/**
 * Width and grapheme class of a code point: one array read for planes 0 and 1, arithmetic above. The data is
 * generated (see scripts/generate-unicode.ts); what to do with it is decided in clusters.ts and screen/print.ts.
 */
import { propertyRuns } from './generated/properties.js'
import { graphemeClass } from './grapheme-class.js'

const tableSize = 0x20000

/** Bits 0–1 width, bits 2–6 grapheme class, bit 7: a variation selector changes how it is shown. */
export const properties = decode(propertyRuns)

const wideOther = 2
const zeroExtend = graphemeClass.extend << 2
const zeroControl = graphemeClass.control << 2

export function propertyOf(cp: number): number {
  if (cp < tableSize) return properties[cp]
  if (cp < 0x3fffe) return wideOther
  if (cp >= 0xe0000 && cp < 0xe1000) {
    return (cp >= 0xe0020 && cp < 0xe0080) || (cp >= 0xe0100 && cp < 0xe01f0) ? zeroExtend : zeroControl
  }
  return 1
}

/** Columns that a code point takes on its own: 0, 1 or 2. */
export function codePointWidth(cp: number): number {
  return propertyOf(cp) & 3
}

export function classOf(cp: number): number {
  return (propertyOf(cp) >> 2) & 31
}

function decode(runs: string): Uint8Array {
  const table = new Uint8Array(tableSize)
  let at = 0
  for (const run of runs.split(' ')) {
    const comma = run.indexOf(',')
    const length = Number.parseInt(run.slice(0, comma), 36)
    table.fill(Number.parseInt(run.slice(comma + 1), 36), at, at + length)
    at += length
  }
  return table
}
