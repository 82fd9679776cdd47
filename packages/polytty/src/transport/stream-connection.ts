/** A connection over a byte stream with a framing: what Unix sockets and stdio have in common. */
import type { Readable, Writable } from 'node:stream'
import { Budget } from '../base/budget.js'
import type { Clock } from '../base/clock.js'
import type { Diagnostics } from '../base/diagnostics.js'
import type { Frame, Framing } from '../wire/framing.js'
import { Connection, type ConnectionLimits } from './connection.js'

export interface StreamConnectionOptions {
  readonly peer: string
  readonly framing: Framing
  readonly maxMessageBytes: number
  readonly clock: Clock
  /** What clients hold together of messages that are not whole; without a bound if absent. */
  readonly intake?: Budget
  readonly limits?: ConnectionLimits
  readonly diagnostics?: Diagnostics
}

/** Wires the streams to a connection. Reading begins once `accept` has said who listens. */
export function connectStreams(
  input: Readable,
  output: Writable,
  options: StreamConnectionOptions,
  accept: (connection: Connection) => void,
): Connection {
  const { framing } = options
  const decoder = framing.decoder(options.maxMessageBytes)
  const share = (options.intake ?? new Budget(Number.POSITIVE_INFINITY)).open()
  const destroy = (): void => {
    input.destroy()
    output.destroy()
  }
  const connection = new Connection(
    options.peer,
    {
      write: (text, flushed) => void output.write(framing.encode(text), flushed),
      pause: () => void input.pause(),
      resume: () => void input.resume(),
      close: () => void output.end(),
      refuse: destroy,
      destroy,
    },
    options.clock,
    options.limits,
    options.diagnostics,
  )
  const deliver = (frames: Frame[]): void => {
    for (const frame of frames) {
      if (frame.kind === 'message') connection.deliver(frame.text)
      else connection.deliverFault(frame.fault)
      if (frame.kind === 'fault' && frame.fatal) connection.close()
    }
  }
  const closed = (): void => {
    share.dispose()
    connection.deliverClosed()
  }
  accept(connection)
  input.on('data', (chunk: Buffer) => {
    deliver(decoder.push(chunk))
    if (share.hold(decoder.held)) return
    decoder.drop()
    share.hold(0)
    connection.deliverFault('crowded')
  })
  input.on('end', () => {
    deliver(decoder.end())
    connection.deliverEnd()
  })
  input.on('error', closed)
  output.on('error', closed)
  output.on('close', closed)
  return connection
}
