/** The protocol on stdin and stdout. Stdout carries nothing else; diagnostics belong on stderr. */
import { type Readable, Writable } from 'node:stream'
import type { Connection } from './connection.js'
import { connectStreams, type StreamConnectionOptions } from './stream-connection.js'

export function connectStdio(
  options: Omit<StreamConnectionOptions, 'peer'>,
  accept: (connection: Connection) => void,
  streams: { readonly input: Readable; readonly output: Writable } = { input: process.stdin, output: sharedStdout() },
): Connection {
  return connectStreams(streams.input, streams.output, { ...options, peer: 'stdio' }, accept)
}

/**
 * Standard output that is written to and never ended: where it is a socket, ending it would shut it for everybody who
 * has it, such as the shell script that goes on after us.
 */
function sharedStdout(): Writable {
  const { stdout } = process
  const shared = new Writable({ write: (chunk: Buffer, _, done) => void stdout.write(chunk, done) })
  stdout.on('error', (error) => shared.destroy(error))
  return shared
}
