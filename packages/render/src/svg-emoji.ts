/** Colour emoji in an SVG: each drawn once as a group of paths, then used wherever it occurs. */
import { hexColor, packRgb } from './color.js'
import type { FontChain } from './font/chain.js'
import { type Emoji, findEmoji, placeEmoji } from './font/emoji.js'
import type { Pen } from './font/outline.js'
import type { CellSize } from './shapes/shape.js'

export class SvgEmoji {
  private readonly ids = new Map<string, string | null>()
  private definitions = ''

  constructor(
    private readonly chain: FontChain,
    private readonly cell: CellSize,
  ) {}

  has(text: string, cells: number): boolean {
    return this.define(text, cells) !== null
  }

  /** The element that shows the cluster there, if it is an emoji. */
  use(text: string, cells: number, x: number, y: number): string {
    const id = this.define(text, cells)
    return id === null ? '' : `<use href="#${id}" x="${x}" y="${y}"/>`
  }

  toString(): string {
    return this.definitions && `<defs>${this.definitions}</defs>`
  }

  private define(text: string, cells: number): string | null {
    let id = this.ids.get(text)
    if (id !== undefined) return id
    const emoji = findEmoji(this.chain, text, cells)
    id = emoji && `e${this.ids.size}`
    this.ids.set(text, id)
    if (emoji) this.definitions += `<g id="${id}">${this.paths(emoji, cells)}</g>`
    return id
  }

  private paths(emoji: Emoji, cells: number): string {
    const place = placeEmoji(emoji, this.cell, cells)
    let out = ''
    for (const { glyph, color, alpha } of emoji.layers) {
      const pen = new PathPen()
      emoji.font.draw(glyph, pen, place)
      const fill = color ? hexColor(packRgb(color)) : 'currentColor'
      out += `<path fill="${fill}"${alpha < 1 ? ` opacity="${alpha.toFixed(2)}"` : ''} d="${pen.data}z"/>`
    }
    return out
  }
}

/** Writes outlines as path data, to a hundredth of a pixel. */
class PathPen implements Pen {
  data = ''

  moveTo(x: number, y: number): void {
    this.data += `${this.data && 'z'}M${pair(x, y)}`
  }

  lineTo(x: number, y: number): void {
    this.data += `L${pair(x, y)}`
  }

  curveTo(controlX: number, controlY: number, x: number, y: number): void {
    this.data += `Q${pair(controlX, controlY)} ${pair(x, y)}`
  }
}

function pair(x: number, y: number): string {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`
}
