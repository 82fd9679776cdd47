/**
 * Pictures that lie on the screen, as they were sent, for those who show the screen elsewhere. A picture is tied to
 * the storage rows of its cells, so it moves and goes with them; a cell that is written later shows the picture no more.
 */
import { limits } from '../limits.js'
import type { Picture, PictureCells, PictureFormat, PicturePlacement } from '../types.js'
import type { Grid } from './grid.js'
import type { PixelSize } from './kitty-images.js'
import { placeholderRuns } from './placeholders.js'
import type { Stamp } from './stamp.js'
import type { Tables } from './tables.js'

/** The terminal, as far as pictures have to do with it. */
interface Owner {
  readonly grid: Grid
  readonly main: Grid
  readonly stamp: Stamp
  readonly tables: Tables
  appearanceRevision: number
  readonly endRevision: () => void
}

class KeptPicture implements Picture {
  constructor(
    readonly format: PictureFormat,
    readonly compressed: boolean,
    readonly width: number,
    readonly height: number,
    public data: string | null,
  ) {}
}

/** A picture on a screen: a storage row for each of its rows of cells, -1 for those that lie on no row. */
interface Placed extends PicturePlacement {
  readonly placementId: number
  readonly imageId: number
  grid: Grid
  col: number
  lines: Int32Array
  /** Cells with this stamp or a later one were written over the picture. */
  stamp: number
  /** Cells of the picture that were written over before a resize, counted row by row. */
  covered: ReadonlySet<number>
}

/** Where a picture was shown, and as what. */
export interface NewPlacement extends PicturePlacement {
  readonly placementId: number
  readonly imageId: number
}

/** A picture that has to find its place after a resize: `row` is that of its row `index`. */
export interface MovedPicture {
  row: number
  col: number
  wrapPending: boolean
  readonly index: number
  readonly shown: readonly boolean[]
  readonly covered: ReadonlySet<number>
  readonly placed: Placed
}

export class Pictures {
  /** Oldest first, as are those that lie on a screen. */
  private readonly kept: KeptPicture[] = []
  private length = 0
  private placed: Placed[] = []
  /** Pictures for placeholder characters (U=1), by the id of their image. */
  private readonly virtual = new Map<number, PicturePlacement>()

  /** Keeps a picture; the oldest ones lose their data for it. */
  keep(format: PictureFormat, size: PixelSize, data: string, compressed = false): Picture {
    const picture = new KeptPicture(format, compressed, size.width, size.height, data)
    if (data.length >= limits.pictureData) picture.data = null
    else {
      this.kept.push(picture)
      this.length += data.length
    }
    while (this.length > limits.pictureData || this.kept.length > limits.pictures) {
      const oldest = this.kept.shift()!
      this.length -= oldest.data!.length
      oldest.data = null
    }
    return picture
  }

  /** Lays a picture on the screen, over all that was written so far; its first rows may be above the screen. */
  place(m: Owner, row: number, col: number, placement: NewPlacement): void {
    const { imageId, placementId, cols, rows } = placement
    if (placement.picture.data === null) return
    if (imageId > 0 && placementId > 0)
      this.remove((other) => other.imageId === imageId && other.placementId === placementId)
    m.endRevision()
    // What covers it is seen by the stamps.
    m.stamp.ofCells = true
    const { grid } = m
    const lines = new Int32Array(Math.min(rows, limits.imageScroll + grid.rows)).fill(-1)
    for (let index = Math.max(0, -row); index < lines.length && row + index < grid.rows; index++)
      lines[index] = grid.line(row + index)
    // What is wholly covered is gone, as when a film is shown.
    const covered = new Set(lines).add(-1)
    this.remove((other) => {
      const isInside = other.grid === grid && other.col >= col && other.col + other.cols <= col + cols
      return isInside && other.lines.every((line) => covered.has(line))
    })
    this.placed.push({ ...placement, cols, grid, col, lines, stamp: m.stamp.next, covered: new Set() })
    if (this.placed.length > limits.pictures) this.placed.shift()
    m.appearanceRevision++
  }

  /** A picture for placeholder characters. */
  placeVirtual(m: Owner, placement: NewPlacement): void {
    this.virtual.delete(placement.imageId)
    this.virtual.set(placement.imageId, placement)
    if (this.virtual.size > limits.pictures) this.virtual.delete(this.virtual.keys().next().value as number)
    m.appearanceRevision++
  }

  /** Takes those off the screen that the test is true for, and placeholders of images whose id it names. */
  takeOff(m: Owner, isGone: (imageId: number, placementId: number) => boolean): void {
    this.remove(({ imageId, placementId }) => isGone(imageId, placementId))
    for (const id of this.virtual.keys()) if (isGone(id, 0)) this.virtual.delete(id)
    m.appearanceRevision++
  }

  /** Takes those off the screen that show something in this cell; where a side is null, anywhere along it. */
  takeOffAt(m: Owner, row: number | null, col: number | null): void {
    m.endRevision()
    const hit = new Set(
      this.placedCells(m)
        .filter((run) => row === null || run.row === row)
        .filter((run) => col === null || (run.col <= col && run.col + run.count > col))
        .map(({ placement }) => placement),
    )
    this.remove((other) => hit.has(other))
    m.appearanceRevision++
  }

  reset(): void {
    this.placed = []
    this.virtual.clear()
  }

  /** The stretches of cells that show something of a picture, those that cover others last. */
  cells(m: Owner): PictureCells[] {
    const runs = this.placedCells(m)
    return this.virtual.size === 0 ? runs : [...placeholderRuns(m.grid, m.tables, this.virtual), ...runs]
  }

  /** What is on the normal screen, before it is made in another size. */
  beforeResize(m: Owner): MovedPicture[] {
    const rowOf = rowsByLine(m.main)
    return this.placed.flatMap((placed) => {
      if (placed.grid !== m.main) return []
      const shown = Array.from(placed.lines, (line) => rowOf.has(line))
      const index = shown.indexOf(true)
      const row = rowOf.get(placed.lines[index])
      return row === undefined
        ? []
        : [{ row, col: 0, wrapPending: false, index, shown, placed, covered: coveredCells(placed, shown) }]
    })
  }

  /** Lays pictures on the normal screen in its new size; those of the alternate one go: its programs draw them again. */
  afterResize(m: Owner, moved: readonly MovedPicture[]): void {
    this.placed = moved.map(({ row, index, shown, placed, covered }) => {
      const lines = placed.lines.map((_, at) => {
        const to = row + at - index
        return shown[at] && to >= 0 && to < m.main.rows ? m.main.line(to) : -1
      })
      // The rows were written by the revision that is under way.
      return Object.assign(placed, { grid: m.main, lines, stamp: m.stamp.next + 1, covered })
    })
  }

  private remove(isGone: (placed: Placed) => boolean): void {
    this.placed = this.placed.filter((placed) => !isGone(placed))
  }

  private placedCells(m: Owner): PictureCells[] {
    if (this.placed.length === 0) return []
    const rowOf = rowsByLine(m.grid)
    const runs: PictureCells[] = []
    for (const placed of this.placed) {
      if (placed.grid !== m.grid || placed.picture.data === null) continue
      for (const [pictureRow, line] of placed.lines.entries()) {
        const row = rowOf.get(line)
        if (row !== undefined) addRuns(runs, placed, row, line, pictureRow)
      }
    }
    return runs
  }
}

function rowsByLine(grid: Grid): Map<number, number> {
  return new Map(Array.from(grid.lines(), (line, row) => [line, row]))
}

/** Whether a cell still shows the picture. */
function isShown({ grid, col, cols, stamp, covered }: Placed, line: number, row: number, at: number): boolean {
  return grid.writtenAt(line, at, 1) < stamp && !covered.has(row * cols + at - col)
}

function coveredCells(placed: Placed, shown: readonly boolean[]): Set<number> {
  const { grid, col, cols, lines } = placed
  const cells = new Set<number>()
  for (const [row, line] of lines.entries()) {
    if (!shown[row]) continue
    for (let at = col; at < Math.min(col + cols, grid.cols); at++)
      if (!isShown(placed, line, row, at)) cells.add(row * cols + at - col)
  }
  return cells
}

function addRuns(runs: PictureCells[], placed: Placed, row: number, line: number, pictureRow: number): void {
  const { grid, col, cols } = placed
  const end = Math.min(col + cols, grid.cols)
  for (let at = col; at < end; ) {
    let to = at
    while (to < end && isShown(placed, line, pictureRow, to)) to++
    if (to > at) runs.push({ placement: placed, row, col: at, count: to - at, pictureRow, pictureCol: at - col })
    at = to + 1
  }
}
