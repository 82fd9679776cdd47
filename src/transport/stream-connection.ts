/** A connection over a byte stream with a framing: what Unix sockets and stdio have in common. */
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '../base/clock.js'
import type { Frame, Framing } from '../wire/framing.js'
import { Connection, type ConnectionLimits } from './connection.js'

export interface StreamConnectionOptions {
  readonly peer: string
  readonly framing: Framing
  readonly maxMessageBytes: number
  readonly clock: Clock
  readonly limits?: ConnectionLimits
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
  const connection = new Connection(
    options.peer,
    {
      write: (text, flushed) => void output.write(framing.encode(text), flushed),
      pause: () => void input.pause(),
      resume: () => void input.resume(),
      close: () => void output.end(),
      destroy: () => {
        input.destroy()
        output.destroy()
      },
    },
    options.clock,
    options.limits,
  )
  const deliver = (frames: Frame[]): void => {
    for (const frame of frames) {
      if (frame.kind === 'message') connection.deliver(frame.text)
      else connection.deliverFault(frame.fault)
      if (frame.kind === 'fault' && frame.fatal) connection.close()
    }
  }
  const closed = (): void => connection.deliverClosed()
  accept(connection)
  input.on('data', (chunk: Buffer) => deliver(decoder.push(chunk)))
  input.on('end', () => {
    deliver(decoder.end())
    connection.deliverEnd()
  })
  input.on('error', closed)
  output.on('error', closed)
  output.on('close', closed)
  return connection
}
