/**
 * Appends what a session prints to its log in NATS. One message is under way at a time, and what comes meanwhile goes
 * into the next: so each names the one before it (a process whose time is over is refused), and can be sent again as it
 * is when no answer came (its id makes it count once).
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import { type Connection, isSuperseded } from './connection.js'
import { isAtLeast, type Position, start } from './position.js'

const MAX_MESSAGE_BYTES = 256 * 1024
/** What may wait while NATS takes it, and while it does not. Then the program waits. */
const MAX_WAITING_BYTES = 1024 * 1024
const MAX_KEPT_BYTES = 64 * 1024 * 1024
const ANSWER_MS = 2000
const AGAIN_MS = 250
const NOTES_HEADER = 'Pt-Notes'
const OFFSET_HEADER = 'Pt-Offset'
const EPOCH_HEADER = 'Pt-Epoch'

export interface Piece {
  readonly frame: Buffer
  /** After it. */
  readonly position: Position
}

interface Message {
  readonly id: string
  readonly bytes: Buffer
  readonly position: Position
}

/** What all logs of a node hold together. */
export class LogBudget {
  bytes = 0
  appended = 0
  messages = 0

  constructor(readonly most = 256 * 1024 * 1024) {}
}

export interface LogWriterOptions {
  readonly connection: Connection
  readonly session: string
  readonly epoch: () => number
  readonly budget: LogBudget
  readonly clock: Clock
  /** Keeps the program from printing more. */
  hold(): Disposable
  /** A message was taken. */
  taken(bytes: number): void
  /** Another process writes this log. */
  refused(): void
}

export class LogWriter {
  /** The last message that NATS has. */
  sequence = 0
  /** How far NATS has it. */
  acknowledged: Position = start
  private readonly waiting: Piece[] = []
  private bytes = 0
  private current: Message | null = null
  private held: Disposable | null = null
  private timer: Disposable | null = null
  private sending = false
  private failing = false
  private opened = false
  private closed = false
  private handsOver = false
  private readonly watch: Disposable
  private drained: (() => void)[] = []

  constructor(private readonly options: LogWriterOptions) {
    this.watch = options.connection.onConnected.on(() => {
      this.reconsider()
      this.proceed()
    })
  }

  /** `goesOn`: a process before this one may have written a part. Nothing is sent before that is known. */
  async open(goesOn: boolean): Promise<void> {
    const last = goesOn ? await this.last() : null
    if (last) {
      this.sequence = last.seq
      const position = { offset: numberOf(last, OFFSET_HEADER), notes: numberOf(last, NOTES_HEADER) }
      this.acknowledged = position
      while (this.waiting.length > 0 && isAtLeast(position, this.waiting[0]!.position)) this.drop()
    }
    this.opened = true
    this.proceed()
  }

  append(frame: Buffer, position: Position): void {
    if (this.opened && isAtLeast(this.acknowledged, position)) return
    if (this.closed && !this.handsOver) return
    this.waiting.push({ frame, position })
    this.count(frame.length)
    this.proceed()
  }

  /** What NATS may not have, in order; a message that is under way is one piece. */
  get unacknowledged(): readonly Piece[] {
    const { current } = this
    return current ? [{ frame: current.bytes, position: current.position }, ...this.waiting] : this.waiting
  }

  /** Resolves when NATS has all of it, or when it never will. */
  flushed(): Promise<void> {
    if (this.closed || (!this.current && this.waiting.length === 0)) return Promise.resolve()
    return new Promise((resolve) => this.drained.push(resolve))
  }

  /** `handsOver`: another process goes on; what comes until then is still gathered for it. */
  close(handsOver = false): void {
    this.closed = true
    this.handsOver = handsOver
    this.watch.dispose()
    this.timer?.dispose()
    this.count(-this.bytes)
    this.held?.dispose()
    for (const resolve of this.drained.splice(0)) resolve()
  }

  private proceed(): void {
    const { connection, session, epoch } = this.options
    if (this.closed || !this.opened || this.timer || this.sending || !connection.connected) return
    if (this.current) return void this.send(this.current)
    const pieces: Piece[] = []
    for (let bytes = 0; this.waiting.length > 0; ) {
      bytes += this.waiting[0]!.frame.length
      if (pieces.length > 0 && bytes > MAX_MESSAGE_BYTES) break
      pieces.push(this.waiting.shift()!)
    }
    const { position } = pieces.at(-1) ?? {}
    if (!position) return
    const id = `${session}:${epoch()}:${position.offset}:${position.notes}:${this.sequence}`
    this.current = { id, bytes: Buffer.concat(pieces.map(({ frame }) => frame)), position }
    void this.send(this.current)
  }

  private async send(message: Message): Promise<void> {
    const { connection, session, epoch } = this.options
    this.sending = true
    const { headers } = await import('./nats.js')
    const about = headers()
    about.set(OFFSET_HEADER, String(message.position.offset))
    about.set(NOTES_HEADER, String(message.position.notes))
    about.set(EPOCH_HEADER, String(epoch()))
    try {
      const { seq } = await connection.js.publish(connection.subjects.log(session), message.bytes, {
        msgID: message.id,
        expect: { lastSubjectSequence: this.sequence },
        headers: about,
        timeout: ANSWER_MS,
        retries: 1,
      })
      this.handleTaken(message, seq)
    } catch (error) {
      if (isSuperseded(error)) await this.handleSuperseded(message)
      else this.sendLater()
    }
  }

  private handleTaken(message: Message, sequence: number): void {
    this.sequence = sequence
    this.acknowledged = message.position
    this.current = null
    this.sending = false
    this.failing = false
    this.count(-message.bytes.length)
    const { budget } = this.options
    budget.appended += message.bytes.length
    budget.messages++
    this.options.taken(message.bytes.length)
    this.proceed()
    if (this.current || this.waiting.length > 0) return
    for (const resolve of this.drained.splice(0)) resolve()
  }

  /** It may be there already, its answer lost; or someone else has written. */
  private async handleSuperseded(message: Message): Promise<void> {
    try {
      const last = await this.last()
      if (this.closed) return
      // What was there is kept no longer: it goes on as at the beginning.
      if (!last) {
        this.sequence = 0
        return this.sendLater()
      }
      if (last.header.get('Nats-Msg-Id') === message.id) return this.handleTaken(message, last.seq)
      this.close()
      this.options.refused()
    } catch {
      this.sendLater()
    }
  }

  private sendLater(): void {
    this.sending = false
    this.failing = true
    this.reconsider()
    if (this.closed) return
    this.timer = this.options.clock.after(AGAIN_MS, () => {
      this.timer = null
      this.proceed()
    })
  }

  private last() {
    const { jsm, subjects } = this.options.connection
    return jsm.streams.getMessage(subjects.logStream, { last_by_subj: subjects.log(this.options.session) })
  }

  private drop(): void {
    this.count(-this.waiting.shift()!.frame.length)
  }

  private count(bytes: number): void {
    this.bytes += bytes
    this.options.budget.bytes += bytes
    this.reconsider()
  }

  private reconsider(): void {
    const { budget, connection } = this.options
    const isAway = this.failing || !connection.connected
    const most = isAway ? MAX_KEPT_BYTES : MAX_WAITING_BYTES
    const isFull = this.bytes > most || (this.bytes > MAX_MESSAGE_BYTES && budget.bytes > budget.most)
    if (isFull && !this.closed) this.held ??= this.options.hold()
    else if (this.bytes <= most / 2 || isAway) {
      this.held?.dispose()
      this.held = null
    }
  }
}

function numberOf(message: { readonly header: { get(name: string): string } }, name: string): number {
  return Number(message.header.get(name)) || 0
}
