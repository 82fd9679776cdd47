/** The screens of the golden pictures and of the gallery: bytes for a terminal, and how to draw the result. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RenderOptions, themeNames } from '../../packages/render/src/index.js'
import { type Snapshot, Terminal } from '../../packages/terminal/src/index.js'

export interface GoldenCase {
  readonly name: string
  readonly about: string
  readonly cols: number
  readonly rows: number
  readonly bytes: string | Uint8Array
  readonly options?: RenderOptions
}

const recorded = (name: string) => readFileSync(join(import.meta.dirname, 'screens', `${name}.bin`))

const attributes = [
  '\x1b[1mbold\x1b[m \x1b[3mitalic\x1b[m \x1b[1;3mbold italic\x1b[m \x1b[2mdim\x1b[m \x1b[7mreverse\x1b[m \x1b[9mstrike\x1b[m \x1b[53moverline\x1b[m [\x1b[8mhidden\x1b[m]',
  '\x1b[4msingle\x1b[m \x1b[21mdouble\x1b[m \x1b[4:3mcurly\x1b[m \x1b[4:4mdotted\x1b[m \x1b[4:5mdashed\x1b[m \x1b[4:3;58;2;255;80;80mcurly red\x1b[m \x1b[4;58;5;12mblue line\x1b[m',
  '\x1b[31mred \x1b[32mgreen \x1b[33myellow \x1b[34mblue \x1b[35mmagenta \x1b[36mcyan \x1b[91mbright\x1b[m \x1b[30;47mon white\x1b[m \x1b[38;2;255;140;0mtrue colour\x1b[m',
  'if (a => b != c && d >= e) { return x -> y; } // no ligatures: === <= ~= www',
  'The five boxing wizards jump quickly: 0O 1lI| {}[]() @#$%^&* "quotes"',
].join('\r\n')

function colorTable(): string {
  let out = ''
  for (let index = 0; index < 16; index++) out += `\x1b[48;5;${index}m    `
  out += '\x1b[m\r\n'
  for (let index = 16; index < 232; index++)
    out += `\x1b[48;5;${index}m  ${(index - 15) % 36 === 0 ? '\x1b[m\r\n' : ''}`
  for (let index = 232; index < 256; index++) out += `\x1b[48;5;${index}m   `
  out += '\x1b[m\r\n'
  for (let step = 0; step < 72; step++)
    out += `\x1b[48;2;${step * 3};${128 - Math.round(Math.abs(step - 36) * 3)};${255 - step * 3}m `
  return `${out}\x1b[m`
}

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')
}

const boxes = [
  '┌─┬─┐ ┏━┳━┓ ╔═╦═╗ ╭─┬─╮ ╒═╤═╕ ╓─╥─╖ ┍━┯━┑ ┎─┰─┒',
  '│ │ │ ┃ ┃ ┃ ║ ║ ║ │ │ │ │ │ │ ║ ║ ║ │ │ │ ┃ ┃ ┃',
  '├─┼─┤ ┣━╋━┫ ╠═╬═╣ ├─┼─┤ ╞═╪═╡ ╟─╫─╢ ┝━┿━┥ ┠─╂─┨',
  '└─┴─┘ ┗━┻━┛ ╚═╩═╝ ╰─┴─╯ ╘═╧═╛ ╙─╨─╜ ┕━┷━┙ ┖─┸─┚',
  `${range(0x2500, 0x253f)}`,
  `${range(0x2540, 0x257f)}`,
  `${range(0x2580, 0x259f)} ╱╲╳ ${range(0x23ba, 0x23bd)}`,
  `${range(0x1fb00, 0x1fb3b)}`,
  `${range(0x1fb70, 0x1fb8b)} ${range(0xe0b0, 0xe0bf)}`,
  `${range(0x2800, 0x283f)}`,
  `${range(0x28c0, 0x28ff)}`,
  `${range(0x1cd00, 0x1cd3f)}`,
].join('\r\n')

const scripts = [
  'English, čeština, ελληνικά, кириллица, Việt, łódź, e\u0301 a\u0308\u0304',
  '日本語 漢字かなカナ　한국어 조선글 简体字这们 ｆｕｌｌ｜ไทย עברית',
  '😀😂🥳 👍🏽👋🏿 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇯🇵🇧🇷 ❤️ ☎️ 1️⃣ ⌚ 🚀',
  'text style: ❤ ☎ ✓ ✗ ★ → ⇒ ∀ ∑ ≠ ∞ ℵ ⌘ ⏎ ♞ ⚙︎ ☺︎',
  '\uf07b folder \uf09b git \ue0a0 main \ue718 node \uf121code \uf121 code \u{f02a2}',
  'no font has these: \u{10fffd} \u{1e900} \u{e0fff}',
].join('\r\n')

const shell = [
  '\x1b[1;32mdemo@host\x1b[m:\x1b[1;34m~/hello\x1b[m$ ls --color',
  '\x1b[1;34mdocs\x1b[m  LICENSE  \x1b[1;34msrc\x1b[m  \x1b[1;32mbuild.sh\x1b[m  \x1b[1;36mlink\x1b[m  \x1b[1;31mdist.tar.gz\x1b[m',
  '\x1b[1;32mdemo@host\x1b[m:\x1b[1;34m~/hello\x1b[m$ git diff --stat',
  ' src/emitter.ts | 12 \x1b[32m++++++++\x1b[31m----\x1b[m',
  '\x1b[33mwarning:\x1b[m 2 files differ \x1b[2m(use --all to see more)\x1b[m',
  '\x1b[1;32mdemo@host\x1b[m:\x1b[1;34m~/hello\x1b[m$ ',
].join('\r\n')

export const goldenCases: readonly GoldenCase[] = [
  {
    name: 'attributes',
    about: 'Every attribute, all underline styles, no ligatures.',
    cols: 78,
    rows: 6,
    bytes: attributes,
  },
  { name: 'attributes-2x', about: 'The same at scale 2.', cols: 78, rows: 6, bytes: attributes, options: { scale: 2 } },
  {
    name: 'colors',
    about: 'The palette, the cube, the greys and a gradient in true colour.',
    cols: 72,
    rows: 10,
    bytes: colorTable(),
  },
  {
    name: 'boxes',
    about: 'Box drawing, blocks, sextants, octants, braille and powerline, drawn by rule.',
    cols: 66,
    rows: 12,
    bytes: boxes,
  },
  {
    name: 'scripts',
    about: 'Many scripts, emoji sequences, icons, and boxes for what no font has.',
    cols: 66,
    rows: 7,
    bytes: scripts,
  },
  { name: 'scripts-2x', about: 'The same at scale 2.', cols: 66, rows: 7, bytes: scripts, options: { scale: 2 } },
  { name: 'vim', about: 'A real vim with a search highlighted.', cols: 80, rows: 24, bytes: recorded('vim') },
  { name: 'htop', about: 'A real htop.', cols: 100, rows: 28, bytes: recorded('htop') },
  { name: 'mc', about: 'A real Midnight Commander.', cols: 90, rows: 26, bytes: recorded('mc') },
  {
    name: 'frame',
    about: 'A window frame with a title, in another font.',
    ...{ cols: 64, rows: 7, bytes: `\x1b]2;demo@host: ~/hello\x07${shell}\x1b[5 q` },
    options: { frame: true, font: { family: 'DejaVu Sans Mono', size: 14 }, scale: 2 },
  },
  {
    name: 'region',
    about: 'A part of a screen, with more line height and no padding.',
    ...{ cols: 64, rows: 7, bytes: shell },
    options: { region: { top: 0, left: 5, bottom: 3, right: 30 }, lineHeight: 1.3, padding: 0, cursor: false },
  },
  ...themeNames.map((theme) => ({
    name: `theme-${theme}`,
    about: `The theme ${theme}.`,
    ...{ cols: 64, rows: 7, bytes: shell },
    options: { theme },
  })),
]

export function snapshotOf({ cols, rows, bytes }: GoldenCase): Snapshot {
  const terminal = new Terminal({ cols, rows })
  terminal.write(bytes)
  return terminal.snapshot()
}
