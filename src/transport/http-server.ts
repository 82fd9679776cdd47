/**
 * One port for HTTP and WebSocket. Checks Host and Origin before anything else, bounds connections and body sizes,
 * and hands requests to routes. Routes decide on paths, tokens and meaning; nothing here knows a dialect.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Connection, ConnectionLimits } from './connection.js'
import type { Guard, GuardVerdict, Refusal } from './guard.js'
import { RateLimit } from './rate-limit.js'
import { connectWebSocket } from './web-socket.js'

export interface HttpRoutes {
  /** Answers a plain request; false when the path is not this route's. */
  request?(request: IncomingMessage, response: ServerResponse, url: URL): boolean
  /** Says what becomes of a WebSocket on this path; null when the path is not this route's. */
  upgrade?(request: IncomingMessage, url: URL): Upgrade | null
}

export type Upgrade =
  | { readonly accept: (connection: Connection, socket: WebSocket) => void }
  | { readonly refuse: { readonly status: number; readonly reason: string | object } }

export interface HttpServerOptions {
  readonly host: string
  /** Tried in order; the first free one is taken. 0 lets the system choose. */
  readonly ports: readonly number[]
  readonly guard: Guard
  readonly routes: readonly HttpRoutes[]
  readonly clock: Clock
  /** A few more are let in, to be told that they are too many. */
  readonly maxConnections: number
  /** Requests that an address may make in a second; null for any number. */
  readonly maxPerSecond: number | null
  readonly maxMessageBytes: number
  readonly limits?: ConnectionLimits
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer }
}

export interface HttpServer {
  readonly host: string
  readonly port: number
  close(): Promise<void>
}

/** How long a client may take to send its headers, and a request in whole. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000

/** Connections beyond the bound that are still told why they are not served. */
const EXCESS_CONNECTIONS = 64

export async function listenHttp(options: HttpServerOptions): Promise<HttpServer> {
  const { guard, routes, maxMessageBytes, maxConnections } = options
  const server = options.tls ? createTlsServer(options.tls) : createServer()
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.maxConnections = maxConnections + EXCESS_CONNECTIONS
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const excess = new WeakSet<Socket>()
  server.on(options.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (sockets.size > maxConnections) excess.add(socket)
  })
  const rate = options.maxPerSecond === null ? null : new RateLimit(options.maxPerSecond, options.clock)
  const judge = (request: IncomingMessage): GuardVerdict => {
    if (excess.has(request.socket)) return tooMany(503, `${maxConnections} clients are connected: try again later`)
    if (rate && !rate.admits(request.socket.remoteAddress ?? ''))
      return tooMany(429, `an address may make ${rate.perSecond} requests a second`)
    return guard.check(request)
  }
  // The library's own bound lies above ours, so that a message a little too long is answered instead of cut off.
  const wss = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes * 2,
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  server.on('request', (request, response) => {
    const verdict = judge(request)
    if (!verdict.ok) {
      if (verdict.status === 503) response.setHeader('connection', 'close')
      if (verdict.code === 'resource_limit_reached') response.setHeader('retry-after', '1')
      return respondJson(response, verdict.status, refusal(verdict))
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
    if (!verdict.ok) return refuseUpgrade(socket, verdict.status, refusal(verdict))
    const url = requestUrl(request)
    const upgrade = url && findUpgrade(routes, request, url)
    if (!upgrade) return refuseUpgrade(socket, 404, 'no WebSocket is served at this path')
    if ('refuse' in upgrade) return refuseUpgrade(socket, upgrade.refuse.status, upgrade.refuse.reason)
    wss.handleUpgrade(request, socket, head, (ws) => {
      const connection = connectWebSocket(ws, { ...options, peer: peerName(request) })
      upgrade.accept(connection, ws)
    })
  })
  const port = await listenOnFirstFree(server, options.host, options.ports)
  return {
    host: options.host,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const ws of wss.clients) ws.close(1001, 'server shutting down')
        for (const socket of sockets) socket.destroySoon()
      }),
  }
}

/** Reads a request's body up to a bound; null when it is longer. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) chunks.push(chunk)
    })
    request.on('end', () => resolve(length > maxBytes ? null : Buffer.concat(chunks)))
    request.on('error', reject)
  })
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
} as const

function findUpgrade(routes: readonly HttpRoutes[], request: IncomingMessage, url: URL): Upgrade | null {
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
  return { ok: false, status, code: 'resource_limit_reached', reason }
}

function refusal({ code, reason }: Refusal): object {
  return { error: { code, message: reason } }
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

function peerName(request: IncomingMessage): string {
  return `${request.socket.remoteAddress ?? '?'}:${request.socket.remotePort ?? '?'}`
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
