/**
 * How fast pictures are made, against resvg on the equivalent SVG, in one run on the same screens. Prints one table;
 * `npm run bench render`. Measures dist/, the code that ships. Trust the ratios, not the times.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderAnsi, renderHtml, renderPng, renderSvg } from '@polytty/render'
import { type Snapshot, Terminal } from '@polytty/terminal'
import { Resvg } from '@resvg/resvg-js'

const fontFile = join(
  dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/jetbrains-mono/package.json'))),
  '400Regular/JetBrainsMono_400Regular.ttf',
)

/** A full screen of ordinary work: a listing with colours, a code fragment, a status line. */
function fillScreen(cols: number, rows: number, seed: number): Terminal {
  const terminal = new Terminal({ cols, rows })
  for (let row = 0; row < rows - 1; row++) {
    const size = String(((row + 3) * 7919 * seed) % 99_991).padStart(6)
    const name = `file-${row * seed}.${['ts', 'md', 'json', 'lock'][row % 4]}`
    const line = `-rw-r--r-- 1 user staff ${size} Nov 16 12:${String(row % 60).padStart(2, '0')} \x1b[${31 + (row % 6)}m${name}\x1b[0m `
    const filler = 'const value = compute(row, "text") // note '.repeat(6)
    const used = line.replace(/\x1b\[\d+m/g, '').length
    terminal.write(`${line}\x1b[2m${filler.slice(0, Math.max(cols - used, 0))}\x1b[0m\r\n`)
  }
  terminal.write(`\x1b[7m${' NORMAL  main  src/render/png.ts'.padEnd(cols - 1)}\x1b[0m`)
  return terminal
}

function measure(run: () => unknown, minMs = 600): number {
  for (let warm = 0; warm < 5; warm++) run()
  const times: number[] = []
  for (const start = performance.now(); performance.now() - start < minMs || times.length < 5; ) {
    const from = performance.now()
    run()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)]
}

function alternate(a: Snapshot, b: Snapshot, render: (snapshot: Snapshot) => unknown): () => unknown {
  let turn = 0
  return () => render(turn++ % 2 ? a : b)
}

const table: Record<string, Record<string, string>> = {}
for (const [cols, rows] of [
  [80, 24],
  [200, 50],
]) {
  const screen = fillScreen(cols, rows, 1)
  const first = screen.snapshot()
  screen.write('\x1b[5;10H\x1b[31mchanged\x1b[m')
  const oneRow = screen.snapshot()
  const other = fillScreen(cols, rows, 7).snapshot()
  const { svg } = renderSvg(first, { embedFonts: false })
  const resvgOptions = { font: { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'JetBrains Mono' } }
  const resvg = measure(() => new Resvg(svg, resvgOptions).render().asPng(), 1500)
  const png = measure(alternate(first, other, (snapshot) => renderPng(snapshot)))
  const ms = (value: number) => value.toFixed(2)
  table[`${cols}×${rows}`] = {
    'resvg ms': ms(resvg),
    'PNG ms': ms(png),
    ratio: `${(resvg / png).toFixed(1)}×`,
    'one row ms': ms(measure(alternate(first, oneRow, (snapshot) => renderPng(snapshot)))),
    'PNG bytes': String(renderPng(first).bytes.length),
    'SVG ms': ms(measure(() => renderSvg(first))),
    'SVG bytes': String(Buffer.byteLength(renderSvg(first).svg)),
    'HTML ms': ms(measure(() => renderHtml(first))),
    'ANSI ms': ms(measure(() => renderAnsi(first))),
  }
}
console.table(table)
