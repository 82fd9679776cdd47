/**
 * Pictures of a session on another terminal, by kitty's placeholder characters: the terminal is given each picture once,
 * and where it is to be seen is then a matter of text. So it is covered, moved and erased with its cells, also by a tmux
 * in between, which lets the pictures through and knows only the text.
 */
import { randomInt } from 'node:crypto'
import { type Cell, type PictureCells, type PicturePlacement, placeholderText, type Snapshot } from '@polytty/terminal'
import { replaceCells } from './compose.js'
import { encodePicture } from './picture-data.js'

/** Characters of data in one command, as the protocol bounds them. */
const CHUNK_CHARS = 4096
/** The low byte of an image's id is a colour of the palette, which tmux passes on as it is; the first 16 may have names. */
const FIRST_COLOR = 16
const COLORS = 240

export interface PictureFrame {
  /** The screen with placeholders where pictures are. */
  readonly snapshot: Snapshot
  /** What to print before it is painted, and after. */
  readonly before: string
  readonly after: string
}

export class PictureViewer {
  /** Each viewer has one of its own, since several may share a terminal. */
  private readonly highByte = randomInt(1, 256)
  private readonly ids = new Map<PicturePlacement, number>()
  private given = 0
  private alternate = false

  /** `insideTmux`: pictures are for the terminal around it. */
  constructor(private readonly insideTmux: boolean) {}

  frame(base: Snapshot, cells: readonly PictureCells[]): PictureFrame {
    const runs = cells.filter(({ placement }) => encodePicture(placement.picture) !== null)
    const needed = new Set(runs.map(({ placement }) => placement))
    // Each of the two screens has pictures of its own.
    const switched = base.alternateScreen !== this.alternate
    this.alternate = base.alternateScreen
    let before = ''
    for (const [placement, id] of this.ids) {
      if (needed.has(placement) && !switched) continue
      this.ids.delete(placement)
      before += this.command(`a=d,d=I,i=${id},q=2`)
    }
    let after = ''
    for (const placement of needed) if (!this.ids.has(placement)) after += this.give(placement)
    return { snapshot: this.cover(base, runs), before, after }
  }

  /** Gives the terminal a picture, under an id that is free. */
  private give(placement: PicturePlacement): string {
    if (this.ids.size === COLORS) return ''
    const used = new Set(this.ids.values())
    let id: number
    do id = this.highByte * 0x100_0000 + FIRST_COLOR + (this.given++ % COLORS)
    while (used.has(id))
    this.ids.set(placement, id)
    const { cols, rows, crop, picture } = placement
    const { keys, data } = encodePicture(picture)!
    const part = crop ? `,x=${crop.x},y=${crop.y},w=${crop.width},h=${crop.height}` : ''
    const chunks = data.match(new RegExp(`.{1,${CHUNK_CHARS}}`, 'g')) ?? []
    return chunks
      .map((chunk, index) => {
        const first = index === 0 ? `a=T,U=1,i=${id},c=${cols},r=${rows}${part},${keys},` : ''
        return this.command(`${first}q=2,m=${index < chunks.length - 1 ? 1 : 0}`, chunk)
      })
      .join('')
  }

  private command(keys: string, data = ''): string {
    const plain = `\x1b_G${keys};${data}\x1b\\`
    return this.insideTmux ? `\x1bPtmux;${plain.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : plain
  }

  private cover(base: Snapshot, runs: readonly PictureCells[]): Snapshot {
    const rows = new Map<number, Cell[]>()
    for (const { placement, row, col, count, pictureRow, pictureCol } of runs) {
      const id = this.ids.get(placement)
      if (id === undefined || row >= base.rows) continue
      const line = rows.get(row) ?? Array.from({ length: base.cols }, (_, at) => base.cell(row, at))
      rows.set(row, line)
      for (let at = 0; at < count && col + at < base.cols; at++) {
        const text = placeholderText(pictureRow, pictureCol + at, this.highByte)
        if (text !== null) line[col + at] = { ...PLAIN, text, fg: id & 0xff }
      }
    }
    return replaceCells(base, rows)
  }
}

const PLAIN: Cell = {
  text: '',
  width: 1,
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: 'none',
  underlineColor: null,
  blink: false,
  reverse: false,
  hidden: false,
  strikethrough: false,
  overline: false,
  script: 'normal',
  hyperlink: null,
}
