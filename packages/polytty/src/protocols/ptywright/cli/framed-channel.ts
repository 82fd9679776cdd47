/** What carries a client's messages over a pair of streams, in either of the framings that a server can be asked for. */
import type { Readable, Writable } from 'node:stream'
import type { Channel } from '@polytty/client'
import { systemClock } from '../../../base/clock.js'
import { connectStreams } from '../../../transport/stream-connection.js'
import type { Framing } from '../../../wire/framing.js'

const MAX_MESSAGE_BYTES = 256 * 1024 * 1024

export function framedChannel(input: Readable, output: Writable, framing: Framing): Channel {
  const options = { peer: 'server', framing, maxMessageBytes: MAX_MESSAGE_BYTES, clock: systemClock }
  const connection = connectStreams(input, output, options, () => {})
  const reason = 'the server closed the connection'
  return {
    send: (text) => connection.send(text),
    close: () => connection.close(),
    receive: ({ message, closed }) =>
      connection.receive({
        message,
        fault: (fault) => closed(`the server sent what cannot be read: ${fault}`),
        ended: () => closed(reason),
        closed: () => closed(reason),
      }),
  }
}
