/**
 * A PTY in a host, as a session in this process sees it. Counts how far its session has read, and keeps the host
 * supplied with keyframes: one per MiB of output, or when it has been quiet for a second. Where keyframes are large they
 * are rarer, so that they cost no more than the output does.
 */
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { deferred } from '../../base/deferred.js'
import type { Disposable } from '../../base/disposable.js'
import type { ExitStatus, KernelView, Pty, PtyListener, PtyNote, WriteOptions } from '../../session/pty/port.js'
import { encodeFrame, encodeNote, encodeNumbers, type Frame, frameHeader, frameType, type Part } from '../frame.js'
import { hostExit } from '../hello.js'

const KEYFRAME_BYTES = 1024 * 1024
/** Of a session with a long history, one per so many times its size. */
const RARER = 8
const MAX_KEYFRAME_EVERY = 32 * 1024 * 1024
const IDLE_MS = 1000
/** What a piece of output costs the host beside its bytes. */
const PIECE_COST = 128
/** How much is read before the host is notified. */
const ACK_BYTES = 64 * 1024
const NO_KEY = Buffer.alloc(16)

/** What it needs of the connection to its host. */
export interface PtyLink {
  readonly hostStart: number
  send(...parts: readonly Uint8Array[]): void
  request(type: number, session: number, ...parts: readonly Part[]): Promise<unknown>
  kernelView(number: number, pid: number, read: () => number): KernelView
  forget(number: number): void
  /** A time of the host on the clock's own scale. */
  timeOf(at: number): number
}

export interface HostedPtyOptions {
  readonly number: number
  readonly pid: number
  readonly replied: number
  /** How many notes were made before those that follow. */
  readonly notes: number
  /** Where its session begins to read; null if it was never saved, and begins at the start. */
  readonly offset: number | null
}

export class HostedPty implements Pty {
  readonly pid: number
  readonly replied: number
  readonly closed: Promise<void>
  /** Resolves when its session has read all that had come before it began. */
  readonly caughtUp: Promise<void>
  readonly kernel: KernelView
  private readonly number: number
  private readonly markClosed: () => void
  private readonly markCaughtUp: () => void
  private listener: PtyListener | null = null
  private readonly waiting: Frame[] = []
  private isOpen = true
  private paused = false
  private isReading = false
  private exited = false
  /** How far the session has read. */
  private offset: number
  private acked: number
  private notes: number
  private readonly isNew: boolean
  private writes = 0
  private saver: (() => readonly Uint8Array[]) | null = null
  private sinceKeyframe = 0
  private keyframeBytes = 0
  private activeAt = 0
  private idle: Disposable | null = null

  constructor(
    { number, pid, replied, notes, offset }: HostedPtyOptions,
    private readonly link: PtyLink,
    private readonly clock: Clock,
  ) {
    this.number = number
    this.pid = pid
    this.replied = replied
    this.offset = this.acked = offset ?? 0
    this.isNew = offset === null
    this.notes = notes
    this.kernel = link.kernelView(number, pid, () => this.offset)
    const closed = deferred<void>()
    this.closed = closed.promise
    this.markClosed = closed.resolve
    const caughtUp = deferred<void>()
    this.caughtUp = caughtUp.promise
    this.markCaughtUp = caughtUp.resolve
  }

  get originStart(): number {
    return this.link.hostStart
  }

  get open(): boolean {
    return this.isOpen
  }

  get hasQueued(): boolean {
    return this.writes > 0
  }

  /** The session that reads it; what came before is delivered now. */
  start(listener: PtyListener): this {
    this.listener = listener
    queueMicrotask(() => this.deliverWaiting())
    return this
  }

  /** How to save the session; done at once where it never was, so that there is a keyframe from the start. */
  saveWith(saver: () => readonly Uint8Array[]): void {
    this.saver = saver
    if (this.isNew && this.offset === 0) this.keyframe()
  }

  setMeta(meta: string): void {
    this.link.send(encodeFrame(frameType.meta, this.number, 0, meta))
  }

  async write(bytes: Uint8Array, { key }: WriteOptions = {}): Promise<void> {
    if (!this.isOpen) throw new CoreError('session-exited', 'the program has exited; nothing reads its input anymore')
    this.writes++
    try {
      const name = key === undefined ? NO_KEY : Buffer.from(key, 'hex')
      await this.link.request(frameType.write, this.number, name, bytes)
    } finally {
      this.writes--
    }
  }

  reply(bytes: Uint8Array, number: number): void {
    this.link.send(encodeFrame(frameType.reply, this.number, 0, encodeNumbers(number), bytes))
  }

  resize(cols: number, rows: number, pixelWidth: number, pixelHeight: number): void {
    const size = new Uint8Array(Uint16Array.of(cols, rows, pixelWidth, pixelHeight).buffer)
    if (this.isOpen) this.link.send(encodeFrame(frameType.resize, this.number, 0, size))
  }

  note(note: PtyNote): null {
    const text = encodeNote(note)
    this.link.send(encodeFrame(frameType.note, this.number, 0, encodeNumbers(this.offset), text))
    this.notes++
    // Not saved at once: the session has not done yet what is noted here.
    this.sinceKeyframe += text.length + PIECE_COST
    this.noteActivity()
    return null
  }

  pause(): void {
    this.paused = true
  }

  resume(): void {
    this.paused = false
    this.deliverWaiting()
  }

  hangUp(): void {
    this.link.send(encodeFrame(frameType.hangUp, this.number, 0))
  }

  forget(): void {
    this.idle?.dispose()
    this.saver = null
    this.link.forget(this.number)
  }

  /** A frame of the host about this program. */
  take(frame: Frame): void {
    if (this.listener && !this.paused && this.waiting.length === 0) return this.deliver(frame)
    this.waiting.push(frame)
    // A slow reader must not hide an exit: what came before it is read now.
    if (frame.type === frameType.exit && this.listener) this.deliverWaiting(true)
  }

  /** No session will read it. */
  leave(): void {
    this.markCaughtUp()
  }

  /** The host has gone, and with it the program. */
  lose(): void {
    this.deliverWaiting(true)
    this.handleExit(hostExit)
    this.handleClosed()
  }

  /** Saves the session as it is now. */
  keyframe(): void {
    this.idle?.dispose()
    this.idle = null
    if (!this.saver) return
    // In the middle of a piece there is no place to go on from: it is saved when that was read.
    if (this.isReading) return void (this.sinceKeyframe = MAX_KEYFRAME_EVERY)
    const parts = [encodeNumbers(this.offset, this.notes), ...this.saver()]
    this.sinceKeyframe = 0
    this.keyframeBytes = parts.reduce((sum, part) => sum + part.length, 0)
    this.link.send(frameHeader(frameType.keyframe, this.number, 0, this.keyframeBytes), ...parts)
  }

  private deliverWaiting(evenPaused = false): void {
    while (this.waiting.length > 0 && this.listener && (evenPaused || !this.paused)) this.deliver(this.waiting.shift()!)
    if (this.waiting.length === 0) this.markCaughtUp()
  }

  private deliver({ type, payload }: Frame): void {
    switch (type) {
      case frameType.output:
        return this.handleOutput(payload.readDoubleLE(0), payload.readDoubleLE(8), payload.subarray(16))
      case frameType.note:
        return this.handleNote(JSON.parse(payload.toString('utf8', 16)) as PtyNote, payload.length)
      case frameType.exit:
        return this.handleExit(JSON.parse(payload.toString('utf8', 16)) as ExitStatus)
      case frameType.closed:
        return this.handleClosed()
    }
  }

  private handleOutput(offset: number, at: number, bytes: Buffer): void {
    this.offset = offset + bytes.length
    this.isReading = true
    this.listener?.onData(bytes, this.link.timeOf(at))
    this.isReading = false
    if (this.offset - this.acked >= ACK_BYTES) {
      this.acked = this.offset
      this.link.send(encodeFrame(frameType.ack, this.number, 0, encodeNumbers(this.offset)))
    }
    this.count(bytes.length + PIECE_COST)
  }

  private handleNote(note: PtyNote, bytes: number): void {
    this.listener?.onNote?.(note)
    this.notes++
    this.count(bytes + PIECE_COST)
  }

  private handleExit(status: ExitStatus): void {
    if (this.exited) return
    this.exited = true
    this.listener?.onExit(status)
  }

  private handleClosed(): void {
    this.isOpen = false
    this.markClosed()
  }

  private count(cost: number): void {
    this.sinceKeyframe += cost
    const every = Math.min(Math.max(KEYFRAME_BYTES, RARER * this.keyframeBytes), MAX_KEYFRAME_EVERY)
    if (this.sinceKeyframe >= every) this.keyframe()
    else this.noteActivity()
  }

  private noteActivity(): void {
    this.activeAt = this.clock.monotonic()
    this.idle ??= this.clock.after(IDLE_MS, () => this.handleIdle())
  }

  private handleIdle(): void {
    this.idle = null
    const quietMs = this.clock.monotonic() - this.activeAt
    if (quietMs >= IDLE_MS) this.keyframe()
    else this.idle = this.clock.after(IDLE_MS - quietMs, () => this.handleIdle())
  }
}
