/**
 * A session with what lies around and over it: the window that program and panels share, whose smallest attached
 * terminal rules, and the screen as attached terminals see it.
 */
import type { Snapshot } from '@polytty/terminal'
import { type Disposable, DisposableBag } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import { MAX_CELLS } from '../base/limits.js'
import type { Session } from '../session/index.js'
import { compose, type Layout, layOut, reservedRows } from './compose.js'
import type { Panel } from './element.js'
import { Elements } from './elements.js'

interface Size {
  readonly cols: number
  readonly rows: number
}

export class Composition implements Disposable {
  readonly elements = new Elements()
  /** What attached terminals should show has changed. */
  readonly onChange = new Emitter<void>()
  private readonly owned = new DisposableBag()
  private readonly windows = new Map<object, Size>()
  private window: Size
  private layout: Layout = { top: [], bottom: [] }
  private resizing = false
  /** As it was last asked for: many may look at the same moment. */
  private last: { readonly base: Snapshot; readonly whole: Snapshot } | null = null

  constructor(private readonly session: Session) {
    this.window = { cols: session.cols, rows: session.rows }
    this.owned.add(session.onChange.on(() => this.onChange.emit()))
    this.owned.add(
      session.onResize.on(({ cols, rows }) => {
        if (!this.resizing) this.window = { cols, rows: rows + reservedRows(this.layout) }
      }),
    )
    this.owned.add(this.elements.onChange.on(({ panels }) => this.handleElements(panels)))
  }

  /** Whether a panel has a place on the screen. */
  isVisible(panel: Panel): boolean {
    return this.layout.top.includes(panel) || this.layout.bottom.includes(panel)
  }

  /** Rows of panels above the program's first row. */
  get rowsAbove(): number {
    return reservedRows({ top: this.layout.top, bottom: [] })
  }

  /** The program's screen with panels and overlays. */
  snapshot(): Snapshot {
    const base = this.session.snapshot()
    if (this.last?.base === base) return this.last.whole
    const whole = this.around(base)
    this.last = { base, whole }
    return whole
  }

  /** As `snapshot`, of a screen that someone sees in another way. */
  around(base: Snapshot): Snapshot {
    return compose(base, this.layout, this.elements.list('overlay'))
  }

  /** Sets the window that program and panels share. */
  resize(cols: number, rows: number): Promise<void> {
    // A pane of another terminal gets the size that it can have, which it reports.
    if (this.session.isBorrowed) return this.session.resize(clamp(cols), clamp(rows))
    this.window = { cols: clamp(cols), rows: clamp(rows) }
    return this.fit()
  }

  /**
   * An attached terminal has this size; the smallest of all rules until it is detached. A pane of another terminal keeps
   * its size: people look at it there as well.
   */
  attachWindow(client: object, cols: number, rows: number): void {
    if (this.session.isBorrowed) return
    this.windows.set(client, { cols: clamp(cols), rows: clamp(rows) })
    this.fitSmallest()
  }

  detachWindow(client: object): void {
    this.windows.delete(client)
    this.fitSmallest()
  }

  dispose(): void {
    this.owned.dispose()
  }

  private fitSmallest(): void {
    if (this.windows.size === 0 || this.session.exited) return
    const sizes = [...this.windows.values()]
    void this.resize(Math.min(...sizes.map(({ cols }) => cols)), Math.min(...sizes.map(({ rows }) => rows)))
  }

  private handleElements(panels: boolean): void {
    this.last = null
    if (panels) void this.fit()
    this.onChange.emit()
  }

  /** Gives panels their rows and the program the rest. */
  private fit(): Promise<void> {
    const { session, window } = this
    this.layout = layOut(this.elements.list('panel'), window.rows)
    this.last = null
    const rows = window.rows - reservedRows(this.layout)
    if (session.exited || session.isBorrowed || (session.cols === window.cols && session.rows === rows))
      return Promise.resolve()
    this.resizing = true
    try {
      // What another terminal has no room for stays as it was.
      return session.resize(window.cols, rows).catch(() => {})
    } finally {
      this.resizing = false
    }
  }
}

function clamp(cells: number): number {
  return Math.min(Math.max(Math.floor(cells), 1), MAX_CELLS)
}
