/** Whether a program waits for its user: asked now, and waited for. */
import { z } from 'zod'
import { DEFAULT_WAIT_MS } from '../../../base/limits.js'
import { encodeReadiness, readiness, wantedStates } from '../../readiness.js'
import { method } from '../context.js'
import { sessionId, timeoutMs } from '../params.js'

const revision = z.number().int().describe('The revision of the screen, for `freshSince`.')

const getReadiness = method({
  name: 'Session.getReadiness',
  summary: 'Whether the program waits for its user now, and for what, with the facts that say so.',
  params: z.object({ sessionId }),
  result: z.object({ readiness, revision }),
  deviation: 'An addition.',
  errors: ['session-not-found'],
  examples: [
    { params: { sessionId: '$session' }, result: { readiness: '$any', revision: '$any' } },
    { params: { sessionId: 'nonexistent-id' }, error: 1001 },
  ],
  handler: async (client, { sessionId }) => {
    const session = await client.session(sessionId)
    return { readiness: encodeReadiness(await session.lookAgain()), revision: session.revision }
  },
})

const waitForReady = method({
  name: 'Session.waitForReady',
  summary: 'Wait until the program has answered all that was typed and waits for more, or has ended.',
  params: z.object({ sessionId, states: wantedStates, timeout: timeoutMs.nullish() }),
  result: z.object({
    ready: z.boolean().describe('False at the timeout: then `readiness` says what the program does instead.'),
    readiness,
    revision,
    elapsed: z.number().int(),
  }),
  deviation: 'An addition.',
  errors: ['session-not-found', 'wait-cancelled'],
  examples: [
    { params: { sessionId: '$session' }, result: { ready: true, readiness: '$any', elapsed: '$any' } },
    {
      about: 'a state that does not come',
      params: { sessionId: '$session', states: ['secret-input'], timeout: 0 },
      result: { ready: false },
    },
  ],
  handler: async (client, { sessionId, states, timeout }, { signal }) => {
    const session = await client.session(sessionId)
    const matcher = { type: 'ready', states: states ?? undefined } as const
    const outcome = await session.wait(matcher, { timeoutMs: timeout ?? DEFAULT_WAIT_MS, abort: signal })
    return {
      ready: outcome.kind === 'matched',
      readiness: encodeReadiness(session.ready),
      revision: session.revision,
      elapsed: Math.round(outcome.elapsedMs),
    }
  },
})

export const readinessMethods = [getReadiness, waitForReady]
