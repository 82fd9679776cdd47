/**
 * A pane of another terminal as a session sees its PTY. What the pane's terminal cannot do is refused here, in words that
 * every protocol passes on.
 */
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { GroupReader, gatherFacts, nothingKnown } from '../ready/index.js'
import { lookAtForeground } from '../ready/kernel/foreground.js'
import { InputKeys } from '../session/pty/input-keys.js'
import type { Bridge, BridgeGap, ExitStatus, KernelView, Pty, PtyListener, WriteOptions } from '../session/pty/port.js'
import { noProbe } from '../session/pty/posix-probe.js'
import type { Pane, PaneLink, PaneSink } from './source.js'

/** Output that came before the session was there to read it. */
type Early = { readonly bytes: Uint8Array } | { readonly cols: number; readonly rows: number }

export class BridgedPty implements Pty, PaneSink {
  pid: number
  readonly closed: Promise<void>
  kernel: KernelView
  /** Absent where the program was started for a session of ours: then that ends it, by signals. */
  readonly end?: () => Promise<void>
  /** Its processes may be older than this one. */
  readonly originStart = 0
  private readonly markClosed: () => void
  private readonly keys = new InputKeys()
  private link: PaneLink | null = null
  private listener: PtyListener | null = null
  private early: Early[] = []
  private status: ExitStatus | null = null
  private writing = 0

  constructor(
    readonly bridge: Bridge,
    pane: Pane,
    /** Answers up to this number are given by the other terminal: all of them, or none. */
    readonly replied: number,
    private readonly isOwned = false,
  ) {
    this.pid = pane.pid
    if (!isOwned) this.end = () => this.close()
    const { promise, resolve } = deferred<void>()
    this.closed = promise
    this.markClosed = resolve
    this.kernel = kernelView(pane.pid)
  }

  /** The pane is read from now on. */
  connect(link: PaneLink): void {
    this.link = link
  }

  /** Its program is about to begin, in a pane that was there before: what that showed is no part of it. */
  clear(): void {
    this.early = []
  }

  begin(pid: number): void {
    this.pid = pid
    this.kernel = kernelView(pid)
  }

  /** The session that reads it. */
  start(listener: PtyListener): this {
    this.listener = listener
    // Whoever has started a program wants to hear all of it, and listens only when it has got its session.
    const later = this.isOwned ? setImmediate : queueMicrotask
    later(() => {
      for (const piece of this.early.splice(0)) {
        if ('bytes' in piece) listener.onData(piece.bytes)
        else this.resized(piece.cols, piece.rows)
      }
      if (this.status) listener.onExit(this.status)
    })
    return this
  }

  output(bytes: Uint8Array): void {
    if (this.listener && this.early.length === 0) this.listener.onData(bytes)
    else this.early.push({ bytes: Uint8Array.from(bytes) })
  }

  repaint(bytes: Uint8Array): void {
    if (!this.listener) this.early = this.early.filter((piece) => 'cols' in piece)
    this.output(bytes)
  }

  shows(text: string): boolean {
    return this.listener?.text?.().trimEnd() === text
  }

  resized(cols: number, rows: number): void {
    if (!this.listener || this.early.length > 0) return void this.early.push({ cols, rows })
    this.listener.onNote?.({ type: 'resize', cols, rows, pixelWidth: 0, pixelHeight: 0 })
  }

  ended(status: ExitStatus): void {
    if (this.status) return
    this.status = status
    this.markClosed()
    if (this.early.length === 0) this.listener?.onExit(status)
  }

  get open(): boolean {
    return this.status === null
  }

  get hasQueued(): boolean {
    return this.writing > 0
  }

  async write(bytes: Uint8Array, { key, pasted }: WriteOptions = {}): Promise<void> {
    if (this.status) throw new CoreError('session-exited', 'the pane is closed')
    const { link } = this
    if (!link?.write) throw notSupported('typing', this.bridge, 'write')
    this.writing++
    try {
      await this.keys.once(key, () => (pasted && link.paste ? link.paste(bytes) : link.write!(bytes)))
    } finally {
      this.writing--
    }
  }

  resize(cols: number, rows: number): Promise<void> {
    if (!this.link?.resize) throw notSupported('resizing', this.bridge, 'resize')
    return this.link.resize(cols, rows)
  }

  private async close(): Promise<void> {
    if (this.status) return
    if (!this.link?.close) throw notSupported('closing a pane', this.bridge, 'close')
    await this.link.close()
  }

  watchedBy(isWatched: () => boolean): void {
    this.link?.watchedBy?.(isWatched)
  }

  looked(): void {
    this.link?.looked?.()
  }

  pause(): void {
    this.link?.pause()
  }

  resume(): void {
    this.link?.resume()
  }

  /** The pane stays, and is not read any more. */
  hangUp(): void {
    this.link?.release()
    this.ended(released)
  }

  forget(): void {
    if (this.isOwned && !this.status) this.link?.close?.().catch(() => {})
    this.hangUp()
  }

  reply(bytes: Uint8Array): void {
    if (bytes.length > 0) this.link?.reply?.(bytes)
  }

  note(): null {
    return null
  }
}

/** The session has ended here, and its pane goes on. */
const released: ExitStatus = { code: null, signal: null, reason: 'released' }

function notSupported(what: string, bridge: Bridge, gap: BridgeGap): CoreError {
  return new CoreError('not-supported', `${what} is not supported by this bridge (${bridge.kind})`, {
    bridge: bridge.kind,
    unsupported: gap,
  })
}

/** Of a process on this machine the kernel knows as much as of one of ours, but for its terminal. */
function kernelView(pid: number): KernelView {
  if (pid === 0) return { facts: () => nothingKnown, foreground: () => null, hasUnreadInput: () => null }
  const group = new GroupReader(pid)
  return {
    facts: (further) => gatherFacts(group, noProbe, further),
    foreground: () => lookAtForeground(pid),
    hasUnreadInput: () => null,
  }
}
