/** Serves termwright clients about one session each: a daemon's, the one that was named, or the only one that runs. */
import { z } from 'zod'
import { CoreError } from '../../../base/core-error.js'
import type { Session } from '../../../session/index.js'
import type { Connection } from '../../../transport/connection.js'
import { parseJson } from '../../../wire/json-rpc.js'
import { stringifyMessage } from '../../../wire/large-ids.js'
import { checkParams } from '../../define.js'
import { Dispatcher, type DispatcherOptions } from '../../dispatcher.js'
import { type Link, Peer } from '../../peer.js'
import type { Endpoint, EndpointHost } from '../../protocol.js'
import { type Daemon, encodeRefusal, TermwrightClient, termwright, type WireRule, wireRules } from '../dialect.js'

/** What our own commands say first. */
const hello = z.object({
  session: z.string(),
  wire: z.enum(wireRules).optional(),
  /** Whether `close` ends the program as well: it was started for this daemon. */
  owned: z.boolean().optional(),
})

export type TermwrightHello = z.output<typeof hello> & { readonly polytty: 'termwright' }

export interface TermwrightEndpoint extends Endpoint {
  /** Serves one client about one session. */
  serve(link: Link, session: Session, wire: WireRule, close: () => void): Peer<TermwrightClient>
}

export function openTermwright(
  host: DispatcherOptions & Pick<EndpointHost, 'core' | 'clients' | 'maxWaits'>,
): TermwrightEndpoint {
  const { core, clients, maxWaits } = host
  const dispatcher = new Dispatcher(termwright, host)
  const serve: TermwrightEndpoint['serve'] = (link, session, wire, close) => {
    const daemon: Daemon = { core, session, wire, close }
    const peer = new Peer(dispatcher, link, () => new TermwrightClient(daemon), maxWaits)
    peer.owned.add({ dispose: () => peer.context.recorder?.stop() })
    core.presence.note(session, 'termwright', peer)
    clients.add('termwright', peer)
    return peer
  }
  const join = (connection: Connection, session: Session, wire: WireRule, owned: boolean): void => {
    const close = (): void => void (owned ? core.sessions.remove(session) : connection.close())
    const leave = (destroyed: Session): void => void (destroyed === session && connection.close())
    serve(connection, session, wire, close).owned.add(core.sessions.onDestroyed.on(leave))
  }
  return {
    serve,
    accept(connection, first) {
      if (first === null) return join(connection, onlySession(), 'auto', true)
      const { session, wire = 'auto', owned = false } = checkParams(hello, first)
      join(connection, core.sessions.get(session), wire, owned)
    },
    refusal: (error, first) => stringifyMessage(encodeRefusal(error, first === null ? null : parseJson(first), first)),
  }

  /** A client that named no session means the only one that runs. */
  function onlySession(): Session {
    const [session, ...more] = core.sessions.list().filter(({ exit }) => !exit)
    if (session && more.length === 0) return session
    const count = session ? more.length + 1 : 0
    throw new CoreError(
      'session-not-found',
      `${count} sessions are running here: start a daemon for one of them with polytty termwright daemon --session NAME --server SOCKET`,
    )
  }
}
