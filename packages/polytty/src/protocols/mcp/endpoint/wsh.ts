/** Serves wsh's own tools: the Model Context Protocol over HTTP, one answer to each POST and no state in between. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Budget } from '../../../base/budget.js'
import { respondJson, respondText, securityHeaders } from '../../../transport/http-server.js'
import { readBody } from '../../../transport/request-body.js'
import type { Incoming } from '../../../wire/json-rpc.js'
import { Dispatcher } from '../../dispatcher.js'
import type { Endpoint, EndpointHost } from '../../protocol.js'
import { encodeError, WshClient, type WshHost, wshCodes, wshHostOf } from '../../wsh/dialect.js'
import { WshAccess } from '../../wsh/endpoint/access.js'
import { MAX_WSH_BYTES } from '../../wsh/endpoint/http.js'
import { mcp, mcpVersions } from '../wsh/dialect.js'

export function openWshTools(options: EndpointHost, paths: readonly string[]): Endpoint {
  const host = wshHostOf(options)
  const dispatcher = new Dispatcher(mcp, options)
  return {
    routes: {
      request(request, response, url) {
        if (!paths.includes(url.pathname)) return false
        if (!refuseStranger(options, request, response, url))
          void answer(request, response, dispatcher, host, options.intake)
        return true
      },
    },
  }
}

/** Answers whoever has no token, where the server asks for one. */
export function refuseStranger(
  { guard }: Pick<EndpointHost, 'guard'>,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): boolean {
  const refused = new WshAccess({ guard, redeem: () => false }).check(request, url, false)
  if (!refused) return false
  const error = encodeError(refused)
  response.setHeader('www-authenticate', 'Bearer')
  respondJson(response, wshCodes[error.code].status, { error })
  return true
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  dispatcher: Dispatcher<WshClient>,
  host: WshHost,
  intake: Budget,
): Promise<void> {
  // Nothing is kept of a session, so nothing has to be done at its end.
  if (request.method === 'DELETE') return void response.writeHead(202, securityHeaders).end()
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST, DELETE')
    return respondText(response, 405, '/mcp takes POST: the server sends nothing unasked')
  }
  const wrong = wrongHeader(request)
  if (wrong) return respondText(response, wrong.status, wrong.reason)
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const body = await readBody(request, MAX_WSH_BYTES, intake)
  if (!body.ok) return respondText(response, body.status, body.reason)
  const { items, batch } = dispatcher.dialect.parse(Buffer.from(body.bytes).toString('utf8'))
  await dispatcher.turns.take()
  const { texts, afterwards } = await dispatcher.answerAll(items, new WshClient(host, null, null), gone.signal)
  if (texts.length === 0) response.writeHead(202, securityHeaders).end()
  else {
    const streamed = /text\/event-stream/i.test(request.headers.accept ?? '')
    if (items.some(isInitialize)) response.setHeader('mcp-session-id', randomUUID())
    response.setHeader('content-type', streamed ? 'text/event-stream' : 'application/json')
    response.writeHead(200, securityHeaders)
    const body = batch ? `[${texts.join(',')}]` : texts[0]!
    response.end(streamed ? `event: message\ndata: ${body}\n\n` : body)
  }
  for (const action of afterwards) action()
}

function isInitialize(item: Incoming): boolean {
  return item.kind === 'request' && item.request.method === 'initialize'
}

function wrongHeader({ headers }: IncomingMessage): { status: number; reason: string } | null {
  // A browser may send other types across origins without asking first.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    return { status: 415, reason: 'send JSON-RPC with Content-Type: application/json' }
  const accept = headers.accept ?? ''
  if (!/\*\/\*/.test(accept) && !(/application\/json/i.test(accept) && /text\/event-stream/i.test(accept)))
    return { status: 406, reason: 'clients take both: send Accept: application/json, text/event-stream' }
  const version = headers['mcp-protocol-version']
  if (version !== undefined && !mcpVersions.includes(String(version)))
    return { status: 400, reason: `MCP-Protocol-Version ${version} is not spoken here: ${mcpVersions.join(', ')}` }
  return null
}
