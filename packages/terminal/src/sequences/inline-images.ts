/** iTerm2's inline images (OSC 1337): in one string as File, or in pieces as MultipartFile, FilePart and FileEnd. */
import type { TerminalState } from '../screen/terminal-state.js'
import { splitOnce } from './osc-text.js'
import { bounded, cellsOf, joinData, showImage, sizeOfBase64 } from './show-image.js'

/** File=name=…;width=…;height=…;inline=1:base64. */
export function showFile(m: TerminalState, text: string): void {
  const [args, data] = splitOnce(text, ':')
  if (data !== null) showInline(m, args, data)
}

/** A file in pieces begins, with arguments as File has them; one that was not finished is dropped. */
export function beginFile(m: TerminalState, args: string): void {
  m.inlineFile = { args, data: '' }
}

export function addFilePart(m: TerminalState, piece: string): void {
  if (m.inlineFile) m.inlineFile.data = joinData(m.inlineFile.data, piece)
}

export function endFile(m: TerminalState): void {
  const file = m.inlineFile
  m.inlineFile = null
  if (file) showInline(m, file.args, file.data)
}

function showInline(m: TerminalState, args: string, data: string): void {
  const keys = new Map(args.split(';').map((pair) => splitOnce(pair, '=') as [string, string | null]))
  if (keys.get('inline') !== '1') return
  const size = sizeOfBase64(data)
  const asked = {
    cols: inlineLength(keys.get('width') ?? 'auto', m.cols, m.options.cellWidth),
    rows: inlineLength(keys.get('height') ?? 'auto', m.rows, m.options.cellHeight),
  }
  const { cols, rows } = cellsOf(m, size, asked, { width: 0, height: 0 })
  if (cols === 0 || rows === 0) return
  const picture = m.pictures.keep('file', size, data)
  const image = { protocol: 'iterm2', size, cols: Math.min(cols, m.cols), rows, picture } as const
  const stays = keys.get('doNotMoveCursor') === '1'
  showImage(m, m.cursorRow, m.cursorCol, image, stays ? null : { area: { cols, rows }, edge: 'stay' })
}

/** Cells that a length such as 10, 100px or 50% asks for; 0 for auto. */
function inlineLength(text: string, total: number, cell: number): number {
  const match = /^(\d{1,5})(px|%)?$/.exec(text)
  if (!match) return 0
  const value = Number(match[1])
  return bounded(match[2] === 'px' ? value / cell : match[2] === '%' ? (total * value) / 100 : value)
}
