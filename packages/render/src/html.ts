/**
 * A snapshot as a page of its own: one `pre`, one style sheet, spans only where the style changes, links as links.
 * Every span is as wide as its cells, whatever font the browser has.
 */
import type { Cell, Snapshot } from '@polytty/terminal'
import { hexColor, Palette, readable } from './color.js'
import { escapeMarkup, StyleSheet } from './markup.js'
import { type RenderOptions, resolveOptions, resolveRegion } from './options.js'
import {
  BOLD,
  ITALIC,
  OVERLINE,
  RowModel,
  riseOf,
  SCRIPT_SCALE,
  STRIKE,
  UNDERLINE_MASK,
  underlineOf,
} from './row-model.js'

const UNDERLINE_CSS = { none: '', single: 'solid', double: 'double', curly: 'wavy', dotted: 'dotted', dashed: 'dashed' }
/** What a small letter's cell has more than the letter. */
const GROWN = (1 / SCRIPT_SCALE - 1).toFixed(3)
const SAFE_LINK = /^(https?|ftp|mailto|file):/i

export function renderHtml(snapshot: Snapshot, options: RenderOptions = {}): string {
  const resolved = resolveOptions(options)
  const { top, left, bottom, right } = resolveRegion(snapshot, options.region)
  const palette = new Palette(snapshot, resolved.theme)
  const sheet = new StyleSheet()
  const model = new RowModel(right - left + 1)
  const lines: string[] = []
  for (let index = top; index <= bottom; index++) {
    const row = snapshot.row(index)
    model.load(row, left, palette)
    const { cursor } = snapshot
    const cursorCol = resolved.cursor && cursor.visible && cursor.row === index ? cursor.col - left : -1
    lines.push(rowMarkup(model, (col) => row.cell(left + col), cursorCol, cursor.shape, palette, sheet))
  }
  const title = escapeMarkup(resolved.title ?? snapshot.title)
  const frame = resolved.frame ? `<header><i></i><i></i><i></i><b>${title}</b></header>` : ''
  const body = `<main>${frame}<pre>${lines.join('\n')}\n</pre></main>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title || 'terminal'}</title><style>${baseCss(
    palette,
    resolved,
  )}${sheet}</style>${body}</html>\n`
}

function baseCss(palette: Palette, options: ReturnType<typeof resolveOptions>): string {
  const { fontSize, lineHeight, padding, scale } = options
  const family = escapeMarkup(options.font.family).replace(/['\\]/g, '')
  const paper = hexColor(palette.background)
  const ink = hexColor(palette.foreground)
  const base =
    `body{margin:0;background:${paper}}main{display:inline-block;background:${paper};color:${ink}}` +
    `pre{margin:0;padding:${padding * scale}px;font:${fontSize * scale}px/${(lineHeight * 1.32).toFixed(3)} '${family}',ui-monospace,monospace;` +
    'font-variant-ligatures:none;white-space:pre}pre span,pre a{display:inline-block;vertical-align:top;color:inherit;text-decoration:none}'
  if (!options.frame) return base
  return (
    `${base}main{border-radius:8px;overflow:hidden}header{position:relative;height:30px;background:color-mix(in srgb,${paper},${ink} 10%);text-align:center}` +
    'header i{float:left;width:12px;height:12px;margin:9px 0 0 8px;border-radius:6px;background:#ff5f57}header i+i{background:#febc2e}' +
    'header i+i+i{background:#28c840}header b{font:13px/30px sans-serif;margin-left:-60px}'
  )
}

/** Cells of one style, width class and link in a span; plain text for the default style. */
function rowMarkup(
  model: RowModel,
  cellAt: (col: number) => Cell,
  cursorCol: number,
  shape: string,
  palette: Palette,
  sheet: StyleSheet,
): string {
  let out = ''
  for (let col = 0; col < model.cols; ) {
    const start = col
    const css = cellCss(model, col, palette, col === cursorCol ? shape : null)
    const link = cellAt(col).hyperlink?.uri ?? ''
    const single = !isPlain(model.texts[col]) || col === cursorCol
    let text = model.texts[col] || ' '
    col += Math.max(model.widths[col], 1)
    while (!single && col < model.cols && col !== cursorCol && isPlain(model.texts[col])) {
      if (!looksLike(model, start, col) || (cellAt(col).hyperlink?.uri ?? '') !== link) break
      text += model.texts[col] || ' '
      col++
    }
    const cells = single ? (col - start) / (riseOf(model.styles[start]) === 0 ? 1 : SCRIPT_SCALE) : 0
    out += span(escapeMarkup(text), css, Number(cells.toFixed(3)), link, sheet)
  }
  return out.trimEnd()
}

/** Whether two cells have the same declarations; a blank has no ink to differ in. */
function looksLike(model: RowModel, one: number, other: number): boolean {
  const { inks, papers, styles, lines, texts } = model
  if (papers[one] !== papers[other] || styles[one] !== styles[other]) return false
  if (inks[one] === inks[other] && lines[one] === lines[other]) return true
  return styles[one] === 0 && texts[one] === '' && texts[other] === ''
}

function span(text: string, css: string, cells: number, link: string, sheet: StyleSheet): string {
  const classes = [css && sheet.name(css), cells > 0 && sheet.name(`width:${cells}ch`)].filter(Boolean).join(' ')
  const attribute = classes && ` class="${classes}"`
  if (SAFE_LINK.test(link)) return `<a href="${escapeMarkup(link)}"${attribute}>${text}</a>`
  return classes ? `<span${attribute}>${text}</span>` : text
}

/** Letters of the basic alphabet keep the font's own width; anything else is given its cells. */
function isPlain(text: string): boolean {
  return text === '' || (text.length === 1 && text < '\u2000')
}

function cellCss(model: RowModel, col: number, palette: Palette, cursor: string | null): string {
  const style = model.styles[col]
  const block = cursor === 'block'
  const ink = block ? readable(palette.cursor, model.papers[col], model.inks[col]) : model.inks[col]
  const paper = block ? palette.cursor : model.papers[col]
  let css = ''
  if (ink !== palette.foreground && (model.texts[col] !== '' || style !== 0)) css += `color:${hexColor(ink)};`
  if (paper !== palette.background) css += `background:${hexColor(paper)};`
  if (style & BOLD) css += 'font-weight:bold;'
  if (style & ITALIC) css += 'font-style:italic;'
  const lines = [
    style & UNDERLINE_MASK && 'underline',
    style & STRIKE && 'line-through',
    style & OVERLINE && 'overline',
  ]
  const decoration = lines.filter(Boolean).join(' ')
  if (decoration) css += `text-decoration:${decoration} ${UNDERLINE_CSS[underlineOf(style)] || 'solid'};`
  if (style & UNDERLINE_MASK && model.lines[col] !== ink) css += `text-decoration-color:${hexColor(model.lines[col])};`
  const rise = riseOf(style)
  // Small letters in cells of full size: at the top of them or at the bottom.
  if (rise !== 0)
    css += `font-size:${SCRIPT_SCALE}em;letter-spacing:${GROWN}ch;padding-${rise > 0 ? 'bottom' : 'top'}:${GROWN}lh;`
  if (cursor === 'bar') css += `box-shadow:inset 2px 0 ${hexColor(palette.cursor)};`
  if (cursor === 'underline') css += `box-shadow:inset 0 -2px ${hexColor(palette.cursor)};`
  return css
}
