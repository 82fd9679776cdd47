/**
 * The lines that left the top of the normal screen. The newest keep their storage rows in the grid, so that scrolling
 * copies nothing; older ones are packed when their storage is needed again.
 */
import type { Grid } from './grid.js'
import { packLine, readLine } from './grid-rows.js'
import { type HistoryRow, PackedLines } from './packed-lines.js'

/** Lines that stay unpacked: quick to keep, but four to eight times as large. */
const maxRecent = 1000

export class History {
  /** Rows that were ever dropped from the front. */
  dropped = 0
  /** Storage rows of the newest lines, a ring. */
  private recent: Int32Array = new Int32Array(0)
  private first = 0
  private count = 0
  private readonly mostRecent: number

  /** `packed` are the lines so far; those beyond the limit go. */
  constructor(
    private readonly grid: Grid,
    readonly limit: number,
    private readonly packed = new PackedLines(),
  ) {
    this.mostRecent = Math.min(limit, maxRecent)
    while (this.length > limit) this.dropPacked()
  }

  get length(): number {
    return this.packed.length + this.count
  }

  /** Takes a storage row that leaves the screen; returns the one that takes its place there. */
  take(line: number): number {
    const { recent, first } = this
    if (this.count < this.mostRecent) {
      if (this.count === recent.length) this.growRing()
      this.recent[(this.first + this.count++) % this.recent.length] = line
      if (this.length > this.limit) this.dropPacked()
      return this.grid.newLine(this.mostRecent)
    }
    if (this.mostRecent === 0) {
      this.dropped++
      return line
    }
    // The ring is full: the oldest goes, and the new one takes its place.
    const freed = recent[first]
    recent[first] = line
    this.first = first + 1 === recent.length ? 0 : first + 1
    if (this.limit === this.mostRecent) this.dropped++
    else {
      packLine(this.grid, freed, this.packed)
      if (this.length > this.limit) this.dropPacked()
    }
    return freed
  }

  /** Gives all lines away, packed, to be the start of another history. */
  release(): PackedLines {
    while (this.count > 0) packLine(this.grid, this.shift(), this.packed)
    return this.packed
  }

  /** The rows as words, the newest packed for the occasion; without the oldest where they are more than `most`. */
  words(most: number): { readonly words: Int32Array[]; readonly leftOut: number } {
    const newest = new PackedLines()
    for (let i = 0; i < this.count; i++) packLine(this.grid, this.recent[(this.first + i) % this.recent.length], newest)
    const packed = this.packed.words()
    let total = packed.reduce((sum, { length }) => sum + length, 0)
    let first = 0
    for (; total > most && first < packed.length; first++) total -= packed[first].length
    return { words: [...packed.slice(first), ...newest.words()], leftOut: this.packed.rowsIn(first) }
  }

  /** Copies a row to others as `PackedLines.copyShort` does; false for one that is not packed. */
  copyShort(index: number, cols: number, out: PackedLines): boolean {
    return index < this.packed.length && out.copyShort(this.packed, index, cols)
  }

  /** Reads a row; 0 is the oldest. */
  read(index: number): HistoryRow {
    if (index < this.packed.length) return this.packed.read(index)
    return readLine(this.grid, this.recent[(this.first + index - this.packed.length) % this.recent.length])
  }

  /** The line of the newest row ends with it: what it went on with is gone. */
  endLine(): void {
    if (this.count > 0) this.grid.wrapped[this.recent[(this.first + this.count - 1) % this.recent.length]] = 0
    else this.packed.endLine()
  }

  /** Forgets all rows; they count as dropped. */
  clear(): void {
    this.dropped += this.length
    this.packed.clear()
    while (this.count > 0) this.grid.releaseLine(this.shift())
  }

  /** Renumbers styles and clusters of packed rows after a sweep of the tables; the grid's rows are the grid's. */
  remap(newStyle: (id: number) => number, newCode: (code: number) => number): void {
    this.packed.remap(newStyle, newCode)
  }

  private dropPacked(): void {
    this.packed.dropFirst()
    this.dropped++
  }

  private shift(): number {
    const line = this.recent[this.first]
    this.first = (this.first + 1) % this.recent.length
    this.count--
    return line
  }

  private growRing(): void {
    const size = Math.min(this.mostRecent, Math.max(16, this.recent.length * 2))
    const grown = new Int32Array(size)
    for (let i = 0; i < this.count; i++) grown[i] = this.recent[(this.first + i) % this.recent.length]
    this.recent = grown
    this.first = 0
  }
}
