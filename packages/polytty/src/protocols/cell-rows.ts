/**
 * Rows of cells in a dialect's shape. Equal cells are one object with its JSON, and a row that did not change is the one
 * that was encoded before, for all clients: reading a screen again costs what changed.
 */
import type { Cell, Row } from '@polytty/terminal'
import { withJson } from '../wire/json-text.js'

interface EncodedCell<T> {
  readonly value: T
  readonly text: string
  /** The same, after a comma. */
  readonly followed: string
}

/** Characters of rows that are kept, of all sessions; then all are forgotten. */
const mostKept = 16 * 1024 * 1024
let kept = 0
let generation = 0

export class CellRows<T extends object> {
  private readonly cells = new WeakMap<Cell, EncodedCell<T>>()
  private rows = new WeakMap<Row, readonly T[]>()
  private generation = generation

  constructor(private readonly encode: (cell: Cell) => T) {}

  /** The cells of a row, from column `left` up to and including `right`, of which there are `cols`. */
  row(row: Row, left: number, right: number, cols: number): T[] {
    const isWhole = left === 0 && right === cols - 1
    if (this.generation !== generation) this.rows = new WeakMap()
    this.generation = generation
    const known = isWhole ? this.rows.get(row) : undefined
    if (known) return known as T[]
    const values: T[] = []
    let text = ''
    let last: Cell | null = null
    let encoded: EncodedCell<T> | null = null
    for (let col = left; col <= right; col++) {
      const cell = row.cell(col)
      if (cell !== last || encoded === null) encoded = this.cell(cell)
      last = cell
      values.push(encoded.value)
      text += text === '' ? encoded.text : encoded.followed
    }
    const whole = withJson(values, `[${text}]`)
    if (!isWhole) return whole
    kept += text.length
    if (kept > mostKept) {
      kept = 0
      generation++
    } else this.rows.set(row, whole)
    return whole
  }

  private cell(cell: Cell): EncodedCell<T> {
    let encoded = this.cells.get(cell)
    if (!encoded) {
      const value = this.encode(cell)
      const text = JSON.stringify(value)
      encoded = { value, text, followed: `,${text}` }
      this.cells.set(cell, encoded)
    }
    return encoded
  }
}
