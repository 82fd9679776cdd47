/** The wsh routes over HTTP: a table's row, a method's answer, a status. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stringify } from 'yaml'
import type { Budget } from '../../../base/budget.js'
import { isObject } from '../../../base/checks.js'
import { CoreError } from '../../../base/core-error.js'
import { respondJson, respondText, securityHeaders } from '../../../transport/http-server.js'
import { readBody } from '../../../transport/request-body.js'
import { TRIAL_BYTES } from '../../../transport/web-socket.js'
import { parseJson } from '../../../wire/json-rpc.js'
import { Dispatcher, type DispatcherOptions } from '../../dispatcher.js'
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
} from '../dialect.js'
import type { WshAccess } from './access.js'
import { docsPage } from './docs-page.js'

/** Bodies and WebSocket messages. */
export const MAX_WSH_BYTES = 1024 * 1024

export class WshHttp {
  private readonly dispatcher: Dispatcher<WshClient>
  private description: string | null = null
  private page: string | null = null

  constructor(
    private readonly host: WshHost,
    private readonly access: WshAccess,
    private readonly intake: Budget,
    options: DispatcherOptions,
  ) {
    this.dispatcher = new Dispatcher(wshHttp, options)
  }

  /** Answers what is in the table or describes it; false for what is not wsh's. */
  request(request: IncomingMessage, response: ServerResponse, url: URL): boolean {
    // Node itself leaves out the body where only the head was asked for.
    const verb = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    if (verb === 'GET' && url.pathname === '/openapi.yaml') return this.describe(response)
    if (verb === 'GET' && url.pathname === '/docs') return this.explain(response)
    const match = matchRoute(verb, url.pathname)
    if (match.kind === 'none') return false
    if (match.kind === 'wrong-verb') return refuseVerb(response, url, match.allowed)
    const refused = match.route.open ? null : this.access.check(request, url, false)
    if (refused) respondError(response, encodeError(refused))
    else void this.answer(match.route, match.names, request, response, url)
    return true
  }

  /** Answers a request that should have been a WebSocket. */
  refusePlain(request: IncomingMessage, response: ServerResponse, url: URL): true {
    const refused = this.access.check(request, url, false)
    if (refused) respondError(response, encodeError(refused))
    else if (request.method === 'GET')
      respondError(response, {
        code: 'invalid_request',
        message: `${url.pathname} is a WebSocket: ask for an upgrade.`,
      })
    else refuseVerb(response, url, ['GET'])
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
    const content = await readContent(route, request, this.intake)
    if (content instanceof CoreError) return respondError(response, encodeError(content))
    const params = routeParams(route, names, url.searchParams, content)
    await this.dispatcher.turns.take()
    const afterwards: (() => void)[] = []
    const outcome = await this.dispatcher.call({ method: route.method, params }, new WshClient(this.host, null, null), {
      signal: gone.signal,
      afterReply: (action) => void afterwards.push(action),
    })
    if (!outcome.ok) respondError(response, this.dispatcher.redact(encodeError(outcome.error)))
    else if (route.status === 204) response.writeHead(204, securityHeaders).end()
    else {
      const value = this.dispatcher.redact(outcome.value)
      if (typeof value === 'string') respondPage(response, route, value)
      else respondJson(response, route.status, value)
    }
    for (const action of afterwards) action()
  }

  private describe(response: ServerResponse): true {
    this.description ??= stringify(this.document(), { aliasDuplicateObjects: false })
    response.writeHead(200, { 'content-type': 'application/yaml; charset=utf-8', ...securityHeaders })
    response.end(this.description)
    return true
  }

  private explain(response: ServerResponse): true {
    this.page ??= docsPage(this.document())
    const policy = "default-src 'none'; style-src 'unsafe-inline'"
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
    response.writeHead(200, { ...headers, ...securityHeaders })
    response.end(this.page)
    return true
  }

  private document(): object {
    return openApi(wshHttp.methods, this.host.core.version)
  }
}

function refuseVerb(response: ServerResponse, { pathname }: URL, allowed: readonly string[]): true {
  response.setHeader('allow', allowed.join(', '))
  respondText(response, 405, `${pathname} takes ${allowed.join(', ')}`)
  return true
}

function respondError(response: ServerResponse, error: WshErrorBody): void {
  respondJson(response, wshCodes[error.code].status, { error })
}

/** A cast or a page; a page may show its own pictures and nothing else. */
function respondPage(response: ServerResponse, { type, framed }: Route, text: string): void {
  const { 'x-frame-options': unframed, ...others } = securityHeaders
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
  const headers = { 'content-type': type, 'content-security-policy': policy, ...others }
  const everywhere = { ...headers, 'cross-origin-resource-policy': 'cross-origin' }
  response.writeHead(200, framed ? everywhere : { ...headers, 'x-frame-options': unframed })
  response.end(text)
}

interface Content {
  readonly json: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

async function readContent(
  { body, open }: Route,
  request: IncomingMessage,
  intake: Budget,
): Promise<Content | CoreError> {
  // An open route is everyone's.
  const maxBytes = open ? TRIAL_BYTES : MAX_WSH_BYTES
  const content = await readBody(request, maxBytes, intake)
  if (!content.ok && content.status === 413)
    return refuse('payload_too_large', `A body holds at most ${maxBytes} bytes.`)
  if (!content.ok) return refuse('resource_limit_reached', content.reason)
  const bytes = Buffer.from(content.bytes)
  if (body !== 'json' || bytes.length === 0) return { json: {}, bytes }
  const json = parseJson(bytes.toString('utf8'))
  if (isObject(json) && !(json instanceof Error)) return { json, bytes }
  return refuse('invalid_request', 'The body must be a JSON object.')
}
