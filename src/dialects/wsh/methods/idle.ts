/** Waiting for silence, under the document's name and the newer one; on one session or on whichever is quiet first. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method, type WshClient } from '../context.js'
import { refuse } from '../errors.js'
import { awaitIdle, type IdleOutcome } from '../idle.js'
import { DEFAULT_WAIT_MS, format, type LineFormat, MAX_WAIT_MS, screen, session } from '../params.js'
import type { Stage } from '../stage.js'

const params = z.object({
  session,
  timeout_ms: z.number().int().min(0).describe('How long nothing may happen; at most 300000.'),
  format,
  max_wait_ms: z.number().int().min(0).nullish().describe('The deadline; 30000 if absent, at most 300000.'),
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
    deviation: 'A wait without a deadline gets 30 seconds; without a session on the server-level socket, all race.',
    handler: async (client, params, { signal }) => {
      const racing = client.ownStage === null && (params.session ?? null) === null
      const stages = racing ? candidates(client, params.tag) : [client.stage(params.session)]
      const replaced = supersedable(client)
      const { stage, outcome } = await race(stages, params, AbortSignal.any([signal, replaced]))
      if (replaced.aborted)
        throw refuse('idle_superseded', 'A newer wait on this connection took the place of this one.')
      if (outcome === 'timeout') throw refuse(timeout, `Terminal did not become ${state} within the deadline.`)
      if (outcome !== 'idle') throw new CoreError('session-exited', 'The session ended during the wait.')
      return { ...answer(client, stage, params.format ?? 'styled'), ...(racing && { session: stage.session.name }) }
    },
  })
}

function answer(client: WshClient, stage: Stage, format: LineFormat) {
  return {
    screen: stage.screen(format),
    scrollback_lines: stage.scrollbackLines,
    generation: stage.generation,
    ...(client.isHttp && { last_activity_ms: stage.quietMs }),
  }
}

function candidates(client: WshClient, tag: string | null | undefined): Stage[] {
  const tags = tag?.split(',') ?? []
  const sessions = client.core.sessions
    .list()
    .filter((session) => !session.exited && (tags.length === 0 || tags.some((wanted) => session.tags.has(wanted))))
  if (sessions.length === 0) throw refuse('no_sessions', 'No sessions to wait for.')
  return sessions.map((session) => client.server.stage(session))
}

/** Aborts when the connection's next wait comes; ends the one before. */
function supersedable(client: WshClient): AbortSignal {
  const replaced = new AbortController()
  if (client.isHttp) return replaced.signal
  client.supersede?.()
  client.supersede = () => replaced.abort()
  return replaced.signal
}

/** The first session to fall silent; one that ends is out of the race unless it was the last. */
async function race(
  stages: readonly Stage[],
  params: IdleParams,
  signal: AbortSignal,
): Promise<{ stage: Stage; outcome: IdleOutcome }> {
  const over = new AbortController()
  const lastOf = (stage: Stage): number | null | undefined =>
    params.last_session && params.last_session !== stage.session.name ? null : params.last_generation
  const runs = stages.map(async (stage) => {
    const outcome = await awaitIdle(
      stage,
      {
        quietMs: Math.min(params.timeout_ms, MAX_WAIT_MS),
        maxWaitMs: Math.min(params.max_wait_ms ?? DEFAULT_WAIT_MS, MAX_WAIT_MS),
        lastGeneration: lastOf(stage) ?? undefined,
        fresh: params.fresh ?? false,
      },
      AbortSignal.any([signal, over.signal]),
    )
    if (outcome === 'ended' && stages.length > 1) throw new CoreError('session-exited', 'ended')
    return { stage, outcome }
  })
  try {
    return await Promise.any(runs)
  } catch (error) {
    const failure = (error as AggregateError).errors.find((one) => !(one instanceof CoreError)) as unknown
    if (failure !== undefined) throw failure
    return { stage: stages[0]!, outcome: 'ended' }
  } finally {
    over.abort()
  }
}

export const idleMethods = [
  awaitMethod({ name: 'await_quiesce', timeout: 'quiesce_timeout', state: 'quiescent' }),
  awaitMethod({ name: 'await_idle', timeout: 'idle_timeout', state: 'idle' }),
]
