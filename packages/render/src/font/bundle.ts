/**
 * The fonts that come with the package: packed by scripts/pack-fonts.mjs into dist/fonts with an index of the
 * characters each covers, so that a font is only unpacked when a picture needs it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { RenderError } from '../render-error.js'
import { Font } from './font.js'

/** One line of dist/fonts/index.json. */
export interface BundledFace {
  readonly file: string
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  /** Gap and length of each run of covered characters, in order. */
  readonly coverage: readonly number[]
}

interface FontIndex {
  readonly faces: readonly BundledFace[]
}

const folder = findFolder()
const opened = new Map<string, Font>()
const covered = new Map<BundledFace, Uint32Array>()
let index: FontIndex | null = null

/** Every face that comes with the package. */
export function bundledFaces(): readonly BundledFace[] {
  if (folder === null) throw new RenderError('internal', 'the bundled fonts are not packed yet: run `npm run build`')
  index ??= JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as FontIndex
  return index.faces
}

/** Unpacks a face, once. */
export function openBundled(face: BundledFace): Font {
  let font = opened.get(face.file)
  if (!font) {
    const packed = readFileSync(join(folder as string, face.file))
    font = new Font(brotliDecompressSync(packed), `${face.family} (bundled)`)
    opened.set(face.file, font)
  }
  return font
}

/** Whether a face has a character, without unpacking it. */
export function covers(face: BundledFace, code: number): boolean {
  let bounds = covered.get(face)
  if (!bounds) {
    bounds = new Uint32Array(face.coverage.length)
    let at = 0
    for (const [position, step] of face.coverage.entries()) bounds[position] = at += step
    covered.set(face, bounds)
  }
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (bounds[middle] <= code) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

/** In dist of this package, where this code may have been bundled into another. */
function findFolder(): string | null {
  const manifest = createRequire(import.meta.url).resolve('@polytty/render/package.json')
  const found = join(dirname(manifest), 'dist', 'fonts')
  return existsSync(join(found, 'index.json')) ? found : null
}
