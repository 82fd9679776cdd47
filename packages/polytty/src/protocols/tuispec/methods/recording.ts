/** Recording the conversation and the screen, and doing again what was recorded. */
import { realpathSync } from 'node:fs'
import { z } from 'zod'
import type { Clock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import { nextTurn } from '../../../base/turns.js'
import { type FrameLogEntry, FrameLogReader } from '../../../record/index.js'
import { method, type TuispecClient } from '../context.js'
import { parseLine } from '../envelope.js'
import { encodeError } from '../errors.js'
import { readText } from '../files.js'
import { milliseconds, nothing, ok } from '../params.js'
import { Recording } from '../recording.js'

const endedEarly = z.string().optional().describe('Why nothing more is written, if that is so.')
const deviation = '`endedEarly` says why a recording ended before it was stopped: a full disk, for example.'
const recordingFields = (recording: Recording | null) =>
  recording && recording.endedEarly !== null ? { endedEarly: recording.endedEarly } : {}

const start = method({
  name: 'recording.start',
  summary:
    'Write every message and the changes of the screen to a file, after what it holds already. Ends a recording that runs.',
  params: z.object({
    path: z.string().min(1),
    frameIntervalMs: milliseconds.default(200).describe('How often the screen is written at most; 0 leaves it out.'),
  }),
  result: z.object({ ok: z.literal(true), path: z.string(), frameIntervalMs: z.number().int() }),
  errors: ['invalid-path'],
  examples: [{ about: 'where nothing can be written', params: { path: '/dev/null/x.jsonl' }, error: -32004 }],
  handler: (client, { path, frameIntervalMs }, call) => {
    client.stopRecording()
    const recording = new Recording(path, client.core.clock, frameIntervalMs)
    client.recording = recording
    call.afterReply(() => {
      if (client.tui && client.recording === recording) recording.watch(client.tui)
    })
    return { ok: true as const, path: recording.path, frameIntervalMs }
  },
})

const stop = method({
  name: 'recording.stop',
  summary: 'End the recording.',
  params: nothing,
  result: ok.extend({ endedEarly }),
  deviation,
  examples: [{ params: null, result: { ok: true } }],
  handler: (client) => {
    const { recording } = client
    client.stopRecording()
    return { ok: true as const, ...recordingFields(recording) }
  },
})

const status = method({
  name: 'recording.status',
  summary: 'Whether a recording runs, and where to.',
  params: nothing,
  result: z.object({ active: z.boolean(), path: z.string().nullable(), endedEarly }),
  deviation,
  examples: [{ params: {}, result: { active: false, path: null } }],
  handler: ({ recording }) => ({
    active: recording !== null && recording.endedEarly === null,
    path: recording?.path ?? null,
    ...recordingFields(recording),
  }),
})

const replay = method({
  name: 'replay',
  summary:
    'Do again what the requests of a recording did. Requests about recordings and the end of the server are passed over.',
  params: z.object({
    path: z.string().min(1),
    speed: z.enum(['as-fast-as-possible', 'real-time']).default('as-fast-as-possible'),
  }),
  result: z.object({
    ok: z.literal(true),
    replayedRequests: z.number().int(),
    path: z.string(),
    speed: z.string(),
  }),
  errors: ['not-found', 'invalid-params', 'conflict'],
  examples: [{ about: 'a file that does not exist', params: { path: '/no/recording.jsonl' }, error: -32004 }],
  handler: async (client, { path, speed }, { signal }) => {
    const requests = await readRequests(await readText('recording', path))
    let last = requests[0]?.timestampMicros ?? 0
    for (const { line, timestampMicros } of requests) {
      if (speed === 'real-time') await pause((timestampMicros - last) / 1000, client.core.clock, signal)
      last = timestampMicros
      await repeat(client, line, signal)
    }
    return { ok: true as const, replayedRequests: requests.length, path: realpathSync(path), speed }
  },
})

/** Lines that are read before others get their turn. */
const SLICE_LINES = 500

async function readRequests(text: string): Promise<FrameLogEntry[]> {
  const reader = new FrameLogReader()
  const requests: FrameLogEntry[] = []
  let lines = 0
  for (const line of text.split('\n')) {
    const entry = reader.read(line)
    if (entry?.direction === 'request') requests.push(entry)
    if (++lines % SLICE_LINES === 0) await nextTurn()
  }
  return requests
}

/** What makes no sense, or does harm, when it is done again. */
const passedOver = /^(?:server\.shutdown|recording\..*)$/

async function repeat(client: TuispecClient, line: string, signal: AbortSignal): Promise<void> {
  const [item] = parseLine(line).items
  if (item?.kind !== 'request') throw new CoreError('conflict', 'replay step failed: a recorded line is not a request')
  const { method: name, params } = item.request
  if (passedOver.test(name)) return
  if (signal.aborted) throw new CoreError('wait-cancelled', 'the client has gone')
  const outcome = await client.runStep(name, params, signal)
  if (outcome.ok) return
  const error = encodeError(outcome.error)
  const { details } = (error.data ?? {}) as { details?: string }
  const message = `replay step failed (${name}): ${error.message}`
  throw new CoreError('conflict', details ? `${message}\n${details}` : message)
}

/** The time that passed between two requests passes again, up to an hour. */
const MAX_PAUSE_MS = 3_600_000

function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      timer.dispose()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.after(Math.min(ms, MAX_PAUSE_MS), end)
    signal.addEventListener('abort', end)
  })
}

export const recordingMethods = [start, stop, status, replay]
