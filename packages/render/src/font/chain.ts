/**
 * Which font draws a cluster: the asked-for family first, then the bundled ones in order, each in the nearest face it
 * has. What a face lacks (bold, italic) is left for the glyph maker to synthesise.
 */
import { RenderError } from '../render-error.js'
import { type BundledFace, bundledFaces, covers, openBundled } from './bundle.js'
import type { Font } from './font.js'
import { openFontFile, systemFamilies } from './system.js'

export interface FontRequest {
  readonly family: string
  /** A TrueType file of the caller's own, before every family. */
  readonly file: string | null
}

/** A font and what it has to be helped with to look as asked. */
export interface Choice {
  readonly font: Font
  readonly embolden: boolean
  readonly slant: boolean
  /** False for a fallback font, whose glyphs are fitted into the cell. */
  readonly primary: boolean
}

interface Face {
  readonly bold: boolean
  readonly italic: boolean
  has(code: number): boolean
  open(): Font
}

type Family = readonly Face[]

const EMOJI_FAMILY = 'Twemoji'
const DEFAULT_FAMILY = 'JetBrains Mono'

/** The families a picture may name without having them installed. */
export function bundledFamilies(): string[] {
  return [...new Set(bundledFaces().map(({ family }) => family))]
}

export class FontChain {
  /** The face that sets the size of a cell. */
  readonly primary: Font
  private readonly families: readonly Family[]
  private readonly emoji: Family

  /** The name of the asked-for family where it is not here and another stands in for it. */
  readonly missing: string | null = null

  /** `standIn`: use the default family where the asked-for one is not here, since the reader may have it. */
  constructor(request: FontRequest, standIn = false) {
    let asked = request.file === null ? findFamily(request.family) : [fontFace(openFontFile(request.file))]
    if (!asked && !standIn) throw unknownFamily(request.family)
    if (!asked) {
      this.missing = request.family
      asked = bundledFamily(DEFAULT_FAMILY)
    }
    this.primary = nearest(asked, false, false).open()
    const first = this.missing !== null ? DEFAULT_FAMILY : request.file === null ? request.family : null
    const rest = bundledFamilies().filter((family) => family !== first)
    this.families = [asked, ...rest.map(bundledFamily)]
    this.emoji = bundledFamily(EMOJI_FAMILY)
  }

  /** The font for a character; emoji presentation prefers the colour font. Null if none has it. */
  choose(code: number, bold: boolean, italic: boolean, asEmoji: boolean): Choice | null {
    if (asEmoji && this.emoji[0].has(code))
      return { font: this.emoji[0].open(), embolden: false, slant: false, primary: false }
    for (const [index, family] of this.families.entries()) {
      const having = family.filter((face) => face.has(code))
      if (having.length === 0) continue
      const face = nearest(having, bold, italic)
      return { font: face.open(), embolden: bold && !face.bold, slant: italic && !face.italic, primary: index === 0 }
    }
    return null
  }
}

function findFamily(name: string): Family | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '' || wanted === 'monospace') return bundledFamily(DEFAULT_FAMILY)
  const bundled = bundledFamilies().find((family) => family.toLowerCase() === wanted)
  if (bundled) return bundledFamily(bundled)
  const installed = systemFamilies().get(wanted)
  return installed?.map(fontFace) ?? null
}

function unknownFamily(name: string): RenderError {
  const system = [...systemFamilies().values()].map((fonts) => fonts[0].family)
  const have = [...bundledFamilies().map((family) => `${family} (bundled)`), ...system.sort()]
  return new RenderError('not-found', `no font family "${name}"; available: ${have.join(', ')}`, { family: name, have })
}

function bundledFamily(name: string): Family {
  return bundledFaces()
    .filter(({ family }) => family === name)
    .map(bundledFace)
}

function bundledFace(face: BundledFace): Face {
  return { bold: face.bold, italic: face.italic, has: (code) => covers(face, code), open: () => openBundled(face) }
}

function fontFace(font: Font): Face {
  return { bold: font.bold, italic: font.italic, has: (code) => font.glyph(code) !== 0, open: () => font }
}

/** A missing slant is easier to synthesise than a missing weight, so the weight counts more. */
function nearest(family: Family, bold: boolean, italic: boolean): Face {
  const distance = (face: Face) => (face.bold === bold ? 0 : 2) + (face.italic === italic ? 0 : 1)
  return family.reduce((best, face) => (distance(face) < distance(best) ? face : best))
}
