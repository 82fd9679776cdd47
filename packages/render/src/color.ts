/**
 * Colours made definite: a cell's symbolic colours, the program's palette changes and the theme become packed RGB
 * numbers (0xRRGGBB), with reverse, dim, hidden and the screen's reverse video applied.
 */
import type { Cell, Color, Rgb, Snapshot } from '@polytty/terminal'
import type { Theme } from './theme.js'

const CUBE = [0, 95, 135, 175, 215, 255]
const xtermColors = Uint32Array.from({ length: 256 }, (_, index) => {
  if (index >= 232) return (8 + (index - 232) * 10) * 0x010101
  const cube = Math.max(index - 16, 0)
  return (CUBE[Math.floor(cube / 36) % 6] << 16) | (CUBE[Math.floor(cube / 6) % 6] << 8) | CUBE[cube % 6]
})

export function packRgb({ r, g, b }: Rgb): number {
  return (r << 16) | (g << 8) | b
}

export function unpackRgb(packed: number): Rgb {
  return { r: packed >> 16, g: (packed >> 8) & 0xff, b: packed & 0xff }
}

/** `amount` of 0 gives `from`, of 1 gives `to`. */
export function mixColors(from: number, to: number, amount: number): number {
  return mixChannel(from, to, amount, 16) | mixChannel(from, to, amount, 8) | mixChannel(from, to, amount, 0)
}

function mixChannel(from: number, to: number, amount: number, shift: number): number {
  const start = (from >> shift) & 0xff
  return Math.round(start + (((to >> shift) & 0xff) - start) * amount) << shift
}

/** Whichever of two colours can be read better on a third; the first if there is no difference. */
export function readable(on: number, first: number, second: number): number {
  const distance = (color: number) => Math.abs(luma(color) - luma(on))
  return distance(second) > distance(first) ? second : first
}

function luma(color: number): number {
  return 3 * (color >> 16) + 6 * ((color >> 8) & 0xff) + (color & 0xff)
}

/** "#rrggbb". */
export function hexColor(packed: number): string {
  return `#${packed.toString(16).padStart(6, '0')}`
}

/** The colours of one snapshot under one theme. */
export class Palette {
  readonly foreground: number
  readonly background: number
  readonly cursor: number
  private readonly colors = xtermColors.slice()

  constructor(snapshot: Pick<Snapshot, 'palette' | 'reverseVideo'>, theme: Theme) {
    const changed = snapshot.palette
    const foreground = packRgb(changed.foreground ?? theme.foreground)
    const background = packRgb(changed.background ?? theme.background)
    this.foreground = snapshot.reverseVideo ? background : foreground
    this.background = snapshot.reverseVideo ? foreground : background
    this.cursor = packRgb(changed.cursor ?? theme.cursor)
    for (const [index, color] of theme.colors.entries()) this.colors[index] = packRgb(color)
    for (const [index, color] of changed.colors) this.colors[index] = packRgb(color)
  }

  /** True when every colour is the same, so that what was drawn with the other still holds. */
  equals(other: Palette): boolean {
    if (this.foreground !== other.foreground || this.background !== other.background || this.cursor !== other.cursor)
      return false
    return this.colors.every((color, index) => color === other.colors[index])
  }

  resolve(color: Color, whenDefault: number): number {
    if (color === null) return whenDefault
    return typeof color === 'number' ? this.colors[color] : packRgb(color)
  }

  /** The colour a cell's text is drawn in. */
  ink(cell: Cell): number {
    const fg = cell.reverse ? this.resolve(cell.bg, this.background) : this.resolve(cell.fg, this.foreground)
    return cell.dim ? mixColors(fg, this.paper(cell), 0.45) : fg
  }

  /** The colour behind it. */
  paper(cell: Cell): number {
    return cell.reverse ? this.resolve(cell.fg, this.foreground) : this.resolve(cell.bg, this.background)
  }
}
