/** Where clients of the Unix socket come in. Its owner alone can open it, so no password is asked. */
import type { Dispatcher } from '../dialects/dispatch.js'
import { Peer } from '../dialects/peer.js'
import { WrighttyClient } from '../dialects/wrightty/index.js'
import type { Connection } from '../transport/connection.js'
import type { Clients } from './clients.js'

interface SocketDoorOptions {
  readonly clients: Clients
  readonly dispatcher: Dispatcher<WrighttyClient>
  readonly server: ConstructorParameters<typeof WrighttyClient>[0]
  readonly maxWaits: number
}

export function socketDoor({
  clients,
  dispatcher,
  server,
  maxWaits,
}: SocketDoorOptions): (connection: Connection) => void {
  return (connection) =>
    clients.add(
      'wrightty',
      new Peer(dispatcher, connection, (peer) => new WrighttyClient(server, peer, true), maxWaits),
    )
}
