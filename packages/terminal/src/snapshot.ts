/** The screen at one revision, as an immutable value over rows that snapshots share. */
import { PackedRow, trimEnd } from './screen/row.js'
import type { Cell, Cursor, PaletteOverrides, Region, Row, Snapshot, TextOptions } from './types.js'

/** All of a snapshot but its rows. */
export type SnapshotState = Omit<Snapshot, 'row' | 'cell' | 'text'>

export class ScreenSnapshot implements Snapshot {
  readonly revision: number
  readonly cols: number
  readonly rows: number
  readonly cursor: Cursor
  readonly title: string
  readonly alternateScreen: boolean
  readonly history: number
  readonly reverseVideo: boolean
  readonly palette: PaletteOverrides
  private whole: string | null = null

  constructor(
    state: SnapshotState,
    private readonly lines: readonly PackedRow[],
  ) {
    this.revision = state.revision
    this.cols = state.cols
    this.rows = state.rows
    this.cursor = state.cursor
    this.title = state.title
    this.alternateScreen = state.alternateScreen
    this.history = state.history
    this.reverseVideo = state.reverseVideo
    this.palette = state.palette
  }

  row(row: number): Row {
    const line = this.lines[row]
    if (!line) throw new RangeError(`row ${row} is outside the screen: it has rows 0 to ${this.rows - 1}`)
    return line
  }

  cell(row: number, col: number): Cell {
    return this.row(row).cell(col)
  }

  text(options?: TextOptions): string {
    const region = options?.region ?? null
    const trim = options?.trim ?? true
    if (region || !trim) return this.regionText(region, trim)
    this.whole ??= PackedRow.asciiText(this.lines) ?? this.lines.map((line) => line.text).join('\n')
    return this.whole
  }

  private regionText(region: Region | null, trim: boolean): string {
    const { top, left, bottom, right } = region ?? { top: 0, left: 0, bottom: this.rows - 1, right: this.cols - 1 }
    const from = Math.max(0, left)
    const to = Math.min(this.cols, right + 1)
    const texts: string[] = []
    for (let row = Math.max(0, top); row <= Math.min(this.rows - 1, bottom); row++) {
      const text = from < to ? this.lines[row].slice(from, to) : ''
      texts.push(trim ? trimEnd(text) : text)
    }
    return texts.join('\n')
  }
}
