/** Where termwright clients come in: a daemon's own socket, or the server's socket with a session named beforehand. */
import type { Core } from '../dialects/core.js'
import { Dispatcher, type DispatcherOptions } from '../dialects/dispatch.js'
import { type Link, Peer } from '../dialects/peer.js'
import { type Daemon, TermwrightClient, termwright, type WireShape } from '../dialects/termwright/index.js'
import type { Session } from '../session/index.js'

export interface TermwrightDoor {
  /** Serves one client about one session. */
  welcome(link: Link, session: Session, wire: WireShape | null, close: () => void): Peer<TermwrightClient>
}

export function termwrightDoor(core: Core, maxWaits: number, options: DispatcherOptions = {}): TermwrightDoor {
  const dispatcher = new Dispatcher(termwright, options)
  return {
    welcome(link, session, wire, close) {
      const daemon: Daemon = { core, session, wire, close }
      const peer = new Peer(dispatcher, link, () => new TermwrightClient(daemon), maxWaits)
      peer.owned.add({ dispose: () => peer.context.recorder?.stop() })
      core.presence.note(session, 'termwright', peer)
      return peer
    },
  }
}
