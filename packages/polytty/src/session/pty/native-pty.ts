/**
 * The PTY adapter: a program started by start.ts, with our own reader and writer.
 *
 * When a program ends, the kernel may still hold output that was not read, and Node's stream reports its end without
 * it; so at the end the descriptor is read dry. The exit is reported after both waitpid and the end of the data. A
 * background child may keep the terminal open after the program itself has gone: then the exit is reported after
 * LINGER_MS of grace, and reading goes on until that child lets go or the session hangs up. What a program left behind
 * is at most one kernel buffer, so at its exit it is read even while paused: a slow subscriber cannot hide an exit.
 */
import { readSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import type { Clock } from '../../base/clock.js'
import { deferred } from '../../base/deferred.js'
import type { Disposable } from '../../base/disposable.js'
import { GroupReader, gatherFacts, type TerminalProbe } from '../../ready/index.js'
import { lookAtForeground } from '../../ready/kernel/foreground.js'
import { ownStart } from '../../ready/kernel/proc.js'
import { InputKeys } from './input-keys.js'
import type { ExitStatus, KernelView, Pty, PtyListener, PtyOptions, WriteOptions } from './port.js'
import { noProbe } from './posix-probe.js'
import { signalName } from './signal-name.js'
import { type Child, type Start, start } from './start.js'
import { WriteQueue } from './write-queue.js'

const READ_BYTES = 65_536
const LINGER_MS = 200
const DEFAULT_QUEUE_BYTES = 1_048_576
/** What one session may read before the others get their turn. */
const TURN_BYTES = 65_536
/** Bound on what is read in one go at an exit, against a background child that never stops printing. */
const MAX_DRAIN_BYTES = 1_048_576

/** One buffer for all: a read and its handling are one synchronous step. */
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES)

/** A PTY of this process. */
export interface LocalPty extends Pty {
  /** What the terminal says of itself, while it is open. */
  readonly probe: TerminalProbe
}

/** Starts a program on a new PTY. The caller has checked that program and cwd exist. */
export function spawnNativePty(
  options: PtyOptions,
  listener: PtyListener,
  clock: Clock,
  launch: Start = start,
): LocalPty {
  return new NativePty(options, listener, clock, launch)
}

class NativePty implements LocalPty {
  readonly pid: number
  readonly replied = 0
  readonly originStart = ownStart
  readonly kernel: KernelView
  readonly closed: Promise<void>
  private readonly child: Child
  private readonly fd: number
  private readonly stream: ReadStream
  private readonly queue: WriteQueue
  private readonly keys = new InputKeys()
  private readonly markClosed: () => void
  private isOpen = true
  private paused = false
  private turnBytes = 0
  private status: ExitStatus | null = null
  private exitReported = false
  private linger: Disposable | null = null

  constructor(
    options: PtyOptions,
    private readonly listener: PtyListener,
    private readonly clock: Clock,
    launch: Start,
  ) {
    const { promise, resolve } = deferred<void>()
    this.closed = promise
    this.markClosed = resolve
    const child = launch(options, (code, signal) => this.handleWaited(code, signal))
    this.child = child
    this.pid = child.pid
    this.fd = child.fd
    this.queue = new WriteQueue(child.fd, clock, options.queueBytes ?? DEFAULT_QUEUE_BYTES)
    this.stream = this.openStream()
    const group = new GroupReader(child.pid)
    this.kernel = {
      facts: (further) => gatherFacts(group, this.probe, further),
      foreground: () => lookAtForeground(child.pid),
      hasUnreadInput: () => this.probe.hasUnreadInput(),
    }
  }

  get open(): boolean {
    return this.isOpen
  }

  write(bytes: Uint8Array, { key }: WriteOptions = {}): Promise<void> {
    return this.keys.once(key, () => this.queue.write(bytes))
  }

  reply(bytes: Uint8Array): void {
    // A program that asks but does not read its answers, or is gone, loses them.
    if (bytes.length > 0) this.write(bytes).catch(() => undefined)
  }

  /** No other session will read its output. */
  note(): null {
    return null
  }
  forget(): void {}

  resize(cols: number, rows: number, pixelWidth: number, pixelHeight: number): void {
    if (this.isOpen) this.child.resize(cols, rows, pixelWidth, pixelHeight)
  }

  get probe(): TerminalProbe {
    return this.isOpen ? this.child.probe : noProbe
  }

  get hasQueued(): boolean {
    return this.queue.hasQueued
  }

  pause(): void {
    this.paused = true
    if (this.isOpen) this.stream.pause()
  }

  resume(): void {
    this.paused = false
    if (this.isOpen) this.stream.resume()
  }

  hangUp(): void {
    this.handleEnd()
  }

  private openStream(): ReadStream {
    const onread = {
      buffer: readBuffer,
      callback: (count: number, buffer: Uint8Array): boolean => {
        this.take(buffer.subarray(0, count))
        this.takeMore()
        if (this.turnBytes >= TURN_BYTES) this.endTurn()
        return true
      },
    }
    // Node passes these on to net.Socket, whose options its typings do not repeat here.
    const options = { onread } as unknown as ConstructorParameters<typeof ReadStream>[1]
    const stream = new ReadStream(this.fd, options)
    stream.on('end', () => {
      if (this.isOpen) this.drain()
      this.handleEnd()
    })
    // EIO is how Linux says that the other side is gone; the stream has closed the descriptor by now.
    stream.on('error', () => this.handleEnd())
    stream.on('close', () => {
      this.child.close()
      this.handleEnd()
    })
    stream.resume()
    return stream
  }

  private take(bytes: Uint8Array): void {
    this.turnBytes += bytes.length
    this.handleData(bytes)
  }

  /**
   * While one piece was handled the next has come, of a program that prints much: a terminal gives out 4 KiB at a time, and
   * a turn of the event loop for each would take longer than to read it.
   */
  private takeMore(): void {
    const { read } = this.child
    if (!read) return
    while (this.isOpen && !this.paused && this.turnBytes < TURN_BYTES) {
      const count = read(readBuffer)
      if (count <= 0) return
      this.take(readBuffer.subarray(0, count))
    }
  }

  /** Node would read on while there is more; a flood in one session must not make the others wait for it. */
  private endTurn(): void {
    this.stream.pause()
    setImmediate(() => {
      this.turnBytes = 0
      if (this.isOpen && !this.paused) this.stream.resume()
    })
  }

  private handleData(bytes: Uint8Array): void {
    this.listener.onData(bytes)
    this.queue.nudge()
  }

  private handleWaited(code: number, signal: number): void {
    this.status = signal ? { code: null, signal: signalName(signal) } : { code, signal: null }
    if (this.isOpen && this.drain()) this.handleEnd()
    if (this.isOpen) this.linger = this.clock.after(LINGER_MS, () => this.reportExit())
    else this.reportExit()
  }

  /** Reads what the kernel holds, without waiting. True when the other side is gone for good. */
  private drain(): boolean {
    try {
      for (let total = 0; total < MAX_DRAIN_BYTES; ) {
        const count = readSync(this.fd, readBuffer, 0, READ_BYTES, null)
        if (count === 0) return true
        total += count
        this.handleData(readBuffer.subarray(0, count))
      }
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'EAGAIN'
    }
  }

  private handleEnd(): void {
    if (!this.isOpen) return
    this.isOpen = false
    this.queue.close()
    this.stream.destroy()
    this.markClosed()
    if (this.status) this.reportExit()
  }

  private reportExit(): void {
    if (this.exitReported) return
    this.exitReported = true
    this.linger?.dispose()
    this.listener.onExit(this.status as ExitStatus)
  }
}
