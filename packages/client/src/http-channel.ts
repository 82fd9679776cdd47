/**
 * A channel over HTTP, for wsh: each request goes to the route of its method, and its answer comes back in the shape that
 * sockets have. There is no connection to keep: the first request that reaches no server ends the channel.
 */
import type { Channel, ChannelHandler } from './channel.js'
import type { Wsh } from './generated/wsh.js'
import { wshRoutes } from './generated/wsh-routes.js'

/** The methods of wsh that have a route. Events come over sockets alone. */
export interface WshHttp {
  readonly methods: Pick<Wsh['methods'], keyof typeof wshRoutes>
  readonly events: Record<string, never>
}

/** Where a method is. */
export interface HttpRoute {
  readonly verb: string
  /** With the params that are part of it in braces. */
  readonly path: string
  /** What becomes of the other params: a JSON body, or `data` as it is; the query if absent. */
  readonly body?: 'json' | 'bytes'
  /** The answer is text, not JSON. */
  readonly text?: true
}

export interface HttpOptions {
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string
}

type Params = Readonly<Record<string, unknown>>

/** What is about a session can be asked without its name where there is just one. */
const SESSION = '/sessions/{session}'

export class HttpChannel implements Channel {
  private readonly ending = new AbortController()
  private handler: ChannelHandler | null = null

  constructor(
    /** The server's address, with the path under which it serves; in a browser the path is enough. */
    private readonly base: string,
    private readonly options: HttpOptions = {},
  ) {}

  receive(handler: ChannelHandler): void {
    this.handler = handler
  }

  send(text: string): void {
    const { id, method, params } = JSON.parse(text) as { id: unknown; method: string; params?: Params | null }
    void this.ask(method, params ?? {}).then(
      (answer) => this.handler?.message(JSON.stringify({ id, method, ...answer })),
      (error: Error) => this.handler?.closed(`no server answers at ${this.base}: ${reasonOf(error)}`),
    )
  }

  close(): void {
    this.ending.abort()
    this.handler?.closed('the client was closed')
  }

  private async ask(method: string, params: Params): Promise<object> {
    const route = (wshRoutes as Readonly<Record<string, HttpRoute>>)[method]
    if (!route)
      return { error: { code: 'unknown_method', message: `${method} has no route: ask for it over a socket` } }
    const { path, ...content } = locate(route, params)
    const { token } = this.options
    const response = await fetch(`${this.base}${path}`, {
      method: route.verb,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(content.type !== undefined && { 'content-type': content.type }),
      },
      body: content.body,
      signal: this.ending.signal,
    })
    const text = await response.text()
    const body = parse(text)
    if (response.ok && route.text) return { result: text }
    if (response.ok && body !== undefined) return { result: body }
    const unknown = { code: response.status, message: `${route.verb} ${path}: ${response.status} ${text.slice(0, 80)}` }
    return { error: errorIn(body) ?? unknown }
  }
}

interface Request {
  readonly path: string
  readonly type?: string
  readonly body?: string | Uint8Array<ArrayBuffer>
}

function locate({ path, body }: HttpRoute, params: Params): Request {
  const left = new Map(Object.entries(params).filter(([, value]) => value !== undefined && value !== null))
  const pattern = left.has('session') || path === SESSION ? path : path.replace(SESSION, '')
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left.get(name) ?? '')
    left.delete(name)
    return encodeURIComponent(value)
  })
  if (body === 'json') return { path: filled, type: 'application/json', body: JSON.stringify(Object.fromEntries(left)) }
  if (body === 'bytes')
    return { path: filled, type: 'application/octet-stream', body: bytesOf(left.get('data'), left.get('encoding')) }
  const query = new URLSearchParams(
    [...left].map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return { path: query === '' ? filled : `${filled}?${query}` }
}

function bytesOf(data: unknown, encoding: unknown): string | Uint8Array<ArrayBuffer> {
  const text = String(data ?? '')
  return encoding === 'base64' ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : text
}

/** A body that is empty has nothing to say; undefined for one that is not JSON. */
function parse(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function errorIn(body: unknown): object | null {
  const { error } = (body ?? {}) as { error?: { readonly message?: unknown } }
  return typeof error?.message === 'string' ? error : null
}

/** `fetch` says only that it failed; why is in the cause. */
function reasonOf(error: Error): string {
  const { code } = (error.cause ?? {}) as { code?: string }
  return code ?? error.message
}
