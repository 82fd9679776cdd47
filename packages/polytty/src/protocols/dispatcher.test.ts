import { expect, test } from 'vitest'
import { z } from 'zod'
import { methodsFor } from './define.js'
import { type Dialect, Dispatcher } from './dispatcher.js'

const method = methodsFor<null>()

const dialect: Dialect<null> = {
  name: 'test',
  methods: [
    method({
      name: 'draw',
      summary: 'Work that ends with its client.',
      params: z.object({}),
      result: z.null(),
      examples: [],
      handler: (_, __, { signal }) => {
        signal.throwIfAborted()
        return null
      },
    }),
  ],
  events: [],
  order: 'serial',
  parse: () => ({ batch: false, items: [] }),
  result: () => ({}),
  error: () => ({}),
}

test('work that ends because its client has gone is no failure of the server', async () => {
  const failures: unknown[] = []
  const dispatcher = new Dispatcher(dialect, { onInternalError: (error) => failures.push(error) })
  const call = { signal: AbortSignal.abort(), afterReply: () => {} }
  const outcome = await dispatcher.call({ method: 'draw', params: {} }, null, call)
  expect(outcome).toMatchObject({ ok: false, error: { code: 'wait-cancelled' } })
  expect(failures).toEqual([])
})
