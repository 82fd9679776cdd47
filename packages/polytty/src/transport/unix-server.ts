/**
 * Clients of a Unix socket that only its owner can open: one connection each, bounded, and noticed when they leave.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import type { Connection } from './connection.js'
import { keepSocket } from './kept-socket.js'
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

/** How often it is looked whether a client from which nothing is read is still there. */
const SILENT_MS = 1000
/** Connections beyond the bound that are still answered with the reason. */
const EXCESS_CONNECTIONS = 64

export async function listenUnix(
  path: string,
  options: UnixServerOptions,
  accept: (connection: Connection) => void,
): Promise<UnixServer> {
  const connections = new Set<Connection>()
  const { maxConnections = Number.POSITIVE_INFINITY } = options
  const take = (socket: Socket): void => {
    if (connections.size >= maxConnections) return refuse(socket, path, maxConnections, options)
    const connection = connectStreams(socket, socket, { ...options, peer: `unix:${path}` }, accept)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
    watchSilent(socket, options.clock)
  }
  const create = (): Server => {
    const server = createServer({ allowHalfOpen: true }, take)
    server.maxConnections = maxConnections + EXCESS_CONNECTIONS
    return server
  }
  const report = ({ message }: Error): void => options.diagnostics?.log.warn('cannot listen again', { path, message })
  const kept = await keepSocket(path, create, options.clock, report)
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        kept.close(resolve)
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
