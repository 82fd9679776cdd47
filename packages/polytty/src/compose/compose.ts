/**
 * The program's screen with panels at its edges and overlays on top, as one snapshot. Cells are put over cells, by
 * their widths; nothing underneath is touched, so what an element covered is there again when it goes.
 */
import type { Cell, Row, Snapshot, TextOptions } from '@polytty/terminal'
import type { Overlay, Panel } from './element.js'

export interface Layout {
  readonly top: readonly Panel[]
  readonly bottom: readonly Panel[]
}

/** The panels that fit, the highest first, leaving the program one row at least. */
export function layOut(panels: readonly Panel[], rows: number): Layout {
  let free = rows - 1
  const fitting = new Set<Panel>()
  for (const panel of [...panels].sort((a, b) => b.z - a.z)) {
    if (panel.height > free) continue
    free -= panel.height
    fitting.add(panel)
  }
  const shown = panels.filter((panel) => fitting.has(panel))
  const at = (position: Panel['position']): Panel[] => shown.filter((panel) => panel.position === position)
  // At the bottom the highest one is outermost too.
  return { top: at('top'), bottom: at('bottom').reverse() }
}

export function reservedRows({ top, bottom }: Layout): number {
  return [...top, ...bottom].reduce((sum, { height }) => sum + height, 0)
}

export function compose(base: Snapshot, layout: Layout, overlays: readonly Overlay[]): Snapshot {
  if (overlays.length === 0 && reservedRows(layout) === 0) return base
  const { cols } = base
  const above = panelRows(layout.top, cols)
  const lines: Row[] = [
    ...above,
    ...Array.from({ length: base.rows }, (_, row) => base.row(row)),
    ...panelRows(layout.bottom, cols),
  ]
  for (const overlay of overlays) putOver(lines, overlay, cols)
  return new ComposedSnapshot(base, lines, above.length)
}

/** The same screen with other cells in some of its rows. */
export function replaceCells(base: Snapshot, rows: ReadonlyMap<number, Cell[]>): Snapshot {
  if (rows.size === 0) return base
  const lines = Array.from({ length: base.rows }, (_, row) => {
    const cells = rows.get(row)
    return cells ? new ComposedRow(mendHalves(cells), base.row(row).wrapped) : base.row(row)
  })
  return new ComposedSnapshot(base, lines, 0)
}

function panelRows(panels: readonly Panel[], cols: number): Row[] {
  return panels.flatMap((panel) => {
    const picture = panel.show(cols, panel.height)
    return Array.from({ length: panel.height }, (_, row) => picture.row(row))
  })
}

function putOver(lines: Row[], overlay: Overlay, cols: number): void {
  const picture = overlay.show(overlay.width, overlay.height)
  for (let row = 0; row < picture.rows; row++) {
    const under = lines[overlay.y + row]
    if (!under) continue
    const cells = Array.from({ length: cols }, (_, col) => under.cell(col))
    const source = picture.row(row)
    const opaque = overlay.background !== null
    for (let col = 0; col < picture.cols && overlay.x + col < cols; col++) {
      const cell = source.cell(col)
      if (overlay.x + col >= 0 && (opaque || cell.text !== '' || cell.width === 0)) cells[overlay.x + col] = cell
    }
    lines[overlay.y + row] = new ComposedRow(mendHalves(cells), under.wrapped)
  }
}

/** A wide character of which one half is covered shows nothing in the other. */
function mendHalves(cells: Cell[]): Cell[] {
  return cells.map((cell, col) => {
    const alone = cell.width === 2 ? cells[col + 1]?.width !== 0 : cell.width === 0 && cells[col - 1]?.width !== 2
    return alone ? { ...cell, text: ' ', width: 1 } : cell
  })
}

class ComposedRow implements Row {
  readonly usedCols: number
  private whole: string | null = null

  constructor(
    private readonly cells: readonly Cell[],
    readonly wrapped: boolean,
  ) {
    this.usedCols = cells.findLastIndex((cell) => cell.text !== '' || cell.bg !== null || cell.width === 0) + 1
  }

  get text(): string {
    this.whole ??= this.cells
      .map((cell) => (cell.width === 0 ? '' : cell.text || ' '))
      .join('')
      .trimEnd()
    return this.whole
  }

  cell(col: number): Cell {
    return this.cells[col]!
  }
}

class ComposedSnapshot implements Snapshot {
  readonly revision: number
  readonly cols: number
  readonly rows: number
  readonly cursor: Snapshot['cursor']
  readonly title: string
  readonly alternateScreen: boolean
  readonly history: number
  readonly reverseVideo: boolean
  readonly palette: Snapshot['palette']

  constructor(
    base: Snapshot,
    private readonly lines: readonly Row[],
    above: number,
  ) {
    this.revision = base.revision
    this.cols = base.cols
    this.rows = lines.length
    this.cursor = { ...base.cursor, row: base.cursor.row + above }
    this.title = base.title
    this.alternateScreen = base.alternateScreen
    this.history = base.history
    this.reverseVideo = base.reverseVideo
    this.palette = base.palette
  }

  row(row: number): Row {
    return this.lines[row]!
  }

  cell(row: number, col: number): Cell {
    return this.row(row).cell(col)
  }

  text({ region, trim = true }: TextOptions = {}): string {
    const { top, left, bottom, right } = region ?? { top: 0, left: 0, bottom: this.rows - 1, right: this.cols - 1 }
    return this.lines
      .slice(top, bottom + 1)
      .map((line) => {
        const cells = Array.from({ length: Math.min(right, this.cols - 1) - left + 1 }, (_, col) =>
          line.cell(left + col),
        )
        const text = cells.map((cell) => (cell.width === 0 ? '' : cell.text || ' ')).join('')
        return trim ? text.trimEnd() : text
      })
      .join('\n')
  }
}
