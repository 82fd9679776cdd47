/**
 * The engine's front: bytes in, screen out. Synchronous and pure: no clock, no I/O, nothing that throws while writing.
 * It owns revisions, snapshots and events; the state and what sequences do to it are in screen/ and sequences/.
 */
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import { dumpTerminal } from './dump.js'
import { limits } from './limits.js'
import { readModes } from './mode-view.js'
import { Parser } from './parser/parser.js'
import { encodeUtf8 } from './parser/utf8.js'
import { Revisions } from './revisions.js'
import { copyRows } from './screen/grid-rows.js'
import { Machine } from './screen/machine.js'
import { resizeMachine } from './screen/resize.js'
import { PackedRow } from './screen/row.js'
import { Dispatcher } from './sequences/dispatch.js'
import { ScreenSnapshot } from './snapshot.js'
import { textBetween } from './text-between.js'
import type { PaletteOverrides, Region, Row, Snapshot, TerminalEvent, TerminalModes, TerminalOptions } from './types.js'

export class Terminal {
  private readonly machine: Machine
  private readonly parser: Parser
  private readonly revisions: Revisions
  private readonly events = new Emitter<TerminalEvent>()
  private last: ScreenSnapshot | null = null
  /** Half of a surrogate pair at the end of the last string. */
  private highSurrogate = ''
  private readonly waiting: Uint8Array[] = []
  private writing = false

  constructor(options: TerminalOptions = {}) {
    this.machine = new Machine({
      cols: size('cols', options.cols ?? 80, limits.maxCols),
      rows: size('rows', options.rows ?? 24, limits.maxRows),
      scrollback: size('scrollback', options.scrollback ?? 10_000, limits.maxScrollback, 0),
      allowClipboardRead: options.allowClipboardRead ?? false,
      allowChecksum: options.allowChecksum ?? false,
      cellWidth: size('cellWidth', options.cellWidth ?? 8, 1024),
      cellHeight: size('cellHeight', options.cellHeight ?? 16, 1024),
    })
    this.machine.listen((event) => this.events.emit(event))
    this.revisions = new Revisions(this.machine)
    this.parser = new Parser(new Dispatcher(this.machine))
  }

  get cols(): number {
    return this.machine.cols
  }

  get rows(): number {
    return this.machine.rows
  }

  /** Grows with every visible change. */
  get revision(): number {
    return this.revisions.commit()
  }

  /** The modes as they are now; a value that does not change later. */
  get modes(): TerminalModes {
    return readModes(this.machine)
  }

  get title(): string {
    return this.machine.title
  }

  /** Colours changed by the program or with `setPalette`. */
  get paletteOverrides(): PaletteOverrides {
    return this.machine.palette.overrides
  }

  /** Number of the screen's first row, counted from the first line ever; grows as lines leave the top. */
  get firstLine(): number {
    return this.machine.firstLine
  }

  /** Takes output of the program. A write from inside an event listener is done after the current one. */
  write(data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? this.encode(data) : this.afterText(data)
    if (this.writing) {
      this.waiting.push(bytes.slice())
      return
    }
    this.writing = true
    this.machine.resting = null
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
    return this.machine.takeReplies()
  }

  /** Changes the size; the normal screen is reflowed. */
  resize(cols: number, rows: number): void {
    const { machine } = this
    size('cols', cols, limits.maxCols)
    size('rows', rows, limits.maxRows)
    if (cols === machine.cols && rows === machine.rows) return
    this.revisions.commit()
    resizeMachine(machine, cols, rows)
    machine.emit({ type: 'resized', cols, rows })
    if (readModes(machine).inBandResize) machine.reportSize()
    this.revisions.commit()
  }

  onEvent(listener: (event: TerminalEvent) => void): Disposable {
    return this.events.on(listener)
  }

  /** The screen as an immutable value; costs as much as changed since the last one. */
  snapshot(): Snapshot {
    const revision = this.revisions.commit()
    if (this.last?.revision === revision) return this.last
    const { machine } = this
    this.last = new ScreenSnapshot(this.revisions.state(), copyRows(machine.grid, machine.tables))
    return this.last
  }

  /** Rows of the history, 0 being the oldest. */
  history(from = 0, count = Number.MAX_SAFE_INTEGER): Row[] {
    const { history, tables, cols } = this.machine
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
    return textBetween(this.machine, { line: fromLine, col: fromCol }, { line: toLine, col: toCol })
  }

  /** Changes colours from outside; null gives back the theme's colour. */
  setPalette(overrides: Partial<PaletteOverrides>): void {
    const { palette } = this.machine
    for (const [index, color] of overrides.colors ?? []) if (index >= 0 && index < 256) palette.setColor(index, color)
    for (const name of ['foreground', 'background', 'cursor'] as const) {
      const color = overrides[name]
      if (color !== undefined) palette.setDynamic(name, color)
    }
    this.machine.looks++
    this.revisions.commit()
  }

  /** Tells the terminal whether its theme is dark; programs that asked for it hear of a change. */
  setColorScheme(scheme: 'dark' | 'light'): void {
    const { machine } = this
    if (machine.darkScheme === (scheme === 'dark')) return
    machine.darkScheme = scheme === 'dark'
    if (readModes(machine).colorSchemeUpdates) machine.reportColorScheme()
  }

  /** Bytes that rebuild this screen, history and modes in a fresh terminal of the same size. */
  dump(): Uint8Array {
    return encodeUtf8(dumpTerminal(this.machine))
  }

  /** Bytes as they are; half a surrogate pair that was left before them is none. */
  private afterText(data: Uint8Array): Uint8Array {
    if (!(data instanceof Uint8Array)) {
      throw new CoreError('invalid-params', 'what is written must be a string or a Uint8Array')
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
  throw new CoreError('invalid-params', `${name} is ${value}; it must be a whole number from ${min} to ${max}`, {
    [name]: value,
  })
}
