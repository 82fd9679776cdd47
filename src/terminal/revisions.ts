/**
 * Revisions: which rows changed when. Cells note their changes as they happen; what is seen at a position, the cursor
 * and the looks are compared once per commit, so that scrolling costs nothing per line.
 */
import { modeIndex } from './modes.js'
import type { Grid } from './screen/grid.js'
import { cursorBlinkMode, cursorVisibleMode, type Machine } from './screen/machine.js'
import type { SnapshotState } from './snapshot.js'
import type { Cursor, Region } from './types.js'

const reverseVideoMode = modeIndex('reverseVideo')

export class Revisions {
  private current = 0
  /** What was on the screen at the last commit. */
  private grid: Grid
  private map: Int32Array
  /** Revision at which a screen row last looked different, and before it showed another storage row. */
  private rowRevisions: Float64Array
  private placed: Float64Array
  private cursor: Cursor
  private looks = 0
  private historyEnd = 0

  constructor(private readonly m: Machine) {
    this.grid = m.grid
    this.map = m.grid.lines()
    this.rowRevisions = new Float64Array(m.rows)
    this.placed = new Float64Array(m.rows)
    this.cursor = readCursor(m)
  }

  /** Ends the revision under way if anything changed; returns the current one. */
  commit(): number {
    const { m } = this
    const { grid } = m
    const next = this.current + 1
    let changed = this.compareRows(next)
    const { cursor } = this
    if (
      cursor.row !== m.cursorRow ||
      cursor.col !== m.cursorCol ||
      this.looks !== m.looks ||
      this.historyEnd !== m.history.dropped + m.history.length * 2
    ) {
      changed = true
      this.cursor = readCursor(m)
      this.looks = m.looks
      this.historyEnd = m.history.dropped + m.history.length * 2
    }
    if (!changed) return this.current
    this.current = next
    grid.stamp = next + 1
    return next
  }

  private compareRows(next: number): boolean {
    const { grid } = this.m
    if (grid !== this.grid) {
      this.grid = grid
      this.map = grid.lines()
      this.rowRevisions = new Float64Array(grid.rows).fill(next)
      this.placed = new Float64Array(grid.rows).fill(next)
      return true
    }
    const { map, rowRevisions, placed } = this
    let changed = false
    for (let row = 0; row < grid.rows; row++) {
      const line = grid.line(row)
      if (line !== map[row]) {
        map[row] = line
        placed[row] = next
      } else if (grid.changed[line] !== next) continue
      rowRevisions[row] = next
      changed = true
    }
    return changed
  }

  dirtyRows(revision: number): number[] {
    const rows: number[] = []
    for (let row = 0; row < this.rowRevisions.length; row++) if (this.rowRevisions[row] > revision) rows.push(row)
    return rows
  }

  dirtyRegion(revision: number): Region | null {
    const { grid } = this
    let top = -1
    let bottom = 0
    let left = grid.cols
    let right = 0
    for (let row = 0; row < grid.rows; row++) {
      if (this.rowRevisions[row] <= revision) continue
      const line = grid.line(row)
      if (top < 0) top = row
      bottom = row
      const exact = this.placed[row] <= revision && grid.changedBefore[line] <= revision
      left = Math.min(left, exact ? grid.dirtyLeft[line] : 0)
      right = Math.max(right, exact ? grid.dirtyRight[line] : grid.cols)
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
      cursor: this.cursor,
      title: m.title,
      alternateScreen: m.isAlternate,
      history: m.history.length,
      reverseVideo: m.modes[reverseVideoMode] !== 0,
      palette: m.palette.overrides,
    }
  }
}

function readCursor(m: Machine): Cursor {
  return {
    row: m.cursorRow,
    col: m.cursorCol,
    visible: m.modes[cursorVisibleMode] !== 0,
    shape: m.cursorShape,
    blinking: m.modes[cursorBlinkMode] !== 0,
  }
}
