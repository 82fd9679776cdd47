/**
 * Serves models' clients: our tools at /mcp and on the socket, wsh's own at /mcp/wsh. A stand-alone wsh server has its
 * own tools at /mcp, where the original has them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { DisposableBag } from '../../../base/disposable.js'
import { respondText } from '../../../transport/http-server.js'
import { readBody } from '../../../transport/request-body.js'
import { parseJson } from '../../../wire/json-rpc.js'
import { checkParams } from '../../define.js'
import { surroundings } from '../../hello.js'
import type { Endpoint, EndpointHost } from '../../protocol.js'
import { createMcpServer } from '../server.js'
import { ConnectionTransport } from './connection-transport.js'
import { HttpSessions } from './http-sessions.js'
import { sendWebResponse, webRequest } from './web-exchange.js'
import { openWshTools, refuseStranger } from './wsh.js'

const PATH = '/mcp'
const WSH_PATH = '/mcp/wsh'

/** What our own command says first. */
const hello = z.object(surroundings)

export type McpHello = z.output<typeof hello> & { readonly polytty: 'mcp' }

export function openMcp(host: EndpointHost): Endpoint {
  const { core, clients } = host
  const isWshServer = host.options.mcpTools === 'wsh'
  const wsh = openWshTools(host, isWshServer ? [PATH, WSH_PATH] : [WSH_PATH])
  const http = new HttpSessions(core)
  let count = 0
  return {
    routes: {
      request(request, response, url) {
        if (wsh.routes?.request?.(request, response, url)) return true
        if (url.pathname !== PATH) return false
        if (!refuseStranger(host, request, response, url)) void answer(host, http, request, response, url)
        return true
      },
    },
    accept(connection, said) {
      const given = said === null ? undefined : checkParams(hello, said)
      const owned = new DisposableBag()
      const name = `client ${++count}`
      const transport = new ConnectionTransport(connection)
      clients.add('mcp', { owned })
      serveStdio(() => createMcpServer(core, { name, seen: core.agents.memory.of(name), surroundings: given }), {
        transport,
      })
      const { onclose } = transport
      transport.onclose = () => {
        core.agents.memory.drop(name)
        owned.dispose()
        onclose?.()
      }
    },
    dispose: () => http.dispose(),
  }
}

async function answer(
  host: EndpointHost,
  http: HttpSessions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const body = await readBody(request, host.maxMessageBytes, host.intake)
  if (!body.ok) return respondText(response, body.status, body.reason)
  const text = Buffer.from(body.bytes).toString('utf8')
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE'
  try {
    const asked = webRequest(request, url, hasBody ? text : null, gone.signal)
    const parsed = hasBody ? parseJson(text) : undefined
    await sendWebResponse(await http.answer(asked, parsed), response)
  } catch (error) {
    host.onInternalError?.(error, 'mcp')
    if (!response.headersSent) respondText(response, 500, 'the request failed inside the server')
    else response.destroy()
  }
}
