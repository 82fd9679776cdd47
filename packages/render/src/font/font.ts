/**
 * One face: characters to glyphs, glyphs to outlines and colour layers, and the measures of the face, in font units.
 * Reads tables on demand. The library knows where fonts come from; the rasteriser makes pixels.
 */

import { RenderError } from '../render-error.js'
import { CharacterMap } from './cmap.js'
import { type ColorLayer, ColorLayers } from './color-layers.js'
import { Ligatures } from './ligatures.js'
import { type Affine, Outlines, type Pen } from './outline.js'
import { guard, openSfnt, type TableReader } from './sfnt.js'

export interface FaceMeasures {
  readonly unitsPerEm: number
  readonly ascent: number
  /** Positive: how far below the baseline. */
  readonly descent: number
  readonly lineGap: number
  readonly xHeight: number
  readonly capHeight: number
}

export class Font {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly measures: FaceMeasures
  private readonly tables: TableReader
  private readonly characters: CharacterMap
  private readonly outlines: Outlines
  private readonly hmtx: DataView
  private readonly advances: number
  private readonly colors: ColorLayers | null
  private readonly ligatures: Ligatures | null

  constructor(
    bytes: Uint8Array,
    readonly name: string,
    face = 0,
  ) {
    const table = openSfnt(bytes, name, face)
    const required = (tag: string) => requireTable(table, tag, name)
    const parts = guard(name, () => {
      const head = required('head')
      const hhea = required('hhea')
      const os2 = table('OS/2')
      const style = os2 ? os2.getUint16(62) : 0
      const colr = table('COLR')
      const cpal = table('CPAL')
      const gsub = table('GSUB')
      const glyphs = required('maxp').getUint16(4)
      return {
        measures: readMeasures(head, hhea, os2),
        bold: (style & 0x20) !== 0 || (head.getUint16(44) & 1) !== 0,
        italic: (style & 0x1) !== 0 || (head.getUint16(44) & 2) !== 0,
        advances: hhea.getUint16(34),
        outlines: new Outlines(required('glyf'), required('loca'), head.getInt16(50) === 1, glyphs),
        characters: new CharacterMap(required('cmap')),
        colors: colr && cpal ? new ColorLayers(colr, cpal) : null,
        ligatures: colr && gsub ? new Ligatures(gsub) : null,
        family: familyName(table('name')) ?? name,
      }
    })
    this.tables = table
    this.family = parts.family
    this.bold = parts.bold
    this.italic = parts.italic
    this.measures = parts.measures
    this.characters = parts.characters
    this.outlines = parts.outlines
    this.hmtx = required('hmtx')
    this.advances = parts.advances
    this.colors = parts.colors
    this.ligatures = parts.ligatures
  }

  /** The glyph of a character; 0 when the font lacks it. */
  glyph(code: number): number {
    return guard(this.name, () => this.characters.glyph(code))
  }

  /** The characters the font has, as [first, last] ranges in order. */
  coverage(): [number, number][] {
    return guard(this.name, () => this.characters.coverage())
  }

  /** Joins the glyphs of one cluster where the font has a single glyph for them. */
  ligate(glyphs: readonly number[]): number[] {
    return this.ligatures ? this.ligatures.apply(glyphs) : [...glyphs]
  }

  advance(glyph: number): number {
    return guard(this.name, () => this.hmtx.getUint16(Math.min(glyph, this.advances - 1) * 4))
  }

  bounds(glyph: number): readonly [number, number, number, number] | null {
    return guard(this.name, () => this.outlines.bounds(glyph))
  }

  draw(glyph: number, pen: Pen, affine?: Affine): void {
    guard(this.name, () => this.outlines.draw(glyph, pen, affine))
  }

  /** The glyph's outline record for another font; components are numbered again by `renumber`. */
  record(glyph: number, renumber: (component: number) => number): Uint8Array | null {
    return guard(this.name, () => this.outlines.record(glyph, renumber))
  }

  /** A table as it is in the file. */
  table(tag: string): Uint8Array | null {
    const view = this.tables(tag)
    return view && new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  }

  /** The layers of a colour glyph; null for a plain one. */
  layers(glyph: number): ColorLayer[] | null {
    return this.colors ? guard(this.name, () => this.colors?.layers(glyph) ?? null) : null
  }
}

function requireTable(table: TableReader, tag: string, name: string): DataView {
  const found = table(tag)
  if (found) return found
  throw new RenderError('invalid-params', `${name} has no ${tag} table; pictures need a TrueType font with outlines`, {
    font: name,
  })
}

/** Old OS/2 tables lack the letter heights; typical proportions stand in for them. */
function readMeasures(head: DataView, hhea: DataView, os2: DataView | null): FaceMeasures {
  const unitsPerEm = head.getUint16(18)
  const heights = os2 && os2.getUint16(0) >= 2 && os2.byteLength >= 90
  return {
    unitsPerEm,
    ascent: hhea.getInt16(4),
    descent: -hhea.getInt16(6),
    lineGap: Math.max(hhea.getInt16(8), 0),
    xHeight: (heights && os2.getInt16(86)) || Math.round(unitsPerEm * 0.53),
    capHeight: (heights && os2.getInt16(88)) || Math.round(unitsPerEm * 0.72),
  }
}

/** The typographic family (16) where there is one, else the plain one (1), in a Windows Unicode record. */
function familyName(table: DataView | null): string | null {
  if (!table) return null
  let family: string | null = null
  for (let record = 0; record < table.getUint16(2); record++) {
    const at = 6 + record * 12
    const id = table.getUint16(at + 6)
    if (table.getUint16(at) !== 3 || (id !== 1 && id !== 16) || (id === 1 && family !== null)) continue
    const start = table.getUint16(4) + table.getUint16(at + 10)
    const codes: number[] = []
    for (let byte = 0; byte < table.getUint16(at + 8); byte += 2) codes.push(table.getUint16(start + byte))
    family = String.fromCharCode(...codes)
  }
  return family
}
