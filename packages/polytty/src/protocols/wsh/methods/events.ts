/** Subscribing to what happens on a session. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import { method } from '../context.js'
import { format, MAX_HTTP_WAIT_MS, session } from '../params.js'
import { eventTypes, Subscription } from '../subscription.js'

const quietMs = z.number().int().min(0).nullish()

/** What counts as idle for those who ask for `activity` without saying. */
const DEFAULT_IDLE_MS = 2000

const subscribe = method({
  name: 'subscribe',
  summary: "Subscribe to a session's events on this connection, in place of what was subscribed to before; [] ends it.",
  params: z.object({
    session,
    events: z.array(z.enum(eventTypes)).max(100),
    interval_ms: z.number().int().min(0).nullish().describe('Least time between notifications; 100 if absent.'),
    format,
    quiesce_ms: quietMs.describe('Send a sync after this much silence; never if 0 or absent.'),
    idle_timeout_ms: quietMs.describe('The newer name of quiesce_ms.'),
  }),
  result: z.object({ events: z.array(z.string()) }),
  errors: ['session-not-found', 'session-exited', 'not-supported', 'invalid-params'],
  examples: [
    { params: { session: '$session', events: ['lines', 'cursor'] }, result: { events: ['lines', 'cursor'] } },
    { about: 'an unknown type', params: { session: '$session', events: ['colours'] }, error: 'invalid_request' },
  ],
  handler: (client, { session, events, interval_ms, format, quiesce_ms, idle_timeout_ms }, call) => {
    const { pusher } = client
    if (!pusher) throw new CoreError('not-supported', 'Events need a WebSocket.')
    const wshSession = client.wshSession(session)
    if (wshSession.session.exited) throw new CoreError('session-exited', 'The program of this session has ended.')
    const earlier = client.subscriptions.get(wshSession)
    if (earlier) {
      earlier.dispose()
      pusher.owned.delete(earlier)
      client.subscriptions.delete(wshSession)
    }
    if (events.length === 0) return { events }
    const wanted = new Set(events)
    call.afterReply(() => {
      if (call.signal.aborted || wshSession.session.exited) return
      const subscription = new Subscription({
        wshSession,
        events: wanted,
        intervalMs: Math.min(interval_ms ?? 100, MAX_HTTP_WAIT_MS),
        format: format ?? 'styled',
        quietMs: Math.min(
          quiesce_ms || idle_timeout_ms || (wanted.has('activity') ? DEFAULT_IDLE_MS : 0),
          MAX_HTTP_WAIT_MS,
        ),
        pusher,
        multiplexed: client.isMultiplexed,
      })
      client.subscriptions.get(wshSession)?.dispose()
      client.subscriptions.set(wshSession, pusher.owned.add(subscription))
    })
    return { events }
  },
})

export const eventMethods = [subscribe]
