/**
 * Who may talk to the port at all, before any dialect is asked. A web page must not drive a local server: a request
 * with an Origin is served only if that origin is this server's own or was allowed, and the Host must be a name that
 * DNS rebinding cannot forge. Tokens are compared in constant time.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { CoreError, type CoreErrorCode } from '../base/core-error.js'

export interface GuardOptions {
  /** The address that the server is bound to. */
  readonly host: string
  readonly allowOrigins: readonly string[]
  /** Bearer token or password; null when none is asked for. */
  readonly token: string | null
  /** Paths that pages of other sites may show in a frame; none if absent. */
  readonly framed?: RegExp
}

/** What is looked at of a request. */
export type Asked = Pick<IncomingMessage, 'headers'> &
  Partial<Pick<IncomingMessage, 'headersDistinct' | 'method' | 'url'>>

export interface Refusal {
  readonly ok: false
  readonly status: number
  readonly error: CoreError
}

export type GuardVerdict = { readonly ok: true } | Refusal

const loopbackNames = new Set(['localhost', '127.0.0.1', '::1'])

export class Guard {
  private readonly allowed: ReadonlySet<string>
  private readonly hosts: ReadonlySet<string>

  constructor(private readonly options: GuardOptions) {
    this.allowed = new Set(options.allowOrigins.map(normalOrigin))
    const allowedHosts = [...this.allowed].map((origin) => hostName(origin.replace(/^[a-z]+:\/\//, '')))
    this.hosts = new Set([...loopbackNames, options.host, ...allowedHosts])
  }

  /** Judges Host and Origin, and where a browser says that the request comes from. */
  check(request: Asked): GuardVerdict {
    const { host, origin } = request.headers
    if (host === undefined) return refuse(400, 'invalid-request', 'a Host header is required')
    if ((request.headersDistinct?.host?.length ?? 1) > 1)
      return refuse(400, 'invalid-request', 'one Host header is required, not several')
    const name = hostName(host)
    if (!this.hosts.has(name) && isIP(name) === 0)
      return refuse(
        403,
        'permission-denied',
        `host ${quote(host)} is not served here: use localhost, an address, or --allow-origin`,
      )
    if (origin === undefined && this.isForeignLoad(request))
      return refuse(403, 'permission-denied', 'pages of other sites may link to this server, not load from it')
    if (origin === undefined || this.isOwn(origin, host) || this.allowed.has(normalOrigin(origin))) return { ok: true }
    return refuse(
      403,
      'permission-denied',
      `origin ${quote(origin)} is not allowed: start the server with --allow-origin ${origin.slice(0, 200)}`,
    )
  }

  /** The other origin that may read the answer to a request, if there is one. */
  sharedWith({ headers: { origin } }: Pick<IncomingMessage, 'headers'>): string | null {
    return origin !== undefined && this.allowed.has(normalOrigin(origin)) ? origin : null
  }

  get needsToken(): boolean {
    return this.options.token !== null
  }

  /** True when no token is needed or this one is right. */
  accepts(candidate: string | null): boolean {
    if (this.options.token === null) return true
    return candidate !== null && sameSecret(candidate, this.options.token)
  }

  /** A page of another site, which need not say which, loads something: an image, a script, a frame. */
  private isForeignLoad({ headers, method, url }: Asked): boolean {
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers
    if (site !== 'cross-site' && site !== 'same-site') return false
    const visits = mode === 'navigate' && (method === 'GET' || method === 'HEAD')
    if (visits && dest === 'document') return false
    const path = (url ?? '').split('?', 1)[0] ?? ''
    return !(visits && (dest === 'iframe' || dest === 'frame') && (this.options.framed?.test(path) ?? false))
  }

  /** A page served from this very port: under the very name the request uses, or any of the loopback's. */
  private isOwn(origin: string, host: string): boolean {
    const page = /^https?:\/\/([^/]+)\/?$/.exec(normalOrigin(origin))?.[1]
    if (page === undefined || portOf(page) !== portOf(host)) return false
    const [served, asked] = [hostName(page), hostName(host)]
    return served === asked || (loopbackNames.has(asked) && loopbackNames.has(served))
  }
}

export function isLoopback(host: string): boolean {
  return loopbackNames.has(host) || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerToken(request: Pick<IncomingMessage, 'headers'>): string | null {
  return /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim() ?? null
}

/** Hashing first makes the lengths equal, so that nothing of the secret shows in the time taken. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refuse(status: number, code: CoreErrorCode, reason: string): GuardVerdict {
  return { ok: false, status, error: new CoreError(code, reason) }
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200))
}

function normalOrigin(origin: string): string {
  return origin.trim().toLowerCase().replace(/\/$/, '')
}

/** `[::1]:9420` → `::1`, `localhost:9420` → `localhost`. */
function hostName(host: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(host)
  return (bracketed?.[1] ?? host.split(':')[0] ?? '').toLowerCase()
}

function portOf(host: string): string {
  return /:(\d+)$/.exec(host)?.[1] ?? ''
}
