/** The bodies of requests: read up to a bound, refused at once when they say that they are longer, never swallowed. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Budget } from '../base/budget.js'
import type { Clock } from '../base/clock.js'
import { ChunkBuffer } from '../wire/framing.js'
import { CROWDED } from './connection.js'

export type Body =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly status: 400 | 413 | 503; readonly reason: string }

/** A body that is passed over when no one wants it, so that the connection can be used again. */
const SMALL_REST_BYTES = 64 * 1024

/** How long a client may take to read why its body is not wanted. */
const UNREAD_MS = 1000

export function readBody(request: IncomingMessage, maxBytes: number, intake: Budget): Promise<Body> {
  const tooLong: Body = { ok: false, status: 413, reason: `a message holds at most ${maxBytes} bytes` }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(tooLong)
  const share = intake.open()
  const chunks = new ChunkBuffer()
  return new Promise<Body>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      if (chunks.length + chunk.length > maxBytes) return resolve(tooLong)
      chunks.push(chunk)
      if (!share.hold(chunks.length)) resolve({ ok: false, status: 503, reason: CROWDED })
    })
    request.on('end', () => resolve({ ok: true, bytes: chunks.take() }))
    request.on('error', () => {})
    request.on('close', () => resolve({ ok: false, status: 400, reason: 'the body is not whole' }))
  }).finally(() => {
    request.removeAllListeners('data')
    chunks.clear()
    share.dispose()
  })
}

/**
 * After an answer that came before the end of the request, nothing more is read of it and the connection ends, unless
 * the rest is known to be small.
 */
export function endUnread(request: IncomingMessage, response: ServerResponse, clock: Clock): void {
  const isUnread = (): boolean => !request.complete && !(Number(request.headers['content-length']) <= SMALL_REST_BYTES)
  response.on('prefinish', () => {
    if (!isUnread()) return
    // Of a request that no one began to read, Node reads all as soon as it is answered; this one waits instead.
    request.read()
    request.pause()
  })
  response.on('finish', () => {
    if (!isUnread()) return
    const { socket } = request
    socket.end()
    // Not at once: with the rest unread the client would see the end before it has read the answer.
    const patience = clock.after(UNREAD_MS, () => socket.destroy())
    socket.on('close', () => patience.dispose())
  })
}
