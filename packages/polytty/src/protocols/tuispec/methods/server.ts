/** The server itself. */
import { z } from 'zod'
import { method } from '../context.js'
import { nothing } from '../params.js'

const ping = method({
  name: 'server.ping',
  summary: 'Whether the server is there.',
  params: nothing,
  result: z.object({ pong: z.literal(true), version: z.string() }),
  examples: [
    { params: null, result: { pong: true, version: '$any' } },
    { about: 'params where there are none', params: { loud: true }, error: -32602 },
  ],
  handler: ({ core }) => ({ pong: true as const, version: core.version }),
})

const shutdown = method({
  name: 'server.shutdown',
  summary: 'Kill the app with its whole process group, close the recording and end the server.',
  params: nothing,
  result: z.object({ shuttingDown: z.literal(true) }),
  examples: [{ params: null, result: { shuttingDown: true } }],
  handler: ({ host }, _, call) => {
    call.afterReply(() => host.shutDown())
    return { shuttingDown: true as const }
  },
})

export const serverMethods = [ping, shutdown]
