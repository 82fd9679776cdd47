/**
 * Panes of a terminal whose screens can be read, and nothing else: a driver says how. Where the driver is notified of
 * changes it says so; else panes are read, and looked for, on a schedule.
 */
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import { Emitter } from '../../base/emitter.js'
import type { Bridge, ExitStatus } from '../../session/pty/port.js'
import type { Pane, PaneLink, PaneSink, SessionSource } from '../source.js'
import { type ReadScreen, Repainter } from './repaint.js'
import { ReadSchedule } from './schedule.js'

export interface ScreenDriver {
  readonly bridge: Bridge
  readonly address: string
  list(): Promise<readonly Pane[]>
  read(pane: Pane): Promise<ReadScreen>
  /** Calls back whenever the screen has changed; absent where no one reports that. */
  watch?(pane: Pane, changed: (screen: ReadScreen) => void): Disposable
  write?(pane: Pane, bytes: Uint8Array): Promise<void>
  close?(pane: Pane): Promise<void>
  dispose?(): void
}

/** How often panes are looked for. */
const LIST_MS = 2000
/** Failures in a row after which the other terminal is gone. */
const MAX_FAILURES = 3
const closed: ExitStatus = { code: null, signal: null, reason: 'the pane was closed' }
const encoder = new TextEncoder()

interface Reader {
  readonly sink: PaneSink
  stop(): void
}

export class ScreenSource implements SessionSource {
  readonly bridge: Bridge
  readonly address: string
  readonly prefix: string
  readonly answersQueries = true
  readonly onPane = new Emitter<Pane>()
  readonly onLost = new Emitter<string>()
  private panes = new Map<string, Pane>()
  private readonly readers = new Map<string, Reader>()
  private timer: Disposable | null = null
  private failures = 0
  private isStopped = false

  constructor(
    private readonly driver: ScreenDriver,
    private readonly clock: Clock,
  ) {
    this.bridge = driver.bridge
    this.address = driver.address
    this.prefix = `${driver.bridge.kind}:`
  }

  async list(): Promise<readonly Pane[]> {
    this.compare(await this.driver.list())
    this.lookLater()
    return [...this.panes.values()]
  }

  async attach(id: string, sink: PaneSink): Promise<PaneLink> {
    const pane = (): Pane => this.require(id)
    const repainter = new Repainter()
    let size = { cols: 0, rows: 0 }
    const show = (screen: ReadScreen): void => {
      const { cols, rows } = screen
      if (cols !== size.cols || rows !== size.rows) sink.resized(cols, rows)
      size = { cols, rows }
      const bytes = repainter.paint(screen)
      if (bytes !== '') sink.output(encoder.encode(bytes))
    }
    const read = async (): Promise<void> => show(await this.driver.read(pane()))
    await read()
    let isWatched = (): boolean => false
    const watch = this.driver.watch?.(pane(), show)
    const schedule = watch ? null : new ReadSchedule(read, () => isWatched(), this.clock)
    const stop = (): void => {
      watch?.dispose()
      schedule?.stop()
    }
    this.readers.set(id, { sink, stop })
    const { write, close } = this.driver
    return {
      ...(write && {
        write: async (bytes) => {
          await write.call(this.driver, pane(), bytes)
          schedule?.noteInput()
        },
      }),
      ...(close && {
        close: async () => {
          await close.call(this.driver, pane())
          await this.list().catch(() => {})
        },
      }),
      // A screen is only ever what it is now: there is nothing that could pile up.
      pause: () => {},
      resume: () => {},
      watchedBy: (ask) => {
        isWatched = ask
      },
      looked: () => schedule?.hurry(),
      release: () => {
        stop()
        this.readers.delete(id)
      },
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.timer?.dispose()
    for (const { stop } of this.readers.values()) stop()
    this.driver.dispose?.()
  }

  private require(id: string): Pane {
    const pane = this.panes.get(id)
    if (pane) return pane
    throw new CoreError('session-exited', `${this.bridge.kind} has no pane ${id} any more`)
  }

  private lookLater(): void {
    this.timer ??= this.clock.after(LIST_MS, () => {
      this.timer = null
      void this.look()
    })
  }

  private async look(): Promise<void> {
    if (this.isStopped) return
    try {
      this.compare(await this.driver.list())
      this.failures = 0
    } catch (error) {
      if (++this.failures >= MAX_FAILURES) return this.lose((error as Error).message)
    }
    this.lookLater()
  }

  private compare(found: readonly Pane[]): void {
    const before = this.panes
    this.panes = new Map(found.map((pane) => [pane.id, pane]))
    for (const id of before.keys()) if (!this.panes.has(id)) this.end(id)
    // One that could not be read may be readable now.
    for (const pane of found)
      if (before.get(pane.id)?.name !== pane.name || !this.readers.has(pane.id)) this.onPane.emit(pane)
  }

  private end(id: string): void {
    const reader = this.readers.get(id)
    this.readers.delete(id)
    reader?.stop()
    reader?.sink.ended(closed)
  }

  private lose(reason: string): void {
    this.isStopped = true
    for (const id of [...this.readers.keys()]) this.end(id)
    this.onLost.emit(reason)
  }
}
