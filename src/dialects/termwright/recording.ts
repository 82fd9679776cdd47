/** A GIF of a session from start to stop. */
import { CastRecorder, castFrames, MemorySink, parseCast } from '../../record/index.js'
import { type GifPicture, renderGif } from '../../render/index.js'
import type { Session } from '../../session/index.js'
import type { Core } from '../core.js'
import { recordingTap } from '../recording-tap.js'

export class GifRecorder {
  private readonly sink = new MemorySink()
  private readonly recorder: CastRecorder

  constructor(session: Session, { clock }: Core) {
    this.recorder = new CastRecorder(recordingTap(session), clock, { sink: this.sink })
  }

  async finish(fps: number, abort: AbortSignal): Promise<GifPicture & { readonly durationMs: number }> {
    const { durationMs } = this.recorder.stop()
    const cast = parseCast(this.sink.text())
    return { ...(await renderGif(() => castFrames(cast, { maxFps: fps }), {}, { abort })), durationMs }
  }

  stop(): void {
    this.recorder.stop()
  }
}
