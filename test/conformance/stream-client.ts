/** A player's client over a pair of streams, a message a line: standard input and output without the process. */
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { PlayerClient } from './player.js'

export interface StreamPair {
  readonly streams: { readonly input: PassThrough; readonly output: PassThrough }
  readonly client: PlayerClient
}

export function streamPair(): StreamPair {
  const streams = { input: new PassThrough(), output: new PassThrough() }
  const lines = createInterface(streams.output)
  const client: PlayerClient = {
    send: (text) => void streams.input.write(`${text}\n`),
    close: () => void streams.input.end(),
    onMessage: (listener) => void lines.on('line', listener),
  }
  return { streams, client }
}
