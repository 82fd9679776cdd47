/**
 * Reads a session's log from a place on, and goes on with it as it grows. What it gives is in order, whole and without
 * repetition: messages are read from what NATS keeps, and after a lost connection from the one after the last.
 */
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { Clock } from '../base/clock.js'
import { type Deferred, deferred } from '../base/deferred.js'
import type { Disposable } from '../base/disposable.js'
import { type Frame, FrameReader, frameType } from '../host/frame.js'
import type { ExitStatus, PtyNote } from '../session/index.js'
import type { Connection } from './connection.js'
import { isAtLeast, type Position } from './position.js'

const AGAIN_MS = 250
/** How long a request for messages stands; when none comes in this time, something is wrong. */
const PULL_MS = 5000
const MESSAGES_AHEAD = 32

export interface LogListener {
  output(bytes: Uint8Array, at: number): void
  note(note: PtyNote): void
  exit(status: ExitStatus): void
  /** A part of it is kept no longer. */
  gap(): void
}

export class LogReader {
  private readonly watch: Disposable
  private messages: ConsumerMessages | null = null
  private stopped = false
  private resumed: Deferred<void> | null = null
  private readonly goals: { readonly isReached: () => boolean; resolve(): void }[] = []

  constructor(
    private readonly connection: Connection,
    private readonly session: string,
    private current: Position,
    private sequence: number,
    private readonly listener: LogListener,
    private readonly clock: Clock,
  ) {
    this.watch = connection.onConnected.on(() => this.messages?.stop())
  }

  get position(): Position {
    return this.current
  }

  /** The last message that was read. */
  get lastSequence(): number {
    return this.sequence
  }

  start(): void {
    void this.run()
  }

  stop(): void {
    this.stopped = true
    this.watch.dispose()
    this.messages?.stop()
    this.resume()
    for (const { resolve } of this.goals.splice(0)) resolve()
  }

  pause(): void {
    this.resumed ??= deferred()
  }

  resume(): void {
    this.resumed?.resolve()
    this.resumed = null
  }

  /** Resolves when it was read up to there, or is read no more. */
  reached(position: Position): Promise<void> {
    return this.until(() => isAtLeast(this.current, position))
  }

  reachedSequence(sequence: number): Promise<void> {
    return this.until(() => this.sequence >= sequence)
  }

  private until(isReached: () => boolean): Promise<void> {
    if (this.stopped || isReached()) return Promise.resolve()
    return new Promise((resolve) => this.goals.push({ isReached, resolve }))
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      await this.connection.untilConnected()
      if (this.stopped) return
      try {
        await this.follow()
      } catch {
        // NATS is away, or no server leads the stream: tried again below.
      }
      if (!this.stopped) await new Promise<void>((resolve) => this.clock.after(AGAIN_MS, resolve))
    }
  }

  private async follow(): Promise<void> {
    const { DeliverPolicy } = await import('./nats.js')
    const { js, subjects } = this.connection
    const consumer = await js.consumers.get(subjects.logStream, {
      filter_subjects: subjects.log(this.session),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: this.sequence + 1,
    })
    if (this.stopped) return
    const messages = await consumer.consume({ max_messages: MESSAGES_AHEAD, expires: PULL_MS })
    this.messages = messages
    if (this.stopped) messages.stop()
    try {
      for await (const message of messages) {
        if (this.stopped) break
        this.take(message)
        if (this.resumed) await this.resumed.promise
      }
    } finally {
      this.messages = null
      messages.stop()
      if (this.connection.connected) void consumer.delete().catch(() => {})
    }
  }

  private take(message: JsMsg): void {
    if (message.seq <= this.sequence) return
    const { data } = message
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    new FrameReader((frame) => this.takeFrame(frame)).push(bytes)
    this.sequence = message.seq
    for (const goal of this.goals.splice(0)) {
      if (goal.isReached()) goal.resolve()
      else this.goals.push(goal)
    }
  }

  private takeFrame({ type, request, payload }: Frame): void {
    if (this.stopped) return
    const { offset, notes } = this.current
    const [from, at] = [payload.readDoubleLE(0), payload.readDoubleLE(8)]
    if (type === frameType.output) {
      const end = from + payload.length - 16
      if (end <= offset) return
      if (from > offset) return this.handleGap()
      this.current = { offset: end, notes }
      this.listener.output(payload.subarray(16 + offset - from), at)
    } else if (type === frameType.note) {
      if (request <= notes) return
      if (request > notes + 1) return this.handleGap()
      this.current = { offset, notes: request }
      this.listener.note(JSON.parse(payload.toString('utf8', 16)) as PtyNote)
    } else if (type === frameType.exit) {
      this.listener.exit(JSON.parse(payload.toString('utf8', 16)) as ExitStatus)
    }
  }

  private handleGap(): void {
    this.stop()
    this.listener.gap()
  }
}
