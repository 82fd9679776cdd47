/**
 * Where wsh clients come in: the HTTP routes, a session's two sockets and the server's own. Keeps the sockets alive,
 * ends them with their session or with the server, and says why.
 */
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import { DisposableBag } from '../base/disposable.js'
import { Dispatcher, type DispatcherOptions } from '../dialects/dispatch.js'
import { type Link, Peer } from '../dialects/peer.js'
import {
  decodePart,
  encodeError,
  refuse,
  type Stage,
  WshClient,
  type WshHost,
  wsh,
  wshCodes,
} from '../dialects/wsh/index.js'
import type { Connection } from '../transport/connection.js'
import type { HttpRoutes, Upgrade } from '../transport/http-server.js'
import type { Clients } from './clients.js'
import type { WshAccess } from './wsh-access.js'
import { AttachedTerminal } from './wsh-attach.js'
import { MAX_WSH_BYTES, WshHttp } from './wsh-http.js'
import { RawStream } from './wsh-raw.js'

interface WshDoorOptions extends DispatcherOptions {
  readonly host: WshHost
  readonly access: WshAccess
  readonly clients: Clients
  readonly maxWaits: number
}

export interface WshDoor {
  readonly routes: HttpRoutes
  /** Closes all sockets, telling that the server ends. */
  shutdown(): void
}

const PING_MS = 30_000
const SHUTTING_DOWN = 'server shutting down'
const SOCKET_PATH = /^(?:\/sessions\/([^/]+))?\/ws\/(json|raw|attach)$/

export function wshDoor(options: WshDoorOptions): WshDoor {
  const { host, access } = options
  const dispatcher = new Dispatcher(wsh, options)
  const http = new WshHttp(host, access, options)
  const sockets = new Set<Connection>()
  let ending = false

  const welcome = (connection: Connection, socket: WebSocket): DisposableBag => {
    const owned = new DisposableBag()
    sockets.add(connection)
    owned.add({ dispose: () => sockets.delete(connection) })
    owned.add(keepAlive(socket, host))
    return owned
  }
  const join = (client: { readonly owned: DisposableBag }, stage: Stage, connection: Connection): void => {
    host.core.presence.note(stage.session, 'wsh', client)
    joinSession(client.owned, stage, connection)
  }
  const acceptJson = (stage: Stage | null) => (connection: Connection, socket: WebSocket) => {
    connection.send('{"connected":true}')
    const peer = new Peer(dispatcher, bounded(connection), (peer) => new WshClient(host, peer, stage), options.maxWaits)
    options.clients.add('wsh', peer)
    peer.owned.add(welcome(connection, socket))
    if (stage) join(peer, stage, connection)
    else peer.owned.add(host.onLifecycle.on((event) => peer.context.tellLifecycle(event)))
  }
  /** A socket whose bytes are somebody else's business: only their number is ours. */
  const acceptBytes = (connection: Connection, socket: WebSocket): DisposableBag => {
    const owned = welcome(connection, socket)
    connection.receive({ message: () => {}, fault: () => {}, closed: () => owned.dispose() })
    socket.on('message', (data: Buffer) => {
      if (data.length > MAX_WSH_BYTES) connection.close(1009, `a message holds at most ${MAX_WSH_BYTES} bytes`)
    })
    options.clients.add('wsh', { owned })
    return owned
  }
  const acceptRaw = (stage: Stage) => (connection: Connection, socket: WebSocket) => {
    const owned = acceptBytes(connection, socket)
    owned.add(new RawStream(stage, socket))
    join({ owned }, stage, connection)
  }
  const acceptAttach = (stage: Stage, url: URL) => (connection: Connection, socket: WebSocket) => {
    const owned = acceptBytes(connection, socket)
    join({ owned }, stage, connection)
    const window = url.searchParams.get('watch') === 'true' ? null : windowOf(url, stage)
    const detach = (): void => connection.close(1000, 'detached')
    owned.add(new AttachedTerminal(stage, socket, window, replayOf(url), detach))
  }
  return {
    routes: {
      request: (request, response, url) => http.request(request, response, url),
      upgrade(request, url) {
        const [, name, kind] = SOCKET_PATH.exec(url.pathname) ?? []
        if (kind === undefined) return null
        return guarded(request, url, access, () => {
          if (ending) throw refuse('parser_unavailable', SHUTTING_DOWN)
          if (kind === 'json' && name === undefined) return { accept: acceptJson(null) }
          const stage = findStage(host, name)
          stage.requireRoom()
          if (kind === 'attach') return { accept: acceptAttach(stage, url) }
          return { accept: kind === 'json' ? acceptJson(stage) : acceptRaw(stage) }
        })
      },
    },
    shutdown() {
      ending = true
      for (const connection of sockets) connection.close(1000, SHUTTING_DOWN)
    },
  }
}

/** Refusals have the dialect's own shape. */
function guarded(request: IncomingMessage, url: URL, access: WshAccess, find: () => Upgrade): Upgrade {
  try {
    const refused = access.check(request, url, true)
    if (refused) throw refused
    return find()
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    const body = encodeError(error)
    return { refuse: { status: wshCodes[body.code].status, reason: { error: body } } }
  }
}

/** The session of a path; without one, the only session there is. */
function findStage(host: WshHost, name: string | undefined): Stage {
  const running = host.core.sessions.list().filter(({ exited }) => !exited)
  const wanted = name === undefined ? null : decodePart(name)
  const session = wanted === null ? running[0] : running.find((one) => one.name === wanted || one.id === wanted)
  if (wanted === null && running.length > 1)
    throw refuse('session_required', 'There are several sessions: use /sessions/NAME/ws/raw.')
  if (!session) throw refuse('session_not_found', `Session not found: ${wanted ?? '(none)'}.`)
  return host.stage(session)
}

function joinSession(owned: DisposableBag, stage: Stage, connection: Connection): void {
  owned.add(stage.addClient())
  // Lowest in order: what subscriptions have left to tell goes first.
  owned.add(stage.onEnd.on(() => queueMicrotask(() => connection.close(1000, 'session ended'))))
}

function windowOf(url: URL, { session }: Stage): { cols: number; rows: number } {
  return { cols: sizeOf(url, 'cols', session.cols), rows: sizeOf(url, 'rows', session.rows) }
}

/** `scrollback`: all of it if absent, none, or a number of lines. */
function replayOf(url: URL): number {
  const asked = url.searchParams.get('scrollback') ?? 'all'
  return asked === 'all' ? Number.POSITIVE_INFINITY : Math.max(Number.parseInt(asked, 10) || 0, 0)
}

function sizeOf(url: URL, name: 'cols' | 'rows', otherwise: number): number {
  const value = Number(url.searchParams.get(name))
  return Number.isInteger(value) && value > 0 ? value : otherwise
}

/** Pings now and then; a client that has not answered the last one is gone. */
function keepAlive(socket: WebSocket, { core }: WshHost): Disposable {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  let timer: Disposable
  const ping = (): void => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
    timer = core.clock.after(PING_MS, ping)
  }
  timer = core.clock.after(PING_MS, ping)
  return { dispose: () => timer.dispose() }
}

/** The connection with this dialect's own bound on a message. */
function bounded(connection: Connection): Link {
  return {
    get congested() {
      return connection.congested
    },
    get isOpen() {
      return connection.isOpen
    },
    onDrain: connection.onDrain,
    receive: (handler) =>
      connection.receive({
        ...handler,
        message: (text) =>
          Buffer.byteLength(text) > MAX_WSH_BYTES ? handler.fault('oversized') : handler.message(text),
      }),
    send: (text) => connection.send(text),
    pause: () => connection.pause(),
    resume: () => connection.resume(),
    close: (code, reason) => connection.close(code, reason),
  }
}
