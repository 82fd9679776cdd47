/**
 * A session of this node, for the others: its entry, its log, its keyframes, and what they ask of it. All that leaves the
 * node is taken from where secrets are masked already.
 */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { type Disposable, DisposableBag } from '../base/disposable.js'
import type { Log } from '../base/log.js'
import { encodeFrame, encodeNote, encodeNumbers, frameType } from '../host/frame.js'
import { redactDeep } from '../redaction/deep.js'
import type { Redactor } from '../redaction/redactor.js'
import type { ExitStatus, PtyNote, Session, SessionRegistry } from '../session/index.js'
import type { Connection } from './connection.js'
import type { SessionEntry } from './entries.js'
import { forgetSession } from './forget-session.js'
import { Inputs } from './inputs.js'
import { putKeyframe } from './keyframes.js'
import { type LogBudget, LogWriter } from './log-writer.js'
import { isAtLeast, type Position, start } from './position.js'
import type { RemoteAnswer } from './remote-judgement.js'
import { type Request, serve } from './request.js'
import { openShadow, type Shadow } from './shadow.js'
import { REFRESH_MS } from './subjects.js'

const KEYFRAME_BYTES = 1024 * 1024
/** Of a session with a long history, one per so many times its size. */
const RARER = 4
const IDLE_MS = 1000
/** An entry is written at most this often: titles change with every prompt. */
const ENTRY_MS = 500
const ATTACHMENT = 'fleet'
/** Of output that NATS has not confirmed, in what is saved of a session. */
const MAX_SAVED_BYTES = 1024 * 1024

interface Saved extends Position {
  /** Null where it was too much. */
  readonly waiting: readonly (Position & { readonly frame: string })[] | null
}

export interface Owner {
  readonly connection: Connection
  readonly registry: SessionRegistry
  readonly node: string
  readonly epoch: () => number
  readonly budget: LogBudget
  readonly redactor: Redactor | null
  readonly clock: Clock
  readonly log: Log
}

export class PublishedSession {
  /** Whether its name is its own in the fleet. */
  claimed = false
  private readonly owned = new DisposableBag()
  private readonly taps = new DisposableBag()
  private readonly inputs = new Inputs()
  private readonly writer: LogWriter
  private position: Position
  private shadow: Shadow | null = null
  private sinceKeyframe = 1
  private keyframeBytes = 0
  private savingKeyframe = false
  private idle: Disposable | null = null
  private entryTimer: Disposable | null = null
  private lastEntry = ''
  private ended = false
  private opened = false

  constructor(
    readonly session: Session,
    private readonly owner: Owner,
  ) {
    const { connection, epoch, budget, clock, log } = owner
    const before = session.attachments.restored(ATTACHMENT) as Saved | undefined
    this.before = before ?? null
    this.position = before ? { offset: before.offset, notes: before.notes } : start
    this.writer = new LogWriter({
      ...{ connection, session: session.id, epoch, budget, clock },
      hold: () => session.hold(),
      taken: (bytes) => this.handleTaken(bytes),
      refused: () => log.error('another process writes the log of a session', { session: session.id }),
    })
    for (const { frame, offset, notes } of before?.waiting ?? [])
      this.writer.append(Buffer.from(frame, 'base64'), { offset, notes })
    session.attachments.set(ATTACHMENT, () => this.saved)
    this.taps.add(session.onOutput.on(({ bytes }) => this.appendOutput(bytes)))
    this.taps.add(session.onNote.on((note) => this.appendNote(note)))
    this.taps.add(session.onExit.on((status) => this.appendExit(status)))
    for (const emitter of [session.onResize, session.onTags, session.onRename, session.onEvent])
      this.owned.add(emitter.on(() => this.putEntryLater()))
    this.hadPrinted = session.reads > 0
    if (session.exit) this.appendExit(session.exit)
  }

  /** Of the process that wrote its log before; null where there was none. */
  private readonly before: Saved | null
  private readonly hadPrinted: boolean

  /** What goes on where this process ends: how far it has come, and what NATS may not have of that. */
  private get saved(): Saved {
    const pieces = this.writer.unacknowledged
    const bytes = pieces.reduce((sum, { frame }) => sum + frame.length, 0)
    if (bytes > MAX_SAVED_BYTES) return { ...this.position, waiting: null }
    const waiting = pieces.map(({ frame, position }) => ({ ...position, frame: frame.toString('base64') }))
    return { ...this.position, waiting }
  }

  /** Whether NATS has its entry as it was last written. */
  get isShown(): boolean {
    return this.opened && this.lastEntry !== ''
  }

  /** When NATS is there. */
  async open(): Promise<void> {
    const { session, owner, before } = this
    if (this.opened) return this.putEntry()
    this.opened = true
    try {
      // What it had printed before is in no log.
      if (!before && this.hadPrinted) await this.saveKeyframe()
      await this.writer.open(before !== null)
      // A part of the log is lost: whoever comes there begins again with this.
      if (before?.waiting === null && !isAtLeast(this.writer.acknowledged, before)) await this.saveKeyframe()
    } catch (error) {
      this.opened = false
      throw error
    }
    if (this.ended) return
    this.owned.add(
      serve(owner.connection, owner.connection.subjects.session(session.id), (request) => this.answer(request)),
    )
    await this.putEntry()
    if (owner.redactor && !this.ended) this.shadow = await openShadow(owner, this.entry)
  }

  /** Written again under a new epoch. */
  async putEntry(): Promise<void> {
    const { connection, log } = this.owner
    const text = JSON.stringify(this.entry)
    if (this.ended || !connection.connected) return
    this.lastEntry = text
    try {
      await connection.sessions.put(this.session.id, text)
      // What has an age would be forgotten.
      if (!this.ended) this.entryTimer ??= this.owner.clock.after(REFRESH_MS, () => this.refresh())
    } catch (error) {
      this.lastEntry = ''
      log.warn('the entry of a session could not be written', { reason: (error as Error).message })
    }
  }

  get entry(): SessionEntry {
    const { session, owner } = this
    const { id, cols, rows, title, pid, exit } = session
    const name = this.claimed || session.name === id ? session.name : id
    const entry = { node: owner.node, epoch: owner.epoch(), name, meta: session.meta, pid, cols, rows, title, exit }
    const { node, epoch } = entry
    const masked = redactDeep(entry, owner.redactor)
    return { ...masked, node, epoch, meta: { ...masked.meta, id } }
  }

  /** All that was printed is in NATS, or cannot be. */
  flushed(): Promise<void> {
    return this.writer.flushed()
  }

  /** `forgets`: the session is no more, and nothing of it is kept. */
  async close(forgets: boolean): Promise<void> {
    this.ended = true
    this.owned.dispose()
    if (forgets) this.taps.dispose()
    this.shadow?.close()
    this.idle?.dispose()
    this.entryTimer?.dispose()
    this.writer.close(!forgets)
    const { connection } = this.owner
    if (forgets && connection.connected) await forgetSession(connection, this.session.id)
  }

  private refresh(): void {
    this.entryTimer = null
    this.lastEntry = ''
    this.sinceKeyframe++
    void this.putEntry()
    void this.saveKeyframe()
  }

  private putEntryLater(): void {
    if (this.ended) return
    this.entryTimer?.dispose()
    this.entryTimer = this.owner.clock.after(ENTRY_MS, () => {
      this.entryTimer = null
      if (JSON.stringify(this.entry) !== this.lastEntry) void this.putEntry()
      else this.entryTimer = this.owner.clock.after(REFRESH_MS, () => this.refresh())
    })
  }

  private appendOutput(bytes: Uint8Array): void {
    const { offset, notes } = this.position
    const frame = encodeFrame(frameType.output, 0, 0, encodeNumbers(offset, this.owner.clock.now()), bytes)
    this.position = { offset: offset + bytes.length, notes }
    this.append(frame)
  }

  private appendNote(note: PtyNote): void {
    const { offset, notes } = this.position
    const at = encodeNumbers(offset, this.owner.clock.now())
    this.position = { offset, notes: notes + 1 }
    this.append(encodeFrame(frameType.note, 0, notes + 1, at, encodeNote(note)))
  }

  /** Counts as a note, so that it stands behind all that was printed. */
  private appendExit(status: ExitStatus): void {
    const { offset, notes } = this.position
    this.position = { offset, notes: notes + 1 }
    const at = encodeNumbers(offset, this.owner.clock.now())
    this.append(encodeFrame(frameType.exit, 0, notes + 1, at, JSON.stringify(status)))
    void this.putEntry()
  }

  private append(frame: Buffer): void {
    this.writer.append(frame, this.position)
  }

  private handleTaken(bytes: number): void {
    if (this.ended) return
    this.sinceKeyframe += bytes
    const every = Math.max(KEYFRAME_BYTES, RARER * this.keyframeBytes)
    if (this.sinceKeyframe >= every) void this.saveKeyframe()
    this.idle?.dispose()
    this.idle = this.owner.clock.after(IDLE_MS, () => void this.saveKeyframe())
  }

  private async saveKeyframe(): Promise<void> {
    const { connection, log } = this.owner
    if (this.ended || this.savingKeyframe || !connection.connected || this.sinceKeyframe === 0) return
    const frame = this.owner.redactor ? this.shadow?.keyframe() : this.keyframe()
    if (!frame) return
    this.savingKeyframe = true
    this.sinceKeyframe = 0
    try {
      this.keyframeBytes = await putKeyframe(connection, this.session.id, frame)
    } catch (error) {
      log.warn('a keyframe could not be written', { reason: (error as Error).message })
    } finally {
      this.savingKeyframe = false
    }
  }

  private keyframe() {
    return { saved: this.session.save(), position: this.position, sequence: this.writer.sequence }
  }

  /** What another node asks; each is done as if a client of this node had asked. */
  private async answer(request: Request): Promise<unknown> {
    const { session, owner } = this
    const given = request as Request & { readonly [name: string]: never }
    switch (request.op) {
      case 'write': {
        const { client, sequence, data, key } = given
        return this.inputs.once(client, sequence, () => session.write(Buffer.from(data, 'base64'), { key }))
      }
      case 'note':
        await this.takeNote(given.note)
        return this.position
      case 'judge':
        return { judgement: redactDeep(session.ready, owner.redactor), position: this.position } satisfies RemoteAnswer
      case 'signal':
        return session.signal(given.name)
      case 'kill':
        return session.kill(given.options)
      case 'remove':
        return owner.registry.remove(session, given.options)
      case 'rename':
        return owner.registry.rename(session, given.name)
      case 'tags':
        return session.setTags(given.add, given.remove)
      default:
        throw new CoreError('unknown-method', `nodes cannot be asked to ${request.op}`)
    }
  }

  private async takeNote(note: PtyNote): Promise<void> {
    const { session } = this
    if (note.type === 'resize') return session.resize(note.cols, note.rows, note.pixelWidth, note.pixelHeight)
    if (note.type === 'palette') session.setPalette(note.overrides)
    if (note.type === 'colorScheme') session.setColorScheme(note.scheme)
  }
}
