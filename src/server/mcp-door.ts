/** Where models' clients come in: the Model Context Protocol at /mcp, one JSON answer to each POST, nothing streamed. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Dispatcher, type DispatcherOptions } from '../dialects/dispatch.js'
import {
  encodeError,
  mcpDialect,
  mcpVersions,
  WshClient,
  type WshHost,
  wshCodes,
  wshHttp,
} from '../dialects/wsh/index.js'
import { type HttpRoutes, readBody, respondJson, respondText, securityHeaders } from '../transport/http-server.js'
import type { WshAccess } from './wsh-access.js'
import { MAX_WSH_BYTES } from './wsh-http.js'

export function mcpRoutes(host: WshHost, access: WshAccess, options: DispatcherOptions): HttpRoutes {
  const dispatcher = new Dispatcher(mcpDialect(wshHttp.methods), options)
  return {
    request(request, response, url) {
      if (url.pathname !== '/mcp') return false
      const refused = access.check(request, url, false)
      if (refused) {
        const error = encodeError(refused)
        response.setHeader('www-authenticate', 'Bearer')
        respondJson(response, wshCodes[error.code].status, { error })
      } else void answer(request, response, dispatcher, host)
      return true
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  dispatcher: Dispatcher<WshClient>,
  host: WshHost,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST')
    return respondText(response, 405, '/mcp takes POST: nothing is streamed and no session is kept')
  }
  const wrong = wrongHeader(request)
  if (wrong) return respondText(response, wrong.status, wrong.reason)
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const body = await readBody(request, MAX_WSH_BYTES).catch(() => null)
  if (!body) return respondText(response, 413, `a message holds at most ${MAX_WSH_BYTES} bytes`)
  const { items, batch } = dispatcher.dialect.parse(body.toString('utf8'))
  const { texts } = await dispatcher.answerAll(items, new WshClient(host, null, null), gone.signal)
  if (texts.length === 0) return void response.writeHead(202, securityHeaders).end()
  response.writeHead(200, { 'content-type': 'application/json', ...securityHeaders })
  response.end(batch ? `[${texts.join(',')}]` : texts[0])
}

function wrongHeader({ headers }: IncomingMessage): { status: number; reason: string } | null {
  // A browser may send other types across origins without asking first.
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    return { status: 415, reason: 'send JSON-RPC with Content-Type: application/json' }
  if (headers.accept !== undefined && !/application\/(json|\*)|\*\/\*/i.test(headers.accept))
    return { status: 406, reason: 'answers are application/json: say so in Accept' }
  const version = headers['mcp-protocol-version']
  if (version !== undefined && !mcpVersions.includes(String(version)))
    return { status: 400, reason: `MCP-Protocol-Version ${version} is not spoken here: ${mcpVersions.join(', ')}` }
  return null
}
