/** A server's standard input and output without the process, and what carries its client's messages there. */
import { PassThrough } from 'node:stream'
import { type Channel, StreamChannel } from '@polytty/client'

export interface StreamPair {
  readonly streams: { readonly input: PassThrough; readonly output: PassThrough }
  readonly channel: Channel
}

export function streamPair(): StreamPair {
  const streams = { input: new PassThrough(), output: new PassThrough() }
  return { streams, channel: new StreamChannel(streams.output, streams.input) }
}
