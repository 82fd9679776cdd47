/** Recording a session as a cast, a script, a video or a series of frames. */

import { requireVideoEncoder } from '@polytty/render'
import { z } from 'zod'
import { actionsAsPython, actionsAsShell } from '../../../record/index.js'
import type { Session } from '../../../session/index.js'
import { method } from '../context.js'
import { sessionId } from '../params.js'
import { type Frame, type FrameFormat, writeVideo } from '../recordings.js'
import { takePicture } from './screenshot.js'

const recordingId = z.string().min(1)
const started = z.object({ recordingId })
const seconds = z.number().describe('Seconds.')
const frameFormat = z.enum(['svg', 'text', 'png'])
const endedEarly = z.string().optional().describe('Why the recording ended before it was stopped, if it did.')
const deviation = '`endedEarly` says why a recording that grew too large ended before it was stopped.'
const endedEarlyField = (reason: string | null) => (reason === null ? {} : { endedEarly: reason })
const unknownId = { about: 'a recording that is not running', params: { recordingId: 'rec_999999' }, error: -32602 }

const startSession = method({
  name: 'Recording.startSession',
  summary: 'Record what the program writes, with times, as asciicast.',
  params: z.object({
    sessionId,
    includeInput: z.boolean().nullish().describe('Record what is typed as well.'),
    version: z.literal([2, 3]).nullish().describe('Version of asciicast; 2 if absent. Only 3 has the exit.'),
  }),
  result: started,
  errors: ['session-not-found', 'resource-limit'],
  examples: [{ params: { sessionId: '$session' }, result: { recordingId: '$any' } }],
  handler: async (client, { sessionId, includeInput, version }) => ({
    recordingId: client.server.recordings.startSession(await client.session(sessionId), {
      includeInput: includeInput ?? false,
      version: version ?? 2,
    }),
  }),
})

const stopSession = method({
  name: 'Recording.stopSession',
  summary: 'End a session recording and give the cast.',
  params: z.object({ recordingId }),
  result: z.object({
    format: z.enum(['asciicast-v2', 'asciicast-v3']),
    data: z.string(),
    duration: seconds,
    events: z.number().int(),
    endedEarly,
  }),
  errors: ['unknown-recording'],
  deviation,
  examples: [unknownId],
  handler: ({ server }, { recordingId }) => {
    const { recorder, sink, version } = server.recordings.take(recordingId, 'session')
    const { durationMs, events, endedEarly } = recorder.stop()
    const data = sink.text()
    sink.dispose()
    return {
      format: `asciicast-v${version}` as const,
      data,
      duration: durationMs / 1000,
      events,
      ...endedEarlyField(endedEarly),
    }
  },
})

const startActions = method({
  name: 'Recording.startActions',
  summary: 'Record the calls made to a session, as a script that makes them again.',
  params: z.object({ sessionId, format: z.enum(['python', 'json', 'cli']).nullish().describe('python if absent.') }),
  result: started,
  errors: ['session-not-found', 'resource-limit'],
  examples: [{ params: { sessionId: '$session', format: 'json' }, result: { recordingId: '$any' } }],
  handler: async (client, { sessionId, format }) => ({
    recordingId: client.server.recordings.startActions(await client.session(sessionId), format ?? 'python'),
  }),
})

const loggedAction = z.object({
  time: z.number(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  error: z.string().optional().describe('Why it failed; absent where it did not.'),
})

const stopActions = method({
  name: 'Recording.stopActions',
  summary: 'End an action recording and give the script.',
  params: z.object({ recordingId }),
  result: z.object({
    format: z.enum(['python', 'json', 'cli']),
    data: z.union([z.string(), z.array(loggedAction)]),
    actions: z.number().int(),
    duration: seconds,
    endedEarly,
  }),
  errors: ['unknown-recording'],
  deviation,
  examples: [unknownId],
  handler: ({ server }, { recordingId }) => {
    const { log, format } = server.recordings.take(recordingId, 'actions')
    const { entries } = log
    const scripts = {
      python: () => actionsAsPython(entries),
      cli: () => actionsAsShell(entries),
      json: () =>
        entries.map(({ time, method, params, error }) => ({
          time,
          method,
          params,
          ...(error === null ? {} : { error }),
        })),
    }
    const { durationMs, endedEarly } = log
    return {
      format,
      data: scripts[format](),
      actions: entries.length,
      duration: durationMs / 1000,
      ...endedEarlyField(endedEarly),
    }
  },
})

function takeFrame(session: Session, format: FrameFormat, frameId: number, timestamp: number): Frame {
  return { frameId, timestamp, format, data: takePicture(session.snapshot(), format, {}).data }
}

const frame = z.object({ frameId: z.number().int(), timestamp: z.number(), format: frameFormat, data: z.string() })

const captureScreen = method({
  name: 'Recording.captureScreen',
  summary: 'One frame of the screen, now.',
  params: z.object({ sessionId, format: frameFormat.nullish().describe('svg if absent.') }),
  result: frame,
  errors: ['session-not-found'],
  examples: [
    {
      params: { sessionId: '$session', format: 'svg' },
      result: { frameId: 0, timestamp: '$any', format: 'svg', data: '$any' },
    },
  ],
  handler: async (client, { sessionId, format }) => {
    const session = await client.session(sessionId)
    return takeFrame(session, format ?? 'svg', client.server.nextFrame(session), client.core.clock.now())
  },
})

const startScreenCapture = method({
  name: 'Recording.startScreenCapture',
  summary: 'Take frames of the screen at an interval.',
  params: z.object({
    sessionId,
    intervalMs: z.number().int().min(10).max(3_600_000).nullish().describe('1000 if absent.'),
    format: frameFormat.nullish().describe('svg if absent.'),
  }),
  result: started,
  errors: ['session-not-found', 'resource-limit'],
  examples: [{ params: { sessionId: '$session', intervalMs: 100, format: 'text' }, result: { recordingId: '$any' } }],
  handler: async (client, { sessionId, intervalMs, format }) => {
    const session = await client.session(sessionId)
    const { recordings } = client.server
    const take = (frameId: number): Frame => takeFrame(session, format ?? 'svg', frameId, client.core.clock.now())
    return { recordingId: recordings.startCapture(session, format ?? 'svg', intervalMs ?? 1000, take) }
  },
})

const stopScreenCapture = method({
  name: 'Recording.stopScreenCapture',
  summary: 'End a series of frames and give them.',
  params: z.object({ recordingId }),
  result: z.object({
    frames: z.array(frame),
    duration: seconds,
    frameCount: z.number().int(),
    format: frameFormat,
    endedEarly,
  }),
  errors: ['unknown-recording'],
  deviation,
  examples: [unknownId],
  handler: ({ server, core }, { recordingId }) => {
    const { sink, format, startedAt } = server.recordings.take(recordingId, 'capture')
    const lines = sink.text().trimEnd().split('\n')
    const frames = lines.map((line) => JSON.parse(line) as Frame)
    const duration = (core.clock.monotonic() - startedAt) / 1000
    const answer = { frames, duration, frameCount: frames.length, format, ...endedEarlyField(sink.failure) }
    sink.dispose()
    return answer
  },
})

const startVideo = method({
  name: 'Recording.startVideo',
  summary: 'Record the screen as a video. mp4 and webm need ffmpeg on the PATH; gif needs nothing.',
  params: z.object({
    sessionId,
    fps: z.number().min(1).max(60).nullish().describe('30 if absent.'),
    intervalMs: z.number().min(16).max(60_000).nullish().describe('Time between frames, instead of fps.'),
    format: z.enum(['mp4', 'webm', 'gif']).nullish().describe('mp4 if absent.'),
  }),
  result: started,
  errors: ['session-not-found', 'resource-limit', 'missing-program'],
  examples: [{ params: { sessionId: '$session', format: 'gif' }, result: { recordingId: '$any' } }],
  handler: async (client, { sessionId, fps, intervalMs, format }) => {
    if (format !== 'gif') requireVideoEncoder()
    const session = await client.session(sessionId)
    const rate = fps ?? (intervalMs ? Math.max(1000 / intervalMs, 1) : 30)
    return { recordingId: client.server.recordings.startVideo(session, format ?? 'mp4', rate) }
  },
})

const stopVideo = method({
  name: 'Recording.stopVideo',
  summary: 'End a video recording and write the file. The caller owns it and removes it.',
  params: z.object({ recordingId }),
  result: z.object({
    format: z.enum(['mp4', 'webm', 'gif']),
    path: z.string(),
    duration: seconds,
    frames: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
    size: z.number().int().describe('Bytes.'),
    endedEarly,
  }),
  deviation,
  errors: ['unknown-recording', 'missing-program'],
  examples: [unknownId],
  handler: async ({ server }, { recordingId }, { signal }) => {
    const recording = server.recordings.take(recordingId, 'video')
    const { endedEarly } = recording.recorder.stop()
    const { sink, format } = recording
    const { durationMs, ...file } = await server.recordings
      .inTurn(() => writeVideo(recordingId, recording, signal))
      .finally(() => sink.dispose())
    return { format, duration: durationMs / 1000, ...file, ...endedEarlyField(endedEarly) }
  },
})

export const recordingMethods = [
  startSession,
  stopSession,
  startActions,
  stopActions,
  captureScreen,
  startScreenCapture,
  stopScreenCapture,
  startVideo,
  stopVideo,
]
