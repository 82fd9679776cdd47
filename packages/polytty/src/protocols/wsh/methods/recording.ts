/** Recordings, which have routes but no names on the sockets. */
import { z } from 'zod'
import { method } from '../context.js'
import { empty, session } from '../params.js'
import { playerPage, type Recording } from '../recordings.js'

const id = z.string()

const status = z.enum(['recording', 'stopped'])

const recording = z.object({
  id,
  session: z.string(),
  title: z.string().nullable(),
  started_at: z.number().int().describe('Seconds since the epoch.'),
  duration_ms: z.number().int(),
  bytes_written: z.number().int(),
  status,
  ended_early: z.string().optional().describe('Why it ended before it was stopped, if it did.'),
  width: z.number().int(),
  height: z.number().int(),
  urls: z.object({ cast: z.string(), player: z.string(), embed: z.string() }),
})

function encodeRecording(source: Recording): z.input<typeof recording> {
  const path = `/recordings/${source.id}`
  return {
    id: source.id,
    session: source.session.name,
    title: source.title,
    started_at: Math.floor(source.startedAt / 1000),
    duration_ms: source.durationMs,
    bytes_written: source.bytes,
    status: source.isRunning ? 'recording' : 'stopped',
    ...(source.endedEarly !== null && { ended_early: source.endedEarly }),
    width: source.width,
    height: source.height,
    urls: { cast: `${path}/cast`, player: `${path}/player`, embed: `${path}/embed` },
  }
}

const startRecording = method({
  name: 'start_recording',
  summary: 'Record a session as asciicast from now on; it begins with what is on the screen.',
  params: z.object({ session, title: z.string().max(1000).nullish() }),
  result: recording,
  errors: ['session-not-found', 'conflict', 'resource-limit'],
  examples: [],
  handler: (client, { session, title }) =>
    encodeRecording(client.server.recordings.start(client.wshSession(session).session, title ?? null)),
})

const getSessionRecording = method({
  name: 'get_session_recording',
  summary: "A session's recording, as long as it runs.",
  params: z.object({ session }),
  result: recording,
  errors: ['session-not-found', 'unknown-recording'],
  examples: [],
  handler: (client, { session }) =>
    encodeRecording(client.server.recordings.requireRunning(client.wshSession(session).session)),
})

const stopRecording = method({
  name: 'stop_recording',
  summary: "End a session's recording; what was recorded stays.",
  params: z.object({ session }),
  result: recording,
  errors: ['session-not-found', 'unknown-recording'],
  examples: [],
  handler: (client, { session }) => {
    const found = client.server.recordings.requireRunning(client.wshSession(session).session)
    found.stop()
    return encodeRecording(found)
  },
})

const listRecordings = method({
  name: 'list_recordings',
  summary: 'The recordings there are, the oldest first.',
  params: z.object({
    session: z.string().nullish().describe('Only of this session.'),
    status: status.nullish(),
  }),
  result: z.object({ recordings: z.array(recording) }),
  examples: [],
  handler: ({ server }, { session, status }) => ({
    recordings: server.recordings
      .list()
      .map(encodeRecording)
      .filter((one) => (!session || one.session === session) && (!status || one.status === status)),
  }),
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

const deleteRecording = method({
  name: 'delete_recording',
  summary: 'Forget a recording; one that runs is stopped.',
  params: z.object({ id }),
  result: empty,
  errors: ['unknown-recording'],
  examples: [],
  handler: ({ server }, { id }) => {
    server.recordings.delete(id)
    return {}
  },
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
  deleteRecording,
  getRecordingCast,
  getRecordingPlayer,
  getRecordingEmbed,
]
