/** Serves clients of the server's socket, and of stdio. */
import { Dispatcher } from '../../../packages/polytty/src/protocols/dispatcher.js'
import { Peer } from '../../../packages/polytty/src/protocols/peer.js'
import type { Endpoint, EndpointHost } from '../../../packages/polytty/src/protocols/protocol.js'
import { ToyClient } from '../context.js'
import { toy } from '../dialect.js'

export function openToy(host: EndpointHost): Endpoint {
  const dispatcher = new Dispatcher(toy, host)
  return {
    accept(connection) {
      const peer = new Peer(dispatcher, connection, () => new ToyClient(host.core), host.maxWaits)
      host.clients.add('toy', peer)
    },
    refusal: (error) => JSON.stringify(toy.error(null, error, null as never)),
  }
}
