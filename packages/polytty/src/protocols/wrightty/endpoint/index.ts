/** Serves wrightty clients: a WebSocket or a POST at `/`, or the server's socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bearerToken } from '../../../transport/guard.js'
import { respondText } from '../../../transport/http-server.js'
import { readBody } from '../../../transport/request-body.js'
import { ResponseOutlet } from '../../../transport/response-outlet.js'
import { TRIAL_BYTES } from '../../../transport/web-socket.js'
import { decodeMessage } from '../../../wire/framing.js'
import { errorBody } from '../../../wire/json-rpc.js'
import { Dispatcher } from '../../dispatcher.js'
import { type Link, Peer } from '../../peer.js'
import type { Endpoint, EndpointHost } from '../../protocol.js'
import { createWrighttyServer, WrighttyClient, wrightty } from '../dialect.js'
import { encodeError } from '../errors.js'

export function openWrightty(host: EndpointHost): Endpoint {
  const { core, clients, guard, maxWaits } = host
  const dispatcher = new Dispatcher(wrightty, host)
  const server = createWrighttyServer(core)
  const isKnown = (request: IncomingMessage): boolean => guard.accepts(bearerToken(request))
  const serve = (link: Link, known: boolean, onAuthenticated?: () => void): void =>
    clients.add(
      'wrightty',
      new Peer(dispatcher, link, (pusher) => new WrighttyClient(server, pusher, known, onAuthenticated), maxWaits),
    )
  return {
    routes: {
      upgrade(request, url) {
        if (url.pathname !== '/') return null
        const known = isKnown(request)
        if (!known && bearerToken(request) !== null)
          return { refuse: { status: 401, reason: 'the token is not the right one' } }
        return { known, accept: (connection) => serve(connection, known, () => connection.admit()) }
      },
      request(request, response, url) {
        if (url.pathname !== '/' || request.method !== 'POST') return false
        const authenticated = isKnown(request)
        const client = new WrighttyClient(server, null, authenticated)
        void answerPost(request, response, host, dispatcher, client)
        return true
      },
      refuse: (error, url) => (url?.pathname === '/' ? errorBody(null, encodeError(error)) : null),
    },
    // Only its owner can open the socket, so no password is asked for.
    accept: (connection) => serve(connection, true),
    refusal: (error) => JSON.stringify(errorBody(null, encodeError(error))),
    dispose: () => server.dispose(),
  }
}

async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  { intake, maxMessageBytes }: EndpointHost,
  dispatcher: Dispatcher<WrighttyClient>,
  client: WrighttyClient,
): Promise<void> {
  // A browser may send other types across origins without asking first; only JSON is a request here.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return respondText(response, 415, 'send JSON-RPC with Content-Type: application/json')
  const maxBytes = client.authenticated ? maxMessageBytes : Math.min(maxMessageBytes, TRIAL_BYTES)
  const body = await readBody(request, maxBytes, intake)
  if (!body.ok) return respondText(response, body.status, body.reason)
  const frame = decodeMessage(body.bytes)
  if (frame.kind === 'fault') return respondText(response, 400, 'the body is not valid UTF-8')
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const message = dispatcher.parse(frame.text, client)
  await dispatcher.turns.take()
  const outlet = new ResponseOutlet(response, message.batch)
  await dispatcher.answerEach(message.items, client, gone.signal, outlet)
  outlet.end()
}
