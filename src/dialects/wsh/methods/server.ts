/** The server itself. All but the mode is for HTTP alone. */
import { z } from 'zod'
import { method } from '../context.js'
import { empty } from '../params.js'

const mode = z.object({ persistent: z.boolean() })

const setServerMode = method({
  name: 'set_server_mode',
  summary: 'Persistent servers stay when their last session ends; ephemeral ones end with it.',
  params: mode,
  result: mode,
  examples: [{ params: { persistent: true }, result: { persistent: true } }],
  handler: ({ server }, { persistent }) => {
    server.persistent = persistent
    return { persistent }
  },
})

const getServerMode = method({
  name: 'get_server_mode',
  summary: 'Whether the server stays when its last session ends.',
  params: empty,
  result: mode,
  examples: [],
  handler: ({ server }) => ({ persistent: server.persistent }),
})

const getServerInfo = method({
  name: 'get_server_info',
  summary: 'Which server this is.',
  params: empty,
  result: z.object({ hostname: z.string(), version: z.string(), server_id: z.string() }),
  examples: [],
  handler: ({ server, core }) => ({
    hostname: server.hostname,
    version: core.version,
    server_id: server.serverId,
  }),
})

const health = method({
  name: 'health',
  summary: 'Says that the server lives; asks for no token.',
  params: empty,
  result: z.object({ status: z.literal('ok') }),
  examples: [],
  handler: () => ({ status: 'ok' as const }),
})

const issueTicket = method({
  name: 'issue_ws_ticket',
  summary: 'A ticket for one WebSocket upgrade within 30 seconds, for clients that can send no header.',
  params: empty,
  result: z.object({ ticket: z.string() }),
  errors: ['resource-limit', 'not-authenticated'],
  examples: [],
  handler: ({ server }) => ({ ticket: server.issueTicket() }),
})

const stopServer = method({
  name: 'stop_server',
  summary: 'End all sessions and the server.',
  params: empty,
  result: empty,
  examples: [],
  deviation: 'An addition, for `polytty wsh stop`.',
  handler: ({ server }, _, call) => {
    call.afterReply(() => server.requestStop())
    return {}
  },
})

export const serverMethods = [setServerMode]
/** What has a route but no name on the sockets. */
export const httpMethods = [getServerMode, getServerInfo, health, issueTicket, stopServer]
