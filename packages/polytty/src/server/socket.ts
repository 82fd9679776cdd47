/**
 * Serves the clients of the server's Unix socket. The first message decides the protocol: a hello of our own commands
 * names it, and without one its shape does.
 */
import { basename } from 'node:path'
import { CoreError } from '../base/core-error.js'
import type { Core } from '../protocols/core.js'
import { checkParams } from '../protocols/define.js'
import { type Hello, type HelloAnswer, isHello, startHello, whereHello } from '../protocols/hello.js'
import { openNamed } from '../protocols/open-named.js'
import type { Endpoint, Protocol } from '../protocols/protocol.js'
import type { Session } from '../session/index.js'
import type { Connection } from '../transport/connection.js'
import { parseJson } from '../wire/json-rpc.js'

/** A protocol that is served. */
export interface Served {
  readonly protocol: Protocol
  readonly endpoint: Endpoint
}

interface SocketOptions {
  readonly core: Core
  readonly served: readonly Served[]
  /** Where the port is, and the token it asks for. */
  readonly where: () => { readonly url: string; readonly token: string | null }
}

/** Whose words are used where it is not known what a client speaks: the first one's that takes clients of a socket. */
export function commonEndpoint(served: readonly Served[]): Endpoint {
  const endpoint = served.map((one) => one.endpoint).find(({ accept }) => accept)
  if (!endpoint) throw new CoreError('internal', 'no protocol is served on the socket')
  return endpoint
}

export function acceptOnSocket(options: SocketOptions): (connection: Connection) => void {
  const common = commonEndpoint(options.served)
  return (connection) => {
    const pending = new PendingConnection(connection, options, common)
    connection.receive({
      message: (first) => void pending.choose(first),
      fault: (fault) => {
        void common.accept?.(connection, null)
        connection.deliverFault(fault)
      },
      ended: () => connection.close(),
      closed: () => {},
    })
  }
}

/** A connection whose protocol is not known yet. */
class PendingConnection {
  constructor(
    private readonly connection: Connection,
    private readonly options: SocketOptions,
    private readonly common: Endpoint,
  ) {}

  async choose(first: string): Promise<void> {
    const held = this.holdFurther()
    const message = parseJson(first)
    const known = this.options.served.find(({ protocol }) => protocol.recognises?.(message))
    if (isHello(message)) {
      await this.answerHello(message)
      this.connection.resume()
    } else {
      const refused = this.acceptStranger(known?.endpoint ?? this.common, first)
      // At once where it can be: further messages of the same piece of input follow.
      if (refused) await refused
    }
    for (const deliver of held) deliver()
  }

  /** Whoever is to get the first message may have to be loaded first: what comes meanwhile waits. */
  private holdFurther(): (() => void)[] {
    const { connection } = this
    const held: (() => void)[] = []
    connection.pause()
    connection.receive({
      message: (text) => held.push(() => connection.deliver(text)),
      fault: (fault) => held.push(() => connection.deliverFault(fault)),
      ended: () => held.push(() => connection.deliverEnd()),
      closed: () => {},
    })
    return held
  }

  /** The promise, where whoever speaks the client's protocol is not there yet. */
  private acceptStranger(endpoint: Endpoint, first: string): Promise<void> | null {
    const deliver = (): void => {
      this.connection.resume()
      this.connection.deliver(first)
    }
    const refuse = (error: unknown): void => {
      if (!(error instanceof CoreError)) throw error
      this.connection.send(endpoint.refusal?.(error, first) ?? error.message)
      this.connection.close()
    }
    try {
      const accepting = endpoint.accept?.(this.connection, null)
      if (accepting) return accepting.then(deliver, refuse)
      deliver()
    } catch (error) {
      refuse(error)
    }
    return null
  }

  private async answerHello(hello: Hello): Promise<void> {
    try {
      await this.accept(hello)
    } catch (error) {
      this.answer({ polytty: 'refused', message: error instanceof CoreError ? error.message : String(error) })
      this.connection.close()
    }
  }

  private async accept(hello: Hello): Promise<void> {
    const { served, where } = this.options
    if (hello.polytty === 'where') {
      checkParams(whereHello, hello)
      this.answer({ polytty: 'ready', ...where() })
      return this.connection.close()
    }
    if (hello.polytty === 'start') {
      const session = await this.start(hello)
      this.answer({ polytty: 'ready', session: session.id })
      return this.keepFor(session)
    }
    const known = served.find(({ protocol, endpoint }) => protocol.name === hello.polytty && endpoint.accept)
    if (!known) throw new CoreError('invalid-params', `unknown hello: ${JSON.stringify(hello.polytty)}`)
    await openNamed(this.options.core.sessions, hello)
    await known.endpoint.accept?.(this.connection, hello)
    this.answer({ polytty: 'ready' })
  }

  private async start(hello: Hello): Promise<Session> {
    const { command, cols, rows, cwd, env: inherit } = checkParams(startHello, hello)
    const { sessions } = this.options.core
    const [program, ...args] = command
    const env = { WRIGHTTY_SOCKET: this.options.where().url.replace(/^http/, 'ws') }
    const name = sessions.freeName(basename(program))
    return sessions.create({ name, program, args, cols, rows, cwd, inherit, env })
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

  private answer(answer: HelloAnswer): void {
    this.connection.send(JSON.stringify(answer))
  }
}
