/** Serves ptywright clients. All of one endpoint share its sessions and their names, its plugins and its adapters. */
import { nextTurn } from '../../../base/turns.js'
import { prepareStart } from '../../../session/index.js'
import { errorBody } from '../../../wire/json-rpc.js'
import { Dispatcher, type DispatcherOptions } from '../../dispatcher.js'
import { type Link, Peer } from '../../peer.js'
import type { Endpoint, EndpointHost } from '../../protocol.js'
import { Notifications, type PluginRegistry, PtywrightClient, PtywrightServer, ptywright } from '../dialect.js'
import { encodeError } from '../errors.js'

export interface PtywrightEndpoint extends Endpoint {
  readonly plugins: PluginRegistry
  prepare(): void
  serve(link: Link): Peer<PtywrightClient>
}

/** Loads the plugins that the operator trusts first; one that cannot be loaded is an error. */
export async function openPtywright(
  host: DispatcherOptions & Pick<EndpointHost, 'core' | 'clients' | 'maxWaits' | 'options'>,
): Promise<PtywrightEndpoint> {
  const { core, clients, maxWaits, options } = host
  const server = new PtywrightServer(core, options)
  const dispatcher = new Dispatcher(ptywright, host)
  const serve = (link: Link): Peer<PtywrightClient> => {
    void server.plugins.prepare()
    const createContext = (peer: Peer<PtywrightClient>): PtywrightClient =>
      new PtywrightClient(server, peer.owned.add(new Notifications(server.sessions, peer, core.clock)), peer)
    const peer = new Peer(dispatcher, link, createContext, maxWaits)
    clients.add('ptywright', peer)
    return peer
  }
  try {
    for (const manifest of options.plugins ?? []) await server.plugins.load(manifest)
  } catch (error) {
    server.dispose()
    throw error
  }
  return {
    plugins: server.plugins,
    serve,
    prepare: () => {
      if (!options.prepareAhead) return
      void server.plugins.prepare()
      void nextTurn().then(prepareStart)
    },
    accept: (connection) => void serve(connection),
    refusal: (error) => JSON.stringify(errorBody(null, encodeError(error))),
    dispose: () => server.dispose(),
  }
}
