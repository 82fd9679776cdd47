/** A connection over one WebSocket: one message per frame, text or binary. Sends no ping and nothing unasked. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Budget } from '../base/budget.js'
import type { Clock } from '../base/clock.js'
import type { Diagnostics } from '../base/diagnostics.js'
import { decodeMessage } from '../wire/framing.js'
import { Connection, type ConnectionLimits, CROWDED } from './connection.js'

export interface WebSocketOptions {
  readonly peer: string
  readonly clock: Clock
  readonly maxMessageBytes: number
  readonly intake: Budget
  readonly limits?: ConnectionLimits
  readonly diagnostics?: Diagnostics
}

/** What a client on trial may send in one message. */
export const TRIAL_BYTES = 64 * 1024

/** What it may send in all. */
const TRIAL_BYTES_IN_ALL = 4 * TRIAL_BYTES

/** How long a client that is sent away may take to close. */
const REFUSAL_MS = 2000

/** Header and mask of a control frame that a client sends. */
const CONTROL_FRAME_BYTES = 6

/** `carrier` is the stream below the WebSocket. */
export function connectWebSocket(socket: WebSocket, carrier: Duplex, options: WebSocketOptions): Connection {
  const { clock } = options
  const connection = new Connection(
    options.peer,
    {
      write: (text, flushed) => socket.send(text, flushed),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      close: (code, reason) => socket.close(code, reason),
      refuse: (code, reason) => {
        socket.close(code, reason)
        socket.pause()
        const patience = clock.after(REFUSAL_MS, () => socket.terminate())
        socket.on('close', () => patience.dispose())
      },
      destroy: () => socket.terminate(),
    },
    clock,
    options.limits,
    options.diagnostics,
  )
  answerPings(socket, connection)
  boundUnfinished(socket, carrier, connection, options)
  socket.on('message', (data: Buffer) => {
    if (connection.onTrial && data.length > TRIAL_BYTES) return refuseOnTrial(connection, LONG_ON_TRIAL)
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

/** While one answer is under way, of all further pings only the last is answered, as the protocol allows. */
function answerPings(socket: WebSocket, connection: Connection): void {
  let underWay = false
  let last: Buffer | null = null
  const answer = (data: Buffer): void => {
    underWay = true
    connection.sendPong(data.length, (flushed) =>
      socket.pong(data, false, () => {
        underWay = false
        flushed()
        const next = last
        last = null
        if (next && connection.isOpen) answer(next)
      }),
    )
  }
  socket.on('ping', (data: Buffer) => {
    if (underWay) last = data
    else answer(data)
  })
}

/** Counts what the library holds of a message that is not whole yet. Called after the library listens to the carrier. */
function boundUnfinished(
  socket: WebSocket,
  carrier: Duplex,
  connection: Connection,
  { intake }: WebSocketOptions,
): void {
  const share = intake.open()
  let unfinished = 0
  let onTrial = 0
  let finished = false
  const subtract = (data: Buffer): void => {
    unfinished -= data.length + CONTROL_FRAME_BYTES
  }
  socket.on('ping', subtract)
  socket.on('pong', subtract)
  socket.on('message', () => {
    finished = true
  })
  // The library has taken the chunk apart by now: what follows the last whole message in it is less than the chunk.
  carrier.on('data', (chunk: Buffer) => {
    unfinished = finished ? 0 : Math.max(unfinished + chunk.length, 0)
    finished = false
    if (connection.onTrial) onTrial += chunk.length
    if (connection.onTrial && unfinished > TRIAL_BYTES) refuseOnTrial(connection, LONG_ON_TRIAL)
    else if (connection.onTrial && onTrial > TRIAL_BYTES_IN_ALL) refuseOnTrial(connection, MUCH_ON_TRIAL)
    else if (!share.hold(unfinished)) connection.refuse(1013, CROWDED)
  })
  socket.on('close', () => share.dispose())
}

const LONG_ON_TRIAL = `before authentication a message holds at most ${TRIAL_BYTES} bytes`
const MUCH_ON_TRIAL = `before authentication ${TRIAL_BYTES_IN_ALL} bytes are taken in all`

function refuseOnTrial(connection: Connection, reason: string): void {
  connection.refuse(1009, reason)
}
