/**
 * Where clients of the server's Unix socket come in. Its owner alone can open it, so no password is asked. The first
 * message tells the dialect: a greeting of our own commands names it, and without one its shape does.
 */
import { basename } from 'node:path'
import { CoreError } from '../base/core-error.js'
import type { Core } from '../dialects/core.js'
import type { Dispatcher } from '../dialects/dispatch.js'
import { Peer } from '../dialects/peer.js'
import type { WireShape } from '../dialects/termwright/index.js'
import { WrighttyClient } from '../dialects/wrightty/index.js'
import type { Session } from '../session/index.js'
import type { Connection } from '../transport/connection.js'
import { parseJson } from '../wire/json-rpc.js'
import type { Clients } from './clients.js'
import type { PtywrightDoor } from './ptywright-door.js'
import { type Greeting, greeting, type Welcome } from './socket-greeting.js'
import type { TermwrightDoor } from './termwright-door.js'
import type { TuispecDoor } from './tuispec-door.js'

interface SocketDoorOptions {
  readonly core: Core
  readonly clients: Clients
  readonly dispatcher: Dispatcher<WrighttyClient>
  readonly server: ConstructorParameters<typeof WrighttyClient>[0]
  readonly termwright: TermwrightDoor
  readonly ptywright: PtywrightDoor
  readonly tuispec: TuispecDoor
  readonly maxWaits: number
  /** Where the port is, and the token it asks for. */
  readonly where: () => { readonly url: string; readonly token: string | null }
}

export function socketDoor(options: SocketDoorOptions): (connection: Connection) => void {
  return (connection) => {
    const visitor = new Visitor(connection, options)
    connection.receive({
      message: (first) => visitor.choose(first),
      fault: (fault) => {
        visitor.joinWrightty()
        connection.deliverFault(fault)
      },
      ended: () => connection.close(),
      closed: () => {},
    })
  }
}

/** A connection whose dialect is not known yet. */
class Visitor {
  constructor(
    private readonly connection: Connection,
    private readonly options: SocketDoorOptions,
  ) {}

  choose(first: string): void {
    const { connection } = this
    const message = parseJson(first)
    if (isGreeting(message)) return void this.greet(message)
    if (isTermwright(message)) return this.joinOnlySession(first, message.id)
    if (isPtywright(message)) this.joinPtywright()
    else this.joinWrightty()
    connection.deliver(first)
  }

  joinWrightty(): void {
    const { clients, dispatcher, server, maxWaits } = this.options
    const peer = new Peer(dispatcher, this.connection, (pusher) => new WrighttyClient(server, pusher, true), maxWaits)
    clients.add('wrightty', peer)
  }

  private async greet(message: unknown): Promise<void> {
    try {
      const parsed = greeting.safeParse(message)
      if (!parsed.success)
        throw new CoreError('invalid-params', `a greeting that is not understood: ${parsed.error.message}`)
      await this.answer(parsed.data)
    } catch (error) {
      this.say({ polytty: 'refused', message: error instanceof CoreError ? error.message : String(error) })
      this.connection.close()
    }
  }

  private async answer(wish: Greeting): Promise<void> {
    const { core, where } = this.options
    switch (wish.polytty) {
      case 'where':
        this.say({ polytty: 'ready', ...where() })
        return this.connection.close()
      case 'start': {
        const { command, cols, rows, cwd, env } = wish
        const [program, ...args] = command
        const own = { WRIGHTTY_SOCKET: where().url.replace(/^http/, 'ws') }
        const name = core.sessions.freeName(basename(program))
        const session = await core.sessions.create({ name, program, args, cols, rows, cwd, inherit: env, env: own })
        this.say({ polytty: 'ready', session: session.id })
        return this.keepFor(session)
      }
      case 'termwright':
        this.joinTermwright(core.sessions.get(wish.session), wish.wire ?? null, wish.owned ?? false)
        return this.say({ polytty: 'ready' })
      case 'ptywright':
        this.joinPtywright()
        return this.say({ polytty: 'ready' })
      case 'tuispec':
        this.joinTuispec(wish, wish.session ? core.sessions.get(wish.session) : null)
        return this.say({ polytty: 'ready' })
    }
  }

  /** The session lives as long as the connection, and the connection as long as the program. */
  private keepFor(session: Session): void {
    const { connection } = this
    const { sessions } = this.options.core
    connection.receive({
      message: () => {},
      fault: () => {},
      ended: () => connection.close(),
      closed: () => void (session.exit ?? sessions.remove(session)),
    })
    if (!connection.isOpen) void sessions.remove(session)
    session.onExit.on(() => connection.close())
  }

  private say(welcome: Welcome): void {
    this.connection.send(JSON.stringify(welcome))
  }

  private joinPtywright(): void {
    this.options.clients.add('ptywright', this.options.ptywright.welcome(this.connection))
  }

  private joinTermwright(session: Session, wire: WireShape | null, owned: boolean): void {
    const { clients, core, termwright } = this.options
    const close = (): void => void (owned ? core.sessions.remove(session) : this.connection.close())
    const peer = termwright.welcome(this.connection, session, wire, close)
    const leave = (destroyed: Session): void => void (destroyed === session && this.connection.close())
    peer.owned.add(core.sessions.onDestroyed.on(leave))
    clients.add('termwright', peer)
  }

  /** A termwright client that named no session means the only one that runs. */
  private joinOnlySession(first: string, id: number): void {
    const running = this.options.core.sessions.list().filter((session) => !session.exit)
    const [session] = running
    if (!session || running.length > 1) {
      const message = `${running.length} sessions are running here: start a daemon in front of one with polytty termwright daemon --session NAME --server SOCKET`
      this.connection.send(JSON.stringify({ id, result: null, error: { code: -1, message } }))
      return this.connection.close()
    }
    this.joinTermwright(session, null, true)
    this.connection.deliver(first)
  }

  /** What the client launches ends with it; a session that it only drives does not. */
  private joinTuispec({ env, ...wish }: Extract<Greeting, { polytty: 'tuispec' }>, session: Session | null): void {
    const { clients, tuispec } = this.options
    const options = { ...wish, env, inherit: env }
    const peer = tuispec.welcome(this.connection, { options, session, shutDown: () => this.connection.close() })
    peer.owned.add({
      dispose: () => {
        void peer.context.tui?.leave()
        peer.context.dispose()
      },
    })
    clients.add('tuispec', peer)
  }
}

function isGreeting(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'polytty' in message
}

/** termwright's requests have a number for an id and no `jsonrpc`. */
function isTermwright(message: unknown): message is { readonly id: number } {
  const { jsonrpc, id, method } = (message ?? {}) as Record<string, unknown>
  return jsonrpc === undefined && typeof id === 'number' && typeof method === 'string'
}

/** ptywright's methods are in lower case (`session.create`), wrightty's are not (`Session.create`). */
function isPtywright(message: unknown): boolean {
  const { method } = (message ?? {}) as { method?: unknown }
  return typeof method === 'string' && /^(?:server|session|adapter|plugin)\./.test(method)
}
