/** Recordings, which have routes but no names on the sockets. */
import { z } from 'zod'
import { method } from '../context.js'
import { session } from '../params.js'
import { playerPage, type Recording } from '../recordings.js'

const id = z.string()

const recording = z.object({
  id,
  session: z.string(),
  status: z.enum(['recording', 'finished']),
  started_at: z.number().describe('Milliseconds since the epoch.'),
  duration_ms: z.number().int(),
  bytes: z.number().int(),
})

function encodeRecording(source: Recording): z.input<typeof recording> {
  return {
    id: source.id,
    session: source.session.name,
    status: source.isRunning ? 'recording' : 'finished',
    started_at: source.startedAt,
    duration_ms: source.durationMs,
    bytes: Buffer.byteLength(source.cast),
  }
}

const startRecording = method({
  name: 'start_recording',
  summary: 'Record a session as asciicast from now on; it begins with what is on the screen.',
  params: z.object({ session }),
  result: recording,
  errors: ['session-not-found', 'conflict', 'resource-limit'],
  examples: [],
  handler: (client, { session }) => encodeRecording(client.server.recordings.start(client.stage(session).session)),
})

const getSessionRecording = method({
  name: 'get_session_recording',
  summary: "A session's recording: the one that runs, else the last.",
  params: z.object({ session }),
  result: recording,
  errors: ['session-not-found', 'unknown-recording'],
  examples: [],
  handler: (client, { session }) => encodeRecording(client.server.recordings.ofSession(client.stage(session).session)),
})

const stopRecording = method({
  name: 'stop_recording',
  summary: "End a session's recording; what was recorded stays.",
  params: z.object({ session }),
  result: recording,
  errors: ['session-not-found', 'unknown-recording'],
  examples: [],
  handler: (client, { session }) => {
    const found = client.server.recordings.ofSession(client.stage(session).session)
    found.stop()
    return encodeRecording(found)
  },
})

const listRecordings = method({
  name: 'list_recordings',
  summary: 'The recordings there are, the oldest first.',
  params: z.object({
    session: z.string().nullish().describe('Only of this session.'),
    status: z.enum(['recording', 'finished']).nullish(),
  }),
  result: z.array(recording),
  examples: [],
  handler: ({ server }, { session, status }) =>
    server.recordings
      .list()
      .map(encodeRecording)
      .filter((one) => (!session || one.session === session) && (!status || one.status === status)),
})

const getRecording = method({
  name: 'get_recording',
  summary: 'One recording.',
  params: z.object({ id }),
  result: recording,
  errors: ['unknown-recording'],
  examples: [],
  handler: ({ server }, { id }) => encodeRecording(server.recordings.get(id)),
})

const getRecordingCast = method({
  name: 'get_recording_cast',
  summary: 'A recording as asciicast version 2, as far as it has come.',
  params: z.object({ id }),
  result: z.string(),
  errors: ['unknown-recording'],
  examples: [],
  handler: ({ server }, { id }) => server.recordings.get(id).cast,
})

const getRecordingPlayer = method({
  name: 'get_recording_player',
  summary: 'A page that plays a recording.',
  params: z.object({ id }),
  result: z.string(),
  errors: ['unknown-recording'],
  examples: [],
  handler: ({ server }, { id }, { signal }) => playerPage(server.recordings.get(id), false, signal),
})

const getRecordingEmbed = method({
  name: 'get_recording_embed',
  summary: 'The same with nothing around it.',
  params: z.object({ id }),
  result: z.string(),
  errors: ['unknown-recording'],
  examples: [],
  handler: ({ server }, { id }, { signal }) => playerPage(server.recordings.get(id), true, signal),
})

export const recordingMethods = [
  startRecording,
  getSessionRecording,
  stopRecording,
  listRecordings,
  getRecording,
  getRecordingCast,
  getRecordingPlayer,
  getRecordingEmbed,
]
