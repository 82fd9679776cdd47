/**
 * One client's two-way stream of messages, whatever carries it. Owns the bound on what is queued for a client that
 * does not read: above the high-water mark the connection is `congested` and its producers must hold back; a client
 * that stays congested without taking a byte, or that fills the whole bound, is cut off. Leaves framing and bytes to
 * the channel, meaning to the dialect.
 */
import type { Clock } from '../base/clock.js'
import { createDiagnostics, type Diagnostics } from '../base/diagnostics.js'
import type { Disposable } from '../base/disposable.js'
import { Emitter } from '../base/emitter.js'
import type { FrameFault } from '../wire/framing.js'
import type { Outbox } from './outbox.js'

/** What a transport gives a connection to work with. */
export interface Channel {
  /** Hands text to the carrier; `flushed` is called once it has left this process. */
  write(text: string, flushed: () => void): void
  /** Stops and restarts reading from the client. */
  pause(): void
  resume(): void
  /** Ends politely after what is queued; `code` is used where the carrier has such a thing. */
  close(code: number, reason: string): void
  /** Ends with a reason, and takes nothing more from the client meanwhile. */
  refuse(code: number, reason: string): void
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
  /** Counts what is queued for all clients; for none if absent. */
  readonly outbox?: Outbox
}

export const defaultConnectionLimits: ConnectionLimits = {
  highWaterBytes: 1024 * 1024,
  maxQueueBytes: 64 * 1024 * 1024,
  stallMs: 30_000,
}

/** Why a client is sent away when all hold too much of what is not whole yet. */
export const CROWDED = 'the server holds too much unfinished input: try again later'

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
  /** The client has shown that it may use the server. */
  readonly onAdmit = new Emitter<void>()
  private queued = 0
  /** Answers to pings under way. */
  private pongs = 0
  private handler: ConnectionHandler | null = null
  private stall: Disposable | null = null
  private trial: Disposable | null = null
  /** Whether the queue counts in the outbox. */
  private counted = false
  private open = true
  private readonly openedAt: number

  constructor(
    /** Who is there, for logs. */
    readonly peer: string,
    private readonly channel: Channel,
    private readonly clock: Clock,
    private readonly limits: ConnectionLimits = defaultConnectionLimits,
    private readonly diagnostics: Diagnostics = createDiagnostics(),
  ) {
    this.openedAt = clock.monotonic()
    diagnostics.figures.connections++
    if (diagnostics.log.wants('protocol')) this.log('connected')
  }

  get queuedBytes(): number {
    return this.queued
  }

  get congested(): boolean {
    return this.queued > this.limits.highWaterBytes
  }

  get isOpen(): boolean {
    return this.open
  }

  /** Sets who gets this connection's messages; called once, before any arrives. */
  receive(handler: ConnectionHandler): void {
    this.handler = handler
  }

  /** Whether the client has still to show that it may use the server. */
  get onTrial(): boolean {
    return this.trial !== null
  }

  /** Gives a client that no one knows so much time to show that it may use the server. */
  tryOut(ms: number): void {
    this.trial = this.clock.after(ms, () => this.channel.refuse(1008, `not authenticated within ${ms / 1000} s`))
  }

  /** Ends the trial. */
  admit(): void {
    if (!this.trial) return
    this.trial.dispose()
    this.trial = null
    this.onAdmit.emit()
  }

  send(text: string): void {
    if (!this.open) return
    if (this.queued > this.limits.maxQueueBytes) return this.cutOff()
    const bytes = text.length
    this.diagnostics.figures.sentCharacters += bytes
    this.queued += bytes
    this.channel.write(text, () => this.flushed(bytes))
    this.watchQueue()
  }

  /** For transports: an answer to a ping goes out. It counts as all else does, and a client that never takes it is cut off. */
  sendPong(bytes: number, write: (flushed: () => void) => void): void {
    if (!this.open) return
    this.pongs++
    this.queued += bytes
    write(() => {
      this.pongs--
      this.flushed(bytes)
    })
    this.watchQueue()
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

  /** Sends away a client that asks for too much, whatever it still sends. */
  refuse(code: number, reason: string): void {
    if (this.open) this.channel.refuse(code, reason)
  }

  /** For transports: a whole message came in. */
  deliver(text: string): void {
    if (!this.open) return
    this.diagnostics.figures.receivedCharacters += text.length
    this.handler?.message(text)
  }

  /** For transports: something came in that is not a message. */
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
    if (this.diagnostics.log.wants('protocol')) this.log('disconnected')
    this.stall?.dispose()
    this.trial?.dispose()
    this.limits.outbox?.note(this, 0)
    this.onDrain.clear()
    this.handler?.closed()
  }

  private flushed(bytes: number): void {
    const wasCongested = this.congested
    this.queued -= bytes
    this.stall?.dispose()
    this.stall = null
    if (!this.open) return
    if (this.congested || wasCongested) this.watchQueue()
    if (wasCongested && !this.congested) this.onDrain.emit()
  }

  private watchQueue(): void {
    if (this.congested || this.pongs > 0) this.stall ??= this.clock.after(this.limits.stallMs, () => this.cutOff())
    if (this.congested || this.counted) {
      this.counted = this.congested
      this.limits.outbox?.note(this, this.congested ? this.queued : 0)
    }
  }

  /** Ends at once and forgets what is queued. */
  cutOff(): void {
    if (this.open) this.diagnostics.log.warn('a client that does not read was cut off', { connection: this.id })
    this.channel.destroy()
    this.deliverClosed()
  }

  private log(message: 'connected' | 'disconnected'): void {
    const ms = message === 'disconnected' ? Math.round(this.clock.monotonic() - this.openedAt) : undefined
    this.diagnostics.log.debug('protocol', message, { connection: this.id, peer: this.peer, ms })
  }
}
