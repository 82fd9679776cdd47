/** Which clusters are drawn as colour emoji, and as which stack of layers in which place. */
import type { CellSize } from '../shapes/shape.js'
import type { FontChain } from './chain.js'
import type { ColorLayer } from './color-layers.js'
import type { Font } from './font.js'
import type { Affine } from './outline.js'

const TEXT_PRESENTATION = '\ufe0e'
const EMOJI_PRESENTATION = '\ufe0f'

export interface Emoji {
  readonly font: Font
  readonly layers: readonly ColorLayer[]
}

/** Characters that are wide by nature are emoji by nature; the others only when the cluster says so. */
function wantsEmoji(text: string, cells: number): boolean {
  if (text.includes(TEXT_PRESENTATION)) return false
  return cells === 2 || text.includes(EMOJI_PRESENTATION)
}

/** The colour glyph of a cluster; null if it is to be drawn as text. */
export function findEmoji(chain: FontChain, text: string, cells: number): Emoji | null {
  if (!wantsEmoji(text, cells)) return null
  const codes = [...text].map((character) => character.codePointAt(0) as number)
  const choice = chain.choose(codes[0], false, false, true)
  const glyph = choice && clusterGlyph(choice.font, codes)
  const layers = choice && glyph ? choice.font.layers(glyph) : null
  return choice && layers && { font: choice.font, layers }
}

/** From font units to pixels of its cells: a square as large as they allow, in the middle of them. */
export function placeEmoji({ font, layers }: Emoji, cell: CellSize, cells: number): Affine {
  const width = cells * cell.width
  const { ascent, descent, unitsPerEm } = font.measures
  const advance = font.advance(layers[0].glyph) || unitsPerEm
  const scale = Math.min(width, cell.height) / advance
  const dy = cell.height / 2 + ((ascent - descent) / 2) * scale
  return { xx: scale, yx: 0, xy: 0, yy: -scale, dx: (width - advance * scale) / 2, dy }
}

/** Emoji fonts spell some sequences with the presentation selector and some without; what stays apart shows its first. */
function clusterGlyph(font: Font, codes: readonly number[]): number {
  const spell = (list: readonly number[]) =>
    font.ligate(list.map((code) => font.glyph(code)).filter((glyph) => glyph !== 0))
  const full = spell(codes)
  if (full.length <= 1) return full[0] ?? 0
  const plain = spell(codes.filter((code) => code !== 0xfe0f))
  return plain.length < full.length ? plain[0] : full[0]
}
