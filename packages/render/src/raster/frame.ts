/** The window frame: a title bar with three buttons and the title, and round corners that let the page shine through. */
import { mixColors, type Palette } from '../color.js'
import type { Geometry } from '../geometry.js'
import { ROUNDED } from '../options.js'
import type { GlyphAtlas } from './atlas.js'
import type { Canvas } from './canvas.js'
import { trimGlyph } from './glyph.js'
import { FULL, Rasterizer } from './rasterizer.js'

/** Sizes at scale 1, shared with the SVG. */
export const FRAME = { radius: ROUNDED, button: 6, firstButton: 20, buttonStep: 20 } as const
export const BUTTON_COLORS = [0xff5f57, 0xfebc2e, 0x28c840] as const

/** The bar's colour and the title's. */
export function frameColors(palette: Palette): { bar: number; title: number } {
  return {
    bar: mixColors(palette.background, palette.foreground, 0.1),
    title: mixColors(palette.background, palette.foreground, 0.7),
  }
}

/** The title cut to what fits between the buttons and the same space on the right. */
export function fitTitle(title: string, { width, cell }: Geometry, scale: number): string[] {
  const room = Math.floor((width - 2 * (FRAME.firstButton + 3 * FRAME.buttonStep) * scale) / cell.width)
  const characters = [...title]
  if (characters.length <= room) return characters
  return room < 2 ? [] : [...characters.slice(0, room - 1), '…']
}

export function paintFrame(
  canvas: Canvas,
  geometry: Geometry,
  atlas: GlyphAtlas,
  palette: Palette,
  title: string,
  scale: number,
): void {
  const colors = frameColors(palette)
  canvas.fill(0, 0, canvas.width, geometry.bar, colors.bar)
  for (const [index, color] of BUTTON_COLORS.entries()) {
    const x = (FRAME.firstButton + index * FRAME.buttonStep - FRAME.button) * scale
    canvas.blend(disc(FRAME.button * scale), x, geometry.bar / 2 - FRAME.button * scale, color)
  }
  const text = fitTitle(title, geometry, scale)
  const y = Math.round((geometry.bar - geometry.cell.height) / 2)
  let x = Math.round((canvas.width - text.length * geometry.cell.width) / 2)
  for (const character of text) {
    if (character !== ' ')
      canvas.draw(atlas.get(character, 0, false, false), x, y, geometry.cell.width, colors.title, colors.bar)
    x += geometry.cell.width
  }
}

/** Makes the pixels outside the rounded corners transparent. */
export function roundCorners(canvas: Canvas, scale: number): void {
  const radius = FRAME.radius * scale
  const { coverage, width } = fullDisc(radius)
  for (let y = 0; y < radius; y++)
    for (let x = 0; x < radius; x++) {
      const alpha = Math.round((coverage[y * width + x] / FULL) * 255)
      for (const row of [y, canvas.height - 1 - y])
        for (const column of [x, canvas.width - 1 - x])
          canvas.change(column, row, (pixel) => (pixel & 0xffffff) | (alpha << 24))
    }
}

function disc(radius: number) {
  const { coverage, width } = fullDisc(radius)
  return trimGlyph(coverage, null, width, 0)
}

/** Four curves make a circle well enough at these sizes: the control points of eight quadratic arcs. */
function fullDisc(radius: number): { coverage: Uint8Array; width: number } {
  const raster = new Rasterizer(radius * 2, radius * 2)
  const near = 0.414214 * radius
  const diagonal = Math.SQRT1_2 * radius
  const at = (x: number, y: number): [number, number] => [radius + x, radius + y]
  raster.moveTo(...at(radius, 0))
  raster.curveTo(...at(radius, near), ...at(diagonal, diagonal))
  raster.curveTo(...at(near, radius), ...at(0, radius))
  raster.curveTo(...at(-near, radius), ...at(-diagonal, diagonal))
  raster.curveTo(...at(-radius, near), ...at(-radius, 0))
  raster.curveTo(...at(-radius, -near), ...at(-diagonal, -diagonal))
  raster.curveTo(...at(-near, -radius), ...at(0, -radius))
  raster.curveTo(...at(near, -radius), ...at(diagonal, -diagonal))
  raster.curveTo(...at(radius, -near), ...at(radius, 0))
  return { coverage: raster.finish(), width: radius * 2 }
}
