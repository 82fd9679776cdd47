import { Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderHtml } from './html.js'
import { renderPng } from './png.js'
import { RenderError } from './render-error.js'
import { renderSvg } from './svg.js'

function screen(bytes: string, cols = 40, rows = 4) {
  const terminal = new Terminal({ cols, rows })
  terminal.write(bytes)
  return terminal.snapshot()
}

/** The text a reader would select, row by row. */
function texts(svg: string): string[] {
  const rows = [...svg.matchAll(/<text y=[^>]*>(.*?)<\/text>/g)].map(([, row]) => row.replace(/<[^>]*>/g, ''))
  return rows.map((row) =>
    row
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&'),
  )
}

test('superscripts and subscripts are small, raised and lowered, in cells of full width', () => {
  const [flat, raised, lowered] = ['x2|', 'x\x1b[73m2\x1b[m|', 'x\x1b[74m2\x1b[m|'].map((bytes) => screen(bytes))
  const pictures = [flat, raised, lowered].map((snapshot) => Buffer.from(renderPng(snapshot).bytes).toString('base64'))
  expect(new Set(pictures).size).toBe(3)
  expect(renderSvg(raised).svg).toMatch(/font-size:0.65em;baseline-shift:0/)
  expect(renderSvg(lowered).svg).toMatch(/font-size:0.65em;baseline-shift:-0/)
  expect(renderHtml(raised)).toMatch(/font-size:0.65em;[^}]*padding-bottom/)
  expect(renderHtml(lowered)).toMatch(/font-size:0.65em;[^}]*padding-top/)
})

describe('SVG', () => {
  test('has the text, escaped, in runs held to their cells', () => {
    const { svg } = renderSvg(screen('a <b> & "c"\r\n\x1b[31mred\x1b[m and\x1b[1m bold'), { cursor: false })
    expect(texts(svg)).toEqual(['a <b> & "c"', 'red and bold'])
    expect(svg).toContain('<tspan x="10" textLength="99">a &lt;b&gt; &amp; &quot;c&quot;</tspan>')
    expect(svg.match(/<style>/g)).toHaveLength(1)
  })

  test('is well-formed whatever the screen shows', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 20 }),
        (text, title) => {
          const { svg } = renderSvg(screen(text), { frame: true, title, embedFonts: false })
          expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u)
          expect(svg.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/)
        },
      ),
    )
    expect(renderSvg(screen('\uffff')).svg).not.toContain('\uffff')
  })

  test('of a full ordinary screen is small', () => {
    let bytes = ''
    for (let row = 0; row < 24; row++)
      for (let word = 0; word < 10; word++)
        bytes += `\x1b[${30 + ((row + word) % 8)};${40 + (word % 3)}mword${word}  \x1b[m `
    expect(Buffer.byteLength(renderSvg(screen(bytes, 80, 24)).svg)).toBeLessThan(40_000)
  })

  test('is as large as the PNG of the same screen', () => {
    const snapshot = screen('x')
    for (const options of [{}, { scale: 2, frame: true }, { font: { size: 13 }, lineHeight: 1.4, padding: 3 }]) {
      const { width, height } = renderPng(snapshot, options)
      expect(renderSvg(snapshot, options)).toMatchObject({ width, height })
    }
  })

  test('draws box lines as one area per colour and keeps them selectable', () => {
    const { svg } = renderSvg(screen('┌────┐'), { cursor: false })
    expect(svg.match(/<path/g)).toHaveLength(1)
    expect(texts(svg)).toEqual(['┌────┐'])
  })

  test('shows the cursor in its shape, or not at all', () => {
    const at = (bytes: string, cursor: boolean) => renderSvg(screen(bytes), { cursor }).svg
    expect(at('\x1b[6 q', true)).toContain('<path')
    expect(at('\x1b[6 q', false)).not.toContain('<path')
    expect(at('\x1b[?25l', true)).not.toContain('<path')
  })
})

describe('HTML', () => {
  test('escapes text and links only to what is safe to follow', () => {
    const link = (uri: string) => `\x1b]8;;${uri}\x1b\\go\x1b]8;;\x1b\\`
    const html = renderHtml(screen(`<script> ${link('https://a.b/?"x')} ${link('javascript:alert(1)')}`))
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('<a href="https://a.b/?&quot;x">go</a>')
    expect(html).not.toContain('javascript:')
  })

  test('gives wide characters their two columns', () => {
    expect(renderHtml(screen('日x'), { cursor: false })).toMatch(/<span class="\w+">日<\/span>x/)
  })
})

describe('options', () => {
  test('a font that is not here is left to the reader of an SVG, with ours after it; a PNG needs it', () => {
    const font = { family: `No Such </style> 'Font'` }
    const { svg, width } = renderSvg(screen('text'), { font })
    expect(svg).toContain(`'No Such &lt;/style&gt; Font','JetBrains Mono',ui-monospace,monospace`)
    expect(width).toBe(renderSvg(screen('text')).width)
    expect(() => renderPng(screen('text'), { font: { family: 'No Such Font' } })).toThrowError(
      /no font family "No Such Font"; available: JetBrains Mono \(bundled\)/,
    )
  })

  test.each([
    [{ theme: 'nope' }, 'not-found', /no theme "nope"; available: dark, light/],
    [{ font: { size: 1000 } }, 'invalid-params', /font\.size must be 6 to 96, not 1000/],
    [{ font: { file: '/no/such.ttf' } }, 'not-found', /cannot read font \/no\/such\.ttf/],
    [{ scale: 9 }, 'invalid-params', /scale must be 1 to 3/],
    [{ lineHeight: Number.NaN }, 'invalid-params', /lineHeight/],
    [{ region: { top: 50, left: 0, bottom: 60, right: 3 } }, 'invalid-params', /region shows nothing/],
  ])('%j is refused with a reason', (options, code, message) => {
    for (const render of [renderSvg, renderPng]) {
      expect(() => render(screen('x'), options)).toThrowError(RenderError)
      expect(() => render(screen('x'), options)).toThrowError(expect.objectContaining({ code }))
      expect(() => render(screen('x'), options)).toThrowError(message)
    }
  })
})
