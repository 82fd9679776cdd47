/**
 * Images on the screen, whatever protocol they came by: the cells they take, the event that reports them and the cursor
 * past them. What a command asks for is read by its protocol's own file.
 */
import { limits } from '../limits.js'
import type { PixelSize } from '../screen/kitty-images.js'
import { scrollUp } from '../screen/scroll.js'
import type { TerminalState } from '../screen/terminal-state.js'
import type { ImageProtocol, Picture, PicturePlacement } from '../types.js'
import { decodeBase64 } from './osc-text.js'
import { pictureSize } from './picture-size.js'

/** An area in cells. */
export interface CellArea {
  readonly cols: number
  readonly rows: number
}

interface Placement extends CellArea {
  readonly protocol: ImageProtocol
  readonly size: PixelSize
  readonly imageId?: number
  readonly placementId?: number
  readonly picture: Picture
  readonly crop?: PicturePlacement['crop']
}

/** Where the cursor goes after an image: past so many cells. */
interface Past {
  readonly area: CellArea
  readonly edge: 'stay' | 'wrap'
}

/** Base64 characters that a picture's size is looked for in: it is in its first few kilobytes, whatever follows. */
const measured = 65_536

/** Data with one more piece, as far as it is kept; a picture that is cut off there is not kept at all. */
export function joinData(data: string, piece: string): string {
  return data + piece.slice(0, Math.max(0, limits.pictureData - data.length))
}

/** The size that a picture in base64 declares; zero if it declares none. */
export function sizeOfBase64(data: string): PixelSize {
  const head = data.slice(0, measured)
  const bytes = decodeBase64(head.slice(0, head.length - (head.length % 4)))
  return (bytes && pictureSize(bytes)) ?? { width: 0, height: 0 }
}

/** So many cells, within what one image may take. */
export function bounded(cells: number): number {
  return Math.min(limits.imageCells, Math.ceil(cells))
}

/**
 * The cells that a picture takes. A side that was not asked for (0) follows the other by the picture's proportions, or
 * is the picture's own where neither was; `inset` is how far into its first cell the picture begins.
 */
export function cellsOf(m: TerminalState, size: PixelSize, asked: CellArea, inset: PixelSize): CellArea {
  const { cellWidth, cellHeight } = m.options
  const { width, height } = size
  const cols = bounded(asked.cols)
  const rows = bounded(asked.rows)
  const isKnown = width > 0 && height > 0
  if ((cols > 0 && rows > 0) || !isKnown) return { cols, rows }
  const shownWidth = rows > 0 ? (rows * cellHeight * width) / height : width
  const shownHeight = cols > 0 ? (cols * cellWidth * height) / width : height
  return {
    cols: cols || bounded((shownWidth + inset.width) / cellWidth),
    rows: rows || bounded((shownHeight + inset.height) / cellHeight),
  }
}

/** Shows an image whose top left corner is in this cell and takes the cursor past it, where it is to move. */
export function showImage(m: TerminalState, row: number, col: number, image: Placement, past: Past | null): void {
  emitImage(m, row, col, image)
  const scrolled = past ? movePast(m, past.area, past.edge) : 0
  const { picture, cols, rows, imageId = 0, placementId = 0, crop = null } = image
  m.pictures.place(m, row - scrolled, col, { picture, cols, rows, imageId, placementId, crop })
}

function emitImage(m: TerminalState, row: number, col: number, image: Placement): void {
  m.emit({
    type: 'image',
    protocol: image.protocol,
    row,
    line: m.firstLine + row,
    col,
    widthCells: image.cols,
    heightCells: image.rows,
    widthPixels: image.size.width,
    heightPixels: image.size.height,
    imageId: image.imageId || null,
  })
}

/**
 * Takes the cursor to the right and down to an image's last row. What of the image is below the bottom margin scrolls,
 * as a program's own line feeds would, but no further than the limit. At the right edge the cursor stays on the last
 * column or goes on to the next line. Returns by how many lines the image moved up.
 */
function movePast(m: TerminalState, area: CellArea, edge: 'stay' | 'wrap'): number {
  const scrolls = m.cursorRow <= m.bottom && m.insideColumns
  const lowest = m.cursorRow <= m.bottom ? m.bottom : m.rows - 1
  const wraps = edge === 'wrap' && m.cursorCol + area.cols >= m.cols
  const row = m.cursorRow + area.rows - (wraps ? 0 : 1)
  const height = m.bottom - m.top + 1
  const scrolled = scrolls ? Math.max(0, Math.min(row - lowest, limits.imageScroll)) : 0
  for (let left = scrolled; left > 0; left -= height) scrollUp(m, Math.min(left, height))
  m.moveTo(Math.min(row, lowest), wraps ? 0 : m.cursorCol + area.cols)
  return scrolled
}
