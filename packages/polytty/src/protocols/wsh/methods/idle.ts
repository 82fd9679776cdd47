/** Waiting for silence, under the document's name and the newer one; on one session or on whichever is quiet first. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { DEFAULT_WAIT_MS } from '../../../base/limits.js'
import { encodeSnakeReadiness, snakeReadiness, wantedStates } from '../../readiness.js'
import { method, type WshClient } from '../context.js'
import { refuse } from '../errors.js'
import { awaitIdle, type IdleOutcome } from '../idle.js'
import { format, type LineFormat, MAX_HTTP_WAIT_MS, screen, session } from '../params.js'
import type { WshSession } from '../wsh-session.js'

const params = z.object({
  session,
  timeout_ms: z.number().int().min(0).describe('How long nothing may happen; at most 300000.'),
  format,
  max_wait_ms: z
    .number()
    .int()
    .min(0)
    .nullish()
    .describe('The deadline; none if absent. Over HTTP 30000 if absent, at most 300000.'),
  last_generation: z.number().int().nullish().describe('If nothing has happened since, wait for something first.'),
  last_session: z.string().nullish().describe('The session that `last_generation` is about, where sessions race.'),
  tag: z.string().nullish().describe('Only sessions with one of these tags (comma-separated), where sessions race.'),
  fresh: z.boolean().nullish().describe('Count the silence from now on.'),
})

type IdleParams = z.output<typeof params>

const result = z.object({
  session: z.string().optional(),
  screen,
  scrollback_lines: z.number().int(),
  generation: z.number().int(),
  last_activity_ms: z.number().int().optional(),
  ready: snakeReadiness.describe('Whether the program waits for its user, and for what.'),
})

interface Names {
  readonly name: 'await_quiesce' | 'await_idle'
  readonly timeout: 'quiesce_timeout' | 'idle_timeout'
  readonly state: 'quiescent' | 'idle'
}

function awaitMethod({ name, timeout, state }: Names) {
  return method({
    name,
    summary: `Wait until nothing has happened for \`timeout_ms\`. A second call on a connection takes the first one's place.`,
    params,
    result,
    errors: ['session-not-found', 'wait-timeout', 'wait-cancelled', 'session-exited'],
    examples: [
      {
        params: { session: '$session', timeout_ms: 1, format: 'plain' },
        result: { screen: { cols: 80, rows: 24 }, scrollback_lines: 24, generation: '$any' },
      },
      {
        about: 'a deadline',
        params: { session: '$session', timeout_ms: 5000, max_wait_ms: 1, fresh: true },
        error: timeout,
      },
    ],
    deviation: 'Without a session on the server-level socket, all race. `ready` is an addition.',
    handler: async (client, params, { signal }) => {
      const racing = client.ownWshSession === null && (params.session ?? null) === null
      const wshSessions = racing ? candidates(client, params.tag) : [client.wshSession(params.session)]
      const replaced = supersedable(client)
      const { wshSession, outcome } = await race(
        wshSessions,
        params,
        deadlineOf(client, params),
        AbortSignal.any([signal, replaced]),
      )
      if (replaced.aborted)
        throw refuse('idle_superseded', 'A newer wait on this connection took the place of this one.')
      if (outcome === 'timeout') throw refuse(timeout, `Terminal did not become ${state} within the deadline.`)
      if (outcome !== 'idle') throw new CoreError('session-exited', 'The session ended during the wait.')
      return {
        ...answer(client, wshSession, params.format ?? 'styled'),
        ...(racing && { session: wshSession.session.name }),
      }
    },
  })
}

function answer(client: WshClient, wshSession: WshSession, format: LineFormat) {
  return {
    screen: wshSession.screen(format),
    scrollback_lines: wshSession.scrollbackLines,
    generation: wshSession.generation,
    ...(client.isHttp && { last_activity_ms: wshSession.quietMs }),
    ready: encodeSnakeReadiness(wshSession.session.ready),
  }
}

function candidates(client: WshClient, tag: string | null | undefined): WshSession[] {
  const tags = tag?.split(',') ?? []
  const sessions = client.core.sessions
    .list()
    .filter((session) => !session.exited && (tags.length === 0 || tags.some((wanted) => session.tags.has(wanted))))
  if (sessions.length === 0) throw refuse('no_sessions', 'No sessions to wait for.')
  return sessions.map((session) => client.server.wshSession(session))
}

/** Aborts when the connection's next wait comes; ends the one before. */
function supersedable(client: WshClient): AbortSignal {
  const replaced = new AbortController()
  if (client.isHttp) return replaced.signal
  client.supersede?.()
  client.supersede = () => replaced.abort()
  return replaced.signal
}

/** A client on a socket may wait as long as it stays; over HTTP someone may have forgotten to ask. */
function deadlineOf({ isHttp }: WshClient, { max_wait_ms }: IdleParams): number | null {
  return isHttp ? Math.min(max_wait_ms ?? DEFAULT_WAIT_MS, MAX_HTTP_WAIT_MS) : (max_wait_ms ?? null)
}

/** The first session to fall silent; one that ends is out of the race unless it was the last. */
async function race(
  wshSessions: readonly WshSession[],
  params: IdleParams,
  maxWaitMs: number | null,
  signal: AbortSignal,
): Promise<{ wshSession: WshSession; outcome: IdleOutcome }> {
  const over = new AbortController()
  const lastOf = (wshSession: WshSession): number | null | undefined =>
    params.last_session && params.last_session !== wshSession.session.name ? null : params.last_generation
  const runs = wshSessions.map(async (wshSession) => {
    const outcome = await awaitIdle(
      wshSession,
      {
        quietMs: Math.min(params.timeout_ms, MAX_HTTP_WAIT_MS),
        maxWaitMs,
        lastGeneration: lastOf(wshSession) ?? undefined,
        fresh: params.fresh ?? false,
      },
      AbortSignal.any([signal, over.signal]),
    )
    if (outcome === 'ended' && wshSessions.length > 1) throw new CoreError('session-exited', 'ended')
    return { wshSession, outcome }
  })
  try {
    return await Promise.any(runs)
  } catch (error) {
    const failure = (error as AggregateError).errors.find((one) => !(one instanceof CoreError)) as unknown
    if (failure !== undefined) throw failure
    return { wshSession: wshSessions[0]!, outcome: 'ended' }
  } finally {
    over.abort()
  }
}

const awaitReady = method({
  name: 'await_ready',
  summary: 'Wait until the program has answered all that was typed and waits for more, or has ended.',
  params: z.object({
    session,
    states: wantedStates,
    max_wait_ms: params.shape.max_wait_ms.describe('The deadline; 30000 if absent, at most 300000; 0 only looks.'),
  }),
  result: snakeReadiness.extend({ ready: z.boolean().describe('False at the deadline.') }),
  errors: ['session-not-found', 'wait-cancelled'],
  deviation: 'An addition.',
  examples: [
    { params: { session: '$session' }, result: { ready: true, state: '$any' } },
    { params: { session: '$session', states: ['secret-input'], max_wait_ms: 0 }, result: { ready: false } },
  ],
  handler: async (client, { session: name, states, max_wait_ms }, { signal }) => {
    const { session: waited } = client.wshSession(name)
    const timeoutMs = Math.min(max_wait_ms ?? DEFAULT_WAIT_MS, MAX_HTTP_WAIT_MS)
    const outcome = await waited.wait({ type: 'ready', states: states ?? undefined }, { timeoutMs, abort: signal })
    return { ready: outcome.kind === 'matched', ...encodeSnakeReadiness(waited.ready) }
  },
})

export const idleMethods = [
  awaitReady,
  awaitMethod({ name: 'await_quiesce', timeout: 'quiesce_timeout', state: 'quiescent' }),
  awaitMethod({ name: 'await_idle', timeout: 'idle_timeout', state: 'idle' }),
]
