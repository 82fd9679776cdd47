/** Writes docs/gallery: the screens of the golden pictures as PNG, some as SVG and one moving, on one page. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { castFrames, parseCast } from '../packages/polytty/src/record/index.js'
import { renderGif, renderPng, renderSvg } from '../packages/render/src/index.js'
import { type GoldenCase, goldenCases, snapshotOf } from '../test/golden/cases.js'

const folder = join(import.meta.dirname, '..', 'docs', 'gallery')
const alsoSvg = new Set(['attributes', 'boxes', 'scripts', 'vim'])

function write(name: string, data: Uint8Array | string): string {
  writeFileSync(join(folder, name), data)
  return name
}

function section(golden: GoldenCase): string {
  const snapshot = snapshotOf(golden)
  const png = write(`${golden.name}.png`, renderPng(snapshot, golden.options).bytes)
  const svg = alsoSvg.has(golden.name) ? write(`${golden.name}.svg`, renderSvg(snapshot, golden.options).svg) : null
  const asSvg = svg ? `\n\nThe same as SVG:\n\n![${golden.name} as SVG](${svg})` : ''
  return `### ${golden.name}\n${golden.about}\n\n![${golden.name}](${png})${asSvg}\n`
}

/** A short session: typing, output in colour, a progress bar. */
function demoCast(): string {
  const lines = ['{"version":2,"width":60,"height":8}']
  let at = 0.4
  const print = (seconds: number, text: string) => {
    lines.push(JSON.stringify([at, 'o', text]))
    at += seconds
  }
  const type = (command: string) => {
    print(0.4, '\x1b[1;32mdemo@host\x1b[m:\x1b[1;34m~/hello\x1b[m$ ')
    for (const character of command) print(0.08, character)
    print(0.3, '\r\n')
  }
  type('npm test')
  for (const name of ['emitter', 'deferred', 'clock']) print(0.3, ` \x1b[32m✓\x1b[m ${name} \x1b[2m(12 ms)\x1b[m\r\n`)
  for (let part = 0; part <= 20; part++)
    print(0.06, `\r \x1b[36m${'━'.repeat(part)}\x1b[2m${'━'.repeat(20 - part)}\x1b[m ${part * 5}%`)
  print(0.5, '\r\n \x1b[1;32mall passed\x1b[m 🎉\r\n')
  type('')
  return lines.join('\n')
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const cast = parseCast(demoCast())
const gif = await renderGif(() => castFrames(cast, { maxFps: 20 }), { frame: true, title: 'demo@host: ~/hello' })
write('demo.gif', gif.bytes)
const themes = goldenCases.filter(({ name }) => name.startsWith('theme-'))
const screens = goldenCases.filter((golden) => !themes.includes(golden))
const page = [
  '# Gallery',
  'Pictures made by polytty itself, with the bundled fonts and no other program. `npm run gallery` makes this page again.',
  '## A recording\n![A short session as GIF](demo.gif)',
  `## Screens\n${screens.map(section).join('\n')}`,
  `## Themes\n${themes.map(section).join('\n')}`,
]
write('README.md', `${page.join('\n\n')}`)
