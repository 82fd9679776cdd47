/**
 * Revisions: which rows changed when. Cells note their changes as they happen; what is seen at a position, the cursor
 * and the appearance are compared once per commit, so that scrolling costs nothing per line.
 */
import { modeIndex } from './modes.js'
import type { Grid } from './screen/grid.js'
import { cursorBlinkMode, cursorVisibleMode, type TerminalState } from './screen/terminal-state.js'
import type { SnapshotState } from './snapshot.js'
import type { Cursor, Region } from './types.js'

const reverseVideoMode = modeIndex('reverseVideo')

export class Revisions {
  private current = 0
  /** What was on the screen at the last commit. */
  private grid: Grid
  private map: Int32Array
  private moves = 0
  /** Revisions at which a screen row last looked different, and the time before that. */
  private changed: Float64Array
  private changedBefore: Float64Array
  /** The columns of the last change. */
  private left: Uint16Array
  private right: Uint16Array
  private cursorRow: number
  private cursorCol: number
  private appearanceRevision = 0
  private historyEnd = 0

  constructor(private readonly m: TerminalState) {
    this.grid = m.grid
    this.map = m.grid.lines()
    this.changed = new Float64Array(m.rows)
    this.changedBefore = new Float64Array(m.rows)
    this.left = new Uint16Array(m.rows)
    this.right = new Uint16Array(m.rows)
    this.cursorRow = m.cursorRow
    this.cursorCol = m.cursorCol
  }

  /** Ends the revision under way if anything changed; returns the current one. */
  commit(): number {
    const { m } = this
    const next = this.current + 1
    const wrote = this.compareRows(next)
    let changed = wrote
    if (
      this.cursorRow !== m.cursorRow ||
      this.cursorCol !== m.cursorCol ||
      this.appearanceRevision !== m.appearanceRevision ||
      this.historyEnd !== m.history.dropped + m.history.length * 2
    ) {
      changed = true
      this.cursorRow = m.cursorRow
      this.cursorCol = m.cursorCol
      this.appearanceRevision = m.appearanceRevision
      this.historyEnd = m.history.dropped + m.history.length * 2
    }
    if (!changed) return this.current
    this.current = next
    if (m.stamp.endRevision(next, wrote)) {
      m.main.forgetWritten()
      m.alternate?.forgetWritten()
    }
    return next
  }

  /** Goes on after a higher one; everything counts as changed. */
  goOnFrom(revision: number): void {
    const skipped = Math.max(0, revision - this.current)
    this.current += skipped
    this.m.stamp.shift(skipped)
    this.startOver(this.m.grid)
    this.commit()
  }

  /** The last revision that wrote one of `count` cells of a screen row; 0 where none did. */
  writtenAt(row: number, col: number, count: number): number {
    const { grid, stamp } = this.m
    return stamp.revision(grid.writtenAt(grid.line(row), col, count))
  }

  private compareRows(next: number): boolean {
    const { grid, cursorRow } = this.m
    if (grid === this.grid && grid.moves === this.moves) {
      if (grid.dirtyLines === 0) return false
      // What is typed, and most small writes, change one row.
      if (grid.dirtyLines === 1 && this.compareRow(cursorRow, next)) {
        grid.dirtyLines = 0
        return true
      }
    }
    if (grid !== this.grid) this.startOver(grid)
    let any = false
    for (let row = 0; row < grid.rows; row++) if (this.compareRow(row, next)) any = true
    this.moves = grid.moves
    grid.dirtyLines = 0
    return any
  }

  /** Whether a row has changed; ends its stretch of changes. */
  private compareRow(row: number, next: number): boolean {
    const { grid } = this
    const line = grid.line(row)
    const isDirty = grid.dirtyRight[line] !== 0
    const moved = line !== this.map[row]
    if (!moved && !isDirty) return false
    this.map[row] = line
    this.changedBefore[row] = this.changed[row]
    this.changed[row] = next
    if (isDirty) grid.endStretch(line)
    this.left[row] = moved ? 0 : grid.touchedLeft[line]
    this.right[row] = moved ? grid.cols : grid.touchedRight[line]
    if (isDirty) grid.markClean(line)
    return true
  }

  /** Another screen is shown, or one of another size: all rows count as moved. */
  private startOver(grid: Grid): void {
    this.grid = grid
    this.moves = -1
    this.map = new Int32Array(grid.rows).fill(-1)
    this.changed = new Float64Array(grid.rows)
    this.changedBefore = new Float64Array(grid.rows)
    this.left = new Uint16Array(grid.rows)
    this.right = new Uint16Array(grid.rows)
  }

  dirtyRows(revision: number): number[] {
    const rows: number[] = []
    for (let row = 0; row < this.changed.length; row++) if (this.changed[row] > revision) rows.push(row)
    return rows
  }

  dirtyRegion(revision: number): Region | null {
    const { cols, rows } = this.grid
    let top = -1
    let bottom = 0
    let left = cols
    let right = 0
    for (let row = 0; row < rows; row++) {
      if (this.changed[row] <= revision) continue
      if (top < 0) top = row
      bottom = row
      const exact = this.changedBefore[row] <= revision
      left = Math.min(left, exact ? this.left[row] : 0)
      right = Math.max(right, exact ? this.right[row] : cols)
    }
    return top < 0 ? null : { top, left, bottom, right: Math.max(left, right - 1) }
  }

  /** The committed state for a snapshot. */
  state(): SnapshotState {
    const { m } = this
    return {
      revision: this.current,
      cols: m.cols,
      rows: m.rows,
      cursor: readCursor(m),
      title: m.title,
      alternateScreen: m.isAlternate,
      history: m.history.length,
      reverseVideo: m.modes[reverseVideoMode] !== 0,
      palette: m.palette.overrides,
    }
  }
}

function readCursor(m: TerminalState): Cursor {
  return Object.freeze({
    row: m.cursorRow,
    col: m.cursorCol,
    visible: m.modes[cursorVisibleMode] !== 0,
    shape: m.cursorShape,
    blinking: m.modes[cursorBlinkMode] !== 0,
  })
}
