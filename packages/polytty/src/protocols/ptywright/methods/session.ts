/** Sessions: making, driving, watching and ending them. */

import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { DEFAULT_WAIT_MS } from '../../../base/limits.js'
import { action, perform } from '../actions.js'
import { method } from '../context.js'
import { encodeSnapshot, screenSnapshot } from '../encode.js'
import { matcherParam } from '../matchers.js'
import { pixels, size, timeoutMs } from '../params.js'
import { RawTranscript } from '../raw-transcript.js'
import { readRedactor, redactionParams, redactTail } from '../redaction.js'
import { waitFor } from '../waiting.js'

const session = z.string().min(1).describe('Session ID.')
const unknown = { about: 'a session that is not there', error: -32602 }

const create = method({
  name: 'session.create',
  summary: 'Start a program on a PTY.',
  params: z
    .object({
      program: z.string().min(1),
      args: z.array(z.string()).nullish(),
      cwd: z.string().nullish(),
      env: z.record(z.string(), z.string().nullable()).nullish(),
      rows: size.nullish().describe('24 if absent.'),
      cols: size.nullish().describe('80 if absent.'),
      pixel_width: pixels.nullish(),
      pixel_height: pixels.nullish(),
      transcript_max_chars: z
        .number()
        .int()
        .min(1)
        .max(64 * 1024 * 1024)
        .nullish(),
      raw_transcript_path: z.string().min(1).nullish(),
      raw_transcript_append: z.boolean().nullish(),
    })
    .refine(({ raw_transcript_path, raw_transcript_append }) => !raw_transcript_append || raw_transcript_path, {
      message: 'raw_transcript_append requires raw_transcript_path',
    }),
  result: z.object({ session: z.string() }),
  errors: ['spawn-failed', 'invalid-params', 'session-limit'],
  examples: [
    { params: { program: '/bin/sh', args: ['-lc', 'printf ready'], rows: 24, cols: 80 }, result: { session: '$any' } },
    { about: 'a program that does not exist', params: { program: '/no/such/program' }, error: -32603 },
    { about: 'without a program', params: {}, error: -32602 },
  ],
  handler: async ({ server, sessions }, params) => {
    const { program, raw_transcript_path: path, raw_transcript_append: append } = params
    const raw = path == null ? null : new RawTranscript(path, append ?? false)
    const creating = server.core.sessions.create({
      program,
      args: params.args ?? [],
      cwd: params.cwd ?? undefined,
      env: params.env ?? {},
      rows: params.rows ?? 24,
      cols: params.cols ?? 80,
      pixelWidth: params.pixel_width ?? 0,
      pixelHeight: params.pixel_height ?? 0,
      transcriptChars: params.transcript_max_chars ?? undefined,
    })
    const made = await creating.catch((error: unknown) => {
      raw?.close()
      throw error
    })
    raw?.follow(made)
    if (raw) server.rawTranscripts.set(made, raw)
    return { session: sessions.idOf(made) }
  },
})

const list = method({
  name: 'session.list',
  summary: 'The ids of all sessions.',
  params: z.object({}),
  result: z.object({ sessions: z.array(z.string()) }),
  examples: [{ params: {}, result: { sessions: '$any' } }],
  handler: ({ sessions }) => ({ sessions: sessions.ids() }),
})

const input = method({
  name: 'session.input',
  summary: 'Send an action to a session.',
  params: z.object({ session, action }),
  result: z.object({ sent: z.literal(true) }),
  errors: ['session-not-found', 'session-exited', 'invalid-params'],
  examples: [
    { params: { session: '$session', action: { type: 'text', value: 'help\n' } }, result: { sent: true } },
    {
      about: 'a key that does not exist',
      params: { session: '$session', action: { type: 'key', value: 'Enter' } },
      error: -32602,
    },
    { ...unknown, params: { session: 's999', action: { type: 'eof' } } },
  ],
  handler: async (client, params, { signal }) => {
    const target = client.session(params.session)
    if (target.exit) throw new CoreError('session-exited', 'session is closed')
    await perform(target, params.action, client.server.core.clock, signal)
    return { sent: true as const }
  },
})

/** How much of the transcript a wait shows. */
const TAIL_CHARS = 16_384

const wait = method({
  name: 'session.wait',
  summary: 'Wait until a matcher succeeds.',
  params: z.object({
    session,
    matcher: matcherParam,
    timeout_ms: timeoutMs.nullish().describe('30000 if absent.'),
  }),
  result: z.object({
    matched: z.literal(true),
    sequence: z.number().int(),
    elapsed_ms: z.number().int(),
    snapshot: screenSnapshot,
    transcript_tail: z.string(),
  }),
  errors: ['session-not-found', 'wait-timeout', 'session-exited'],
  examples: [
    { params: { session: '$session', matcher: { type: 'all', value: [] } }, result: { matched: true } },
    {
      about: 'what does not come',
      params: { session: '$session', matcher: { type: 'contains_text', value: 'ready' }, timeout_ms: 0 },
      error: -32001,
    },
    {
      about: 'a matcher that does not exist',
      params: { session: '$session', matcher: { type: 'magic' } },
      error: -32602,
    },
  ],
  handler: async (client, params, { signal }) => {
    const { plugins, core } = client.server
    const view = client.view(params.session)
    const { session: target } = view
    const tools = { plugins, clock: core.clock, abort: signal }
    const outcome = await waitFor(view, params.matcher, params.timeout_ms ?? DEFAULT_WAIT_MS, tools)
    const { sequence } = view
    const redactor = readRedactor({})
    return {
      matched: true as const,
      sequence,
      elapsed_ms: Math.round(outcome.elapsedMs),
      snapshot: encodeSnapshot(target, outcome.snapshot, sequence, redactor),
      transcript_tail: redactTail(target.transcript.read(), TAIL_CHARS, redactor),
    }
  },
})

const snapshot = method({
  name: 'session.snapshot',
  summary: 'The screen, redacted unless asked not to be.',
  params: z.object({ session, ...redactionParams }),
  result: screenSnapshot,
  errors: ['session-not-found', 'invalid-pattern'],
  examples: [
    { params: { session: '$session' }, result: { size: { rows: 24, cols: 80 }, plain_text: '', title: null } },
    {
      about: 'a bad rule',
      params: { session: '$session', redaction: { enabled: true, replacement: 'x', extra_regexes: ['('] } },
      error: -32602,
    },
  ],
  handler: (client, params) => {
    const target = client.session(params.session)
    return encodeSnapshot(target, target.snapshot(), client.sessions.sequenceOf(target), readRedactor(params))
  },
})

const transcript = method({
  name: 'session.transcript',
  summary: 'What was printed, as far as it is kept, redacted unless asked not to be.',
  params: z.object({ session, ...redactionParams }),
  result: z.object({
    text: z.string(),
    raw_transcript_error: z.string().optional().describe('Why the raw transcript ended before the session, if it did.'),
  }),
  errors: ['session-not-found', 'invalid-pattern'],
  deviation: '`raw_transcript_error` says why the raw transcript ended early: a full disk, for example.',
  examples: [{ params: { session: '$session' }, result: { text: '' } }],
  handler: (client, params) => {
    const target = client.session(params.session)
    const text = target.transcript.read()
    const ended = client.server.rawTranscripts.get(target)?.endedEarly ?? null
    return {
      text: readRedactor(params)?.redact(text) ?? text,
      ...(ended !== null && { raw_transcript_error: ended }),
    }
  },
})

const resize = method({
  name: 'session.resize',
  summary: 'Change the size of the terminal.',
  params: z.object({ session, rows: size, cols: size, pixel_width: pixels.nullish(), pixel_height: pixels.nullish() }),
  result: z.object({ resized: z.literal(true) }),
  errors: ['session-not-found', 'invalid-params'],
  examples: [{ params: { session: '$session', rows: 40, cols: 120 }, result: { resized: true } }],
  handler: async (client, { session, rows, cols, pixel_width, pixel_height }) => {
    await client.session(session).resize(cols, rows, pixel_width ?? 0, pixel_height ?? 0)
    return { resized: true as const }
  },
})

const kill = method({
  name: 'session.kill',
  summary: 'End the program. Its last screen and transcript stay readable.',
  params: z.object({ session }),
  result: z.object({ killed: z.literal(true) }),
  errors: ['session-not-found'],
  examples: [{ params: { session: '$session' }, result: { killed: true } }],
  handler: async (client, { session }) => {
    await client.session(session).kill({ signal: 'SIGKILL' })
    return { killed: true as const }
  },
})

const close = method({
  name: 'session.close',
  summary: 'End the program and forget the session.',
  params: z.object({ session }),
  result: z.object({ closed: z.literal(true) }),
  errors: ['session-not-found'],
  examples: [
    { params: { session: '$session' }, result: { closed: true } },
    { ...unknown, params: { session: 's999' } },
  ],
  handler: async (client, { session }) => {
    await client.server.core.sessions.remove(client.session(session))
    return { closed: true as const }
  },
})

export const sessionMethods = [create, list, input, wait, snapshot, transcript, resize, kill, close]
