/** Recordings of sessions as asciicast: at most one at a time for a session, kept when it is stopped or its program ends. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../base/clock.js'
import type { Disposable } from '../../base/disposable.js'
import { CastRecorder, castFrames, MemorySink, parseCast } from '../../record/index.js'
import { escapeMarkup, renderGif } from '../../render/index.js'
import type { Session } from '../../session/index.js'
import { recordingTap } from '../recording-tap.js'
import { refuse } from './errors.js'

/** Recordings kept; the oldest that is finished makes room for a new one. */
const MAX_RECORDINGS = 64

export class Recording {
  readonly id = randomUUID()
  readonly startedAt: number
  /** The screen's size when it began. */
  readonly width: number
  readonly height: number
  private readonly sink = new MemorySink()
  private readonly recorder: CastRecorder
  private endedAt: number | null = null

  constructor(
    readonly session: Session,
    private readonly clock: Clock,
    /** As it was asked for. */
    readonly title: string | null,
  ) {
    this.startedAt = clock.now()
    this.width = session.cols
    this.height = session.rows
    const shown = title ?? session.title
    this.recorder = new CastRecorder(recordingTap(session), clock, { sink: this.sink, title: shown })
  }

  get isRunning(): boolean {
    return this.endedAt === null
  }

  get durationMs(): number {
    return Math.round((this.endedAt ?? this.clock.now()) - this.startedAt)
  }

  /** The cast so far. */
  get cast(): string {
    return this.sink.text()
  }

  stop(): void {
    if (!this.isRunning) return
    this.recorder.stop()
    this.endedAt = this.clock.now()
  }
}

export class Recordings implements Disposable {
  private readonly byId = new Map<string, Recording>()

  constructor(private readonly clock: Clock) {}

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
    const recording = new Recording(session, this.clock, title)
    this.byId.set(recording.id, recording)
    return recording
  }

  delete(id: string): void {
    this.get(id).stop()
    this.byId.delete(id)
  }

  /** The program has ended: what was recorded of it stays. */
  finish(session: Session): void {
    for (const recording of this.list()) if (recording.session === session) recording.stop()
  }

  dispose(): void {
    for (const recording of this.byId.values()) recording.stop()
  }

  private makeRoom(): void {
    if (this.byId.size < MAX_RECORDINGS) return
    const oldest = this.list().find(({ isRunning }) => !isRunning)
    if (!oldest) throw refuse('resource_limit_reached', `${MAX_RECORDINGS} recordings are running`)
    this.byId.delete(oldest.id)
  }
}

/** A page that plays a recording by itself: no script, nothing fetched. `bare` is for a frame in another page. */
export async function playerPage(recording: Recording, bare: boolean, abort: AbortSignal): Promise<string> {
  const cast = parseCast(recording.cast)
  const gif = await renderGif(() => castFrames(cast), {}, { abort })
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
