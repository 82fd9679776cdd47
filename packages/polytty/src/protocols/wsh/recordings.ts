/** Recordings of sessions as asciicast: at most one at a time for a session, kept when it is stopped or its program ends. */
import { randomUUID } from 'node:crypto'
import { escapeMarkup, type GifPicture, renderGif } from '@polytty/render'
import type { Clock } from '../../base/clock.js'
import type { Disposable } from '../../base/disposable.js'
import {
  CastRecorder,
  castFrames,
  parseCast,
  type RecordingStore,
  type SavedCast,
  type SavedLines,
  type StoredLines,
} from '../../record/index.js'
import { recordingTap, type Session } from '../../session/index.js'
import { refuse } from './errors.js'

/** Recordings kept; the oldest that is finished makes room for a new one. */
const MAX_RECORDINGS = 64

/** A recording as plain data, for a server that goes on with its session. */
interface SavedRecording {
  readonly id: string
  readonly title: string | null
  readonly startedAt: number
  readonly width: number
  readonly height: number
  readonly endedEarly: string | null
  /** How long it lasted; null while it runs. */
  readonly durationMs: number | null
  readonly cast: SavedCast
  readonly lines: SavedLines
}

const ATTACHMENT = 'wsh.recordings'

export class Recording {
  readonly id: string
  readonly startedAt: number
  /** The screen's size when it began. */
  readonly width: number
  readonly height: number
  /** Why it ended before it was stopped; null if it did not. */
  endedEarly: string | null = null
  private readonly sink: StoredLines
  private readonly recorder: CastRecorder
  private readonly from: number
  private endedAt: number | null = null

  constructor(
    readonly session: Session,
    private readonly clock: Clock,
    private readonly store: RecordingStore,
    /** As it was asked for. */
    readonly title: string | null,
    before: SavedRecording | null = null,
  ) {
    this.id = before?.id ?? randomUUID()
    this.startedAt = before?.startedAt ?? clock.now()
    this.from = clock.monotonic() - (clock.now() - this.startedAt)
    this.width = before?.width ?? session.cols
    this.height = before?.height ?? session.rows
    this.endedEarly = before?.endedEarly ?? null
    const shown = title ?? session.title
    this.sink = before ? store.reopenCast(session.name, before.lines) : store.openCast(session.name)
    this.recorder = new CastRecorder(recordingTap(session, { goesOn: before !== null }), clock, {
      sink: this.sink,
      title: shown,
      goOn: before?.cast,
      onEndedEarly: (reason) => this.endEarly(reason),
    })
    if (typeof before?.durationMs !== 'number') return
    this.recorder.stop()
    this.endedAt = this.from + before.durationMs
  }

  save(): SavedRecording {
    const { id, title, startedAt, width, height, endedEarly } = this
    const durationMs = this.isRunning ? null : this.durationMs
    const [cast, lines] = [this.recorder.save(), this.sink.save()]
    return { id, title, startedAt, width, height, endedEarly, durationMs, cast, lines }
  }

  /** Bytes of the cast so far. */
  get bytes(): number {
    return this.sink.bytes
  }

  get isRunning(): boolean {
    return this.endedAt === null
  }

  get durationMs(): number {
    return Math.round((this.endedAt ?? this.clock.monotonic()) - this.from)
  }

  /** The cast so far. */
  get cast(): string {
    return this.sink.text()
  }

  stop(): void {
    if (!this.isRunning) return
    this.recorder.stop()
    this.endedAt = this.clock.monotonic()
    this.session.attachments.touch()
  }

  /** Stops it and forgets what was recorded. */
  forget(): void {
    this.stop()
    this.sink.dispose()
  }

  /** All of it as a GIF. */
  gif(abort: AbortSignal): Promise<GifPicture> {
    return this.store.inTurn(() => {
      const cast = parseCast(this.cast)
      return renderGif(() => castFrames(cast), {}, { abort })
    })
  }

  private endEarly(reason: string): void {
    this.endedEarly = reason
    this.endedAt = this.clock.monotonic()
  }
}

export class Recordings implements Disposable {
  private readonly byId = new Map<string, Recording>()

  constructor(
    private readonly clock: Clock,
    private readonly store: RecordingStore,
  ) {}

  list(): Recording[] {
    return [...this.byId.values()]
  }

  get(id: string): Recording {
    const recording = this.byId.get(id)
    if (!recording) throw refuse('recording_not_found', `No recording exists with id '${id}'.`)
    return recording
  }

  /** The one that runs on a session. */
  running(session: Session): Recording | null {
    return this.list().find((one) => one.session === session && one.isRunning) ?? null
  }

  requireRunning(session: Session): Recording {
    const recording = this.running(session)
    if (!recording) throw refuse('recording_not_found', `Session ${session.name} is not being recorded.`)
    return recording
  }

  start(session: Session, title: string | null): Recording {
    if (this.running(session)) throw refuse('recording_active', `Session ${session.name} is being recorded already.`)
    this.makeRoom()
    const recording = new Recording(session, this.clock, this.store, title)
    this.add(recording)
    return recording
  }

  /** Goes on with what a server before recorded of a session. */
  goOn(session: Session): void {
    const before = (session.attachments.restored(ATTACHMENT) ?? []) as readonly SavedRecording[]
    for (const saved of before) this.add(new Recording(session, this.clock, this.store, saved.title, saved))
  }

  private add(recording: Recording): void {
    const { session } = recording
    this.byId.set(recording.id, recording)
    const own = (): Recording[] => this.list().filter((one) => one.session === session)
    session.attachments.set(ATTACHMENT, () => own().map((one) => one.save()))
  }

  delete(id: string): void {
    this.get(id).forget()
    this.byId.delete(id)
  }

  /** The program has ended: what was recorded of it stays. */
  finish(session: Session): void {
    for (const recording of this.list()) if (recording.session === session) recording.stop()
  }

  dispose(): void {
    for (const recording of this.byId.values()) recording.forget()
  }

  private makeRoom(): void {
    if (this.byId.size < MAX_RECORDINGS) return
    const oldest = this.list().find(({ isRunning }) => !isRunning)
    if (!oldest) throw refuse('resource_limit_reached', `${MAX_RECORDINGS} recordings are running`)
    this.delete(oldest.id)
  }
}

/** A page that plays a recording by itself: no script, nothing fetched. `bare` is for a frame in another page. */
export async function playerPage(recording: Recording, bare: boolean, abort: AbortSignal): Promise<string> {
  const gif = await recording.gif(abort)
  const name = escapeMarkup(recording.session.name)
  const image = `<img alt="Recording of ${name}" src="data:image/gif;base64,${Buffer.from(gif.bytes).toString('base64')}">`
  const heading = bare ? '' : `<h1>${name}</h1><p><a href="cast" download="${name}.cast">Download the cast</a></p>`
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${name}</title>
<style>body { margin: ${bare ? '0' : '2rem'}; font-family: system-ui, sans-serif } img { max-width: 100% }</style>
${heading}${image}
</html>
`
}
