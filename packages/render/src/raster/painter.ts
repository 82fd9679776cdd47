/**
 * Paints snapshots into one canvas that it keeps: rows that look as before are not touched again, and it says which
 * were. One painter per set of options; PNG, GIF and video frames all come from here.
 */
import type { Cursor, Region, Row, Snapshot } from '@polytty/terminal'
import { Palette, readable } from '../color.js'
import { FontChain } from '../font/chain.js'
import { type Geometry, layOut } from '../geometry.js'
import { type ResolvedOptions, resolveRegion } from '../options.js'
import { OVERLINE, RowModel, STRIKE, UNDERLINE_MASK, underlineOf } from '../row-model.js'
import { overlineShape, strikeShape, underlineShapes } from '../shapes/decorations.js'
import { GlyphAtlas } from './atlas.js'
import { Canvas, NARROW_COLORS } from './canvas.js'
import { paintFrame, roundCorners } from './frame.js'
import type { Glyph } from './glyph.js'
import { GlyphMaker } from './glyph-maker.js'
import { glyphFromShapes } from './shape-glyph.js'

interface PaintedRow {
  model: RowModel
  /** The row the model was loaded from; the same object is the same content. */
  source: Row | null
  cursor: string
  /** The colours it is painted with, in order. */
  colors: number[]
}

/** A canvas and the rows (0-based, within the region) that the last painting changed. */
export interface Painting {
  readonly canvas: Canvas
  readonly geometry: Geometry
  readonly changedRows: readonly number[]
  /** The pixels of a narrow canvas's numbers; they depend on the picture alone, not on what was painted before. */
  readonly colors: readonly number[]
  /** True when more than rows changed: the whole picture is new. */
  readonly repainted: boolean
}

export class Painter {
  private readonly chain: FontChain
  private region: Region | null = null
  private geometry!: Geometry
  private canvas!: Canvas
  private atlas!: GlyphAtlas
  /** Bitmaps of underlines, strikethrough and overline, by their style bits. */
  private readonly decorations = new Map<number, Glyph>()
  private rows: PaintedRow[] = []
  private spare!: RowModel
  /** What the rows were painted with, besides themselves. */
  private palette: Palette | null = null
  private title: string | null = null
  private frameColors: number[] = []
  private colorTotal = 0
  private wide = false

  constructor(
    private readonly options: ResolvedOptions,
    private readonly wantedRegion: Region | null = null,
  ) {
    this.chain = new FontChain(options.font)
  }

  paint(snapshot: Snapshot): Painting {
    const region = resolveRegion(snapshot, this.wantedRegion)
    const palette = new Palette(snapshot, this.options.theme)
    const title = this.options.title ?? snapshot.title
    let repainted = this.prepare(region, palette, title)
    let changedRows = this.paintRows(snapshot, region, palette)
    while (this.canvas.overflown || (this.canvas.wide && this.usedColors().size < NARROW_COLORS)) {
      // First without the colours of earlier pictures; if this one alone has too many, on a wide canvas. And back.
      this.wide = this.canvas.overflown && repainted
      this.region = null
      repainted = this.prepare(region, palette, title)
      changedRows = this.paintRows(snapshot, region, palette)
    }
    if (!this.canvas.wide && this.orderColors()) repainted = true
    const colors = Array.from({ length: this.colorTotal }, (_, number) => this.canvas.value(number))
    return { canvas: this.canvas, geometry: this.geometry, changedRows, repainted, colors }
  }

  private paintRows(snapshot: Snapshot, region: Region, palette: Palette): number[] {
    const changedRows: number[] = []
    for (let index = 0; index < this.rows.length; index++) {
      const source = snapshot.row(region.top + index)
      const cursor = this.cursorKey(snapshot.cursor, region, index)
      const painted = this.rows[index]
      if (painted.source === source && painted.cursor === cursor) continue
      this.spare.load(source, region.left, palette)
      const same = painted.source !== null && painted.cursor === cursor && this.spare.equals(painted.model)
      painted.source = source
      painted.cursor = cursor
      if (same) continue
      const previous = painted.model
      painted.model = this.spare
      this.spare = previous
      painted.colors = this.canvas.listColors()
      this.paintRow(index, painted.model, palette, cursor === '' ? null : snapshot.cursor, region.left)
      changedRows.push(index)
    }
    return changedRows
  }

  /** The canvas's numbers of all colours in the picture, in the order of the picture. */
  private usedColors(): Set<number> {
    const used = new Set(this.frameColors)
    for (const { colors } of this.rows) for (const number of colors) used.add(number)
    return used
  }

  /** Numbers the colours in their order; true if that changed the whole canvas. */
  private orderColors(): boolean {
    const used = [...this.usedColors()]
    this.colorTotal = used.length
    const renumbered = this.canvas.renumber(used)
    if (!renumbered) return false
    const renumber = (colors: number[]) => colors.map((number) => renumbered[number])
    this.frameColors = renumber(this.frameColors)
    for (const row of this.rows) row.colors = renumber(row.colors)
    return true
  }

  /** Starts over when the size, the title or a colour changed that rows do not carry themselves. */
  private prepare(region: Region, palette: Palette, title: string): boolean {
    const sameSize = this.region !== null && sameRegion(this.region, region) && !this.canvas.crowded
    const samePalette = this.palette?.equals(palette) ?? false
    if (sameSize && samePalette && (title === this.title || !this.options.frame)) return false
    if (!sameSize) this.resize(region)
    this.frameColors = this.canvas.listColors()
    this.palette = palette
    this.title = title
    this.canvas.fill(0, 0, this.canvas.width, this.canvas.height, palette.background)
    if (this.options.frame) {
      paintFrame(this.canvas, this.geometry, this.atlas, palette, title, this.options.scale)
      roundCorners(this.canvas, this.options.scale)
    }
    for (const row of this.rows) row.source = null
    return true
  }

  private resize(region: Region): void {
    const { primary } = this.chain
    this.region = region
    this.geometry = layOut(region, this.options, primary.measures, primary.advance(primary.glyph(0x4d)))
    this.canvas = new Canvas(this.geometry.width, this.geometry.height, this.wide)
    this.atlas ??= new GlyphAtlas(new GlyphMaker(this.chain, this.geometry))
    const cols = region.right - region.left + 1
    this.spare = new RowModel(cols)
    this.rows = Array.from({ length: region.bottom - region.top + 1 }, () => ({
      model: new RowModel(cols),
      source: null,
      cursor: '',
      colors: [],
    }))
  }

  private cursorKey(cursor: Cursor, region: Region, index: number): string {
    const shown = this.options.cursor && cursor.visible && cursor.row === region.top + index
    return shown && cursor.col >= region.left && cursor.col <= region.right ? `${cursor.shape}${cursor.col}` : ''
  }

  private paintRow(index: number, model: RowModel, palette: Palette, cursor: Cursor | null, left: number): void {
    const { geometry, canvas } = this
    const { width, height, line } = geometry.cell
    const y = geometry.originY + index * height
    const cursorCol = cursor === null ? -1 : cursor.col - left
    const block = cursor?.shape === 'block'
    const cursorWidth = cursorCol >= 0 ? Math.max(model.widths[cursorCol], 1) * width : 0
    const cursorX = geometry.originX + cursorCol * width
    this.paintPaper(model, y)
    if (block) canvas.fill(cursorX, y, cursorWidth, height, palette.cursor)
    for (let col = 0; col < model.cols; col++) {
      const style = model.styles[col]
      if (model.texts[col] === '' && style === 0) continue
      const inCursor = block && col === cursorCol
      const paper = inCursor ? palette.cursor : model.papers[col]
      const ink = inCursor ? readable(paper, model.papers[col], model.inks[col]) : model.inks[col]
      this.paintCell(model, col, style, y, ink, paper, inCursor ? ink : model.lines[col])
    }
    if (cursorCol < 0 || block) return
    const thickness = 2 * line
    if (cursor?.shape === 'bar') canvas.fill(cursorX, y, thickness, height, palette.cursor)
    else canvas.fill(cursorX, y + height - thickness, cursorWidth, thickness, palette.cursor)
  }

  /** Backgrounds of one scan line in runs of one colour; the other scan lines are copies. */
  private paintPaper(model: RowModel, y: number): void {
    const { geometry, canvas } = this
    const { width, height } = geometry.cell
    for (let start = 0; start < model.cols; ) {
      let end = start + 1
      while (end < model.cols && model.papers[end] === model.papers[start]) end++
      canvas.fill(geometry.originX + start * width, y, (end - start) * width, 1, model.papers[start])
      start = end
    }
    canvas.repeatLine(geometry.originX, y, model.cols * width, height)
  }

  private paintCell(model: RowModel, col: number, style: number, y: number, ink: number, paper: number, line: number) {
    const { geometry, canvas } = this
    const x = geometry.originX + col * geometry.cell.width
    if (style & UNDERLINE_MASK) canvas.blend(this.decoration(style & UNDERLINE_MASK), x, y, line)
    const text = model.texts[col]
    if (text !== '') {
      const wide = model.widths[col] === 2
      const roomy = !wide && col + 1 < model.cols && model.texts[col + 1] === '' && model.widths[col + 1] === 1
      const glyph = this.atlas.get(text, style, wide, roomy && mayOverflow(text))
      canvas.draw(glyph, x, y, (wide ? 2 : 1) * geometry.cell.width, ink, paper)
    }
    if (style & STRIKE) canvas.blend(this.decoration(STRIKE), x, y, ink)
    if (style & OVERLINE) canvas.blend(this.decoration(OVERLINE), x, y, ink)
  }

  private decoration(bits: number): Glyph {
    let glyph = this.decorations.get(bits)
    if (!glyph) {
      const { geometry } = this
      const shapes =
        bits === STRIKE
          ? [strikeShape(geometry)]
          : bits === OVERLINE
            ? [overlineShape(geometry)]
            : underlineShapes(underlineOf(bits), geometry)
      glyph = glyphFromShapes(shapes, geometry.cell)
      this.decorations.set(bits, glyph)
    }
    return glyph
  }
}

/** Icons of the private use areas are drawn for two cells; letters never leave their own. */
function mayOverflow(text: string): boolean {
  const unit = text.charCodeAt(0)
  return (unit >= 0xe000 && unit <= 0xf8ff) || (unit >= 0xdb80 && unit <= 0xdbff)
}

function sameRegion(a: Region, b: Region): boolean {
  return a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right
}
