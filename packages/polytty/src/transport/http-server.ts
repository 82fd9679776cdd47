/**
 * One port for HTTP and WebSocket. Checks Host and Origin before anything else, bounds connections, and the time and
 * room that clients have before they are known, and hands requests to routes. Routes decide on paths, tokens and
 * meaning; nothing here knows a dialect.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Budget } from '../base/budget.js'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { createDiagnostics, type Diagnostics } from '../base/diagnostics.js'
import { type Connection, type ConnectionLimits, defaultConnectionLimits } from './connection.js'
import { bearerToken, type Guard, type GuardVerdict, type Refusal } from './guard.js'
import { Pipelines } from './pipelines.js'
import { Places } from './places.js'
import { RateLimit } from './rate-limit.js'
import { peerName, reportRefusal, reportRequest } from './reports.js'
import { endUnread } from './request-body.js'
import { connectWebSocket } from './web-socket.js'

export interface HttpRoutes {
  /** Answers a plain request; false when the path is not this route's. */
  request?(request: IncomingMessage, response: ServerResponse, url: URL): boolean
  /** A refusal of what was asked of this path, in the shape its clients read; null when the path is not this route's. */
  refuse?(error: CoreError, url: URL | null): object | null
  /** Says what becomes of a WebSocket on this path; null when the path is not this route's. */
  upgrade?(request: IncomingMessage, url: URL): Upgrade | Promise<Upgrade> | null
}

export type Upgrade =
  | {
      readonly accept: (connection: Connection, socket: WebSocket) => void
      /** False for a client that has still to authenticate: until then it gets little room and little time. */
      readonly known: boolean
    }
  | { readonly refuse: { readonly status: number; readonly reason: string | object } }

export interface HttpServerOptions {
  readonly host: string
  /** Tried in order; the first free one is taken. 0 lets the system choose. */
  readonly ports: readonly number[]
  readonly guard: Guard
  readonly routes: readonly HttpRoutes[]
  readonly clock: Clock
  /** Clients that may use the server; there is room beside them for those who have not shown that they may. */
  readonly maxConnections: number
  /** Requests that an address may make in a second; null for any number. */
  readonly maxPerSecond: number | null
  readonly maxMessageBytes: number
  readonly intake: Budget
  readonly limits?: ConnectionLimits
  readonly diagnostics?: Diagnostics
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer }
}

export interface HttpServer {
  readonly host: string
  readonly port: number
  /** Answers from now on that the server is shutting down; sockets that are open stay. */
  refuseClients(): void
  /** Clients of a server that is replaced may come again. */
  close(isReplaced?: boolean): Promise<void>
}

/** How long a client may take to send a request in whole, and how often that is looked at. */
const REQUEST_TIMEOUT_MS = 9000
const CHECK_MS = 1000

/** Pieces that a message on a WebSocket may come in: a piece of one byte costs a hundred times its size. */
const MAX_FRAGMENTS = 1024

/** How long a WebSocket may stay open without authentication. */
const TRIAL_MS = 10_000

export async function listenHttp(options: HttpServerOptions): Promise<HttpServer> {
  const { guard, routes, maxMessageBytes, maxConnections, diagnostics = createDiagnostics() } = options
  const timeouts = {
    headersTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
  }
  const server = options.tls
    ? createTlsServer({ ...timeouts, ...options.tls, handshakeTimeout: REQUEST_TIMEOUT_MS })
    : createServer(timeouts)
  const places = new Places(maxConnections, options.clock)
  const full = `${maxConnections} clients are connected: try again later`
  server.on('connection', (socket: Socket) => places.enter(socket))
  const pipelines = new Pipelines()
  const rate = options.maxPerSecond === null ? null : new RateLimit(options.maxPerSecond, options.clock)
  let ending = false
  const judge = (request: IncomingMessage): GuardVerdict => {
    if (ending) return tooMany(503, 'the server is shutting down')
    if (rate && !rate.admits(request.socket.remoteAddress ?? ''))
      return tooMany(429, `an address may make ${rate.perSecond} requests a second`)
    const verdict = guard.check(request)
    if (verdict.ok && guard.accepts(bearerToken(request)) && !places.admit(request.socket)) return tooMany(503, full)
    return verdict
  }
  const refusal = ({ error }: Refusal, request: IncomingMessage): string | object => {
    const url = requestUrl(request)
    for (const route of routes) {
      const body = route.refuse?.(error, url)
      if (body) return body
    }
    return error.message
  }
  const report = ({ status, error }: Refusal, request: IncomingMessage): void =>
    reportRefusal({ peer: peerName(request), status, reason: error.message }, diagnostics)
  // The library's own bound lies above ours, so that a message a little too long is answered instead of cut off.
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes * 2,
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
    skipUTF8Validation: true,
    autoPong: false,
  })
  server.on('request', (request, response) => {
    if (request.socket.destroyed) return
    endUnread(request, response, options.clock)
    boundUnread(response, options.limits ?? defaultConnectionLimits)
    const verdict = pipelines.enter(request.socket, response) ?? judge(request)
    reportRequest(request, response, diagnostics)
    if (!verdict.ok) {
      report(verdict, request)
      if (verdict.status === 503 || verdict.status === 429) response.setHeader('connection', 'close')
      if (verdict.error.code === 'resource-limit') response.setHeader('retry-after', '1')
      const body = refusal(verdict, request)
      return typeof body === 'string'
        ? respondText(response, verdict.status, body)
        : respondJson(response, verdict.status, body)
    }
    if (shareWith(guard.sharedWith(request), request, response)) return
    const url = requestUrl(request)
    if (!url) return respondText(response, 400, 'the request path is not a valid URL')
    if (routes.some((route) => route.request?.(request, response, url))) return
    respondText(response, 404, `nothing is served at ${url.pathname}`)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client may hang up while being refused; that is its right.
    socket.on('error', () => socket.destroy())
    const verdict = judge(request)
    if (!verdict.ok) {
      report(verdict, request)
      return refuseUpgrade(socket, verdict.status, refusal(verdict, request))
    }
    const url = requestUrl(request)
    const accept = (upgrade: Upgrade): void => {
      if ('refuse' in upgrade) return refuseUpgrade(socket, upgrade.refuse.status, upgrade.refuse.reason)
      wss.handleUpgrade(request, socket, head, (ws) => {
        const connection = connectWebSocket(ws, socket, { ...options, peer: peerName(request) })
        const admit = (): void => {
          if (!places.admit(request.socket)) connection.refuse(1013, full)
        }
        connection.onAdmit.on(admit)
        if (upgrade.known) admit()
        else connection.tryOut(TRIAL_MS)
        upgrade.accept(connection, ws)
      })
    }
    const found = url && findUpgrade(routes, request, url)
    if (!found) return refuseUpgrade(socket, 404, 'no WebSocket is served at this path')
    if (found instanceof Promise) void found.then(accept, () => socket.destroy())
    else accept(found)
  })
  const port = await listenOnFirstFree(server, options.host, options.ports)
  return {
    host: options.host,
    port,
    refuseClients() {
      ending = true
    },
    close: (isReplaced = false) =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        // 1012 is how WebSockets say that the same service is back soon.
        const [code, reason] = isReplaced ? [1012, 'server restarting'] : [1001, 'server shutting down']
        for (const ws of wss.clients) ws.close(code as number, reason as string)
        places.close()
      }),
  }
}

export function respondText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...securityHeaders })
  response.end(`${text}\n`)
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', ...securityHeaders })
  response.end(JSON.stringify(body))
}

/** What every answer carries so that a browser does not make more of it than it is. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** An answer that the client does not read counts as what is queued on other connections does. */
function boundUnread(response: ServerResponse, { outbox, stallMs }: ConnectionLimits): void {
  const queue = { cutOff: () => void response.socket?.destroy() }
  response.on('prefinish', () => {
    outbox?.note(queue, response.socket?.writableLength ?? 0)
    response.setTimeout(stallMs)
  })
  response.on('close', () => outbox?.note(queue, 0))
}

function findUpgrade(
  routes: readonly HttpRoutes[],
  request: IncomingMessage,
  url: URL,
): Upgrade | Promise<Upgrade> | null {
  for (const route of routes) {
    const upgrade = route.upgrade?.(request, url)
    if (upgrade) return upgrade
  }
  return null
}

/** Lets a page of an allowed origin read the answer; true when it only asked whether it might send the request. */
function shareWith(origin: string | null, request: IncomingMessage, response: ServerResponse): boolean {
  if (origin === null) return false
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('vary', 'origin')
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
    'access-control-max-age': '600',
    ...securityHeaders,
  })
  response.end()
  return true
}

function tooMany(status: 429 | 503, reason: string): Refusal {
  return { ok: false, status, error: new CoreError('resource-limit', reason) }
}

/** A reason is text to read or, from a dialect, an object in its own shape. */
function refuseUpgrade(socket: Duplex, status: number, reason: string | object): void {
  const [type, body] =
    typeof reason === 'string'
      ? ['text/plain; charset=utf-8', `${reason}\n`]
      : ['application/json', JSON.stringify(reason)]
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

function requestUrl(request: IncomingMessage): URL | null {
  return URL.canParse(request.url ?? '', 'http://localhost') ? new URL(request.url ?? '', 'http://localhost') : null
}

async function listenOnFirstFree(server: Server, host: string, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    try {
      return await listen(server, host, port)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cannotListen(host, port, error)
    }
  }
  const [first, last] = [ports[0], ports.at(-1)]
  const where = ports.length === 1 ? `port ${first} is` : `all ports from ${first} to ${last} are`
  throw new CoreError('conflict', `${where} taken on ${host}: choose another with --port`, {
    host,
    ports: [first, last],
  })
}

function cannotListen(host: string, port: number, error: unknown): CoreError {
  const { code, message } = error as NodeJS.ErrnoException
  return new CoreError(
    'conflict',
    `cannot listen on ${host}:${port}: ${code ?? message}`,
    { host, port },
    { cause: error },
  )
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
