/**
 * The fonts of an SVG, cut down to its characters and written into its style sheet, so that it looks the same where
 * none of them is installed. Bounded: a picture with very many glyphs leaves the rest to the reader's fonts.
 */
import type { FontChain } from './font/chain.js'
import type { Font } from './font/font.js'
import { subsetFont } from './font/subset.js'
import { BOLD, ITALIC } from './row-model.js'

const MAX_BYTES = 150_000
const CACHE_SIZE = 64
const cache = new Map<string, string>()

/** Collects the characters of a picture by style, then writes the faces they need. */
export class EmbeddedFonts {
  private readonly codes = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()]
  /** Those of ASCII, by style, that are in the sets already: most of a screen. */
  private readonly known = new Uint8Array(4 * 128)

  constructor(private readonly chain: FontChain) {}

  /** `style` has the bits BOLD and ITALIC of the row model. */
  add(text: string, style: number): void {
    const face = style & (BOLD | ITALIC)
    const codes = this.codes[face]
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at) as number
      if (code < 128) {
        if (this.known[face * 128 + code]) continue
        this.known[face * 128 + code] = 1
      }
      if (code > 0xffff) at++
      codes.add(code)
    }
  }

  /** The `@font-face` rules, and the families they define in the order in which a character is looked for. */
  build(): { css: string; families: string[] } {
    const faces = new Map<Font, { codes: Set<number>; rule: string; family: string }>()
    for (const [style, codes] of this.codes.entries()) for (const code of codes) this.assign(code, style, faces)
    let left = MAX_BYTES
    let css = ''
    const families = [this.chain.primary.family]
    for (const [font, { codes, rule, family }] of faces) {
      const data = subsetAsBase64(font, [...codes])
      if ((left -= data.length) < 0) break
      css += `@font-face{font-family:'${family}';${rule}src:url(data:font/ttf;base64,${data})}`
      if (!families.includes(family)) families.push(family)
    }
    return { css, families }
  }

  /** A face that the font lacks is synthesised by the reader from the one it has. Colour fonts stay outside. */
  private assign(
    code: number,
    style: number,
    faces: Map<Font, { codes: Set<number>; rule: string; family: string }>,
  ): void {
    const choice = this.chain.choose(code, (style & BOLD) !== 0, (style & ITALIC) !== 0, false)
    if (!choice || choice.font.table('COLR')) return
    let face = faces.get(choice.font)
    if (!face) {
      const { bold, italic, family } = choice.font
      face = {
        codes: new Set(),
        rule: `${bold ? 'font-weight:bold;' : ''}${italic ? 'font-style:italic;' : ''}`,
        family,
      }
      faces.set(choice.font, face)
    }
    face.codes.add(code)
  }
}

function subsetAsBase64(font: Font, codes: number[]): string {
  const key = `${font.name} ${font.bold} ${font.italic} ${codes.sort((a, b) => a - b).join()}`
  let data = cache.get(key)
  if (data === undefined) {
    data = Buffer.from(subsetFont(font, codes)).toString('base64')
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string)
    cache.set(key, data)
  }
  return data
}
