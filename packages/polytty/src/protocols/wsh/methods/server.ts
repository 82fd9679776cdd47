/** The server itself. All but the mode is for HTTP alone. */
import { z } from 'zod'
import { method, type WshClient } from '../context.js'
import { refuse } from '../errors.js'
import { empty } from '../params.js'

const mode = z.object({ persistent: z.boolean() })

const setServerMode = method({
  name: 'set_server_mode',
  summary: 'Persistent servers stay when their last session ends; ephemeral ones end with it.',
  params: mode,
  result: mode,
  examples: [{ params: { persistent: true }, result: { persistent: true } }],
  handler: ({ core }, { persistent }) => {
    core.lifetime.persistent = persistent
    return { persistent }
  },
})

const getServerMode = method({
  name: 'get_server_mode',
  summary: 'Whether the server stays when its last session ends.',
  params: empty,
  result: mode,
  examples: [],
  handler: ({ core }) => ({ persistent: core.lifetime.persistent }),
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

const serverEntry = z.object({
  hostname: z.string(),
  address: z.literal('local'),
  health: z.literal('healthy'),
  role: z.literal('member'),
  sessions: z.number().int(),
  server_id: z.string(),
})

function describeSelf({ server, core }: WshClient): z.input<typeof serverEntry> {
  return {
    hostname: server.hostname,
    address: 'local',
    health: 'healthy',
    role: 'member',
    sessions: core.sessions.list().filter(({ exited }) => !exited).length,
    server_id: server.serverId,
  }
}

const listServers = method({
  name: 'list_servers',
  summary: 'The servers that this one knows: itself.',
  params: empty,
  result: z.array(serverEntry),
  examples: [],
  deviation: 'Servers are not federated: none can be added or removed, and `server` can name this one alone.',
  handler: (client) => [describeSelf(client)],
})

const getServer = method({
  name: 'get_server',
  summary: 'One of the servers that this one knows.',
  params: z.object({ hostname: z.string() }),
  result: serverEntry,
  errors: ['not-found'],
  examples: [{ params: { hostname: 'elsewhere' }, error: 'server_not_found' }],
  handler: (client, { hostname }) => {
    client.requireLocal(hostname)
    return describeSelf(client)
  },
})

const ALONE = 'Servers are not federated here: this one knows only itself.'

const addServer = method({
  name: 'add_server',
  summary: 'Refused: servers are not federated.',
  params: z.object({ address: z.string(), token: z.string().nullish() }),
  result: serverEntry,
  errors: ['invalid-params'],
  examples: [{ params: { address: 'http://127.0.0.1:8080' }, error: 'invalid_request' }],
  deviation: 'Servers are not federated: none can be added.',
  handler: () => {
    throw refuse('invalid_request', ALONE)
  },
})

const removeServer = method({
  name: 'remove_server',
  summary: 'Refused: servers are not federated.',
  params: z.object({ hostname: z.string() }),
  result: empty,
  errors: ['not-found', 'invalid-params'],
  examples: [{ params: { hostname: 'elsewhere' }, error: 'server_not_found' }],
  deviation: 'Servers are not federated: there is none to remove.',
  handler: (client, { hostname }) => {
    client.requireLocal(hostname)
    throw refuse('invalid_request', ALONE)
  },
})

const health = method({
  name: 'health',
  summary: 'Reports that the server is alive; needs no token.',
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
  handler: ({ core }, _, call) => {
    call.afterReply(() => core.lifetime.requestStop())
    return {}
  },
})

export const serverMethods = [setServerMode]
/** What has a route but no name on the sockets. */
export const httpMethods = [
  getServerMode,
  getServerInfo,
  listServers,
  getServer,
  addServer,
  removeServer,
  health,
  issueTicket,
  stopServer,
]
