/** The wsh routes over HTTP: a table's row, a method's answer, a status. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringify } from 'yaml'
import { isObject } from '../base/checks.js'
import { CoreError } from '../base/core-error.js'
import { Dispatcher, type DispatcherOptions } from '../dialects/dispatch.js'
import {
  encodeError,
  matchRoute,
  openApi,
  type Route,
  refuse,
  routeParams,
  WshClient,
  type WshErrorBody,
  type WshHost,
  wshCodes,
  wshHttp,
} from '../dialects/wsh/index.js'
import { readBody, respondJson, respondText, securityHeaders } from '../transport/http-server.js'
import { parseJson } from '../wire/json-rpc.js'
import type { WshAccess } from './wsh-access.js'
import { docsPage } from './wsh-docs.js'

/** Bodies and WebSocket messages. */
export const MAX_WSH_BYTES = 1024 * 1024

export class WshHttp {
  private readonly dispatcher: Dispatcher<WshClient>
  private description: string | null = null

  constructor(
    private readonly host: WshHost,
    private readonly access: WshAccess,
    options: DispatcherOptions,
  ) {
    this.dispatcher = new Dispatcher(wshHttp, options)
  }

  /** Answers what is in the table or describes it; false for what is not wsh's. */
  request(request: IncomingMessage, response: ServerResponse, url: URL): boolean {
    // Node itself leaves out the body where only the head was asked for.
    const verb = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    if (verb === 'GET' && url.pathname === '/openapi.yaml') return this.describe(response)
    if (verb === 'GET' && url.pathname === '/docs') return docsPage(response, this.document())
    const match = matchRoute(verb, url.pathname)
    if (match.kind === 'none') return false
    if (match.kind === 'wrong-verb') {
      response.setHeader('allow', match.allowed.join(', '))
      respondText(response, 405, `${url.pathname} takes ${match.allowed.join(', ')}`)
      return true
    }
    const refused = match.route.open ? null : this.access.check(request, url, false)
    if (refused) respondError(response, encodeError(refused))
    else void this.answer(match.route, match.names, request, response, url)
    return true
  }

  private async answer(
    route: Route,
    names: Readonly<Record<string, string>>,
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const content = await readContent(route, request)
    if (content instanceof CoreError) return respondError(response, encodeError(content))
    const params = routeParams(route, names, url.searchParams, content)
    const reply = await this.dispatcher.answer(
      { kind: 'request', request: { id: null, method: route.method, params } },
      new WshClient(this.host, null, null),
      gone.signal,
    )
    const { result, error } = (reply?.body ?? {}) as { result?: unknown; error?: WshErrorBody }
    if (error) respondError(response, error)
    else if (route.status === 204) response.writeHead(204, securityHeaders).end()
    else if (typeof result === 'string') respondPage(response, route, result)
    else respondJson(response, route.status, result)
    for (const action of reply?.afterwards ?? []) action()
  }

  private describe(response: ServerResponse): true {
    this.description ??= stringify(this.document(), { aliasDuplicateObjects: false })
    response.writeHead(200, { 'content-type': 'application/yaml; charset=utf-8', ...securityHeaders })
    response.end(this.description)
    return true
  }

  private document(): object {
    return openApi(wshHttp.methods, this.host.core.version)
  }
}

function respondError(response: ServerResponse, error: WshErrorBody): void {
  respondJson(response, wshCodes[error.code].status, { error })
}

/** A cast or a page; a page may show its own pictures and nothing else. */
function respondPage(response: ServerResponse, { type, framed }: Route, text: string): void {
  const { 'x-frame-options': unframed, ...others } = securityHeaders
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
  const headers = { 'content-type': type, 'content-security-policy': policy, ...others }
  response.writeHead(200, framed ? headers : { ...headers, 'x-frame-options': unframed })
  response.end(text)
}

interface Content {
  readonly json: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

async function readContent({ body }: Route, request: IncomingMessage): Promise<Content | CoreError> {
  const bytes = await readBody(request, MAX_WSH_BYTES).catch(() => null)
  if (!bytes) return refuse('payload_too_large', `A body holds at most ${MAX_WSH_BYTES} bytes.`)
  if (body !== 'json' || bytes.length === 0) return { json: {}, bytes }
  const json = parseJson(bytes.toString('utf8'))
  if (isObject(json) && !(json instanceof Error)) return { json, bytes }
  return refuse('invalid_request', 'The body must be a JSON object.')
}
