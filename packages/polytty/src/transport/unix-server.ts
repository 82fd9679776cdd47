/**
 * Listening on a Unix socket that only its owner can open. Makes the parent folder, replaces a socket no one answers
 * on, refuses anything else that is in the way, and removes the socket at the end.
 */
import { chmodSync, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import { makeFolder } from '../files/make-folder.js'
import type { Connection } from './connection.js'
import { reportRefusal } from './reports.js'
import { connectStreams, type StreamConnectionOptions } from './stream-connection.js'

export interface UnixServer {
  readonly path: string
  close(): Promise<void>
}

export interface UnixServerOptions extends Omit<StreamConnectionOptions, 'peer'> {
  readonly maxConnections?: number
  /** A refusal in words that the clients of this socket read; its bare message if absent. */
  readonly refusal?: (error: CoreError) => string
}

/** The kernel's limit on a socket address, less its final zero. */
const MAX_PATH_BYTES = 107
/** How often it is looked whether a client from which nothing is read is still there. */
const SILENT_MS = 1000
/** Connections beyond the bound that are still answered with the reason. */
const EXCESS_CONNECTIONS = 64

export async function listenUnix(
  path: string,
  options: UnixServerOptions,
  accept: (connection: Connection) => void,
): Promise<UnixServer> {
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new CoreError('invalid-path', `socket path is longer than ${MAX_PATH_BYTES} bytes: ${path}`, { path })
  makeFolder(dirname(path), 0o700)
  await clearStale(path)
  const connections = new Set<Connection>()
  const { maxConnections = Number.POSITIVE_INFINITY } = options
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (connections.size >= maxConnections) return refuse(socket, path, maxConnections, options)
    const connection = connectStreams(socket, socket, { ...options, peer: `unix:${path}` }, accept)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
    watchSilent(socket, options.clock)
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

/**
 * Notices that a client has gone while nothing is read from it: because it has finished sending, or has sent more than
 * can be answered now. The system does not report that, but to write nothing to a client that has gone fails.
 */
function watchSilent(socket: Socket, clock: Clock): void {
  let timer: Disposable | null = null
  const stop = (): void => {
    timer?.dispose()
    timer = null
  }
  const look = (): void => {
    if (socket.destroyed) return
    // What is queued fails by itself.
    if (socket.writableLength === 0 && socket.writable) socket.write('')
    timer = clock.after(SILENT_MS, look)
  }
  const start = (): void => {
    stop()
    look()
  }
  socket.on('end', start)
  socket.on('pause', start)
  socket.on('resume', () => void (socket.readableEnded || stop()))
  socket.on('close', stop)
}

/** One client too many learns why it is not served. */
function refuse(socket: Socket, path: string, maxConnections: number, options: UnixServerOptions): void {
  const { framing, refusal, diagnostics } = options
  const error = new CoreError('resource-limit', `${maxConnections} clients are connected: try again later`)
  if (diagnostics) reportRefusal({ peer: `unix:${path}`, reason: error.message }, diagnostics)
  socket.on('error', () => {})
  socket.resume()
  socket.end(framing.encode(refusal?.(error) ?? error.message))
}

/** Binds with a umask that never lets others in, not even between bind and chmod. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const before = process.umask(0o177)
    try {
      server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? taken(path) : error))
      server.listen(path, () => {
        chmodSync(path, 0o600)
        server.removeAllListeners('error')
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
  if (await answers(path)) throw taken(path)
  await removeDead(path)
}

/** Removes a socket that did not answer, unless another server has replaced it since: that one gets its name back. */
async function removeDead(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const isAlive = await answers(aside)
  if (isAlive) restore(aside, path)
  unlinkSync(aside)
  if (isAlive) throw taken(path)
}

function restore(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function taken(path: string): CoreError {
  return new CoreError('conflict', `a server already listens on ${path}`, { path })
}

/** Whether someone listens there. */
export function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
