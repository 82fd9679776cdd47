import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../../../test/support/new-folder.js'
import { RenderError } from '../render-error.js'
import { bundledFaces, covers, openBundled } from './bundle.js'
import { bundledFamilies, FontChain } from './chain.js'
import { findEmoji } from './emoji.js'
import { Font } from './font.js'
import { subsetFont } from './subset.js'

const chain = new FontChain({ family: 'JetBrains Mono', file: null })
const ascii = Array.from({ length: 95 }, (_, index) => 32 + index)
const subset = subsetFont(chain.primary, [...ascii, 0xe9, 0x1f600])

/** What an outline draws, as a list of numbers. */
function outline(font: Font, code: number): number[] {
  const drawn: number[] = []
  font.draw(font.glyph(code), {
    moveTo: (...at) => drawn.push(0, ...at),
    lineTo: (...at) => drawn.push(1, ...at),
    curveTo: (...at) => drawn.push(2, ...at),
  })
  return drawn
}

describe('the bundle', () => {
  test('knows what each face covers without opening it', () => {
    for (const face of bundledFaces()) {
      const font = openBundled(face)
      for (const code of [0x41, 0x2713, 0x3042, 0xac00, 0xe0a0, 0x1f600, 0x10fffd])
        expect(covers(face, code), `${face.file} ${code.toString(16)}`).toBe(font.glyph(code) !== 0)
    }
  })

  test('has the default family in all four styles', () => {
    const styles = bundledFaces().filter(({ family }) => family === 'JetBrains Mono')
    expect(styles.map(({ bold, italic }) => `${bold} ${italic}`).sort()).toEqual([
      'false false',
      'false true',
      'true false',
      'true true',
    ])
  })
})

describe('the chain', () => {
  test.each([
    ['A', 'JetBrains Mono'],
    ['日', 'BIZ UDGothic'],
    ['한', 'Nanum Gothic Coding'],
    ['\uf07b', 'Nerd Symbols'],
  ])('%s comes from %s', (character, family) => {
    const face = bundledFaces().find((candidate) => candidate.family === family)
    expect(chain.choose(character.codePointAt(0) as number, false, false, false)?.font).toBe(face && openBundled(face))
  })

  test('asks for what a face lacks to be synthesised', () => {
    expect(chain.choose(0x41, true, true, false)).toMatchObject({ embolden: false, slant: false, primary: true })
    expect(chain.choose(0x65e5, true, true, false)).toMatchObject({ embolden: true, slant: true, primary: false })
    expect(chain.choose(0x10fffd, false, false, false)).toBeNull()
  })

  test('names what there is when a family is missing', () => {
    expect(bundledFamilies()).toContain('DejaVu Sans Mono')
    expect(() => new FontChain({ family: 'Nope', file: null })).toThrowError(
      /no font family "Nope"; available: JetBrains Mono \(bundled\), DejaVu/,
    )
  })
})

describe('emoji', () => {
  test.each(['😀', '👍🏽', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', '1️⃣', '❤️'])('%s is one colour glyph', (text) => {
    expect(findEmoji(chain, text, 2)?.layers.length).toBeGreaterThan(0)
  })

  test('a sequence is another glyph than its parts; text style is text', () => {
    expect(findEmoji(chain, '🇩🇪', 2)?.layers).not.toEqual(findEmoji(chain, '🇩🇰', 2)?.layers)
    expect(findEmoji(chain, '❤', 1)).toBeNull()
    expect(findEmoji(chain, '❤\ufe0e', 2)).toBeNull()
  })
})

describe('a subset', () => {
  test('draws the same outlines and has nothing else', () => {
    const font = new Font(subset, 'subset')
    for (const code of [...ascii, 0xe9]) {
      expect(outline(font, code)).toEqual(outline(chain.primary, code))
      expect(font.advance(font.glyph(code))).toBe(chain.primary.advance(chain.primary.glyph(code)))
    }
    expect(font.glyph(0x416)).toBe(0)
    expect(subset.length).toBeLessThan(12_000)
  })
})

describe('a font of the user’s own', () => {
  const folder = newFolder()

  test('by path comes before every family', () => {
    const file = join(folder, 'own.ttf')
    writeFileSync(file, subset)
    expect(new FontChain({ family: 'ignored', file }).choose(0x41, false, false, false)?.font.name).toBe(file)
  })

  test('however damaged is an error that names it, never a crash or a hang', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(subset.length - 1), fc.nat(255)), { maxLength: 40 }),
        fc.nat(subset.length),
        (edits, length) => {
          const bytes = subset.slice(0, Math.max(length, 12))
          for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value
          try {
            const font = new Font(bytes, 'damaged.ttf')
            for (const code of ascii) outline(font, code)
          } catch (error) {
            expect(error).toBeInstanceOf(RenderError)
            expect((error as RenderError).message).toContain('damaged.ttf')
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([
    ['OTTO', /has PostScript outlines/],
    ['wOF2', /is compressed as WOFF2/],
    ['%PDF', /is not a font/],
  ])('%s is refused by name', (magic, reason) => {
    expect(() => new Font(Buffer.from(`${magic}${'\0'.repeat(100)}`), 'x.ttf')).toThrowError(reason)
  })
})
