/**
 * Makes the bitmap of a cluster for one cell size: shapes by rule, letters from the primary font on its pixel grid,
 * everything else fitted into its cells, emoji in colour, and a box for what no font has. The atlas keeps the results.
 */
import type { Choice, FontChain } from '../font/chain.js'
import { findEmoji } from '../font/emoji.js'
import type { Font } from '../font/font.js'
import type { Pen } from '../font/outline.js'
import type { Geometry } from '../geometry.js'
import { BOLD, ITALIC, riseOf, SCRIPT_SCALE } from '../row-model.js'
import { shapesOf } from '../shapes/index.js'
import { rasterizeEmoji } from './emoji.js'
import { embolden, type Glyph, trimGlyph } from './glyph.js'
import { FULL, Rasterizer } from './rasterizer.js'
import { glyphFromShapes } from './shape-glyph.js'

const SLANT = 0.2

/** Letters are drawn at these heights; each is moved to a whole pixel so that their edges are sharp. */
interface GridFit {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

export class GlyphMaker {
  private readonly primaryAdvance: number
  private readonly fit: GridFit
  private readonly margin: number

  constructor(
    private readonly chain: FontChain,
    private readonly geometry: Geometry,
  ) {
    const { primary } = chain
    this.primaryAdvance = primary.advance(primary.glyph(0x4d))
    this.fit = gridFit(primary, geometry.fontSize)
    this.margin = Math.ceil(geometry.cell.width / 2)
  }

  /** `cells` is the character's width; `room` how many cells an icon may use, more if what follows is blank. */
  make(text: string, style: number, cells: number, room: number): Glyph {
    const bold = (style & BOLD) !== 0
    const italic = (style & ITALIC) !== 0
    const codes = [...text.normalize('NFC')].map((character) => character.codePointAt(0) as number)
    const shapes = codes.length === 1 ? shapesOf(codes[0], this.geometry.cell) : null
    if (shapes) return glyphFromShapes(shapes, this.geometry.cell)
    const emoji = findEmoji(this.chain, text, cells)
    if (emoji) return rasterizeEmoji(emoji, this.geometry.cell, cells)
    const choice = this.chain.choose(codes[0], bold, italic, false)
    if (!choice) return this.missing(cells)
    const raster = new Rasterizer(
      Math.max(cells, room) * this.geometry.cell.width + 2 * this.margin,
      this.geometry.cell.height,
    )
    const icon = isIcon(codes[0])
    this.draw(choice, choice.font.glyph(codes[0]), this.scripted(raster, style, cells), icon ? room : cells, icon)
    for (const mark of codes.slice(1)) {
      this.drawMark(mark, choice, bold, italic, this.scripted(raster, style, cells), cells)
    }
    const coverage = raster.finish()
    if (choice.embolden) embolden(coverage, raster.width, Math.max(Math.round(this.geometry.fontSize / 20), 1))
    return trimGlyph(coverage, null, raster.width, this.margin)
  }

  /** Draws small and raised or lowered, in the middle of the character's cells, where the style asks for that. */
  private scripted(pen: Pen, style: number, cells: number): Pen {
    const rise = riseOf(style)
    if (rise === 0) return pen
    const { baseline, fontSize, cell } = this.geometry
    const middle = this.margin + (cells * cell.width) / 2
    const px = (x: number) => middle + (x - middle) * SCRIPT_SCALE
    const py = (y: number) => baseline - rise * fontSize + (y - baseline) * SCRIPT_SCALE
    return {
      moveTo: (x, y) => pen.moveTo(px(x), py(y)),
      lineTo: (x, y) => pen.lineTo(px(x), py(y)),
      curveTo: (cx, cy, x, y) => pen.curveTo(px(cx), py(cy), px(x), py(y)),
    }
  }

  private missing(cells: number): Glyph {
    const { width, height, line } = this.geometry.cell
    const { baseline } = this.geometry
    const [left, right] = [line, width * cells - line]
    const [top, bottom] = [Math.round(height * 0.15), baseline]
    const full = width * cells
    const coverage = new Uint8Array(full * height)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        if (y < top + line || y >= bottom - line || x < left + line || x >= right - line) coverage[y * full + x] = FULL
    return trimGlyph(coverage, null, full, 0)
  }

  private draw(choice: Choice, glyph: number, raster: Pen, cells: number, centered: boolean): void {
    const { font, slant } = choice
    const place =
      choice.primary && !centered ? this.onGrid(font, glyph, cells) : this.fitted(font, glyph, cells, centered)
    font.draw(glyph, placedPen(raster, place, slant ? SLANT : 0))
  }

  /** Marks that stay apart after composition: over the base, from the first font that has them. */
  private drawMark(code: number, base: Choice, bold: boolean, italic: boolean, raster: Pen, cells: number): void {
    if (code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f)) return
    const inBase = base.font.glyph(code) !== 0
    const choice = inBase ? base : this.chain.choose(code, bold, italic, false)
    if (!choice) return
    const glyph = choice.font.glyph(code)
    const bounds = choice.font.bounds(glyph)
    const place = choice.primary
      ? this.onGrid(choice.font, glyph, cells)
      : this.fitted(choice.font, glyph, cells, false)
    const before = bounds !== null && bounds[2] <= 0
    const originX = before ? this.margin + cells * this.geometry.cell.width : place.originX
    choice.font.draw(glyph, placedPen(raster, { ...place, originX }, choice.slant ? SLANT : 0))
  }

  private onGrid(font: Font, glyph: number, cells: number): Placement {
    const advance = font.advance(glyph) || this.primaryAdvance
    const width = cells * this.geometry.cell.width
    const proportional = Math.abs(advance - cells * this.primaryAdvance) > this.primaryAdvance * 0.02
    const scale = this.geometry.fontSize / font.measures.unitsPerEm
    const scaleX = proportional ? Math.min(scale, width / advance) : width / advance
    const originX = this.margin + (proportional ? (width - advance * scaleX) / 2 : 0)
    return { originX, scaleX, scaleY: scale, baseline: this.geometry.baseline, fit: this.fit }
  }

  /** Shrinks what is too wide or too high; icons and wide characters sit in the middle of the cell's height. */
  private fitted(font: Font, glyph: number, cells: number, icon: boolean): Placement {
    const { cell, baseline, fontSize } = this.geometry
    const { unitsPerEm, ascent, descent } = font.measures
    const bounds = font.bounds(glyph) ?? [0, 0, 0, 0]
    const width = cells * cell.width
    const inkWidth = bounds[2] - bounds[0]
    const extent = icon ? inkWidth : Math.max(font.advance(glyph), inkWidth)
    const wide = cells === 2 && !icon
    const natural = (fontSize / unitsPerEm) * (wide ? 1.08 : 1)
    const scale = Math.min(natural, width / Math.max(extent, 1), cell.height / Math.max(bounds[3] - bounds[1], 1))
    const middle = icon ? (bounds[1] + bounds[3]) / 2 : (ascent - descent) / 2
    const originX = icon
      ? this.margin + Math.max((Math.min(width, cell.width) - inkWidth * scale) / 2, 0) - bounds[0] * scale
      : this.margin + (width - font.advance(glyph) * scale) / 2
    const centered = Math.round(cell.height / 2 + middle * scale)
    return { originX, scaleX: scale, scaleY: scale, baseline: icon || wide ? centered : baseline, fit: null }
  }
}

interface Placement {
  readonly originX: number
  readonly scaleX: number
  readonly scaleY: number
  readonly baseline: number
  readonly fit: GridFit | null
}

function placedPen(pen: Pen, { originX, scaleX, scaleY, baseline, fit }: Placement, slant: number): Pen {
  const px = (x: number, y: number) => originX + x * scaleX + y * scaleY * slant
  const py = (y: number) => baseline - (fit ? snap(fit, y * scaleY) : y * scaleY)
  return {
    moveTo: (x, y) => pen.moveTo(px(x, y), py(y)),
    lineTo: (x, y) => pen.lineTo(px(x, y), py(y)),
    curveTo: (cx, cy, x, y) => pen.curveTo(px(cx, cy), py(cy), px(x, y), py(y)),
  }
}

function gridFit({ measures }: Font, fontSize: number): GridFit {
  const scale = fontSize / measures.unitsPerEm
  const from = [0, measures.xHeight * scale, measures.capHeight * scale]
  return { from, to: from.map(Math.round) }
}

/** Piecewise linear between the fitted heights, and by the same distance beyond them. */
function snap({ from, to }: GridFit, y: number): number {
  if (y <= from[0]) return y
  for (let zone = 1; zone < from.length; zone++) {
    if (y > from[zone]) continue
    return to[zone - 1] + ((y - from[zone - 1]) * (to[zone] - to[zone - 1])) / (from[zone] - from[zone - 1])
  }
  return y - from[from.length - 1] + to[to.length - 1]
}

/** The private use areas, where icon fonts live. */
function isIcon(code: number): boolean {
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
}
