/** Every bitmap made so far for one cell size. Lookup by cluster without building a key; bounded, and started over when full. */
import { SUBSCRIPT, SUPERSCRIPT } from '../row-model.js'
import type { Glyph } from './glyph.js'
import type { GlyphMaker } from './glyph-maker.js'

const MAX_GLYPHS = 20_000

export class GlyphAtlas {
  /** One map per combination of bold, italic, wide, with room, raised and lowered. */
  private readonly maps: Map<string, Glyph>[] = Array.from({ length: 64 }, () => new Map())
  private size = 0

  constructor(private readonly maker: GlyphMaker) {}

  /** `style` has the bits BOLD, ITALIC, SUPERSCRIPT and SUBSCRIPT of the row model. */
  get(text: string, style: number, wide: boolean, roomy: boolean): Glyph {
    const scripts = (style & (SUPERSCRIPT | SUBSCRIPT)) >> 3
    const map = this.maps[(style & 3) | (wide ? 4 : 0) | (roomy ? 8 : 0) | scripts]
    return map.get(text) ?? this.add(map, text, style, wide ? 2 : 1, roomy ? 2 : 1)
  }

  private add(map: Map<string, Glyph>, text: string, style: number, cells: number, room: number): Glyph {
    if (this.size >= MAX_GLYPHS) this.clear()
    const glyph = this.maker.make(text, style, cells, Math.max(cells, room))
    map.set(text, glyph)
    this.size++
    return glyph
  }

  private clear(): void {
    for (const map of this.maps) map.clear()
    this.size = 0
  }
}
