/**
 * A snapshot as SVG: one `text` per row with a span per run of one style, held to its cells by `textLength`; areas and
 * box drawing as paths, the same shapes at the same pixels as in the PNG; one style sheet.
 */
import type { Snapshot } from '@polytty/terminal'
import { hexColor, mixColors, Palette, readable } from './color.js'
import { EmbeddedFonts } from './embedded-fonts.js'
import { FontChain } from './font/chain.js'
import { type Geometry, layOut } from './geometry.js'
import { escapeMarkup, StyleSheet } from './markup.js'
import { type RenderOptions, resolveOptions, resolveRegion } from './options.js'
import { BUTTON_COLORS, FRAME, fitTitle, frameColors } from './raster/frame.js'
import {
  BOLD,
  ITALIC,
  OVERLINE,
  RowModel,
  riseOf,
  SCRIPT_SCALE,
  STRIKE,
  UNDERLINE_MASK,
  underlineOf,
} from './row-model.js'
import { overlineShape, strikeShape, underlineShapes } from './shapes/decorations.js'
import { isDrawn, shapesOf } from './shapes/index.js'
import type { Shape } from './shapes/shape.js'
import { SvgEmoji } from './svg-emoji.js'
import { PathLayer } from './svg-paths.js'

export interface SvgPicture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

export interface SvgOptions extends RenderOptions {
  /** Carry the used parts of the fonts inside, so that it looks the same everywhere; true if absent. */
  readonly embedFonts?: boolean
}

export function renderSvg(snapshot: Snapshot, options: SvgOptions = {}): SvgPicture {
  const resolved = resolveOptions(options)
  const { top, left, bottom, right } = resolveRegion(snapshot, options.region)
  const chain = new FontChain(resolved.font, true)
  const { primary } = chain
  const region = { top, left, bottom, right }
  const geometry = layOut(region, { ...resolved, scale: 1 }, primary.measures, primary.advance(primary.glyph(0x4d)))
  const palette = new Palette(snapshot, resolved.theme)
  const fonts = options.embedFonts === false ? null : new EmbeddedFonts(chain)
  const drawing = new Drawing(geometry, palette, right - left + 1, fonts, new SvgEmoji(chain, geometry.cell))
  const { cursor } = snapshot
  for (let index = top; index <= bottom; index++) {
    drawing.model.load(snapshot.row(index), left, palette)
    const shown = resolved.cursor && cursor.visible && cursor.row === index
    drawing.addRow(index - top, shown ? cursor.col - left : -1, cursor.shape)
  }
  const width = geometry.width * resolved.scale
  const height = geometry.height * resolved.scale
  const title = resolved.frame ? fitTitle(resolved.title ?? snapshot.title, geometry, 1) : null
  const families = chain.missing === null ? [primary.family] : [chain.missing, primary.family]
  return { svg: assemble(drawing, families, title, width, height), width, height }
}

/** Collects the three layers of the picture row by row. */
class Drawing {
  readonly model: RowModel
  readonly papers = new PathLayer()
  readonly shapes = new PathLayer()
  readonly sheet = new StyleSheet()
  texts = ''
  /** Emoji, which are pictures beside the text. */
  pictures = ''
  private readonly kinds: Uint8Array

  constructor(
    readonly geometry: Geometry,
    readonly palette: Palette,
    cols: number,
    readonly fonts: EmbeddedFonts | null,
    readonly emoji: SvgEmoji,
  ) {
    this.model = new RowModel(cols)
    this.kinds = new Uint8Array(cols)
  }

  addRow(index: number, cursorCol: number, shape: string): void {
    const { geometry, model, palette } = this
    const y = geometry.originY + index * geometry.cell.height
    const inside = cursorCol >= 0 && cursorCol < model.cols
    if (inside && shape === 'block') invertCursor(model, cursorCol, palette)
    this.addPapers(y)
    for (let col = 0; col < model.cols; col++) {
      this.kinds[col] = this.kindOf(model.texts[col], model.widths[col])
      if (model.styles[col] & DECORATED && model.widths[col] > 0) this.addDecorations(col, y)
    }
    let spans = ''
    for (let col = 0; col < model.cols; ) {
      const [next, span] = this.takeRun(col, y)
      spans += span
      col = next
    }
    if (spans !== '') this.texts += `<text y="${y + geometry.baseline}">${spans}</text>`
    if (inside && shape !== 'block') this.addCursorLine(cursorCol, shape, y)
  }

  private x(col: number): number {
    return this.geometry.originX + col * this.geometry.cell.width
  }

  private addPapers(y: number): void {
    const { model, palette, geometry } = this
    for (let start = 0; start < model.cols; ) {
      let end = start + 1
      while (end < model.cols && model.papers[end] === model.papers[start]) end++
      if (model.papers[start] !== palette.background)
        this.papers.rect(
          model.papers[start],
          this.x(start),
          y,
          (end - start) * geometry.cell.width,
          geometry.cell.height,
        )
      start = end
    }
  }

  /** One span of cells that share style and kind, with the blanks around it: copied text keeps its columns. */
  private takeRun(start: number, y: number): [next: number, span: string] {
    const { model, kinds } = this
    const { cols, texts, widths } = model
    let first = start
    while (first < cols && kinds[first] === Kind.blank) first++
    if (first === cols) return [first, '']
    const kind = kinds[first]
    if (kind !== Kind.letters && first > start)
      return [first, this.span(' '.repeat(first - start), start, first, first, Kind.letters)]
    let end = first
    let used = first
    do {
      const cells = Math.max(widths[end], 1)
      if (kind === Kind.drawn) this.addShapes(end, y)
      if (kind === Kind.emoji) this.pictures += this.emoji.use(texts[end], cells, this.x(end), y)
      end += cells
      if (kinds[end - cells] !== Kind.blank) used = end
    } while (end < cols && this.continues(first, end))
    // Blanks before something else belong to this span; blanks at the end of the row to none.
    const next = end
    if (next >= cols) end = used
    let text = ' '.repeat(first - start)
    for (let col = first; col < end; col += Math.max(widths[col], 1)) text += texts[col] || ' '
    return [next, this.span(text, start, end, first, kind)]
  }

  /** Letters share a span; a wide or unusual character, which may come from any font, gets one of its own. */
  private kindOf(text: string, width: number): Kind {
    if (text === '') return Kind.blank
    const code = text.codePointAt(0) as number
    if (width === 1 && code < 0x500 && text.length === 1) return Kind.letters
    if (isDrawn(code)) return Kind.drawn
    return this.emoji.has(text, Math.max(width, 1)) ? Kind.emoji : Kind.other
  }

  private continues(first: number, col: number): boolean {
    const { model, kinds } = this
    const kind = kinds[first]
    if (kinds[col] === Kind.blank) return kind === Kind.letters
    return (
      kinds[col] === kind &&
      (kind === Kind.letters || kind === Kind.drawn) &&
      model.inks[col] === model.inks[first] &&
      model.styles[col] === model.styles[first]
    )
  }

  /** `first` is the cell whose style the span has. */
  private span(text: string, start: number, end: number, first: number, kind: Kind): string {
    const { model, geometry, palette, sheet } = this
    const style = model.styles[first]
    // What is drawn otherwise stays in the text, unseen, for those who copy it.
    const hidden = kind === Kind.drawn || kind === Kind.emoji
    const ink = model.inks[first]
    let css = hidden ? 'fill:none' : ink === palette.foreground ? '' : `fill:${hexColor(ink)}`
    if (style & BOLD) css += ';font-weight:bold'
    if (style & ITALIC) css += ';font-style:italic'
    const rise = riseOf(style)
    if (rise !== 0) css += `;font-size:${SCRIPT_SCALE}em;baseline-shift:${(rise / SCRIPT_SCALE).toFixed(3)}em`
    const name = css && ` class="${sheet.name(css.replace(/^;/, ''))}"`
    if (!hidden) this.fonts?.add(text, style)
    const length = ` textLength="${(end - start) * geometry.cell.width}"`
    return `<tspan x="${this.x(start)}"${length}${name}>${escapeMarkup(text)}</tspan>`
  }

  private addShapes(col: number, y: number): void {
    const { model, geometry } = this
    const shapes = shapesOf(model.texts[col].codePointAt(0) as number, geometry.cell) as Shape[]
    const ink = model.inks[col]
    for (const shape of shapes) {
      const color = shape.kind === 'shade' ? mixColors(model.papers[col], ink, shape.alpha) : ink
      this.shapes.shape(color, shape, this.x(col), y)
    }
  }

  private addDecorations(col: number, y: number): void {
    const { model, geometry } = this
    const style = model.styles[col]
    const add = (color: number, shape: Shape, x: number) => this.shapes.shape(color, shape, x, y)
    for (let cell = col; cell < col + Math.max(model.widths[col], 1); cell++) {
      for (const shape of underlineShapes(underlineOf(style), geometry)) add(model.lines[col], shape, this.x(cell))
      if (style & STRIKE) add(model.inks[col], strikeShape(geometry), this.x(cell))
      if (style & OVERLINE) add(model.inks[col], overlineShape(geometry), this.x(cell))
    }
  }

  private addCursorLine(col: number, shape: string, y: number): void {
    const { width, height, line } = this.geometry.cell
    const thickness = 2 * line
    const cells = Math.max(this.model.widths[col], 1)
    if (shape === 'bar') this.shapes.rect(this.palette.cursor, this.x(col), y, thickness, height)
    else this.shapes.rect(this.palette.cursor, this.x(col), y + height - thickness, cells * width, thickness)
  }
}

const DECORATED = UNDERLINE_MASK | STRIKE | OVERLINE

/** How a cell is written. */
const Kind = { blank: 0, letters: 1, drawn: 2, emoji: 3, other: 4 } as const
type Kind = number

function invertCursor(model: RowModel, col: number, palette: Palette): void {
  for (let cell = col; cell < Math.min(col + Math.max(model.widths[col], 1), model.cols); cell++) {
    model.inks[cell] = model.lines[cell] = readable(palette.cursor, model.papers[cell], model.inks[cell])
    model.papers[cell] = palette.cursor
  }
}

function assemble(
  { geometry, palette, papers, shapes, sheet, texts, fonts, emoji, pictures }: Drawing,
  asked: readonly string[],
  title: readonly string[] | null,
  width: number,
  height: number,
): string {
  const fill = (color: number) => `fill="${hexColor(color)}"`
  if (title) fonts?.add(title.join(''), 0)
  const embedded = fonts?.build() ?? { css: '', families: [] }
  const families = [...new Set([...asked, ...embedded.families])].map(quoteFamily).join()
  const css =
    `${embedded.css}text{font:${geometry.fontSize}px ${families},ui-monospace,monospace;fill:${hexColor(palette.foreground)};` +
    'white-space:pre;font-variant-ligatures:none}'
  const radius = title ? ` rx="${FRAME.radius}"` : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${geometry.width} ${geometry.height}">` +
    `<style>${css}${sheet}</style><rect width="100%" height="100%"${radius} ${fill(palette.background)}/>` +
    (title ? frameMarkup(geometry, palette, title) : '') +
    `<g shape-rendering="crispEdges">${papers.toString(fill)}</g>${shapes.toString(fill)}${emoji}${pictures}<g xml:space="preserve">${texts}</g></svg>\n`
  )
}

/** A name as a string of CSS, which ends at neither quotes nor lines of its own. */
function quoteFamily(name: string): string {
  return `'${escapeMarkup(name.slice(0, 200)).replace(/['\\\n\r\f]/g, '')}'`
}

function frameMarkup(geometry: Geometry, palette: Palette, text: readonly string[]): string {
  const { bar, title: ink } = frameColors(palette)
  const { width, bar: height } = geometry
  const r = FRAME.radius
  const buttons = BUTTON_COLORS.map((color, index) => {
    const x = FRAME.firstButton + index * FRAME.buttonStep
    return `<circle cx="${x}" cy="${height / 2}" r="${FRAME.button}" fill="${hexColor(color)}"/>`
  })
  const x = Math.round((width - text.length * geometry.cell.width) / 2)
  const y = Math.round((height - geometry.cell.height) / 2) + geometry.baseline
  const length = text.length * geometry.cell.width
  return (
    `<path fill="${hexColor(bar)}" d="M0 ${height}V${r}Q0 0 ${r} 0H${width - r}Q${width} 0 ${width} ${r}V${height}z"/>${buttons.join('')}` +
    (length > 0
      ? `<text y="${y}" style="fill:${hexColor(ink)}"><tspan x="${x}" textLength="${length}">${escapeMarkup(text.join(''))}</tspan></text>`
      : '')
  )
}
