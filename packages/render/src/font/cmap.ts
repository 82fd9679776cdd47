/** Characters to glyphs: the `cmap` table, formats 4 and 12, flattened into sorted segments for binary search. */

/** Segments of consecutive characters; a segment's glyphs follow `deltas`, or an array where `arrays` is set. */
export class CharacterMap {
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private readonly glyphs: ((code: number) => number)[] = []

  constructor(cmap: DataView) {
    const best = bestSubtable(cmap)
    if (best === null) return
    if (cmap.getUint16(best) === 12) this.readGroups(cmap, best)
    else this.readSegments(cmap, best)
  }

  /** The glyph of a character; 0 when the font lacks it. */
  glyph(code: number): number {
    let low = 0
    let high = this.ends.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      if (code > this.ends[middle]) low = middle + 1
      else if (code < this.starts[middle]) high = middle - 1
      else return this.glyphs[middle](code)
    }
    return 0
  }

  /** The characters the font has, as [first, last] ranges in order. */
  coverage(): [number, number][] {
    const ranges: [number, number][] = []
    for (let segment = 0; segment < this.starts.length; segment++)
      for (let code = this.starts[segment]; code <= this.ends[segment]; code++) {
        if (this.glyphs[segment](code) === 0) continue
        const last = ranges.at(-1)
        if (last && last[1] === code - 1) last[1] = code
        else ranges.push([code, code])
      }
    return ranges
  }

  private readGroups(view: DataView, at: number): void {
    const count = Math.min(view.getUint32(at + 12), (view.byteLength - at - 16) / 12)
    for (let group = 0; group < count; group++) {
      const entry = at + 16 + group * 12
      const start = view.getUint32(entry)
      const glyph = view.getUint32(entry + 8)
      this.add(start, Math.min(view.getUint32(entry + 4), 0x10ffff), (code) => glyph + code - start)
    }
  }

  private readSegments(view: DataView, at: number): void {
    const bytes = view.getUint16(at + 6)
    const [ends, starts, deltas, offsets] = [at + 14, at + 16 + bytes, at + 16 + bytes * 2, at + 16 + bytes * 3]
    for (let segment = 0; segment < bytes; segment += 2) {
      const start = view.getUint16(starts + segment)
      const delta = view.getUint16(deltas + segment)
      const offset = view.getUint16(offsets + segment)
      const base = offsets + segment + offset
      const inArray = (code: number) => {
        const index = view.getUint16(base + (code - start) * 2)
        return index === 0 ? 0 : (index + delta) & 0xffff
      }
      this.add(start, view.getUint16(ends + segment), offset === 0 ? (code) => (code + delta) & 0xffff : inArray)
    }
  }

  private add(start: number, end: number, glyph: (code: number) => number): void {
    if (start > end || start === 0xffff) return
    this.starts.push(start)
    this.ends.push(end)
    this.glyphs.push(glyph)
  }
}

/** Full Unicode (format 12) if there is one, else the basic plane (format 4). */
function bestSubtable(cmap: DataView): number | null {
  let basic: number | null = null
  for (let record = 0; record < cmap.getUint16(2); record++) {
    const platform = cmap.getUint16(4 + record * 8)
    const encoding = cmap.getUint16(6 + record * 8)
    const offset = cmap.getUint32(8 + record * 8)
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue
    const format = cmap.getUint16(offset)
    if (format === 12) return offset
    if (format === 4) basic = offset
  }
  return basic
}
