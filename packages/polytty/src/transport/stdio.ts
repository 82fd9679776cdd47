/**
 * The protocol on stdin and stdout. Stdout carries nothing else; diagnostics belong on stderr. Whoever reads it may take
 * all the time in the world: there is no one else to serve.
 */
import { type Readable, Writable } from 'node:stream'
import type { Clock } from '../base/clock.js'
import { libc } from '../system/libc.js'
import { type Connection, defaultConnectionLimits } from './connection.js'
import { connectStreams, type StreamConnectionOptions } from './stream-connection.js'

export function connectStdio(
  options: Omit<StreamConnectionOptions, 'peer'>,
  accept: (connection: Connection) => void,
  streams: { readonly input: Readable; readonly output: Writable } = standard(options.clock),
): Connection {
  const limits = { ...(options.limits ?? defaultConnectionLimits), stallMs: Number.POSITIVE_INFINITY }
  return connectStreams(streams.input, streams.output, { ...options, limits, peer: 'stdio' }, accept)
}

function standard(clock: Clock): { input: Readable; output: Writable } {
  return { input: process.stdin, output: sharedStdout(clock) }
}

/**
 * Standard output that is written to and never ended: where it is a socket, ending it would shut it for everyone who
 * has it, such as the shell script that goes on after us.
 */
function sharedStdout(clock: Clock): Writable {
  const { stdin, stdout } = process
  const shared = new Writable({ write: (chunk: Buffer, _, done) => void stdout.write(chunk, done) })
  stdout.on('error', (error) => shared.destroy(error))
  // No more input alone means nothing: answers are still wanted. But who was killed reads none.
  stdin.once('end', () => endIfUnread(shared, clock, 0))
  return shared
}

/** The two ends of a client that is killed do not close in the same instant. */
const LOOKS_MS = [0, 10, 100, 1000]

function endIfUnread(output: Writable, clock: Clock, look: number): void {
  if (look >= LOOKS_MS.length || output.destroyed) return
  clock.after(LOOKS_MS[look], () => {
    if (hasReader(1)) endIfUnread(output, clock, look + 1)
    else output.destroy(new Error('no one reads the answers anymore'))
  })
}

/** How poll reports a pipe without a reader (POLLERR), and of a socket whose other end is closed (POLLHUP). */
const POLLERR = 8
const POLLHUP = 16

/** False only where it is certain that the other end of a pipe or socket is closed. */
function hasReader(fd: number): boolean {
  const library = libc()
  if (!library) return true
  const entry = new DataView(new ArrayBuffer(8))
  entry.setInt32(0, fd, true)
  const bytes = new Uint8Array(entry.buffer)
  return library.poll(bytes, 1, 0) <= 0 || (entry.getInt16(6, true) & (POLLERR | POLLHUP)) === 0
}
