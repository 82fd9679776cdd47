/** A GIF of a session from start to stop. */

import { type GifPicture, renderGif } from '@polytty/render'
import { CastRecorder, castFrames, parseCast, type StoredLines } from '../../record/index.js'
import { recordingTap, type Session } from '../../session/index.js'
import type { Core } from '../core.js'

interface GifRecording extends GifPicture {
  readonly durationMs: number
  readonly endedEarly: string | null
}

export class GifRecorder {
  private readonly sink: StoredLines
  private readonly recorder: CastRecorder

  constructor(
    session: Session,
    private readonly core: Core,
  ) {
    const { clock, recordings } = core
    this.sink = recordings.open()
    this.recorder = new CastRecorder(recordingTap(session), clock, { sink: this.sink })
  }

  async finish(fps: number, abort: AbortSignal): Promise<GifRecording> {
    const { durationMs, endedEarly } = this.recorder.stop()
    try {
      const gif = await this.core.recordings.inTurn(() => {
        const cast = parseCast(this.sink.text())
        return renderGif(() => castFrames(cast, { maxFps: fps, endMs: durationMs }), {}, { abort })
      })
      return { ...gif, endedEarly }
    } finally {
      this.sink.dispose()
    }
  }

  /** No one wants it any more. */
  stop(): void {
    this.recorder.stop()
    this.sink.dispose()
  }
}
