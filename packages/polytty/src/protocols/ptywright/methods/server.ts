/** The server itself: what it can do, and what it sends unasked. */
import { z } from 'zod'
import { method } from '../context.js'
import { events } from '../events.js'

const setNotifications = method({
  name: 'server.set_notifications',
  summary: 'Turn notifications on or off for this connection, for all sessions or some.',
  params: z.object({
    enabled: z.boolean(),
    adapters: z.array(z.string()).max(1000).nullish(),
    sessions: z.array(z.string()).max(1000).nullish(),
  }),
  result: z.object({ enabled: z.boolean(), adapters: z.array(z.string()), sessions: z.array(z.string()) }),
  errors: ['invalid-params'],
  examples: [
    { params: { enabled: true }, result: { enabled: true, adapters: [], sessions: [] } },
    { about: 'without saying which', params: {}, error: -32602 },
  ],
  handler: ({ notifications }, { enabled, adapters, sessions }) => {
    const filter = [...(sessions ?? []), ...(adapters ?? [])]
    notifications.set(enabled, filter.length === 0 ? null : new Set(filter))
    return { enabled, adapters: adapters ?? [], sessions: sessions ?? [] }
  },
})

/** Capabilities name every method, this one included; the list is known once all are declared. */
export function serverMethods(others: readonly { readonly name: string }[]) {
  const capabilities = method({
    name: 'server.capabilities',
    summary: 'What this server is and can do.',
    params: z.object({}),
    result: z.object({
      name: z.string().describe('What clients look for.'),
      implementation: z.string().describe('Whose server it is.'),
      version: z.string(),
      framing: z.array(z.string()),
      methods: z.array(z.string()),
      notifications: z.array(z.string()),
    }),
    examples: [
      {
        params: {},
        result: {
          name: 'ptywright',
          implementation: 'polytty',
          framing: ['ndjson', 'lsp'],
          notifications: ['session.changed', 'session.output', 'session.exited'],
        },
      },
    ],
    handler: ({ server }) => ({
      name: 'ptywright',
      implementation: 'polytty',
      version: server.core.version,
      framing: ['ndjson', 'lsp'],
      methods: ['server.capabilities', setNotifications.name, ...others.map(({ name }) => name)],
      notifications: events.map(({ name }) => name),
    }),
  })
  return [capabilities, setNotifications]
}
