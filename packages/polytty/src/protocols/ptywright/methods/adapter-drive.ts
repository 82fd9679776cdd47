/** Driving an adapter: its state, intents, waits, and whole turns. */
import { z } from 'zod'
import { redactDeep } from '../../../redaction/deep.js'
import type { Adapter } from '../adapters/adapter.js'
import { type AdapterState, adapterState } from '../adapters/shapes.js'
import { method, type PtywrightClient } from '../context.js'
import { describeMatch, type MatcherParam, type MatchOutcome, matchOutcome } from '../matchers.js'
import { timeoutMs } from '../params.js'
import { requirePermission } from '../plugins/manifest.js'
import { readRedactor } from '../redaction.js'
import { waitFor } from '../waiting.js'

const DEFAULT_MATCHER = 'wait_turn_matcher'
const DEFAULT_TIMEOUT_MS = 120_000

const adapter = z.string().describe('Adapter ID.')
const intentParams = z.record(z.string(), z.unknown()).nullish().describe('Handed to the plugin as they are.')
const waitParams = {
  intent: z.string().nullish().describe(`A wait matcher of the plugin; ${DEFAULT_MATCHER} if absent.`),
  params: intentParams,
  timeout_ms: timeoutMs.nullish().describe(`${DEFAULT_TIMEOUT_MS} if absent.`),
  wait_id: z.string().min(1).max(256).nullish().describe('A name for adapter.cancel_wait.'),
}
const waited = z.object({ state: adapterState, matched: matchOutcome, wait_id: z.string().optional() })

const state = method({
  name: 'adapter.state',
  summary: 'What the program is doing, as the plugin sees it now.',
  params: z.object({ adapter }),
  result: z.object({ state: adapterState }),
  errors: ['invalid-params', 'permission-denied'],
  examples: [
    { params: { adapter: '$adapter' }, result: { state: { state: '$any', confidence: '$any', evidence: '$any' } } },
    { about: 'an adapter that is not there', params: { adapter: 'e999' }, error: -32602 },
  ],
  handler: async ({ server }, params, { signal }) => {
    const target = server.adapters.get(params.adapter)
    requirePermission(target.manifest, 'adapter.state', 'screen.read')
    return { state: await target.turns.take(signal, async () => shown(await target.state())) }
  },
})

const send = method({
  name: 'adapter.send',
  summary: 'Ask something of the program, in the words of the plugin.',
  params: z.object({ adapter, intent: z.string().min(1), params: intentParams }),
  result: z.object({ state: adapterState }),
  errors: ['invalid-params', 'permission-denied', 'session-exited', 'internal'],
  examples: [
    {
      params: { adapter: '$adapter', intent: 'run', params: { command: 'echo hi' } },
      result: { state: { state: '$any' } },
    },
    { about: 'an intent that the plugin lacks', params: { adapter: '$adapter', intent: 'dance' }, error: -32602 },
  ],
  handler: async ({ server }, params, { signal }) => {
    const target = server.adapters.get(params.adapter)
    requirePermission(target.manifest, 'adapter.send', 'input.write')
    return target.turns.take(signal, async () => {
      await target.send('adapter.send', params.intent, params.params, signal)
      return { state: shown(await target.classify()) }
    })
  },
})

const wait = method({
  name: 'adapter.wait',
  summary: 'Wait for what the plugin says to wait for. Others can use the adapter meanwhile.',
  params: z.object({ adapter, ...waitParams }),
  result: waited,
  errors: ['invalid-params', 'permission-denied', 'wait-timeout', 'wait-cancelled', 'session-exited', 'internal'],
  examples: [
    {
      params: { adapter: '$adapter', intent: 'wait_settled_matcher', wait_id: 'w' },
      result: { state: { state: '$any' }, matched: { kind: '$any' }, wait_id: 'w' },
    },
    {
      about: 'what does not come',
      params: { adapter: '$adapter', intent: 'wait_exit_matcher', timeout_ms: 0 },
      error: -32001,
    },
  ],
  handler: async (client, { adapter: id, ...params }, { signal }) => {
    const { server } = client
    const target = server.adapters.get(id)
    requirePermission(target.manifest, 'adapter.wait', 'matcher.wait')
    return server.adapters.waits.run(params.wait_id ?? null, id, signal, async (abort) => {
      const matcher = await target.turns.take(abort, () => buildMatcher(target, params))
      const matched = await outcomeOf(client, target, matcher, params, abort)
      const after = await target.turns.take(abort, () => target.classify())
      return { state: shown(after), matched, ...named(params) }
    })
  },
})

const turn = method({
  name: 'adapter.turn',
  summary: 'Ask something and wait for its end, with no one in between: the adapter is held across both.',
  params: z.object({
    adapter,
    send: z.object({ intent: z.string().min(1), params: intentParams }),
    wait: z.object(waitParams).nullish(),
  }),
  result: waited,
  errors: ['invalid-params', 'permission-denied', 'wait-timeout', 'wait-cancelled', 'session-exited', 'internal'],
  examples: [
    {
      params: { adapter: '$adapter', send: { intent: 'run', params: { command: 'echo hi' } } },
      result: { state: { state: 'ready' }, matched: { kind: '$any' } },
    },
  ],
  handler: async (client, { adapter: id, send, wait }, { signal }) => {
    const { server } = client
    const target = server.adapters.get(id)
    requirePermission(target.manifest, 'adapter.turn', 'input.write')
    requirePermission(target.manifest, 'adapter.turn', 'matcher.wait')
    return server.adapters.waits.run(wait?.wait_id ?? null, id, signal, (abort) =>
      target.turns.take(abort, async () => {
        await target.send('adapter.turn', send.intent, send.params, abort)
        const matcher = await buildMatcher(target, wait ?? {})
        const matched = await outcomeOf(client, target, matcher, wait ?? {}, abort)
        return { state: shown(await target.classify()), matched, ...named(wait ?? {}) }
      }),
    )
  },
})

type WaitParams = Partial<z.output<z.ZodObject<typeof waitParams>>>

/** Waits for a matcher; what fired, in the shape that clients know. */
async function outcomeOf(
  { server }: PtywrightClient,
  target: Adapter,
  matcher: MatcherParam,
  params: WaitParams,
  abort: AbortSignal,
): Promise<MatchOutcome> {
  const tools = { plugins: server.plugins, clock: server.core.clock, abort }
  const outcome = await waitFor(target.view, matcher, params.timeout_ms ?? DEFAULT_TIMEOUT_MS, tools)
  return shown(describeMatch(matcher, outcome.match))
}

function buildMatcher(target: Adapter, { intent, params }: WaitParams) {
  return target.matcher(intent ?? DEFAULT_MATCHER, params)
}

function named({ wait_id }: WaitParams): { wait_id?: string } {
  return wait_id == null ? {} : { wait_id }
}

/** What a plugin says may quote a secret on the screen. */
function shown<T extends AdapterState | MatchOutcome>(result: T): T {
  return redactDeep(result, readRedactor({}))
}

const cancelWait = method({
  name: 'adapter.cancel_wait',
  summary: 'Cancel a wait by its name, from any connection. A wait that is not there is not an error.',
  params: z.object({ wait_id: z.string() }),
  result: z.object({ cancelled: z.boolean(), adapter: z.string().optional(), wait_id: z.string().optional() }),
  examples: [{ about: 'a wait that is not there', params: { wait_id: 'x' }, result: { cancelled: false } }],
  handler: ({ server }, { wait_id }) => {
    const adapter = server.adapters.waits.cancel(wait_id)
    return adapter === null ? { cancelled: false } : { cancelled: true, adapter, wait_id }
  },
})

export const driveMethods = [state, send, wait, turn, cancelWait]
