/** Counting. */
import { z } from 'zod'
import { methodsFor } from '../../../packages/polytty/src/protocols/define.js'
import type { ToyClient } from '../context.js'

const method = methodsFor<ToyClient>()

const add = method({
  name: 'add',
  summary: 'Add to the count.',
  params: z.object({ by: z.number().int() }),
  result: z.object({ count: z.number().int() }),
  examples: [
    { params: { by: 2 }, result: { count: 2 } },
    { about: 'not a number', params: { by: 'two' }, error: 'wrong' },
  ],
  handler: (client, { by }) => ({ count: (client.count += by) }),
})

const sessions = method({
  name: 'sessions',
  summary: 'How many sessions there are, of all protocols.',
  params: z.object({}),
  result: z.object({ count: z.number().int() }),
  examples: [{ params: {}, result: { count: '$any' } }],
  handler: ({ core }) => ({ count: core.sessions.list().length }),
})

export const countMethods = [add, sessions]
