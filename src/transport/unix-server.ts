/**
 * Listening on a Unix socket that only its owner can open. Makes the parent folder, replaces a socket nobody answers
 * on, refuses anything else that is in the way, and removes the socket at the end.
 */
import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { CoreError } from '../base/core-error.js'
import { makeFolder } from '../files/make-folder.js'
import type { Connection } from './connection.js'
import { connectStreams, type StreamConnectionOptions } from './stream-connection.js'

export interface UnixServer {
  readonly path: string
  close(): Promise<void>
}

/** The kernel's limit on a socket address, less its final zero. */
const MAX_PATH_BYTES = 107
/** Connections beyond the bound that are still told why they are not served. */
const EXCESS_CONNECTIONS = 64

export async function listenUnix(
  path: string,
  options: Omit<StreamConnectionOptions, 'peer'> & { readonly maxConnections?: number },
  accept: (connection: Connection) => void,
): Promise<UnixServer> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new CoreError('invalid-path', `socket path is longer than ${MAX_PATH_BYTES} bytes: ${path}`, { path })
  makeFolder(dirname(path), 0o700)
  await clearStale(path)
  const connections = new Set<Connection>()
  const { maxConnections = Number.POSITIVE_INFINITY } = options
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (connections.size >= maxConnections) return refuse(socket, maxConnections)
    const connection = connectStreams(socket, socket, { ...options, peer: `unix:${path}` }, accept)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
  })
  server.maxConnections = maxConnections + EXCESS_CONNECTIONS
  await listen(server, path)
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const connection of connections) connection.close()
      }),
  }
}

/** One client too many is told so, in words that a reader of any dialect can make out. */
function refuse(socket: Socket, maxConnections: number): void {
  const message = `${maxConnections} clients are connected: try again later`
  socket.on('error', () => {})
  socket.resume()
  socket.end(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } })}\n`)
}

/** Binds with a umask that never lets others in, not even between bind and chmod. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = process.umask(0o177)
    try {
      server.once('error', reject)
      server.listen(path, () => {
        chmodSync(path, 0o600)
        server.off('error', reject)
        resolve()
      })
    } finally {
      process.umask(before)
    }
  })
}

async function clearStale(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isSocket()) throw new CoreError('conflict', `refusing to replace non-socket path: ${path}`, { path })
  if (await answers(path)) throw new CoreError('conflict', `a server already listens on ${path}`, { path })
  unlinkSync(path)
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
