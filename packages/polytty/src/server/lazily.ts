/** The server for those who may never start one: loaded when it is started, since it is most of the code. */
import type { Server, ServerOptions } from '../protocols/running-server.js'
import type { InProcess } from './in-process.js'
import type { ServerParts } from './server.js'

/** Starts a server: every protocol, one set of sessions. */
export async function startServer(options?: ServerOptions, parts?: ServerParts): Promise<Server> {
  return (await import('./server.js')).startServer(options, parts)
}

/** Opens a client of sessions in this very process: the same calls as to a server, and nothing that listens. */
export async function openInProcess(): Promise<InProcess> {
  return (await import('./in-process.js')).openInProcess()
}
