/**
 * One client's two-way stream of messages, whatever carries it. Owns the bound on what is queued for a client that
 * does not read: above the high-water mark the connection is `congested` and its producers must hold back; a client
 * that stays congested without taking a byte, or that fills the whole bound, is cut off. Leaves framing and bytes to
 * the channel, meaning to the dialect.
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import type { FrameFault } from '../wire/framing.js'

/** What a transport gives a connection to work with. */
export interface Channel {
  /** Hands text to the carrier; `flushed` is called once it has left this process. */
  write(text: string, flushed: () => void): void
  /** Stops and restarts reading from the client. */
  pause(): void
  resume(): void
  /** Ends politely after what is queued; `code` is used where the carrier has such a thing. */
  close(code: number, reason: string): void
  /** Ends at once and forgets what is queued. */
  destroy(): void
}

export interface ConnectionLimits {
  /** Queued bytes above which producers hold back. */
  readonly highWaterBytes: number
  /** Queued bytes at which the client is cut off. */
  readonly maxQueueBytes: number
  /** How long a congested client may take nothing before it is cut off. */
  readonly stallMs: number
}

export const defaultConnectionLimits: ConnectionLimits = {
  highWaterBytes: 1024 * 1024,
  maxQueueBytes: 64 * 1024 * 1024,
  stallMs: 30_000,
}

export interface ConnectionHandler {
  message(text: string): void
  fault(fault: FrameFault): void
  /** The client will send nothing more; what was asked may still be answered. */
  ended?(): void
  closed(): void
}

let nextId = 1

export class Connection {
  readonly id = nextId++
  /** The queue fell below the high-water mark again. */
  readonly onDrain = new Emitter<void>()
  private queued = 0
  private handler: ConnectionHandler | null = null
  private stall: Disposable | null = null
  private open = true

  constructor(
    /** Who is there, for logs. */
    readonly peer: string,
    private readonly channel: Channel,
    private readonly clock: Clock,
    private readonly limits: ConnectionLimits = defaultConnectionLimits,
  ) {}

  get queuedBytes(): number {
    return this.queued
  }

  get congested(): boolean {
    return this.queued > this.limits.highWaterBytes
  }

  get isOpen(): boolean {
    return this.open
  }

  /** Says who hears this connection's messages; called once, before any arrives. */
  receive(handler: ConnectionHandler): void {
    this.handler = handler
  }

  send(text: string): void {
    if (!this.open) return
    if (this.queued > this.limits.maxQueueBytes) return this.cutOff()
    const bytes = text.length
    this.queued += bytes
    this.channel.write(text, () => this.flushed(bytes))
    if (this.congested) this.stall ??= this.clock.after(this.limits.stallMs, () => this.cutOff())
  }

  pause(): void {
    this.channel.pause()
  }

  resume(): void {
    this.channel.resume()
  }

  close(code = 1000, reason = ''): void {
    if (this.open) this.channel.close(code, reason)
  }

  /** For transports: a whole message came in. */
  deliver(text: string): void {
    if (this.open) this.handler?.message(text)
  }

  /** For transports: something came in that is no message. */
  deliverFault(fault: FrameFault): void {
    if (this.open) this.handler?.fault(fault)
  }

  /** For transports: the client has closed its sending side. */
  deliverEnd(): void {
    if (this.open) this.handler?.ended?.()
  }

  /** For transports: the carrier is gone. */
  deliverClosed(): void {
    if (!this.open) return
    this.open = false
    this.stall?.dispose()
    this.onDrain.clear()
    this.handler?.closed()
  }

  private flushed(bytes: number): void {
    const wasCongested = this.congested
    this.queued -= bytes
    this.stall?.dispose()
    this.stall = null
    if (!this.open) return
    if (this.congested) this.stall = this.clock.after(this.limits.stallMs, () => this.cutOff())
    else if (wasCongested) this.onDrain.emit()
  }

  private cutOff(): void {
    this.channel.destroy()
    this.deliverClosed()
  }
}
