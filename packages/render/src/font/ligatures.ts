/**
 * The part of `GSUB` that pictures need: ligature substitution, which is how emoji fonts spell families, flags and
 * skin tones. Only used for clusters of one cell; programming ligatures across cells stay off.
 */

interface Ligature {
  readonly rest: readonly number[]
  readonly glyph: number
}

const EXTENSION = 7
const LIGATURE = 4
const MAX_PASSES = 16

/** All ligature lookups of the font, applied until nothing changes. */
export class Ligatures {
  private readonly lookups: Map<number, Ligature[]>[] = []

  constructor(gsub: DataView) {
    const list = gsub.getUint16(8)
    for (let lookup = 0; lookup < gsub.getUint16(list); lookup++) {
      const at = list + gsub.getUint16(list + 2 + lookup * 2)
      const type = gsub.getUint16(at)
      const byFirst = new Map<number, Ligature[]>()
      for (let index = 0; index < gsub.getUint16(at + 4); index++) {
        let subtable = at + gsub.getUint16(at + 6 + index * 2)
        let kind = type
        if (type === EXTENSION) {
          kind = gsub.getUint16(subtable + 2)
          subtable += gsub.getUint32(subtable + 4)
        }
        if (kind === LIGATURE) readSubtable(gsub, subtable, byFirst)
      }
      if (byFirst.size > 0) this.lookups.push(byFirst)
    }
  }

  apply(glyphs: readonly number[]): number[] {
    let current = [...glyphs]
    for (let pass = 0; pass < MAX_PASSES && current.length > 1; pass++) {
      const before = current.length
      for (const lookup of this.lookups) current = substitute(current, lookup)
      if (current.length === before) break
    }
    return current
  }
}

function substitute(glyphs: readonly number[], lookup: Map<number, Ligature[]>): number[] {
  const out: number[] = []
  for (let at = 0; at < glyphs.length; ) {
    const match = lookup.get(glyphs[at])?.find(({ rest }) => rest.every((glyph, i) => glyphs[at + 1 + i] === glyph))
    out.push(match ? match.glyph : glyphs[at])
    at += match ? match.rest.length + 1 : 1
  }
  return out
}

function readSubtable(gsub: DataView, at: number, byFirst: Map<number, Ligature[]>): void {
  const firsts = readCoverage(gsub, at + gsub.getUint16(at + 2))
  const sets = Math.min(gsub.getUint16(at + 4), firsts.length)
  for (let set = 0; set < sets; set++) {
    const setAt = at + gsub.getUint16(at + 6 + set * 2)
    const ligatures: Ligature[] = byFirst.get(firsts[set]) ?? []
    for (let index = 0; index < gsub.getUint16(setAt); index++) {
      const ligature = setAt + gsub.getUint16(setAt + 2 + index * 2)
      const rest: number[] = []
      for (let part = 1; part < gsub.getUint16(ligature + 2); part++) rest.push(gsub.getUint16(ligature + 2 + part * 2))
      ligatures.push({ glyph: gsub.getUint16(ligature), rest })
    }
    byFirst.set(firsts[set], ligatures)
  }
}

function readCoverage(gsub: DataView, at: number): number[] {
  const glyphs: number[] = []
  const count = gsub.getUint16(at + 2)
  for (let index = 0; index < count; index++) {
    if (gsub.getUint16(at) === 1) glyphs.push(gsub.getUint16(at + 4 + index * 2))
    else {
      const range = at + 4 + index * 6
      for (let glyph = gsub.getUint16(range); glyph <= gsub.getUint16(range + 2); glyph++) glyphs.push(glyph)
    }
  }
  return glyphs
}
