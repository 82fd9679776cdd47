/**
 * Where clients of the server's Unix socket come in. Its owner alone can open it, so no password is asked. The first
 * message tells the dialect: a line `{"polytty": "ptywright"}`, or `{"polytty": "termwright", "session": …}` with the
 * session, names it, and without one its shape does.
 */
import { z } from 'zod'
import { CoreError } from '../base/core-error.js'
import type { Core } from '../dialects/core.js'
import type { Dispatcher } from '../dialects/dispatch.js'
import { Peer } from '../dialects/peer.js'
import { WrighttyClient } from '../dialects/wrightty/index.js'
import type { Connection } from '../transport/connection.js'
import { parseJson } from '../wire/json-rpc.js'
import type { Clients } from './clients.js'
import type { PtywrightDoor } from './ptywright-door.js'
import type { TermwrightDoor } from './termwright-door.js'

interface SocketDoorOptions {
  readonly core: Core
  readonly clients: Clients
  readonly dispatcher: Dispatcher<WrighttyClient>
  readonly server: ConstructorParameters<typeof WrighttyClient>[0]
  readonly termwright: TermwrightDoor
  readonly ptywright: PtywrightDoor
  readonly maxWaits: number
}

/** A first line that says which dialect follows, and about which session. */
const termwrightPreamble = z.object({
  polytty: z.literal('termwright'),
  session: z.string(),
  wire: z.enum(['document', 'released']).nullish(),
})
const preamble = z.discriminatedUnion('polytty', [termwrightPreamble, z.object({ polytty: z.literal('ptywright') })])

export function socketDoor(options: SocketDoorOptions): (connection: Connection) => void {
  return (connection) => {
    const choose = (first: string): void => {
      const message = parseJson(first)
      const named = preamble.safeParse(message)
      if (named.data?.polytty === 'ptywright') return joinPtywright(connection, options)
      if (named.data) return joinTermwright(connection, named.data, options)
      if (isTermwright(message)) return joinOnlySession(connection, first, message.id, options)
      if (isPtywright(message)) joinPtywright(connection, options)
      else joinWrightty(connection, options)
      connection.deliver(first)
    }
    connection.receive({
      message: choose,
      fault: (fault) => {
        joinWrightty(connection, options)
        connection.deliverFault(fault)
      },
      ended: () => connection.close(),
      closed: () => {},
    })
  }
}

/** termwright's requests have a number for an id and no `jsonrpc`. */
function isTermwright(message: unknown): message is { readonly id: number } {
  const { jsonrpc, id, method } = (message ?? {}) as Record<string, unknown>
  return jsonrpc === undefined && typeof id === 'number' && typeof method === 'string'
}

/** A termwright client that named no session means the only one that runs. */
function joinOnlySession(connection: Connection, first: string, id: number, options: SocketDoorOptions): void {
  const running = options.core.sessions.list().filter((session) => !session.exit)
  const [session] = running
  if (!session || running.length > 1) {
    const message = `${running.length} sessions are running here: start a daemon in front of one with polytty termwright daemon --session NAME --server SOCKET`
    connection.send(JSON.stringify({ id, result: null, error: { code: -1, message } }))
    return connection.close()
  }
  const close = (): void => void options.core.sessions.remove(session)
  options.clients.add('termwright', options.termwright.welcome(connection, session, null, close))
  connection.deliver(first)
}

/** ptywright's methods are in lower case (`session.create`), wrightty's are not (`Session.create`). */
function isPtywright(message: unknown): boolean {
  const { method } = (message ?? {}) as { method?: unknown }
  return typeof method === 'string' && /^(?:server|session|adapter|plugin)\./.test(method)
}

function joinPtywright(connection: Connection, { clients, ptywright }: SocketDoorOptions): void {
  clients.add('ptywright', ptywright.welcome(connection))
}

function joinWrightty(connection: Connection, { clients, dispatcher, server, maxWaits }: SocketDoorOptions): void {
  clients.add('wrightty', new Peer(dispatcher, connection, (peer) => new WrighttyClient(server, peer, true), maxWaits))
}

function joinTermwright(
  connection: Connection,
  { session: name, wire }: z.output<typeof termwrightPreamble>,
  { clients, core, termwright }: SocketDoorOptions,
): void {
  try {
    const session = core.sessions.get(name)
    const close = (): void => void core.sessions.remove(session)
    clients.add('termwright', termwright.welcome(connection, session, wire ?? null, close))
    connection.send('{"polytty":"ready"}')
  } catch (error) {
    const message = error instanceof CoreError ? error.message : String(error)
    connection.send(JSON.stringify({ polytty: 'refused', message }))
    connection.close()
  }
}
