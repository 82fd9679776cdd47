/**
 * A terminal as a value that restores it, for whoever must go on in another process: modes, stacks and the place in the
 * stream as a dump; the rows of history and screens as they are packed, which is exact and costs little; and what no
 * sequence could set. A later version must read what this one
 * wrote: what is added is optional, and anything else is a new format.
 */
import { dumpTerminal } from './dump.js'
import { modeTable } from './modes.js'
import { syncModes } from './screen/alternate.js'
import type { Grid } from './screen/grid.js'
import { packLine, putRow } from './screen/grid-rows.js'
import { History } from './screen/history.js'
import type { Mark } from './screen/marks.js'
import { PackedLines } from './screen/packed-lines.js'
import type { Resting } from './screen/reflow.js'
import { internedBit, type StyleParts } from './screen/styles.js'
import { clusterBit, valueMask, widthMask } from './screen/tables.js'
import type { SavedCursor, TerminalState, Transfer } from './screen/terminal-state.js'
import type { Hyperlink } from './types.js'

/** What cells of the history refer to by number, in order. */
interface SavedTables {
  readonly styles: readonly StyleParts[]
  readonly clusters: readonly string[]
  readonly links: readonly (Hyperlink | null)[]
}

interface Place {
  readonly row: number
  readonly col: number
  readonly wrapPending: boolean
}

/** Plain data, as JSON can carry it. */
export interface SavedState {
  readonly format: 1
  readonly revision: number
  /** Lines that have left the history. */
  readonly dropped: number
  readonly tables: SavedTables
  readonly cursor: Place
  readonly savedMain: Place | null
  readonly savedAlternate: Place | null
  /** The modes that are set, by name, and those that XTSAVE holds. */
  readonly modes: readonly string[]
  readonly savedModes: readonly (readonly [string, number])[]
  /** What REP repeats: its text and its width bits. */
  readonly lastPrinted: { readonly text: string; readonly width: number }
  readonly ownIconName: boolean
  readonly ownIconNames: readonly boolean[]
  readonly narrowCols: number
  readonly darkScheme: boolean
  readonly cwd: string | null
  readonly pendingCommand: string | null
  readonly clipboard: readonly (readonly [string, string])[]
  readonly notifications: readonly (readonly [string, Notification])[]
  readonly transfers: readonly (readonly [string, Transfer])[]
  readonly marks: readonly Mark[]
  /** Where resizes since the last output meant to put the screen. */
  readonly resting: Resting | null
}

export interface SavedTerminal {
  /** What `dump` gives, but for the history. */
  readonly dump: Uint8Array
  /** The rows of the history, of the normal screen and of the alternate one if there is one. */
  readonly rows: Uint8Array
  readonly state: SavedState
}

/** Of a longer history the oldest lines are left out: 128 MiB. */
const mostWords = 2 ** 25

type Notification = TerminalState['notifications'] extends Map<string, infer N> ? N : never

export function saveState(m: TerminalState, revision: number): Pick<SavedTerminal, 'rows' | 'state'> {
  const { words, leftOut } = m.history.words(mostWords)
  const screens = new PackedLines()
  for (const grid of screensOf(m)) for (let row = 0; row < grid.rows; row++) packLine(grid, grid.line(row), screens)
  return {
    rows: joinWords([...words, ...screens.words()]),
    state: {
      format: 1,
      revision,
      dropped: m.history.dropped + leftOut,
      tables: saveTables(m),
      cursor: { row: m.cursorRow, col: m.cursorCol, wrapPending: m.wrapPending },
      savedMain: placeOf(m.savedMain),
      savedAlternate: placeOf(m.savedAlternate),
      modes: modeTable.filter((_, index) => m.modes[index] !== 0).map(({ name }) => name),
      savedModes: [...m.savedModes].map(([index, value]) => [modeTable[index].name, value] as const),
      lastPrinted: { text: m.tables.textOf(m.lastPrinted), width: m.lastPrinted & widthMask },
      ownIconName: m.ownIconName,
      ownIconNames: m.titleStack.map(({ ownIconName }) => ownIconName),
      narrowCols: m.narrowCols,
      darkScheme: m.darkScheme,
      cwd: m.reportedCwd,
      pendingCommand: m.pendingCommand,
      clipboard: [...m.clipboard],
      notifications: [...m.notifications],
      transfers: [...m.transfers],
      marks: m.marks.all,
      resting: m.resting,
    },
  }
}

/** The dump of a terminal without its history. */
export function dumpScreens(m: TerminalState): string {
  return dumpTerminal(m, { history: false })
}

/** For a terminal that was fed the dump of its screens. */
export function restoreState(m: TerminalState, { rows, state }: Pick<SavedTerminal, 'rows' | 'state'>): void {
  if (state.format !== 1) throw new TypeError(`a saved terminal of format ${state.format}; this engine reads format 1`)
  const lines = restoreLines(m, rows, state.tables)
  for (const grid of screensOf(m).reverse())
    for (let row = grid.rows - 1; row >= 0; row--) putRow(grid, row, lines.pop())
  m.history = new History(m.main, m.options.scrollback, lines)
  m.history.dropped = state.dropped
  m.cursorRow = Math.min(state.cursor.row, m.rows - 1)
  m.cursorCol = Math.min(state.cursor.col, m.cols - 1)
  m.wrapPending = state.cursor.wrapPending
  if (m.savedMain) Object.assign(m.savedMain, state.savedMain)
  if (m.savedAlternate) Object.assign(m.savedAlternate, state.savedAlternate)
  restoreModes(m, state)
  m.lastPrinted = codeOf(m, state.lastPrinted)
  m.ownIconName = state.ownIconName
  for (const [index, own] of state.ownIconNames.entries())
    if (m.titleStack[index]) m.titleStack[index].ownIconName = own
  m.narrowCols = state.narrowCols
  m.darkScheme = state.darkScheme
  m.reportedCwd = state.cwd
  m.pendingCommand = state.pendingCommand
  for (const [selection, text] of state.clipboard) m.clipboard.set(selection, text)
  for (const [id, draft] of state.notifications) m.notifications.set(id, { ...draft })
  for (const [id, transfer] of state.transfers) m.transfers.set(id, { ...transfer })
  for (const { line, col } of state.marks) m.marks.add(line, col)
  m.resting = state.resting
  m.takeReplies()
}

function restoreModes(m: TerminalState, { modes, savedModes }: SavedState): void {
  const set = new Set(modes)
  for (const [index, { name }] of modeTable.entries()) m.modes[index] = Number(set.has(name))
  m.savedModes.clear()
  for (const [name, value] of savedModes) {
    const index = modeTable.findIndex((mode) => mode.name === name)
    if (index >= 0) m.savedModes.set(index, value)
  }
  syncModes(m)
}

function screensOf({ main, alternate }: TerminalState): Grid[] {
  return alternate ? [main, alternate] : [main]
}

function placeOf(saved: SavedCursor | null): Place | null {
  return saved && { row: saved.row, col: saved.col, wrapPending: saved.wrapPending }
}

function joinWords(parts: readonly Int32Array[]): Uint8Array {
  const all = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return new Uint8Array(all.buffer)
}

function saveTables({ tables }: TerminalState): SavedTables {
  const { styles, links } = tables
  return {
    styles: Array.from({ length: styles.count }, (_, entry) => styles.parts(internedBit | entry)),
    clusters: tables.allClusters,
    links,
  }
}

function restoreLines({ tables }: TerminalState, rows: Uint8Array, saved: SavedTables): PackedLines {
  // Copied, as words must begin at a multiple of four.
  const words = new Int32Array(rows.length / 4)
  new Uint8Array(words.buffer).set(rows)
  const lines = PackedLines.of(words)
  const link = (id: number): number => {
    const found = saved.links[id]
    return found ? tables.internLink(found.uri, found.id) : 0
  }
  const styleIds = saved.styles.map((style) =>
    tables.styles.intern(style.fg, style.bg, style.underlineColor, style.flags, link(style.link)),
  )
  lines.remap(
    (id) => (id < internedBit ? id : styleIds[id - internedBit]),
    (code) => (code < clusterBit ? code : tables.internCluster(saved.clusters[code & valueMask]) | (code & widthMask)),
  )
  return lines
}

function codeOf({ tables }: TerminalState, { text, width }: SavedState['lastPrinted']): number {
  const points = [...text]
  if (points.length > 1) return tables.internCluster(text) | width
  return (points[0]?.codePointAt(0) ?? 0) | width
}
