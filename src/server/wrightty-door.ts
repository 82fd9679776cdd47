/** Where wrightty clients come in: a WebSocket or a POST at `/`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from '../dialects/dispatch.js'
import { Peer } from '../dialects/peer.js'
import { WrighttyClient } from '../dialects/wrightty/index.js'
import { bearerToken, type Guard } from '../transport/guard.js'
import { type HttpRoutes, readBody, respondText, securityHeaders } from '../transport/http-server.js'
import { decodeMessage } from '../wire/framing.js'
import type { Clients } from './clients.js'

interface WrighttyDoorOptions {
  readonly clients: Clients
  readonly dispatcher: Dispatcher<WrighttyClient>
  readonly server: ConstructorParameters<typeof WrighttyClient>[0]
  readonly guard: Guard
  readonly maxMessageBytes: number
  readonly maxWaits: number
}

export function wrighttyRoutes(options: WrighttyDoorOptions): HttpRoutes {
  const { clients, dispatcher, server, guard, maxWaits } = options
  const isKnown = (request: IncomingMessage): boolean => guard.accepts(bearerToken(request))
  return {
    upgrade(request, url) {
      if (url.pathname !== '/') return null
      const authenticated = isKnown(request)
      return {
        accept: (connection) =>
          clients.add(
            'wrightty',
            new Peer(dispatcher, connection, (peer) => new WrighttyClient(server, peer, authenticated), maxWaits),
          ),
      }
    },
    request(request, response, url) {
      if (url.pathname !== '/' || request.method !== 'POST') return false
      void answerPost(request, response, options, isKnown(request))
      return true
    },
  }
}

async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  { dispatcher, server, maxMessageBytes }: WrighttyDoorOptions,
  authenticated: boolean,
): Promise<void> {
  // A browser may send other types across origins without asking first; only JSON is a request here.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return respondText(response, 415, 'send JSON-RPC with Content-Type: application/json')
  const body = await readBody(request, maxMessageBytes).catch(() => null)
  if (!body) return respondText(response, 413, `a message holds at most ${maxMessageBytes} bytes`)
  const frame = decodeMessage(body)
  if (frame.kind === 'fault') return respondText(response, 400, 'the body is not valid UTF-8')
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const client = new WrighttyClient(server, null, authenticated)
  const message = dispatcher.dialect.parse(frame.text)
  const { texts, afterwards } = await dispatcher.answerAll(message.items, client, gone.signal)
  if (texts.length === 0) {
    response.writeHead(204, securityHeaders).end()
  } else {
    response.writeHead(200, { 'content-type': 'application/json', ...securityHeaders })
    response.end(message.batch ? `[${texts.join(',')}]` : texts[0])
  }
  for (const action of afterwards) action()
}
