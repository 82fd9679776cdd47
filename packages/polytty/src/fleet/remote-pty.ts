/**
 * The PTY of a session on another node, as a session in this process sees it: output comes from the log, and what is
 * done to the program is asked of its node.
 */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import { encodeNote } from '../host/frame.js'
import { nothingKnown } from '../ready/index.js'
import type { ExitStatus, Pty, PtyListener, PtyNote, RemoteProgram, WriteOptions } from '../session/pty/port.js'
import type { Connection } from './connection.js'
import { lostExit, type SessionEntry } from './entries.js'
import { forgetSession } from './forget-session.js'
import type { Keyframe } from './keyframes.js'
import { LogReader } from './log-reader.js'
import { type Position, start } from './position.js'
import { type RemoteAnswer, RemoteJudgement } from './remote-judgement.js'
import { ask, NoAnswer, NobodyThere, type Request } from './request.js'

/** A program that does not read is given five seconds; a node a little more. */
const ANSWER_MS = 7000
const MAX_KILL_MS = 620_000
const JUDGE_MS = 1000
/** For a change that was made to be seen in the log. */
const SEEN_MS = 2000
/** Of input in one request: NATS takes a message of 1 MiB. */
const MAX_INPUT_BYTES = 256 * 1024
const MAX_QUEUED_BYTES = 4 * 1024 * 1024

export class RemotePty implements Pty {
  readonly pid = 0
  /** Its node answers what it asks. */
  readonly replied = Number.POSITIVE_INFINITY
  readonly originStart = 0
  readonly kernel = { facts: () => nothingKnown, foreground: () => null, hasUnreadInput: () => null }
  readonly closed: Promise<void>
  readonly reader: LogReader
  private readonly markClosed: () => void
  private readonly client = randomUUID()
  private sequence = 0
  private queuedBytes = 0
  private queue: Promise<unknown> = Promise.resolve()
  private readonly judgement = new RemoteJudgement({
    ask: () => this.ask<RemoteAnswer>({ op: 'judge' }, JUDGE_MS),
    position: () => this.reader.position,
    inputs: () => (this.hasQueued ? null : this.inputs),
  })
  private inputs = 0
  private listener: PtyListener | null = null
  private exited = false

  constructor(
    private readonly entry: SessionEntry,
    from: Keyframe | null,
    private readonly connection: Connection,
    private readonly clock: Clock,
    private readonly onGap: () => void,
  ) {
    const { promise, resolve } = deferred<void>()
    this.closed = promise
    this.markClosed = resolve
    const { position, sequence } = from ?? { position: start, sequence: 0 }
    this.reader = new LogReader(connection, entry.meta.id, position, sequence, this.logListener(), clock)
  }

  start(listener: PtyListener): this {
    this.listener = listener
    this.reader.start()
    return this
  }

  get open(): boolean {
    return !this.exited
  }

  get hasQueued(): boolean {
    return this.queuedBytes > 0
  }

  /** In order, and each once: one at a time is under way, and one whose answer is lost is sent again as it was. */
  write(bytes: Uint8Array, { key }: WriteOptions = {}): Promise<void> {
    if (this.exited) throw new CoreError('session-exited', 'the program has exited; nothing reads its input anymore')
    if (this.queuedBytes + bytes.length > MAX_QUEUED_BYTES)
      throw new CoreError('input-overflow', `more than ${MAX_QUEUED_BYTES} bytes wait for the node of the session`)
    const parts: Buffer[] = []
    for (let at = 0; at < bytes.length; at += MAX_INPUT_BYTES)
      parts.push(Buffer.from(bytes.subarray(at, at + MAX_INPUT_BYTES)))
    this.queuedBytes += bytes.length
    const written = this.queue.then(async () => {
      for (const part of parts) await this.type(part, parts.length === 1 ? key : undefined)
    })
    this.queue = written
      .catch(() => {})
      .then(() => {
        this.inputs++
        this.queuedBytes -= bytes.length
      })
    return written
  }

  private async type(part: Buffer, key: string | undefined): Promise<void> {
    const request = { op: 'write', client: this.client, sequence: ++this.sequence, data: part.toString('base64'), key }
    try {
      await this.ask(request, ANSWER_MS)
    } catch (error) {
      if (!(error instanceof CoreError && error.code === 'wait-timeout')) throw error
      await this.ask(request, ANSWER_MS)
    }
  }

  note(note: PtyNote): Promise<void> | null {
    if (note.type === 'input') return null
    const done = this.noteThere(note)
    done.catch(() => {})
    return done
  }

  private async noteThere(note: PtyNote): Promise<void> {
    const request = { op: 'note', note: JSON.parse(encodeNote(note)) as PtyNote }
    const position = await this.ask<Position>(request, ANSWER_MS)
    const late = deferred<void>()
    const timer = this.clock.after(SEEN_MS, () => late.resolve())
    await Promise.race([this.reader.reached(position), late.promise])
    timer.dispose()
  }

  get remote(): RemoteProgram {
    const { node } = this.entry
    return {
      node,
      signal: (name) => this.ask({ op: 'signal', name }, ANSWER_MS),
      kill: (options) => this.ask<ExitStatus>({ op: 'kill', options }, MAX_KILL_MS),
      remove: (options) => this.remove(options),
      rename: (name) => this.ask({ op: 'rename', name }, ANSWER_MS),
      judged: (isFresh) => (this.exited || !this.connection.connected ? null : this.judgement.latest(isFresh)),
      judge: () => (this.exited ? Promise.resolve() : this.judgement.refresh()),
      setTags: (add, remove) => this.ask({ op: 'tags', add, remove }, ANSWER_MS),
    }
  }

  /** What is left of a session whose node is gone can be removed by anyone. */
  private async remove(options: object): Promise<ExitStatus | null> {
    const { connection, entry } = this
    try {
      return await this.ask<ExitStatus | null>({ op: 'remove', options }, MAX_KILL_MS)
    } catch (error) {
      if (!(error instanceof CoreError && error.code === 'session-exited')) throw error
      await forgetSession(connection, entry.meta.id)
      return null
    }
  }

  /** Its node is gone, or says that it has ended. */
  finish(status: ExitStatus = lostExit): void {
    this.handleExit(status)
  }

  pause(): void {
    this.reader.pause()
  }

  resume(): void {
    this.reader.resume()
  }

  forget(): void {
    this.exited = true
    this.reader.stop()
    this.markClosed()
  }

  reply(): void {}
  resize(): void {}
  hangUp(): void {}

  private async ask<T = void>(request: Request, timeout: number): Promise<T> {
    const { id } = this.entry.meta
    try {
      return await ask<T>(this.connection, this.connection.subjects.session(id), request, timeout)
    } catch (error) {
      const { node } = this.entry
      if (error instanceof NobodyThere)
        throw new CoreError('session-exited', `node ${node} does not answer for the session: it is gone`, {
          session: id,
        })
      if (error instanceof NoAnswer)
        throw new CoreError('wait-timeout', `node ${node} did not answer within ${timeout} ms`, { session: id })
      throw error
    }
  }

  private logListener() {
    return {
      output: (bytes: Uint8Array, at: number) => {
        const agoMs = Math.max(0, this.clock.now() - at)
        this.listener?.onData(bytes, this.clock.monotonic() - agoMs)
      },
      note: (note: PtyNote) => this.listener?.onNote?.(note),
      exit: (status: ExitStatus) => this.handleExit(status),
      gap: () => this.onGap(),
    }
  }

  private handleExit(status: ExitStatus): void {
    if (this.exited) return
    this.exited = true
    this.reader.stop()
    this.listener?.onExit(status)
    this.markClosed()
  }
}
