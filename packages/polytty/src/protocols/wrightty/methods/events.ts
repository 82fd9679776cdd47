/** Subscribing to events. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method } from '../context.js'
import { additions, type EventName, eventNames } from '../events.js'
import { empty, sessionId } from '../params.js'
import { Subscription } from '../subscription.js'

/** Subscriptions one client may have at a time. */
const MAX_SUBSCRIPTIONS = 256

const subscribe = method({
  name: 'Events.subscribe',
  summary:
    'Subscribe to the events of a session on this connection. Unknown events are left out of `subscribedEvents`. Where the program has ended, `Session.exited` comes at once.',
  params: z.object({
    sessionId,
    events: z.array(z.string()).min(1).max(100).describe('Event names, or "*" for all of the document’s.'),
    options: z
      .object({
        screenDebounceMs: z.number().min(0).max(60_000).nullish().describe('For Screen.updated; 16 if absent.'),
      })
      .nullish(),
  }),
  result: z.object({ subscriptionId: z.string(), subscribedEvents: z.array(z.string()) }),
  errors: ['session-not-found', 'not-supported', 'resource-limit'],
  examples: [
    {
      about: 'an event that no server can see is left out',
      params: { sessionId: '$session', events: ['Terminal.bell', 'Terminal.hyperlinkHovered'] },
      result: { subscriptionId: '$any', subscribedEvents: ['Terminal.bell'] },
    },
  ],
  handler: async (client, { sessionId, events, options }, call) => {
    const { pusher } = client
    if (!pusher) throw new CoreError('not-supported', 'events need a WebSocket: HTTP cannot carry them')
    if (client.subscriptions.size >= MAX_SUBSCRIPTIONS)
      throw new CoreError('resource-limit', `a connection holds at most ${MAX_SUBSCRIPTIONS} subscriptions`)
    const session = await client.session(sessionId)
    if (events.includes('Session.output')) session.requireRawOutput()
    const isKnown = (name: EventName): boolean => name !== 'Session.output' || !session.lacks('raw-output')
    const wanted = eventNames.filter(
      (name) => isKnown(name) && (events.includes(name) || (events.includes('*') && !additions.has(name))),
    )
    const id = client.server.nextSubscription()
    call.afterReply(() => {
      if (call.signal.aborted) return
      const subscription = new Subscription({
        id,
        session,
        events: new Set<EventName>(wanted),
        screenDebounceMs: options?.screenDebounceMs ?? 16,
        clock: client.core.clock,
        pusher,
        early: client.takeEarlyEvents(session),
      })
      client.subscriptions.set(id, pusher.owned.add(subscription))
    })
    return { subscriptionId: id, subscribedEvents: wanted }
  },
})

const unsubscribe = method({
  name: 'Events.unsubscribe',
  summary: 'End a subscription of this connection.',
  params: z.object({ subscriptionId: z.string() }),
  result: empty,
  errors: ['unknown-subscription'],
  examples: [{ params: { subscriptionId: 'sub_999999' }, error: 1008 }],
  handler: (client, { subscriptionId }) => {
    const subscription = client.subscriptions.get(subscriptionId)
    if (!subscription)
      throw new CoreError('unknown-subscription', `this connection has no subscription ${subscriptionId}`, {
        subscriptionId,
      })
    client.subscriptions.delete(subscriptionId)
    client.pusher?.owned.delete(subscription)
    subscription.dispose()
    return {}
  },
})

export const eventMethods = [subscribe, unsubscribe]
