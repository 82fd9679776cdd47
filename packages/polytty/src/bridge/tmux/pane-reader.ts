/**
 * One pane of tmux that is read. It begins with what tmux shows, and again wherever the stream was interrupted: when the
 * pane was resized, or printed faster than it was read. Then tmux is asked to pause the pane; from there on no byte of it
 * is on the way, so whatever comes after the next question is output after what that quotes.
 */
import type { ExitStatus } from '../../session/pty/port.js'
import type { PaneSink } from '../source.js'
import type { TmuxControl } from './control.js'
import { OwnLanguage } from './own-language.js'
import { captureCommands, restore } from './restore.js'

/** Output that waits for its reader; with more of it tmux is asked to stop, and what it shows then is taken instead. */
const MAX_QUEUED = 1024 * 1024

export class PaneReader {
  private queue: Uint8Array[] = []
  private queued = 0
  private paused = false
  /** Output was left out, or is about to be: the screen is to be read again. */
  private isStale = false
  /** What comes is kept until the screen is there that it follows. */
  private isQuoting = false
  private syncing: Promise<void> | null = null
  private again = false
  private size = { cols: 0, rows: 0 }
  /** As tmux last reported it. */
  private noted: { readonly cols: number; readonly rows: number } | null = null
  private isOver = false

  private readonly language: OwnLanguage

  constructor(
    readonly id: string,
    private control: TmuxControl,
    private readonly sink: PaneSink,
    allowsPassthrough: boolean,
  ) {
    this.language = new OwnLanguage((bytes) => this.sink.output(bytes), allowsPassthrough)
  }

  /** Whether output that this client reports is this pane's. */
  isOn(control: TmuxControl): boolean {
    return this.control === control
  }

  /** The pane is in another session of tmux now. */
  async move(control: TmuxControl): Promise<void> {
    this.control = control
    await this.sync()
  }

  /** Output of the pane. */
  take(bytes: Uint8Array): void {
    if (this.isOver) return
    if (!this.paused && !this.isQuoting && this.queue.length === 0) return this.language.push(bytes)
    if (this.queued > 2 * MAX_QUEUED) return
    this.queue.push(Uint8Array.from(bytes))
    this.queued += bytes.length
    if (this.queued > MAX_QUEUED && !this.isStale) {
      this.isStale = true
      this.pauseThere().catch(() => {})
    }
  }

  /** tmux has stopped the pane's output, since it was not read. */
  noteGap(): void {
    if (this.syncing || this.isStale) return
    this.isStale = true
    this.drain()
  }

  noteSize(cols: number, rows: number): void {
    this.noted = { cols, rows }
    if (!this.syncing) this.compareSizes()
  }

  private compareSizes(): void {
    const { noted, size } = this
    if (noted && (noted.cols !== size.cols || noted.rows !== size.rows)) void this.sync().catch(() => {})
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
    this.drain()
  }

  /** Reads the screen as it is now, and goes on from there. */
  sync(): Promise<void> {
    this.again = this.syncing !== null
    this.syncing ??= this.readScreen().finally(() => {
      this.syncing = null
      if (this.isOver) return
      if (this.again) void this.sync().catch(() => {})
      else this.compareSizes()
    })
    return this.syncing
  }

  /** The pane is closed; what was read of it before is delivered. */
  end(status: ExitStatus): void {
    const { syncing } = this
    if (syncing) return void syncing.catch(() => {}).then(() => this.end(status))
    if (this.isOver) return
    for (const bytes of this.queue.splice(0)) this.language.push(bytes)
    this.isOver = true
    this.sink.ended(status)
  }

  /**
   * The program has ended, and its pane is still there. tmux drops what was printed last if that was not yet on its way to
   * us, so where the pane shows something else it is read once more.
   */
  async finish(status: ExitStatus): Promise<void> {
    try {
      await this.syncing
      const lines = await this.control.command(`capture-pane -p -t ${this.id}`)
      if (!this.sink.shows(lines.join('\n').trimEnd())) await this.sync()
    } catch {
      // It has been closed meanwhile.
    }
    this.end(status)
  }

  /** Nothing of it is wanted any more. */
  release(): void {
    if (this.isOver) return
    this.isOver = true
    this.queue = []
    this.pauseThere().catch(() => {})
  }

  private pauseThere(): Promise<unknown> {
    return this.control.command(`refresh-client -A "${this.id}:pause"`)
  }

  private async readScreen(): Promise<void> {
    await this.pauseThere()
    this.queue = []
    this.queued = 0
    this.isQuoting = true
    try {
      const goOn = { text: `refresh-client -A "${this.id}:continue"` }
      const { cols, rows, bytes } = restore(await this.control.run([...captureCommands(this.id), goOn]))
      if (this.isOver) return
      if (cols !== this.size.cols || rows !== this.size.rows) this.sink.resized(cols, rows)
      this.size = { cols, rows }
      this.noted ??= this.size
      this.language.reset()
      this.sink.repaint(bytes)
      this.isStale = false
    } finally {
      this.isQuoting = false
      this.drain()
    }
  }

  private drain(): void {
    while (!this.paused && !this.isQuoting && this.queue.length > 0) {
      const bytes = this.queue.shift()!
      this.queued -= bytes.length
      this.language.push(bytes)
    }
    if (this.isStale && !this.paused && !this.syncing && this.queue.length === 0) void this.sync().catch(() => {})
  }
}
