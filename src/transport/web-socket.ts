/** A connection over one WebSocket: a message a frame, text or binary. Sends no ping and nothing unasked. */
import type { WebSocket } from 'ws'
import type { Clock } from '../base/clock.js'
import { decodeMessage } from '../wire/framing.js'
import { Connection, type ConnectionLimits } from './connection.js'

export interface WebSocketOptions {
  readonly peer: string
  readonly clock: Clock
  readonly maxMessageBytes: number
  readonly limits?: ConnectionLimits
}

export function connectWebSocket(socket: WebSocket, options: WebSocketOptions): Connection {
  const connection = new Connection(
    options.peer,
    {
      write: (text, flushed) => socket.send(text, flushed),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      close: (code, reason) => socket.close(code, reason),
      destroy: () => socket.terminate(),
    },
    options.clock,
    options.limits,
  )
  socket.on('message', (data: Buffer) => {
    if (data.length > options.maxMessageBytes) return connection.deliverFault('oversized')
    const frame = decodeMessage(data)
    if (frame.kind === 'message') connection.deliver(frame.text)
    else connection.deliverFault(frame.fault)
  })
  socket.on('close', () => connection.deliverClosed())
  // A protocol error is followed by 'close', which ends the connection.
  socket.on('error', () => {})
  return connection
}
