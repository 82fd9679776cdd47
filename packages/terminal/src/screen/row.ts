/** A row as others see it: immutable, of the screen or of the history, with its text made when first asked for. */
import type { Cell, Row } from '../types.js'
import type { HistoryRow } from './packed-lines.js'
import { clusterBit, type Tables, valueMask, wideTail, widthMask } from './tables.js'

/** Double sizes by number. */
const doubles = [undefined, 'width', 'top', 'bottom'] as const

const ascii = new Uint8Array(32_768)
const decoder = new TextDecoder()

export class PackedRow implements Row {
  private trimmed: string | null = null

  /**
   * `cells` holds, from `start` on, `usedCols` codes up to the last cell that is not a default blank, and then `styled`
   * styles up to the last that is not the default. Several rows share one array, which must not change any more.
   */
  constructor(
    private readonly cells: Int32Array,
    private readonly start: number,
    readonly usedCols: number,
    private readonly styled: number,
    readonly wrapped: boolean,
    private readonly cols: number,
    private readonly tables: Tables,
    private readonly double = 0,
  ) {}

  /** A row that was read back from the history. */
  static of({ codes, styles, wrapped, doubled }: HistoryRow, cols: number, tables: Tables): PackedRow {
    const cells = new Int32Array(codes.length + styles.length)
    cells.set(codes)
    cells.set(styles, codes.length)
    return new PackedRow(cells, 0, codes.length, styles.length, wrapped, cols, tables, doubled)
  }

  /** The text of all rows, trimmed, made in one go where it is all ASCII; null where it is not, or is too long. */
  static asciiText(rows: readonly PackedRow[]): string | null {
    const to = ascii
    let at = 0
    for (const { cells, start, usedCols } of rows) {
      if (at + usedCols >= to.length) return null
      let end = at
      for (let i = 0; i < usedCols; i++) {
        const code = cells[start + i]
        if (code >= 0x80) return null
        to[at + i] = code === 0 ? 0x20 : code
        if (code > 0x20) end = at + i + 1
      }
      to[end] = 0x0a
      at = end + 1
    }
    return decoder.decode(to.subarray(0, at - 1))
  }

  get doubled(): Row['doubled'] {
    return doubles[this.double]
  }

  get text(): string {
    this.trimmed ??= trimEnd(rowText(this.cells, this.start, this.start + this.usedCols, this.tables))
    return this.trimmed
  }

  cell(col: number): Cell {
    if (!(Number.isInteger(col) && col >= 0 && col < this.cols)) {
      throw new RangeError(`column ${col} is outside this row: it has columns 0 to ${this.cols - 1}`)
    }
    return this.tables.cell(this.codeAt(col), this.styleAt(col))
  }

  /** Text of columns `from` up to `to`, blanks included; a character that begins before `from` is left out. */
  slice(from: number, to: number): string {
    const end = Math.min(to, this.usedCols)
    const text = from < end ? rowText(this.cells, this.start + from, this.start + end, this.tables) : ''
    return text + ' '.repeat(Math.max(0, to - Math.max(from, end)))
  }

  /** Packed values, for what rebuilds a row cell by cell. */
  codeAt(col: number): number {
    return col < this.usedCols ? this.cells[this.start + col] : 0
  }

  styleAt(col: number): number {
    return col < this.styled ? this.cells[this.start + this.usedCols + col] : 0
  }
}

/** Arrays of code units by length, to make strings from: the quickest way there is, where no decoder may be used. */
const unitsByLength: number[][] = []
const longest = 1024
const units = new Uint16Array(8192)

function unitsOf(length: number): number[] {
  unitsByLength[length] ??= new Array<number>(length).fill(0)
  return unitsByLength[length]
}

/** Text of packed cells: blanks are spaces, second halves nothing. */
function rowText(codes: Int32Array, from: number, to: number, tables: Tables): string {
  const length = to - from
  if (length <= 0) return ''
  if (length > longest) return mixedText(codes, from, to, tables)
  // Most rows are one unit a cell.
  const exact = unitsOf(length)
  for (let i = 0; i < length; i++) {
    const code = codes[from + i]
    if (code >= 0x10000) return mixedText(codes, from, to, tables)
    exact[i] = code === 0 ? 32 : code
  }
  return String.fromCharCode.apply(null, exact)
}

function mixedText(codes: Int32Array, from: number, to: number, tables: Tables): string {
  let length = 0
  let text = ''
  for (let i = from; i < to; i++) {
    const code = codes[i]
    if (code < 0x10000) units[length++] = code === 0 ? 32 : code
    else if (code >= clusterBit) {
      text += flush(length) + tables.textOf(code)
      length = 0
    } else if ((code & widthMask) === wideTail) {
      // Alone at the start of a range it stands for half a character that is not shown.
      if (i === from) units[length++] = 32
    } else {
      const value = code & valueMask
      if (value < 0x10000) units[length++] = value === 0 ? 32 : value
      else {
        units[length++] = 0xd7c0 + (value >> 10)
        units[length++] = 0xdc00 | (value & 0x3ff)
      }
    }
  }
  return text + flush(length)
}

function flush(length: number): string {
  if (length === 0) return ''
  if (length > longest) return String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[])
  const exact = unitsOf(length)
  for (let i = 0; i < length; i++) exact[i] = units[i]
  return String.fromCharCode.apply(null, exact)
}

export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--
  return end === text.length ? text : text.slice(0, end)
}
