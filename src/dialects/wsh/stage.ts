/**
 * A session as this dialect sees it: how often something happened, where keyboards go, the window around the program,
 * the overlays and panels in it. Made with the session, for whatever dialect made that; events are feed.ts's business.
 */
import type { Clock } from '../../base/clock.js'
import { type Disposable, DisposableBag } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import { decodeInput, type KeyPress } from '../../input/index.js'
import type { Session } from '../../session/index.js'
import type { Snapshot } from '../../terminal/index.js'
import { compose, type Layout, layOut, reservedRows } from './compose.js'
import { Elements } from './elements.js'
import { type EncodedScreen, encodeScreen, historyLines } from './encode.js'
import { refuse } from './errors.js'
import { Feed } from './feed.js'
import { Pace } from './pace.js'
import type { LineFormat } from './params.js'

export type InputMode = 'passthrough' | 'capture'

/** Something typed on a keyboard, and the element that had the focus. */
export interface TypedInput {
  readonly mode: InputMode
  readonly bytes: Uint8Array
  readonly key: KeyPress | null
  readonly target: string | null
}

/** Sockets and terminals on one session. */
const MAX_CLIENTS = 64
const MAX_CELLS = 1000

export class Stage implements Disposable {
  readonly elements = new Elements()
  /** All that is told of this session, to whomever. */
  readonly pace: Pace
  readonly feed: Feed
  /** Output was read or input came. */
  readonly onActivity = new Emitter<void>()
  readonly onTyped = new Emitter<TypedInput>()
  readonly onInputMode = new Emitter<InputMode>()
  /** What attached terminals should show has changed. */
  readonly onComposition = new Emitter<void>()
  /** The program has ended and its last output was told to the screen. */
  readonly onEnd = new Emitter<void>()
  /** Everybody who is attached shall go. */
  readonly onDetach = new Emitter<void>()
  private readonly owned = new DisposableBag()
  private readonly screens = new Map<string, { readonly snapshot: Snapshot; readonly screen: EncodedScreen }>()
  private readonly windows = new Map<object, { readonly cols: number; readonly rows: number }>()
  private inputs = 0
  private clientCount = 0
  private mode: InputMode = 'passthrough'
  private window: { cols: number; rows: number }
  private layout: Layout = { top: [], bottom: [] }
  private resizing = false
  /** As it was last asked for: many may look at the same moment. */
  private composition: { readonly base: Snapshot; readonly whole: Snapshot } | null = null

  constructor(
    readonly session: Session,
    readonly clock: Clock,
    /** The command as it was asked for. */
    readonly command: string,
  ) {
    this.window = { cols: session.cols, rows: session.rows }
    this.feed = new Feed(session)
    this.pace = new Pace(clock)
    this.owned.add(session.onOutput.on(() => this.onActivity.emit()))
    this.owned.add(
      session.onInput.on(() => {
        this.inputs++
        this.onActivity.emit()
      }),
    )
    this.owned.add(session.onChange.on(() => this.onComposition.emit()))
    this.owned.add(
      session.onResize.on(({ cols, rows }) => {
        if (!this.resizing) this.window = { cols, rows: rows + reservedRows(this.layout) }
      }),
    )
    this.owned.add(this.elements.onChange.on(({ panels }) => this.handleElements(panels)))
  }

  /** Grows by one with each output read and each input. */
  get generation(): number {
    return this.session.reads + this.inputs
  }

  /** Milliseconds since anything happened. */
  get quietMs(): number {
    return Math.max(0, Math.round(this.clock.monotonic() - this.session.lastActivityAt))
  }

  get inputMode(): InputMode {
    return this.mode
  }

  get clients(): number {
    return this.clientCount
  }

  /** The panels that have a place on the screen. */
  isVisible(panel: Layout['top'][number]): boolean {
    return this.layout.top.includes(panel) || this.layout.bottom.includes(panel)
  }

  /** Rows of panels above the program's first row. */
  get rowsAbove(): number {
    return reservedRows({ top: this.layout.top, bottom: [] })
  }

  /** Refuses one client too many. */
  requireRoom(): void {
    if (this.clientCount >= MAX_CLIENTS)
      throw refuse('resource_limit_reached', `A session serves at most ${MAX_CLIENTS} clients.`)
  }

  /** Counts a client until the handle is disposed. */
  addClient(): Disposable {
    this.clientCount++
    return { dispose: () => this.clientCount-- }
  }

  /** The program's screen in this dialect's shape; with `composed`, as attached terminals see it. */
  screen(format: LineFormat, composed = false): EncodedScreen {
    const snapshot = composed ? this.composed() : this.session.snapshot()
    if (composed) return encodeScreen(snapshot, format, this.feed)
    const known = this.screens.get(format)
    if (known?.snapshot === snapshot && known.screen.epoch === this.feed.epoch) return known.screen
    const screen = encodeScreen(snapshot, format, this.feed)
    this.screens.set(format, { snapshot, screen })
    return screen
  }

  /** Lines of history and screen together. */
  get scrollbackLines(): number {
    const snapshot = this.session.snapshot()
    return historyLines(snapshot) + snapshot.rows
  }

  composed(): Snapshot {
    const base = this.session.snapshot()
    if (this.composition?.base === base) return this.composition.whole
    const whole = compose(base, this.layout, this.elements.listOverlays())
    this.composition = { base, whole }
    return whole
  }

  setInputMode(mode: InputMode): void {
    if (mode === 'passthrough') this.elements.unfocus()
    if (mode === this.mode) return
    this.mode = mode
    this.onInputMode.emit(mode)
  }

  /** Bytes from somebody's keyboard: told to those who listen and, unless captured, typed. */
  type(bytes: Uint8Array): void {
    const { mode } = this
    for (const event of decodeInput(bytes)) {
      const key = event.type === 'key' ? event.key : null
      this.onTyped.emit({ mode, bytes: event.bytes, key, target: this.elements.focused })
    }
    // A program that is gone or does not read loses what is typed, as on any terminal.
    if (mode === 'passthrough') void this.session.write(bytes).catch(() => undefined)
  }

  /** The window that program and panels share. */
  resize(cols: number, rows: number): void {
    this.window = { cols: clamp(cols), rows: clamp(rows) }
    this.fit()
  }

  /** An attached terminal has this size; the smallest of all rules until the handle is disposed. */
  attachWindow(client: object, cols: number, rows: number): void {
    this.windows.set(client, { cols: clamp(cols), rows: clamp(rows) })
    this.fitSmallest()
  }

  detachWindow(client: object): void {
    this.windows.delete(client)
    this.fitSmallest()
  }

  dispose(): void {
    this.owned.dispose()
    this.feed.dispose()
  }

  private fitSmallest(): void {
    if (this.windows.size === 0 || this.session.exited) return
    const sizes = [...this.windows.values()]
    this.resize(Math.min(...sizes.map(({ cols }) => cols)), Math.min(...sizes.map(({ rows }) => rows)))
  }

  private handleElements(panels: boolean): void {
    this.composition = null
    if (panels) this.fit()
    this.onComposition.emit()
  }

  /** Gives panels their rows and the program the rest. */
  private fit(): void {
    const { session } = this
    this.layout = layOut(this.elements.listPanels(), this.window.rows)
    this.composition = null
    const rows = this.window.rows - reservedRows(this.layout)
    if (session.exited || (session.cols === this.window.cols && session.rows === rows)) return
    this.resizing = true
    try {
      session.resize(this.window.cols, rows)
    } finally {
      this.resizing = false
    }
  }
}

function clamp(cells: number): number {
  return Math.min(Math.max(Math.floor(cells), 1), MAX_CELLS)
}
