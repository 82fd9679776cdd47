/** Subscriptions to changes of the view. */
import { z } from 'zod'
import { method } from '../context.js'
import { milliseconds, nothing, ok } from '../params.js'
import { ViewSubscription } from '../view-subscription.js'

const viewSubscribe = method({
  name: 'viewSubscribe',
  summary:
    'Be notified by view.changed whenever the view changes, and once before the response. Replaces an earlier subscription.',
  params: z.object({ debounceMs: milliseconds.default(100), includeText: z.boolean().default(false) }),
  result: z.object({ ok: z.literal(true), debounceMs: z.number().int(), includeText: z.boolean() }),
  errors: ['session-not-found', 'invalid-params'],
  examples: [
    { params: null, result: { ok: true, debounceMs: 100, includeText: false } },
    { params: { debounceMs: -1 }, error: -32602 },
  ],
  handler: async (client, { debounceMs, includeText }, { signal }) => {
    const tui = await client.settled(signal)
    client.requireHere()
    client.unsubscribe()
    client.subscription = new ViewSubscription({
      tui,
      clock: client.core.clock,
      link: client.pusher.link,
      debounceMs,
      includeText,
      send: (params) => client.notifyViewChanged(params),
    })
    return { ok: true as const, debounceMs, includeText }
  },
})

const viewUnsubscribe = method({
  name: 'viewUnsubscribe',
  summary: 'Stop the notifications.',
  params: nothing,
  result: ok,
  examples: [{ params: null, result: { ok: true } }],
  handler: (client) => {
    client.unsubscribe()
    return { ok: true as const }
  },
})

export const notificationMethods = [viewSubscribe, viewUnsubscribe]
