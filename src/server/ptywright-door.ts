/** Where ptywright clients come in: stdio or a socket of their own, or the server's socket. */
import type { Disposable } from '../base/disposable.js'
import type { Core } from '../dialects/core.js'
import { Dispatcher, type DispatcherOptions } from '../dialects/dispatch.js'
import { type Link, Peer } from '../dialects/peer.js'
import {
  Notifications,
  type PluginRegistry,
  PtywrightClient,
  PtywrightServer,
  ptywright,
} from '../dialects/ptywright/index.js'

export interface PtywrightDoor extends Disposable {
  readonly plugins: PluginRegistry
  welcome(link: Link): Peer<PtywrightClient>
}

export interface PtywrightDoorOptions extends DispatcherOptions {
  /** Whether clients may load and unload plugins; no if absent. */
  readonly allowPluginLoad?: boolean
}

/** All clients of one door share its sessions and their names, its plugins and its adapters. */
export function ptywrightDoor(core: Core, maxWaits: number, options: PtywrightDoorOptions = {}): PtywrightDoor {
  const server = new PtywrightServer(core, options)
  const dispatcher = new Dispatcher(ptywright, options)
  return {
    plugins: server.plugins,
    welcome: (link) =>
      new Peer(
        dispatcher,
        link,
        (peer) =>
          new PtywrightClient(server, peer.owned.add(new Notifications(server.sessions, peer, core.clock)), peer),
        maxWaits,
      ),
    dispose: () => server.dispose(),
  }
}

/** The plugins that the operator trusts, before anybody comes in; one that cannot be loaded closes the door. */
export async function loadPlugins(door: PtywrightDoor, manifests: readonly string[]): Promise<void> {
  try {
    for (const manifest of manifests) await door.plugins.load(manifest)
  } catch (error) {
    door.dispose()
    throw error
  }
}
