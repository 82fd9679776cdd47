/** Recording the session as a GIF. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method } from '../context.js'
import { nothing } from '../params.js'
import { GifRecorder } from '../recording.js'

const start = method({
  name: 'start_recording',
  summary: 'Begin to record the screen; one recording per connection.',
  params: z.object({}),
  result: nothing,
  errors: ['conflict'],
  examples: [{ params: null, result: null }],
  handler: (client) => {
    if (client.recorder) throw new CoreError('conflict', 'a recording is already running: call stop_recording first')
    client.recorder = new GifRecorder(client.session, client.daemon.core)
    return null
  },
})

const stop = method({
  name: 'stop_recording',
  summary: 'End the recording and give it as a GIF, in base64.',
  params: z.object({ fps: z.number().min(1).max(50).nullish().describe('10 if absent.') }),
  result: z.object({
    gif_base64: z.string(),
    frames: z.number().int(),
    duration_ms: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
    ended_early: z.string().optional().describe('Why the recording ended before it was stopped, if it did.'),
  }),
  deviation: '`ended_early` says why a recording that grew too large ended before it was stopped.',
  errors: ['unknown-recording'],
  examples: [{ about: 'without a recording', params: null, error: -1 }],
  handler: async (client, { fps }, { signal }) => {
    const { recorder } = client
    if (!recorder) throw new CoreError('unknown-recording', 'no recording is running: call start_recording first')
    client.recorder = null
    const { bytes, frames, width, height, durationMs, endedEarly } = await recorder.finish(fps ?? 10, signal)
    return {
      gif_base64: Buffer.from(bytes).toString('base64'),
      frames,
      duration_ms: Math.round(durationMs),
      width,
      height,
      ...(endedEarly !== null && { ended_early: endedEarly }),
    }
  },
})

export const recordingMethods = [start, stop]
