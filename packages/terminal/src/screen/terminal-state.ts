/**
 * The state of one terminal: its two screens, cursor, pen, margins, modes, tabs, character sets, titles and colours,
 * and the few operations that everything else is made of. The sequences act on it; the parser feeds it.
 */
import { limits } from '../limits.js'
import { type ModeName, modeIndex, modeTable } from '../modes.js'
import { encodeEightBit, encodeUtf8 } from '../parser/utf8.js'
import type { CursorShape, Rgb, TerminalEvent, TerminalOptions } from '../types.js'
import { Grid } from './grid.js'
import { History } from './history.js'
import { KeyboardState } from './keyboard.js'
import { KittyImages } from './kitty-images.js'
import { Marks } from './marks.js'
import { Palette } from './palette.js'
import { Pen } from './pen.js'
import { Pictures } from './pictures.js'
import type { Resting } from './reflow.js'
import { Stamp } from './stamp.js'
import { sweepTables } from './sweep.js'
import { Tables } from './tables.js'

type PaletteSource = Extract<TerminalEvent, { type: 'palette' }>['source']

/** Reasons to print character by character instead of in runs. */
export const slow = { charset: 1, shift: 2, insert: 4, prepend: 8, doubled: 16 } as const

/** What DECSC keeps. */
export interface SavedCursor {
  row: number
  col: number
  wrapPending: boolean
  origin: boolean
  fg: number
  bg: number
  underlineColor: number
  flags: number
  charsets: (Uint16Array | null)[]
  designators: string[]
  gl: number
  gr: number
}

/** A file of OSC 5113 that is on its way. */
export interface Transfer {
  readonly filename: string | null
  /** Bytes; null where that was not said, or says nothing about the data because it is compressed. */
  readonly size: number | null
  done: number
}

/** What XTPUSHSGR keeps: null where the colour was not chosen, and the flags that were. */
interface SavedPen {
  readonly fg: number | null
  readonly bg: number | null
  readonly underlineColor: number | null
  readonly flags: number
  readonly mask: number
}

export const originMode = modeIndex('origin')
export const marginsMode = modeIndex('leftRightMargins')
export const clusterMode = modeIndex('graphemeClusters')
const alternateAllowedMode = modeIndex('alternateAllowed')
export const reverseWrapMode = modeIndex('reverseWrap')
export const extendedReverseWrapMode = modeIndex('extendedReverseWrap')
export const cursorVisibleMode = modeIndex('cursorVisible')
export const cursorBlinkMode = modeIndex('cursorBlink')

export class TerminalState {
  cols: number
  rows: number
  /** The screen that is shown: `main` or `alternate`. */
  grid: Grid
  readonly stamp: Stamp
  main: Grid
  alternate: Grid | null = null
  history: History
  tables = new Tables()
  private sweepAt: number = limits.tableSweep
  private sweepLinksAt: number = limits.linkSweep

  cursorRow = 0
  cursorCol = 0
  /** The cursor is on the last column and has printed there; the next character wraps first. */
  wrapPending = false
  top = 0
  bottom: number
  left = 0
  right: number
  savedMain: SavedCursor | null = null
  savedAlternate: SavedCursor | null = null

  readonly pen = new Pen()
  /** Protection was last asked for as ISO has it (SPA): then every erasure spares protected cells. */
  isoProtection = false

  /** A bit per reason in `slow`. */
  slowPrint = 0
  charsets: (Uint16Array | null)[] = [null, null, null, null]
  designators: string[] = ['B', 'B', 'B', 'B']
  gl = 0
  gr = 2
  /** SS2 or SS3: the set of the next character, or 0. */
  singleShift = 0
  /** Code of the last printed cell, for REP. */
  lastPrinted = 0

  readonly modes = new Uint8Array(modeTable.length)
  /** Mirrors of modes that the printing path reads. */
  autoWrap = true
  origin = false
  newLine = false
  vt52 = false
  tabs: Uint8Array
  cursorShape: CursorShape = 'block'

  readonly sgrStack: SavedPen[] = []
  readonly titleStack: { title: string; iconName: string; ownIconName: boolean }[] = []
  /** XTSAVE: mode index → value. */
  readonly savedModes = new Map<number, number>()
  /** Where resizes since the last output meant to put the normal screen. */
  resting: Resting | null = null
  readonly keyboard = new KeyboardState()
  /** DECSACE: with 2, DECCARA and DECRARA act on a rectangle instead of a stream of positions. */
  attributeExtent = 0
  /** DECSCL: the level that the program asked for, 61 to 64. */
  conformanceLevel = 64
  /** S8C1T: controls in answers are one byte from 0x80 on, as 0x9B for CSI. */
  eightBitReplies = false
  /** XTCHECKSUM: bits of how DECRQCRA sums. */
  checksumMode = 0
  /** XTSMTITLE: a bit per mode. */
  titleModes = 0
  /** The width to go back to from 132 columns. */
  narrowCols = 80
  readonly kittyImage = new KittyImages()
  readonly pictures = new Pictures()
  /** iTerm2's file that is still arriving in parts. */
  inlineFile: { readonly args: string; data: string } | null = null
  /** OSC 99 notifications that are still arriving, by id. */
  readonly notifications = new Map<string, { title: string; body: string; urgency: 'low' | 'normal' | 'critical' }>()
  readonly marks = new Marks()
  /** The command line that VS Code's integration reported before the command started. */
  pendingCommand: string | null = null
  /** True where the background is dark, for the colour-scheme report. */
  darkScheme = true
  /** What OSC 52 set last, by selection. */
  readonly clipboard = new Map<string, string>()

  title = ''
  iconName = ''
  /** The icon name was set by itself, not together with the title. */
  ownIconName = false
  /** The folder that the program last reported. */
  reportedCwd: string | null = null
  /** Files of OSC 5113 that are on their way. */
  readonly transfers = new Map<string, Transfer>()
  /** Grows when something that no row shows changed: title, palette, cursor style. */
  appearanceRevision = 0
  readonly palette = new Palette()

  private replies: Uint8Array = new Uint8Array(0)
  private replyLength = 0
  private listener: (event: TerminalEvent) => void = () => {}
  /** Called with sequences that nothing handles; null where no one wants to know. */
  onUnknown: ((sequence: string) => void) | null = null

  /** Ends the revision under way: what is written from now on has a later stamp. */
  endRevision: () => void = () => {}

  constructor(readonly options: Required<TerminalOptions>) {
    this.cols = options.cols
    this.rows = options.rows
    this.stamp = new Stamp(options.trackCells)
    this.main = new Grid(this.cols, this.rows, this.stamp)
    this.grid = this.main
    this.history = new History(this.main, options.scrollback)
    this.bottom = this.rows - 1
    this.right = this.cols - 1
    this.tabs = defaultTabs(this.cols)
    this.setInitialModes()
  }

  /** Every mode as it is at first in a terminal of this identity. */
  setInitialModes(): void {
    const { graphemeClusters, alternateScreen } = this.options.identity
    for (const [index, mode] of modeTable.entries()) this.modes[index] = mode.initial ? 1 : 0
    this.modes[clusterMode] = graphemeClusters ? 1 : 0
    this.modes[alternateAllowedMode] = alternateScreen ? 1 : 0
  }

  /** Where events go. */
  listen(listener: (event: TerminalEvent) => void): void {
    this.listener = listener
  }

  emit(event: TerminalEvent): void {
    this.listener(event)
  }

  /** Queues an answer to the program; beyond the bound answers are dropped: the program is not reading them. */
  reply(text: string): void {
    const bytes = this.eightBitReplies ? encodeEightBit(text) : encodeUtf8(text)
    const length = this.replyLength + bytes.length
    if (length > limits.replyBytes) return
    if (length > this.replies.length) {
      const grown = new Uint8Array(Math.max(256, length * 2))
      grown.set(this.replies.subarray(0, this.replyLength))
      this.replies = grown
    }
    this.replies.set(bytes, this.replyLength)
    this.replyLength = length
  }

  takeReplies(): Uint8Array {
    const taken = this.replies.slice(0, this.replyLength)
    this.replyLength = 0
    if (this.replies.length > 1024) this.replies = new Uint8Array(0)
    return taken
  }

  get isAlternate(): boolean {
    return this.grid !== this.main
  }

  /** Lines that were ever above the screen: the number of its first row, counted from the very first line. */
  get firstLine(): number {
    return this.isAlternate ? 0 : this.history.dropped + this.history.length
  }

  /** The style number that printing uses. */
  printStyle(): number {
    if (this.pen.style < 0) this.lookUpPen()
    return this.pen.style
  }

  /** The style that erased cells get: the pen's background only. */
  eraseStyle(): number {
    return this.pen.eraseStyle(this.tables.styles)
  }

  private lookUpPen(): void {
    if (this.tables.styles.count > this.sweepAt) this.sweep()
    this.pen.lookUp(this.tables.styles)
  }

  /** Drops styles, clusters and links that no cell uses any more. */
  sweep(): void {
    sweepTables(this)
    this.sweepAt = Math.max(limits.tableSweep, this.tables.size * 2)
    this.sweepLinksAt = Math.max(limits.linkSweep, this.tables.linkLength * 2)
  }

  /** The size in cells and pixels, as mode 2048 reports it. */
  reportSize(): void {
    const { cols, rows } = this
    const { cellWidth, cellHeight } = this.options
    this.reply(`\x1b[48;${rows};${cols};${rows * cellHeight};${cols * cellWidth}t`)
  }

  reportColorScheme(): void {
    this.reply(`\x1b[?997;${this.darkScheme ? 1 : 2}n`)
  }

  /** Emits the colours that changed, if any did. */
  emitPalette(changes: Readonly<Record<string, Rgb | null>>, source: PaletteSource): void {
    if (Object.keys(changes).length === 0) return
    this.appearanceRevision++
    this.emit({ type: 'palette', changes, source })
  }

  /** XTPUSHCOLORS changes no colour, but clients that follow the stack are notified. */
  pushPalette(slot: number): void {
    if (this.palette.push(slot)) this.emit({ type: 'palette', changes: {}, source: 'push' })
  }

  popPalette(slot: number): void {
    const changes = this.palette.pop(slot)
    if (changes) this.emitPalette(changes, 'pop')
  }

  /** Runs a change of what the program asked of the keyboard and emits what is different now. */
  changeKeyboard(change: () => void): void {
    const asked = () => ({ kittyKeyboard: this.keyboard.flags(this.isAlternate), ...this.keyboard.options() })
    const before = asked()
    change()
    for (const [mode, value] of Object.entries(asked()))
      if (value !== before[mode as keyof typeof before]) this.emit({ type: 'mode', mode, enabled: value > 0 })
  }

  /** True when a cluster or a link was added beyond what the tables should hold. */
  get wantsSweep(): boolean {
    return (this.tables.grown && this.tables.size > this.sweepAt) || this.tables.linkLength > this.sweepLinksAt
  }

  modeIsSet(name: ModeName): boolean {
    return this.modes[modeIndex(name)] !== 0
  }

  setSlow(bit: number, on: boolean): void {
    this.slowPrint = on ? this.slowPrint | bit : this.slowPrint & ~bit
  }

  /** Chooses slow printing when the set in use, or a pending shift, asks for it. */
  refreshCharset(): void {
    this.setSlow(slow.charset, this.charsets[this.gl] !== null)
    this.setSlow(slow.shift, this.singleShift !== 0)
  }

  /** Moves the cursor, within the screen. */
  moveTo(row: number, col: number): void {
    this.cursorRow = row < 0 ? 0 : row >= this.rows ? this.rows - 1 : row
    this.cursorCol = col < 0 ? 0 : col >= this.cols ? this.cols - 1 : col
    this.wrapPending = false
  }

  /** Moves the cursor to a position as programs give it: from the margins in origin mode, and within them. */
  moveToOrigin(row: number, col: number): void {
    if (!this.origin) {
      this.moveTo(row, col)
      return
    }
    this.moveTo(Math.min(this.top + Math.max(row, 0), this.bottom), Math.min(this.left + Math.max(col, 0), this.right))
  }

  /** The last column of the cursor's row. */
  get lastCol(): number {
    return (this.slowPrint & slow.doubled) !== 0 ? this.grid.lastCol(this.cursorRow) : this.cols - 1
  }

  /** One past the last column that a character printed at the cursor may take: at the margin, or beyond it the edge. */
  get printLimit(): number {
    return this.cursorCol > this.right ? this.cols : Math.min(this.right, this.lastCol) + 1
  }

  /** True when the cursor is between the left and right margins. */
  get insideColumns(): boolean {
    return this.cursorCol >= this.left && this.cursorCol <= this.right
  }

  get insideMargins(): boolean {
    return this.insideColumns && this.cursorRow >= this.top && this.cursorRow <= this.bottom
  }

  get fullWidth(): boolean {
    return this.left === 0 && this.right === this.cols - 1
  }

  resetMargins(): void {
    this.top = 0
    this.bottom = this.rows - 1
    this.left = 0
    this.right = this.cols - 1
  }

  resetCharsets(): void {
    this.charsets = [null, null, null, null]
    this.designators = ['B', 'B', 'B', 'B']
    this.gl = 0
    this.gr = 2
    this.singleShift = 0
    this.refreshCharset()
  }

  /** A column of the row that a cursor at `row` stands in, as the cell's place in the grid's arrays. */
  cellAt(row: number, col: number): number {
    return this.grid.line(row) * this.cols + col
  }
}

export function defaultTabs(cols: number): Uint8Array {
  const tabs = new Uint8Array(cols)
  for (let col = 8; col < cols; col += 8) tabs[col] = 1
  return tabs
}
