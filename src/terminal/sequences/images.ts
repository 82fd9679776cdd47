/**
 * Images: recognised, measured and reported; pixels are dropped. The cursor moves as it would with the image shown, so
 * that what follows lands where the program expects it.
 */
import { limits } from '../limits.js'
import { modeIndex } from '../modes.js'
import type { Machine } from '../screen/machine.js'
import { index } from '../screen/scroll.js'
import type { ImageProtocol } from '../types.js'
import { stringSequences } from './declare.js'
import { decodeBase64, splitOnce } from './osc-text.js'
import { pictureSize } from './picture-size.js'

interface Size {
  readonly width: number
  readonly height: number
}

function cells(pixels: number, cell: number): number {
  return Math.min(limits.imageCells, Math.ceil(pixels / cell))
}

/** Tells of an image at the cursor. */
function report(m: Machine, protocol: ImageProtocol, size: Size, cols: number, rows: number, id: number | null): void {
  m.emit({
    type: 'image',
    protocol,
    row: m.cursorRow,
    col: m.cursorCol,
    widthCells: cols,
    heightCells: rows,
    widthPixels: size.width,
    heightPixels: size.height,
    imageId: id,
  })
}

/** Down to the image's last row, scrolling as a program's own line feeds would. */
function moveBelow(m: Machine, rows: number): void {
  for (let left = Math.min(rows, m.rows) - 1; left > 0; left--) index(m)
}

/** A sixel image of this size was drawn. */
export function finishSixel(m: Machine, width: number, height: number): void {
  if (width === 0 || height === 0) return
  const cols = cells(width, m.options.cellWidth)
  const rows = cells(height, m.options.cellHeight)
  report(m, 'sixel', { width, height }, cols, rows, null)
  if (m.modes[modeIndex('sixelDisplay')] !== 0) return
  moveBelow(m, rows)
  if (m.modes[modeIndex('sixelCursorRight')] !== 0) m.moveTo(m.cursorRow, m.cursorCol + cols)
}

/** iTerm2: File=name=…;width=…;height=…;inline=1:base64. */
export function reportInlineImage(m: Machine, text: string): void {
  const [head, data] = splitOnce(text, ':')
  const keys = new Map(head.split(';').map((pair) => splitOnce(pair, '=') as [string, string | null]))
  if (keys.get('inline') !== '1' || data === null) return
  const size = sizeOfBase64(data)
  const { cellWidth, cellHeight } = m.options
  const width = inlineLength(keys.get('width') ?? 'auto', m.cols, cellWidth)
  const height = inlineLength(keys.get('height') ?? 'auto', m.rows, cellHeight)
  const cols =
    width ??
    (height && size.height
      ? cells((size.width / size.height) * height * cellHeight, cellWidth)
      : cells(size.width, cellWidth))
  const rows =
    height ??
    (width && size.width
      ? cells((size.height / size.width) * width * cellWidth, cellHeight)
      : cells(size.height, cellHeight))
  if (cols === 0 || rows === 0) return
  report(m, 'iterm2', size, Math.min(cols, m.cols), rows, null)
  moveBelow(m, rows)
  m.moveTo(m.cursorRow, m.cursorCol + cols)
}

/** Cells that a length such as 10, 100px or 50% asks for; null for auto. */
function inlineLength(text: string, total: number, cell: number): number | null {
  const match = /^(\d{1,5})(px|%)?$/.exec(text)
  if (!match) return null
  const value = Number(match[1])
  if (match[2] === 'px') return cells(value, cell)
  return Math.min(limits.imageCells, match[2] === '%' ? Math.ceil((total * value) / 100) : value)
}

function sizeOfBase64(data: string): Size {
  // The size of a picture is in its first few kilobytes, whatever follows.
  const head = data.slice(0, 65_536)
  const bytes = decodeBase64(head.slice(0, head.length - (head.length % 4)))
  return (bytes && pictureSize(bytes)) ?? { width: 0, height: 0 }
}

/** kitty: APC G keys ; base64. */
function kittyImage(m: Machine, text: string): void {
  const [head, data] = splitOnce(text, ';')
  const keys = new Map(head.split(',').map((pair) => splitOnce(pair, '=') as [string, string | null]))
  const number = (key: string): number => {
    const value = Number(keys.get(key) ?? 0)
    return Number.isFinite(value) && value >= 0 ? Math.floor(value) : 0
  }
  const action = keys.get('a') ?? 't'
  const id = number('i')
  if (m.kittyImage.continued) {
    // A later piece of the same image: only its last one matters here.
    m.kittyImage.continued = number('m') === 1
    return
  }
  m.kittyImage.continued = number('m') === 1
  if (action === 'q') {
    if (id > 0) m.reply(`\x1b_Gi=${id};OK\x1b\\`)
    return
  }
  if (action !== 't' && action !== 'T' && action !== 'p') return
  const given = { width: number('s'), height: number('v') }
  const size =
    given.width > 0 && given.height > 0 ? given : action === 'p' ? m.kittyImage.size(id) : sizeOfBase64(data ?? '')
  m.kittyImage.remember(id, size)
  if (action === 't') return
  const { cellWidth, cellHeight } = m.options
  const cols = Math.min(limits.imageCells, number('c')) || cells(size.width, cellWidth)
  const rows = Math.min(limits.imageCells, number('r')) || cells(size.height, cellHeight)
  if (cols === 0 || rows === 0) return
  report(m, 'kitty', size, cols, rows, id || null)
  if (number('C') === 1) return
  moveBelow(m, rows)
  m.moveTo(m.cursorRow, m.cursorCol + cols)
}

export const images = stringSequences({
  'APC G': {
    name: 'kitty graphics',
    does: 'Images are measured and reported; pixels are dropped. Queries are answered.',
    support: 'partly',
    run: (m, s) => kittyImage(m, s.text()),
  },
})
