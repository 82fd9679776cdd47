/**
 * The engine's front: bytes in, screen out. Synchronous and pure: no clock, no I/O, nothing that throws while writing.
 * It owns revisions, snapshots and events; the state and what sequences do to it are in screen/ and sequences/.
 */
import type { CharacterPairs } from './character-pairs.js'
import { dumpTerminal } from './dump.js'
import { ownIdentity } from './identity.js'
import { limits } from './limits.js'
import { type EventListener, Listeners } from './listeners.js'
import { readModes } from './mode-view.js'
import { joinBytes } from './parser/bytes.js'
import { Parser } from './parser/parser.js'
import { encodeUtf8 } from './parser/utf8.js'
import { Revisions } from './revisions.js'
import { dumpScreens, restoreState, type SavedTerminal, saveState } from './save.js'
import { copyRows } from './screen/grid-rows.js'
import { resizeTerminal } from './screen/resize.js'
import { PackedRow } from './screen/row.js'
import { TerminalState } from './screen/terminal-state.js'
import { SequenceRouter } from './sequences/router.js'
import { ScreenSnapshot } from './snapshot.js'
import { textBetween } from './text-between.js'
import type {
  PaletteOverrides,
  PictureCells,
  Region,
  Row,
  Snapshot,
  StackDepths,
  TerminalModes,
  TerminalOptions,
} from './types.js'

export class Terminal {
  private readonly state: TerminalState
  private readonly parser: Parser
  private readonly revisions: Revisions
  private readonly listeners = new Listeners()
  private last: ScreenSnapshot | null = null
  /** Half of a surrogate pair at the end of the last string. */
  private highSurrogate = ''
  private readonly waiting: Uint8Array[] = []
  private writing = false

  constructor(options: TerminalOptions = {}) {
    this.state = new TerminalState({
      cols: size('cols', options.cols ?? 80, limits.maxCols),
      rows: size('rows', options.rows ?? 24, limits.maxRows),
      scrollback: size('scrollback', options.scrollback ?? 10_000, limits.maxScrollback, 0),
      trackCells: options.trackCells ?? false,
      allowClipboardRead: options.allowClipboardRead ?? false,
      allowChecksum: options.allowChecksum ?? false,
      cellWidth: size('cellWidth', options.cellWidth ?? 8, 1024),
      cellHeight: size('cellHeight', options.cellHeight ?? 16, 1024),
      identity: options.identity ?? ownIdentity,
    })
    this.state.listen((event) => this.listeners.notify(event))
    this.revisions = new Revisions(this.state)
    this.state.endRevision = () => void this.revisions.commit()
    this.parser = new Parser(new SequenceRouter(this.state))
  }

  get cols(): number {
    return this.state.cols
  }

  get rows(): number {
    return this.state.rows
  }

  /** Grows with every visible change. */
  get revision(): number {
    return this.revisions.commit()
  }

  /** The modes as they are now; a value that does not change later. */
  get modes(): TerminalModes {
    return readModes(this.state)
  }

  get title(): string {
    return this.state.title
  }

  /** Colours changed by the program or with `setPalette`. */
  get paletteOverrides(): PaletteOverrides {
    return this.state.palette.overrides
  }

  /** What was pushed and not popped, on both screens together. */
  get stacks(): StackDepths {
    const { titleStack, keyboard, palette } = this.state
    const pushed = [false, true].map((isAlternate) => keyboard.entries(isAlternate).length - 1)
    return { titles: titleStack.length, keyboard: pushed[0] + pushed[1], colors: palette.stack.current }
  }

  /** Number of the screen's first row, counted from the first line ever; grows as lines leave the top. */
  get firstLine(): number {
    return this.state.firstLine
  }

  /**
   * The last revision that wrote one of `count` cells of the screen, or without `trackCells` anything in their row; 0
   * where none did.
   */
  writtenAt(row: number, col: number, count = 1): number {
    if (!(row >= 0 && row < this.rows && col >= 0 && col < this.cols)) return 0
    this.revisions.commit()
    return this.revisions.writtenAt(row, col, count)
  }

  /** The cells of the screen that show something of a picture; later ones cover earlier ones. */
  pictures(): PictureCells[] {
    this.revisions.commit()
    return this.state.pictures.cells(this.state)
  }

  /** Notes which characters stand beside each other on the screen. */
  readPairs(pairs: CharacterPairs): void {
    pairs.read(this.state)
  }

  /** Takes output of the program. A write from inside an event listener is done after the current one. */
  write(data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? this.encode(data) : this.afterText(data)
    if (this.writing) {
      this.waiting.push(bytes.slice())
      return
    }
    this.writing = true
    this.state.resting = null
    try {
      this.parser.parse(bytes)
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) this.parser.parse(next)
    } finally {
      this.writing = false
      this.revisions.commit()
    }
  }

  /** What the terminal answers to the program since the last call. */
  takeReplies(): Uint8Array {
    return this.state.takeReplies()
  }

  /** Changes the size; the normal screen is reflowed. */
  resize(cols: number, rows: number): void {
    const { state } = this
    size('cols', cols, limits.maxCols)
    size('rows', rows, limits.maxRows)
    if (cols === state.cols && rows === state.rows) return
    this.revisions.commit()
    resizeTerminal(state, cols, rows)
    state.emit({ type: 'resized', cols, rows })
    if (readModes(state).inBandResize) state.reportSize()
    this.revisions.commit()
  }

  /** Calls back with every event, in the middle of a write, until the result is disposed of. */
  onEvent(listener: EventListener): { dispose(): void } {
    return { dispose: this.listeners.add(listener) }
  }

  /** Calls back with every sequence that nothing handles, as manuals write it and without the contents of strings. */
  onUnknown(listener: (sequence: string) => void): void {
    this.state.onUnknown = listener
  }

  /** The screen as an immutable value; costs as much as changed since the last one. */
  snapshot(): Snapshot {
    const revision = this.revisions.commit()
    if (this.last?.revision === revision) return this.last
    const { state } = this
    this.last = new ScreenSnapshot(this.revisions.state(), copyRows(state.grid, state.tables))
    return this.last
  }

  /** Rows of the history, 0 being the oldest. */
  history(from = 0, count = Number.MAX_SAFE_INTEGER): Row[] {
    const { history, tables, cols } = this.state
    const first = Math.max(0, Math.floor(from))
    const end = Math.min(history.length, first + Math.max(0, count))
    const rows: Row[] = []
    for (let index = first; index < end; index++) {
      const row = history.read(index)
      rows.push(PackedRow.of(row, Math.max(cols, row.codes.length), tables))
    }
    return rows
  }

  /** Rows that changed after a revision. */
  dirtyRowsSince(revision: number): number[] {
    this.revisions.commit()
    return this.revisions.dirtyRows(revision)
  }

  /** The smallest rectangle known to hold all changes after a revision; null when no cell changed. */
  dirtyRegionSince(revision: number): Region | null {
    this.revisions.commit()
    return this.revisions.dirtyRegion(revision)
  }

  /**
   * Text from one position up to but not including another; lines are counted as `firstLine` counts them. Wrapped rows
   * are joined, others separated by newlines and right-trimmed. What has left the history is missing.
   */
  textBetween(fromLine: number, fromCol: number, toLine: number, toCol: number): string {
    return textBetween(this.state, { line: fromLine, col: fromCol }, { line: toLine, col: toCol })
  }

  /** Changes colours from outside; null gives back the theme's colour. */
  setPalette(overrides: Partial<PaletteOverrides>): void {
    const { palette } = this.state
    for (const [index, color] of overrides.colors ?? []) if (index >= 0 && index < 256) palette.setColor(index, color)
    for (const name of ['foreground', 'background', 'cursor'] as const) {
      const color = overrides[name]
      if (color !== undefined) palette.setDynamic(name, color)
    }
    this.state.appearanceRevision++
    this.revisions.commit()
  }

  /** Sets whether the theme is dark; programs that asked for it are notified of a change. */
  setColorScheme(scheme: 'dark' | 'light'): void {
    const { state } = this
    if (state.darkScheme === (scheme === 'dark')) return
    state.darkScheme = scheme === 'dark'
    if (readModes(state).colorSchemeUpdates) state.reportColorScheme()
  }

  /**
   * Bytes that rebuild this screen, history and modes in a fresh terminal of the same size, up to the byte: what the
   * program writes next may go on in the middle of a sequence or character.
   */
  dump(): Uint8Array {
    return joinBytes(encodeUtf8(dumpTerminal(this.state)), this.parser.unfinished())
  }

  /** What `restore` needs to go on from here, up to the byte; far cheaper than a dump where the history is long. */
  save(): SavedTerminal {
    const dump = joinBytes(encodeUtf8(dumpScreens(this.state)), this.parser.unfinished())
    return { dump, ...saveState(this.state, this.revisions.commit()) }
  }

  /**
   * Brings a fresh terminal, which no one listens to yet, to where a saved one of the same size was. Its revisions go on
   * from `revision`, which must be no lower than any that was given out before.
   */
  restore(saved: SavedTerminal, revision = saved.state.revision): void {
    this.write(saved.dump)
    restoreState(this.state, saved)
    this.revisions.goOnFrom(revision)
  }

  /** Bytes as they are; half a surrogate pair that was left before them is none. */
  private afterText(data: Uint8Array): Uint8Array {
    if (!(data instanceof Uint8Array)) {
      throw new TypeError('what is written must be a string or a Uint8Array')
    }
    if (this.highSurrogate === '' || data.length === 0) return data
    const left = encodeUtf8(this.highSurrogate)
    this.highSurrogate = ''
    const whole = new Uint8Array(left.length + data.length)
    whole.set(left)
    whole.set(data, left.length)
    return whole
  }

  private encode(text: string): Uint8Array {
    const whole = this.highSurrogate + text
    const last = whole.charCodeAt(whole.length - 1)
    const cut = (last & 0xfc00) === 0xd800
    this.highSurrogate = cut ? whole[whole.length - 1] : ''
    return encodeUtf8(cut ? whole.slice(0, -1) : whole)
  }
}

function size(name: string, value: number, max: number, min = 1): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`${name} is ${value}; it must be a whole number from ${min} to ${max}`)
}
