/** A request of Node's HTTP server as the web has it, and the answer back, streamed as the client reads it. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders } from '../../../transport/http-server.js'

/** The body is read already, and given apart; what is left is what stands around it. */
export function webRequest(
  { method, headers }: IncomingMessage,
  url: URL,
  body: string | null,
  signal: AbortSignal,
): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(':') ? [] : [[name, [value].flat().join(', ')]],
  )
  return new Request(url, { method, headers: pairs, body, signal })
}

export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...securityHeaders })
  if (!answer.body) return void response.end()
  response.flushHeaders()
  const reader = answer.body.getReader()
  response.on('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const { done, value } = await reader.read()
    if (done || response.destroyed) break
    if (!response.write(value)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}
