/** Conversations over the server-level socket; a client that is called by a path is on that socket, `http` on HTTP. */
import { HttpChannel } from '@polytty/client'
import type { ConformanceSetup } from '../../../../../../test/support/conformance/setup.js'
import { sharedServer } from '../../../../../../test/support/conformance/shared-server.js'
import { wsh } from '../dialect.js'

const servers = sharedServer('/ws/json')
const onSockets = new Set(wsh.methods.map(({ name }) => name))

export const setup: ConformanceSetup = {
  ...servers,
  async start(options, name) {
    const server = await servers.start(options, name)
    const connect: typeof server.connect = async (client) =>
      client === 'http' ? new HttpChannel(server.url.replace(/^ws/, 'http')) : server.connect(client)
    return { ...server, connect }
  },
  example: ({ method, params, expected }) => {
    const on = onSockets.has(method) ? 'client' : 'http'
    return [
      { on, send: { id: 1, method, params } },
      { on, expect: { id: 1, method, ...expected } },
    ]
  },
  unseen: {
    // Servers are not federated: these always refuse.
    methods: ['add_server', 'remove_server'],
    // Input comes from keyboards (test/e2e/wsh/sockets.test.ts), a lag from a client that does not read
    // (small-queue.test.ts), and the first message of a socket has no name that a transcript could wait for.
    events: ['input', 'lagged', 'connected'],
    // For these a token is needed, or another origin, or a failure of ours.
    codes: ['auth_required', 'auth_invalid', 'origin_not_allowed', 'internal_error'],
  },
}
