/**
 * Serves wsh clients: the HTTP routes, a session's two sockets and the server's own. Keeps the sockets alive,
 * ends them with their session or with the server, and says why.
 */
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { CoreError } from '../../../base/core-error.js'
import { type Disposable, DisposableBag } from '../../../base/disposable.js'
import type { Connection } from '../../../transport/connection.js'
import type { Upgrade } from '../../../transport/http-server.js'
import { Dispatcher } from '../../dispatcher.js'
import { type Link, Peer } from '../../peer.js'
import type { Endpoint, EndpointHost } from '../../protocol.js'
import {
  decodePart,
  encodeError,
  refuse,
  WshClient,
  type WshHost,
  type WshSession,
  wsh,
  wshCodes,
  wshHostOf,
} from '../dialect.js'
import { connected } from '../events.js'
import { WshAccess } from './access.js'
import { AttachedTerminal, type Clipboard, type Images } from './attach.js'
import { MAX_WSH_BYTES, WshHttp } from './http.js'
import { RawStream } from './raw.js'

const PING_MS = 30_000
const DETACHED = 'detached'
const SHUTTING_DOWN = 'server shutting down'
const SOCKET_PATH = /^(?:\/sessions\/([^/]+))?\/ws\/(json|raw|attach)$/

export function openWsh(options: EndpointHost): Endpoint {
  const host = wshHostOf(options)
  const access = new WshAccess({ guard: options.guard, redeem: (ticket) => host.redeem(ticket) })
  const dispatcher = new Dispatcher(wsh, options)
  const http = new WshHttp(host, access, options.intake, options)
  const sockets = new Set<Connection>()
  let ending = false

  const keep = (connection: Connection, socket: WebSocket): DisposableBag => {
    const owned = new DisposableBag()
    sockets.add(connection)
    owned.add({ dispose: () => sockets.delete(connection) })
    owned.add(keepAlive(socket, host))
    return owned
  }
  const join = (client: { readonly owned: DisposableBag }, wshSession: WshSession, connection: Connection): void => {
    host.core.presence.note(wshSession.session, 'wsh', client)
    joinSession(client.owned, wshSession, connection)
  }
  const acceptJson = (wshSession: WshSession | null) => (connection: Connection, socket: WebSocket) => {
    const peer = new Peer(
      dispatcher,
      bounded(connection),
      (peer) => new WshClient(host, peer, wshSession),
      options.maxWaits,
    )
    peer.notify(connected, { connected: true })
    options.clients.add('wsh', peer)
    peer.owned.add(keep(connection, socket))
    if (wshSession) join(peer, wshSession, connection)
    else peer.owned.add(host.onLifecycle.on((event) => peer.context.reportLifecycle(event)))
  }
  /** A socket whose bytes others handle: only the number of sockets is bounded here. */
  const acceptBytes = (connection: Connection, socket: WebSocket): DisposableBag => {
    const owned = keep(connection, socket)
    connection.receive({ message: () => {}, fault: () => {}, closed: () => owned.dispose() })
    socket.on('message', (data: Buffer) => {
      if (data.length > MAX_WSH_BYTES) connection.close(1009, `a message holds at most ${MAX_WSH_BYTES} bytes`)
    })
    options.clients.add('wsh', { owned })
    return owned
  }
  const acceptRaw = (wshSession: WshSession) => (connection: Connection, socket: WebSocket) => {
    const owned = acceptBytes(connection, socket)
    owned.add(new RawStream(wshSession, socket))
    join({ owned }, wshSession, connection)
  }
  const acceptAttach = (wshSession: WshSession, url: URL) => (connection: Connection, socket: WebSocket) => {
    const owned = acceptBytes(connection, socket)
    join({ owned }, wshSession, connection)
    const window = isWatching(url) ? null : windowOf(url, wshSession)
    const clipboard = clipboards[url.searchParams.get('clipboard') ?? ''] ?? 'kept'
    const images = (window && imagesOf[url.searchParams.get('images') ?? '']) ?? 'none'
    const detach = (): void => connection.close(1000, DETACHED)
    owned.add(new AttachedTerminal(wshSession, socket, { window, clipboard, images, replay: replayOf(url) }, detach))
    if (wshSession.session.exited) connection.close(1000, 'session ended')
  }
  return {
    routes: {
      // Also for paths that no one serves; those of wrightty are all at the root.
      refuse: (error, url) => (url?.pathname === '/' ? null : { error: encodeError(error) }),
      request: (request, response, url) =>
        SOCKET_PATH.test(url.pathname)
          ? http.refusePlain(request, response, url)
          : http.request(request, response, url),
      upgrade(request, url) {
        const [, name, kind] = SOCKET_PATH.exec(url.pathname) ?? []
        if (kind === undefined) return null
        return guarded(request, url, access, () => {
          if (ending) throw refuse('parser_unavailable', SHUTTING_DOWN)
          if (kind === 'json' && name === undefined) return { known: true, accept: acceptJson(null) }
          const find = (): Upgrade => {
            const wshSession = findWshSession(host, name, kind === 'attach' && isWatching(url))
            wshSession.requireRoom()
            if (kind === 'attach') return { known: true, accept: acceptAttach(wshSession, url) }
            if (kind === 'json') return { known: true, accept: acceptJson(wshSession) }
            wshSession.session.requireRawOutput()
            return { known: true, accept: acceptRaw(wshSession) }
          }
          const opening = name === undefined ? null : host.core.sessions.opening(decodePart(name))
          return opening ? opening.then(find) : find()
        })
      },
    },
    shutdown() {
      ending = true
      for (const connection of sockets) connection.close(1000, SHUTTING_DOWN)
    },
    dispose: () => host.dispose(),
  }
}

/** Refusals have the dialect's own shape. */
function guarded(
  request: IncomingMessage,
  url: URL,
  access: WshAccess,
  find: () => Upgrade | Promise<Upgrade>,
): Upgrade | Promise<Upgrade> {
  try {
    const refused = access.check(request, url, true)
    if (refused) throw refused
    const found = find()
    return found instanceof Promise ? found.catch(refuseWith) : found
  } catch (error) {
    return refuseWith(error)
  }
}

const clipboards: Readonly<Record<string, Clipboard>> = { true: 'passed', tmux: 'tmux' }
const imagesOf: Readonly<Record<string, Images>> = { true: 'shown', tmux: 'tmux' }

function refuseWith(error: unknown): Upgrade {
  if (!(error instanceof CoreError)) throw error
  const body = encodeError(error)
  return { refuse: { status: wshCodes[body.code].status, reason: { error: body } } }
}

/** Who only watches may also look at the last screen of a program that has ended. */
function isWatching(url: URL): boolean {
  return url.searchParams.get('watch') === 'true'
}

/** The session of a path; without one, the only session there is. */
function findWshSession(host: WshHost, name: string | undefined, alsoEnded = false): WshSession {
  const running = host.core.sessions.list().filter(({ exited }) => !exited)
  const wanted = name === undefined ? null : decodePart(name)
  const named = wanted === null ? running[0] : host.core.sessions.find(wanted)
  const session = named?.exited && !alsoEnded ? undefined : named
  if (wanted === null && running.length > 1)
    throw refuse('session_required', 'There are several sessions: use /sessions/NAME/ws/raw.')
  if (!session) throw refuse('session_not_found', `Session not found: ${wanted ?? '(none)'}.`)
  return host.wshSession(session)
}

function joinSession(owned: DisposableBag, wshSession: WshSession, connection: Connection): void {
  owned.add(wshSession.addClient())
  owned.add(wshSession.onDetach.on(() => connection.close(1000, DETACHED)))
  // Lowest in order: what subscriptions have left to send goes first.
  owned.add(wshSession.onEnd.on(() => queueMicrotask(() => connection.close(1000, 'session ended'))))
}

function windowOf(url: URL, { session }: WshSession): { cols: number; rows: number } {
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
