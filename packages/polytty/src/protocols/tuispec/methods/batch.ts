/** Several methods in one request. */
import { z } from 'zod'
import { method } from '../context.js'
import { encodeError, shutdownInBatch } from '../errors.js'

const MAX_STEPS = 10_000

const batch = method({
  name: 'batch',
  summary: 'Run methods one after another up to the first that fails. What was done stays done.',
  params: z.object({
    steps: z
      .array(z.object({ method: z.string(), params: z.unknown().optional() }))
      .max(MAX_STEPS)
      .default([]),
  }),
  result: z.object({
    ok: z.boolean(),
    completed: z.number().int(),
    results: z.array(z.unknown()),
    errorStep: z.number().int().optional().describe('Which step failed, counted from 1.'),
    error: z.object({ code: z.number().int(), message: z.string(), data: z.unknown() }).optional(),
  }),
  errors: ['invalid-params', 'resource-limit'],
  examples: [
    {
      params: { steps: [{ method: 'server.ping' }, { method: 'sendKey', params: { key: 'x' } }] },
      result: { ok: true, completed: 2, results: [{ pong: true }, { ok: true }] },
    },
    {
      about: 'a step that fails',
      params: { steps: [{ method: 'server.ping' }, { method: 'nope' }, { method: 'server.ping' }] },
      result: { ok: false, completed: 1, errorStep: 2, error: { code: -32601, message: 'Method not found' } },
    },
    {
      about: 'ending the server',
      params: { steps: [{ method: 'server.shutdown' }] },
      result: {
        ok: false,
        completed: 0,
        results: [],
        errorStep: 1,
        error: { code: -32020, message: 'batch step cannot call server.shutdown' },
      },
    },
  ],
  handler: async (client, { steps }, { signal }) => {
    const results: unknown[] = []
    for (const { method: name, params } of steps) {
      const outcome = name === 'server.shutdown' ? null : await client.runStep(name, params, signal)
      if (outcome?.ok) results.push(outcome.value)
      else {
        const error = outcome ? encodeError(outcome.error) : shutdownInBatch
        const completed = results.length
        return { ok: false, completed, results, errorStep: completed + 1, error: { data: null, ...error } }
      }
    }
    return { ok: true, completed: results.length, results }
  },
})

export const batchMethods = [batch]
