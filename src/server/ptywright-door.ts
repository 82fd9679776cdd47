/** Where ptywright clients come in: stdio or a socket of their own, or the server's socket. */
import type { Disposable } from '../base/disposable.js'
import type { Core } from '../dialects/core.js'
import { Dispatcher, type DispatcherOptions } from '../dialects/dispatch.js'
import { type Link, Peer } from '../dialects/peer.js'
import { NamedSessions, Notifications, PtywrightClient, ptywright } from '../dialects/ptywright/index.js'

export interface PtywrightDoor extends Disposable {
  welcome(link: Link): Peer<PtywrightClient>
}

/** All clients of one door share its sessions and their names. */
export function ptywrightDoor(core: Core, maxWaits: number, options: DispatcherOptions = {}): PtywrightDoor {
  const sessions = new NamedSessions(core.sessions)
  const dispatcher = new Dispatcher(ptywright, options)
  return {
    welcome: (link) =>
      new Peer(
        dispatcher,
        link,
        (peer) =>
          new PtywrightClient({ core, sessions }, peer.owned.add(new Notifications(sessions, peer, core.clock))),
        maxWaits,
      ),
    dispose: () => sessions.dispose(),
  }
}
