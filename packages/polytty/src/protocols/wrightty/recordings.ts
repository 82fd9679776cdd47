/**
 * What is being recorded, by recording id: casts, action logs, videos and series of frames. Shared by all clients, so
 * that one may stop what another started. src/record and src/render know how each kind is written down.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderGif, renderVideo } from '@polytty/render'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import type { Disposable } from '../../base/disposable.js'
import {
  type Action,
  ActionLog,
  CastRecorder,
  castFrames,
  parseCast,
  type RecordingStore,
  type SavedCast,
  type SavedLines,
  type StoredLines,
} from '../../record/index.js'
import { recordingTap, type Session } from '../../session/index.js'

export type ActionFormat = 'python' | 'json' | 'cli'
export type VideoKind = 'mp4' | 'webm' | 'gif'
export type FrameFormat = 'svg' | 'text' | 'png'

export interface Frame {
  readonly frameId: number
  readonly timestamp: number
  readonly format: FrameFormat
  readonly data: string
}

interface CastRecording {
  readonly kind: 'session'
  readonly recorder: CastRecorder
  readonly sink: StoredLines
  readonly version: 2 | 3
}

interface ActionRecording {
  readonly kind: 'actions'
  readonly session: Session
  readonly log: ActionLog
  readonly format: ActionFormat
}

interface VideoRecording {
  readonly kind: 'video'
  readonly recorder: CastRecorder
  readonly sink: StoredLines
  readonly format: VideoKind
  readonly fps: number
}

interface CaptureRecording {
  readonly kind: 'capture'
  /** One frame per line. */
  readonly sink: StoredLines
  readonly format: FrameFormat
  readonly startedAt: number
  timer: Disposable
}

export type Recording = CastRecording | ActionRecording | VideoRecording | CaptureRecording

/** A cast as plain data, for a server that goes on with its session. */
interface SavedRecording {
  readonly id: string
  readonly cast: SavedCast
  readonly lines: SavedLines
}

const ATTACHMENT = 'wrightty.recordings'

/** Recordings that may run at a time, and frames that one series keeps. */
const MAX_RECORDINGS = 64
const MAX_FRAMES = 10_000

export class Recordings implements Disposable {
  private readonly active = new Map<string, Recording>()
  private readonly sessions = new WeakMap<Recording, Session>()
  private readonly kept = new WeakMap<Session, Set<string>>()
  private count = 0

  constructor(
    private readonly clock: Clock,
    private readonly store: RecordingStore,
  ) {}

  startSession(session: Session, options: { readonly includeInput: boolean; readonly version: 2 | 3 }): string {
    this.makeRoom()
    const sink = this.store.openCast(session.name)
    const id = this.add(session, {
      kind: 'session',
      recorder: new CastRecorder(recordingTap(session), this.clock, {
        ...options,
        sink,
        title: session.title,
      }),
      sink,
      version: options.version,
    })
    this.keep(session, id)
    return id
  }

  /** Goes on with the casts that a server before recorded of a session. */
  goOn(session: Session): void {
    const before = (session.attachments.restored(ATTACHMENT) ?? []) as readonly SavedRecording[]
    for (const { id, cast, lines } of before) {
      const sink = this.store.reopenCast(session.name, lines)
      const tap = recordingTap(session, { goesOn: true })
      const recorder = new CastRecorder(tap, this.clock, { sink, goOn: cast })
      const recording: Recording = { kind: 'session', recorder, sink, version: cast.version === 3 ? 3 : 2 }
      this.active.set(id, recording)
      this.sessions.set(recording, session)
      this.keep(session, id)
      this.count = Math.max(this.count, Number(/\d+$/.exec(id)?.[0] ?? 0))
    }
  }

  /** Casts go on when another server takes the session over; the other kinds end with this one. */
  private keep(session: Session, id: string): void {
    const ids = this.kept.get(session) ?? new Set()
    this.kept.set(session, ids.add(id))
    session.attachments.set(ATTACHMENT, () =>
      [...ids].flatMap((one): SavedRecording[] => {
        const recording = this.active.get(one)
        if (recording?.kind !== 'session') return []
        return [{ id: one, cast: recording.recorder.save(), lines: recording.sink.save() }]
      }),
    )
  }

  startActions(session: Session, format: ActionFormat): string {
    this.makeRoom()
    return this.add(session, { kind: 'actions', session, log: new ActionLog(this.clock), format })
  }

  startVideo(session: Session, format: VideoKind, fps: number): string {
    this.makeRoom()
    const sink = this.store.open()
    return this.add(session, {
      kind: 'video',
      recorder: new CastRecorder(recordingTap(session), this.clock, { sink }),
      sink,
      format,
      fps,
    })
  }

  /** Takes a picture now and then every so often, until it is stopped or the bound is reached. */
  startCapture(session: Session, format: FrameFormat, intervalMs: number, take: (frameId: number) => Frame): string {
    this.makeRoom()
    const sink = this.store.open()
    let count = 0
    const recording: CaptureRecording = {
      kind: 'capture',
      sink,
      format,
      startedAt: this.clock.monotonic(),
      timer: { dispose: () => {} },
    }
    const next = (): void => {
      if (!sink.write(JSON.stringify(take(count++)))) return
      if (count < MAX_FRAMES) recording.timer = this.clock.after(intervalMs, next)
      else sink.failure = `it has ${MAX_FRAMES} frames`
    }
    next()
    return this.add(session, recording)
  }

  /** Ends a recording of this kind and hands it over. */
  take<K extends Recording['kind']>(id: string, kind: K): Extract<Recording, { kind: K }> {
    const recording = this.active.get(id)
    if (recording?.kind !== kind)
      throw new CoreError('unknown-recording', `no ${kind} recording ${id} is running`, { recordingId: id })
    this.active.delete(id)
    stop(recording)
    this.sessions.get(recording)?.attachments.touch()
    return recording as Extract<Recording, { kind: K }>
  }

  /** Notes a call in the action logs of its session. */
  note(
    session: Session,
    method: string,
    params: Readonly<Record<string, unknown>>,
    action: Action,
    error: string | null,
  ): void {
    for (const recording of this.active.values())
      if (recording.kind === 'actions' && recording.session === session)
        recording.log.add(method, params, action, error)
  }

  get recordsActions(): boolean {
    for (const { kind } of this.active.values()) if (kind === 'actions') return true
    return false
  }

  /** Does what takes much memory, after whatever else does. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.store.inTurn(work)
  }

  dispose(): void {
    for (const recording of this.active.values()) forget(recording)
    this.active.clear()
  }

  private makeRoom(): void {
    if (this.active.size >= MAX_RECORDINGS) this.dropEnded()
    if (this.active.size >= MAX_RECORDINGS)
      throw new CoreError('resource-limit', `${MAX_RECORDINGS} recordings are running: stop one first`, {
        limit: MAX_RECORDINGS,
      })
  }

  private add(session: Session, recording: Recording): string {
    const id = `rec_${String(++this.count).padStart(3, '0')}`
    this.active.set(id, recording)
    this.sessions.set(recording, session)
    return id
  }

  /** The oldest recording of a program that has ended makes room: no one has asked for it since. */
  private dropEnded(): void {
    for (const [id, recording] of this.active) {
      if (!this.sessions.get(recording)?.exited) continue
      this.active.delete(id)
      return forget(recording)
    }
  }
}

function stop(recording: Recording): void {
  if (recording.kind === 'capture') recording.timer.dispose()
  else if (recording.kind !== 'actions') recording.recorder.stop()
}

function forget(recording: Recording): void {
  stop(recording)
  if (recording.kind !== 'actions') recording.sink.dispose()
}

interface VideoResult {
  readonly path: string
  readonly frames: number
  readonly width: number
  readonly height: number
  readonly size: number
  readonly durationMs: number
}

/** Turns what was recorded into a video file in a folder that only its owner can read. */
export async function writeVideo(
  id: string,
  { recorder, sink, format, fps }: VideoRecording,
  abort: AbortSignal,
): Promise<VideoResult> {
  const { durationMs: endMs } = recorder.stop()
  const cast = parseCast(sink.text())
  const frames = () => castFrames(cast, { maxFps: Math.min(fps, 60), endMs })
  const path = join(mkdtempSync(join(tmpdir(), 'polytty-video-')), `wrightty-${id}.${format}`)
  if (format !== 'gif') {
    const { bytes, ...file } = await renderVideo(frames, { format, path, fps: Math.min(fps, 60) }, { abort })
    return { ...file, size: bytes }
  }
  const { bytes, ...gif } = await renderGif(frames, {}, { abort })
  writeFileSync(path, bytes, { mode: 0o600 })
  return { path, ...gif, size: bytes.length }
}
