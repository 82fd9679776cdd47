/**
 * One program of a host: its PTY, the log of what it printed, the last keyframe of whoever reads it. Reads ahead of the
 * server by a window, and without one up to the bound of the log; then the program waits.
 */
import { join } from 'node:path'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { Emitter } from '../base/emitter.js'
import type { LookFurther } from '../ready/index.js'
import { spawnNativePty } from '../session/pty/native-pty.js'
import type { ExitStatus, Pty, PtyOptions } from '../session/pty/port.js'
import { ARCHIVE_SUFFIX, Archive } from './archive.js'
import { encodeBlock, encodeFrame, encodeNumbers, frameType } from './frame.js'
import { monotonicMs } from './monotonic.js'
import { Outlet } from './outlet.js'
import { ProgramLog } from './program-log.js'

/** What the host keeps of a program that no server reads; then it waits. */
const LOG_BYTES = 64 * 1024 * 1024
/** How far the host reads ahead of a server. */
const WINDOW_BYTES = 256 * 1024
const KEY_BYTES = 16
/** Frames that are longer do not share the buffer that they were read into. */
const OWN_BUFFER_BYTES = 65_536
const NO_KEY = '0'.repeat(2 * KEY_BYTES)

/** Where frames go; several parts of one are written together. */
export type Send = (...parts: readonly Buffer[]) => void

/** A program to start, and how it is to be ended where no server does it. */
export interface ProgramOptions extends PtyOptions {
  readonly ending: { readonly sessionId: string; readonly interactiveShell: boolean; readonly endSignal?: string }
}

export class HostedProgram {
  readonly onExit = new Emitter<ExitStatus>()
  readonly ending: ProgramOptions['ending']
  /** Opaque to the host: what a server needs to know of the session. */
  meta: Buffer
  exited = false
  private readonly pty: Pty
  private readonly log: ProgramLog
  private keyframe: { readonly offset: number; readonly bytes: Buffer } | null = null
  private exit: Buffer | null = null
  private closed = false
  private replied = 0
  private acked = 0
  private paused = false
  private archive: Archive | null = null
  private readonly outlet: Outlet
  private send: Send | null = null

  constructor(
    readonly number: number,
    options: ProgramOptions,
    meta: Buffer,
    clock: Clock,
  ) {
    this.ending = options.ending
    this.log = new ProgramLog(number)
    this.outlet = new Outlet(clock, () => this.send?.(...this.log.unsent()))
    this.meta = Buffer.from(meta)
    const listener = {
      onData: (bytes: Uint8Array) => this.handleData(bytes),
      onExit: (status: ExitStatus) => this.handleExit(status),
    }
    this.pty = spawnNativePty(options, listener, clock)
    void this.pty.closed.then(() => this.handleClosed())
  }

  get pid(): number {
    return this.pty.pid
  }

  /** For ending it. */
  get terminal(): Pty {
    return this.pty
  }

  /** Gives a server that begins all there is. */
  attach(send: Send): void {
    this.send = send
    const { pid, replied, keyframe } = this
    const about = JSON.stringify({ pid, replied, notes: this.log.firstNote, offset: keyframe?.offset ?? null })
    const parts = [encodeBlock(about), encodeBlock(this.meta), keyframe?.bytes ?? Buffer.alloc(0)]
    send(encodeFrame(frameType.program, this.number, 0, ...parts))
    send(...this.log.frames())
    this.log.markSent()
    if (this.exit) send(this.exit)
    if (this.closed) send(encodeFrame(frameType.closed, this.number, 0))
    this.acked = this.log.end
    this.adjust()
  }

  detach(): void {
    this.send = null
    this.adjust()
  }

  write(key: string, bytes: Buffer): Promise<void> {
    return this.pty.write(bytes, key === NO_KEY ? {} : { key })
  }

  /** An answer of the terminal; empty where it was suppressed. One that a server before has written is not repeated. */
  reply(number: number, bytes: Buffer): void {
    this.replied = Math.max(this.replied, number)
    // A program that does not read its answers, or is gone, loses them.
    if (bytes.length > 0) this.pty.write(bytes).catch(() => undefined)
  }

  resize(cols: number, rows: number, pixelWidth: number, pixelHeight: number): void {
    this.pty.resize(cols, rows, pixelWidth, pixelHeight)
  }

  note(offset: number, bytes: Buffer): void {
    const frame = this.log.note(offset, monotonicMs(), bytes)
    this.archive?.append(frame)
  }

  keep(offset: number, notes: number, bytes: Buffer): void {
    // A large one came in a buffer of its own.
    this.keyframe = { offset, bytes: bytes.length > OWN_BUFFER_BYTES ? bytes : Buffer.from(bytes) }
    this.log.dropBefore(offset, notes)
    if (this.archive) {
      const kept = encodeFrame(frameType.keyframe, this.number, 0, encodeNumbers(offset, notes), this.keyframe.bytes)
      const meta = encodeFrame(frameType.meta, this.number, 0, this.meta)
      this.archive.begin([meta, kept, ...this.log.frames(), ...(this.exit ? [this.exit] : [])])
    }
    this.adjust()
  }

  ack(offset: number): void {
    this.acked = Math.max(this.acked, offset)
    this.adjust()
  }

  hangUp(): void {
    this.pty.hangUp()
  }

  /** Nothing of it needs to be kept. */
  forget(): void {
    this.hangUp()
    this.archive?.remove()
  }

  /** Keeps it on disk as well, from its next keyframe on. */
  archiveIn(folder: string, report: (message: string) => void): void {
    this.archive ??= new Archive(join(folder, `${this.ending.sessionId}${ARCHIVE_SUFFIX}`), report)
  }

  /** What the kernel knows of it, and how much it has printed by now. */
  look(further: LookFurther, short: boolean): object {
    const { kernel } = this.pty
    // In this order: who waits now, after all was read, has dealt with all of it.
    const seen = short
      ? { unreadInput: kernel.hasUnreadInput(), foreground: kernel.foreground() }
      : { facts: kernel.facts(further) }
    return { end: this.log.end, ...seen }
  }

  private handleData(bytes: Uint8Array): void {
    const at = monotonicMs()
    this.archive?.append(encodeFrame(frameType.output, this.number, 0, encodeNumbers(this.log.end, at), bytes))
    this.log.append(bytes, at)
    if (this.send) this.outlet.note(bytes.length)
    this.adjust()
  }

  private handleExit(status: ExitStatus): void {
    this.exited = true
    const place = encodeNumbers(this.log.end, monotonicMs())
    this.exit = encodeFrame(frameType.exit, this.number, 0, place, JSON.stringify(status))
    this.archive?.append(this.exit)
    this.outlet.flush()
    this.send?.(this.exit)
    this.onExit.emit(status)
  }

  private handleClosed(): void {
    this.closed = true
    this.send?.(encodeFrame(frameType.closed, this.number, 0))
  }

  private adjust(): void {
    const ahead = this.send !== null && this.log.end - this.acked >= WINDOW_BYTES
    const shouldPause = ahead || this.log.cost >= LOG_BYTES
    if (shouldPause === this.paused) return
    this.paused = shouldPause
    if (shouldPause) this.pty.pause()
    else this.pty.resume()
  }
}

export function keyOf(payload: Buffer): { readonly key: string; readonly bytes: Buffer } {
  if (payload.length < KEY_BYTES) throw new CoreError('invalid-request', 'an input without its key')
  return { key: payload.toString('hex', 0, KEY_BYTES), bytes: payload.subarray(KEY_BYTES) }
}
