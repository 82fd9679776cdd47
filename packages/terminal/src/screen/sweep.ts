/**
 * Sweeping: when many styles, clusters or links have come and gone, the ones still on a screen or in the history move
 * to new tables. Costs one pass over the cells, and happens only after at least as many entries were made.
 */
import type { Grid } from './grid.js'
import type { History } from './history.js'
import type { Pen } from './pen.js'
import { internedBit } from './styles.js'
import { clusterBit, Tables, widthMask } from './tables.js'

/** What refers to the tables by number. */
interface Owner {
  readonly main: Grid
  readonly alternate: Grid | null
  readonly history: History
  tables: Tables
  readonly pen: Pen
  lastPrinted: number
}

export function sweepTables(state: Owner): void {
  const old = state.tables
  const tables = new Tables()
  const styleIds = new Int32Array(old.styles.count)
  const linkIds = new Int32Array(old.links.length)

  const newLink = (id: number): number => {
    if (id === 0 || linkIds[id] !== 0) return linkIds[id]
    const link = old.links[id]!
    linkIds[id] = tables.internLink(link.uri, link.id)
    return linkIds[id]
  }
  const newStyle = (id: number): number => {
    if (id < internedBit) return id
    const known = styleIds[id - internedBit]
    if (known !== 0) return known
    const { styles } = old
    const link = newLink(styles.link(id))
    const made = tables.styles.intern(styles.fg(id), styles.bg(id), styles.underlineColor(id), styles.flags(id), link)
    styleIds[id - internedBit] = made
    return made
  }
  const newCode = (code: number): number =>
    code < clusterBit ? code : tables.internCluster(old.textOf(code)) | (code & widthMask)

  const remapGrid = (grid: Grid): void => {
    for (let line = 0; line < grid.lineCount; line++) {
      const base = line * grid.cols
      for (let i = base; i < base + grid.used[line]; i++) {
        if (grid.codes[i] >= clusterBit) grid.codes[i] = newCode(grid.codes[i])
      }
      for (let i = base; i < base + grid.styled[line]; i++) {
        if (grid.styles[i] >= internedBit) grid.styles[i] = newStyle(grid.styles[i])
      }
    }
    // Copies made so far refer to the old tables.
    grid.copies.fill(null)
  }
  remapGrid(state.main)
  if (state.alternate) remapGrid(state.alternate)
  state.history.remap(newStyle, newCode)
  state.pen.forget(newLink)
  state.lastPrinted = newCode(state.lastPrinted)
  state.tables = tables
}
