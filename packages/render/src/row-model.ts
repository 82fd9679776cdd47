/**
 * One row made ready to draw: texts, widths, final colours and styles in flat arrays, filled in place. PNG keeps the
 * last one of each row to see what changed; SVG and HTML walk it for runs. Nothing here knows about pixels.
 */
import type { Cell, Row, Script, UnderlineStyle } from '@polytty/terminal'
import type { Palette } from './color.js'

/** Bits of a cell's style. */
export const BOLD = 1
export const ITALIC = 2
export const STRIKE = 4
export const OVERLINE = 8
const UNDERLINE_SHIFT = 4
export const UNDERLINE_MASK = 7 << UNDERLINE_SHIFT
export const SUPERSCRIPT = 128
export const SUBSCRIPT = 256
const SCRIPT_BITS: Record<Script, number> = { normal: 0, superscript: SUPERSCRIPT, subscript: SUBSCRIPT }

/** How much smaller raised and lowered characters are, and by what part of the font size they are moved. */
export const SCRIPT_SCALE = 0.65
const RAISED = 0.35
const LOWERED = 0.15

/** How far up a style moves its characters, in parts of the font size; 0 for those on the line. */
export function riseOf(style: number): number {
  return style & SUPERSCRIPT ? RAISED : style & SUBSCRIPT ? -LOWERED : 0
}

const UNDERLINES: readonly UnderlineStyle[] = ['none', 'single', 'double', 'curly', 'dotted', 'dashed']
const UNDERLINE_BITS = Object.fromEntries(
  UNDERLINES.map((style, index) => [style, index << UNDERLINE_SHIFT]),
) as Record<UnderlineStyle, number>

export function underlineOf(style: number): UnderlineStyle {
  return UNDERLINES[(style & UNDERLINE_MASK) >> UNDERLINE_SHIFT]
}

export class RowModel {
  /** What to draw: '' for blank and hidden cells and for second halves. */
  readonly texts: string[]
  readonly widths: Uint8Array
  readonly inks: Uint32Array
  readonly papers: Uint32Array
  readonly styles: Uint16Array
  /** The underline's colour. */
  readonly lines: Uint32Array

  constructor(readonly cols: number) {
    this.texts = new Array<string>(cols).fill('')
    this.widths = new Uint8Array(cols)
    this.inks = new Uint32Array(cols)
    this.papers = new Uint32Array(cols)
    this.styles = new Uint16Array(cols)
    this.lines = new Uint32Array(cols)
  }

  /** Fills the model from column `left` of a row on. A wide character cut by the edge is left blank. */
  load(row: Row, left: number, palette: Palette): void {
    let last: Cell | null = null
    for (let col = 0; col < this.cols; col++) {
      const cell = row.cell(left + col)
      const cut = cell.width === 2 && col + 1 >= this.cols
      this.texts[col] = cell.hidden || cut || cell.text === ' ' ? '' : cell.text
      this.widths[col] = cut ? 1 : cell.width
      // Neighbours mostly look alike, and working colours out is most of the cost.
      if (last !== null && sameLook(last, cell)) {
        this.inks[col] = this.inks[col - 1]
        this.papers[col] = this.papers[col - 1]
        this.styles[col] = this.styles[col - 1]
        this.lines[col] = this.lines[col - 1]
        continue
      }
      last = cell
      const ink = palette.ink(cell)
      this.inks[col] = ink
      this.papers[col] = palette.paper(cell)
      this.styles[col] = cell.hidden
        ? 0
        : (cell.bold ? BOLD : 0) |
          (cell.italic ? ITALIC : 0) |
          (cell.strikethrough ? STRIKE : 0) |
          (cell.overline ? OVERLINE : 0) |
          UNDERLINE_BITS[cell.underline] |
          SCRIPT_BITS[cell.script]
      this.lines[col] = palette.resolve(cell.underlineColor, ink)
    }
  }

  equals(other: RowModel): boolean {
    for (let col = 0; col < this.cols; col++)
      if (
        this.texts[col] !== other.texts[col] ||
        this.inks[col] !== other.inks[col] ||
        this.papers[col] !== other.papers[col] ||
        this.styles[col] !== other.styles[col] ||
        this.widths[col] !== other.widths[col] ||
        this.lines[col] !== other.lines[col]
      )
        return false
    return true
  }
}

function sameLook(one: Cell, other: Cell): boolean {
  return (
    one.fg === other.fg &&
    one.bg === other.bg &&
    one.dim === other.dim &&
    one.reverse === other.reverse &&
    one.hidden === other.hidden &&
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.strikethrough === other.strikethrough &&
    one.overline === other.overline &&
    one.script === other.script &&
    one.underline === other.underline &&
    one.underlineColor === other.underlineColor
  )
}
