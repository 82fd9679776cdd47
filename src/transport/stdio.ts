/** The protocol on stdin and stdout. Stdout carries nothing else; diagnostics belong on stderr. */
import type { Readable, Writable } from 'node:stream'
import type { Connection } from './connection.js'
import { connectStreams, type StreamConnectionOptions } from './stream-connection.js'

export function connectStdio(
  options: Omit<StreamConnectionOptions, 'peer'>,
  accept: (connection: Connection) => void,
  streams: { readonly input: Readable; readonly output: Writable } = { input: process.stdin, output: process.stdout },
): Connection {
  return connectStreams(streams.input, streams.output, { ...options, peer: 'stdio' }, accept)
}
