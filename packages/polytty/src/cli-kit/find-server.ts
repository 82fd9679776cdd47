/**
 * Which server a command means, by one rule for all of them: the flag, $POLYTTY_SERVER, the default socket, the first
 * server on the ports, then what the command's own protocol has as its default. A command that cannot do without one
 * starts it in the background, as tmux does.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { type Client, connect, RpcError } from '@polytty/client'
import { CoreError } from '../base/core-error.js'
import { FIRST_PORT, LAST_PORT_LOOKED_AT } from '../base/limits.js'
import { checkRuntimeFolder, runtimeFolder } from '../files/runtime-folder.js'
import { errors } from '../protocols/wrightty/errors.js'
import { reportStarted, startInBackground } from './background.js'
import { type Discovered, discover } from './discover.js'
import { join } from './join.js'
import { ownPorts } from './listening-ports.js'

export interface ServerFlags {
  readonly server?: string
  readonly token?: string
  /** False for --no-start. */
  readonly start?: boolean
}

export interface FindOptions {
  /** Whether one is started if none is there. */
  readonly mayStart?: boolean
}

/** A server that was found, and by what. */
export interface FoundServer {
  readonly url: string
  readonly token: string | null
  readonly socket: string | null
  readonly by: 'flag' | 'environment' | 'socket' | 'port' | 'start'
}

/** How long a server that was started for a command stays without sessions and clients. */
const LINGER_SECONDS = 30

/** Where the server listens that is meant if none is named. */
export function defaultSocket(): string {
  return socketOf('server')
}

/** Where a server with a name listens besides. */
export function socketOf(name: string): string {
  return joinPath(runtimeFolder(), `${name}.sock`)
}

/** The server behind a socket; null where none answers. */
export async function lookAtSocket(path: string): Promise<Omit<FoundServer, 'by'> | null> {
  try {
    return await askSocket(path)
  } catch (error) {
    // One that is there and does not answer is not to be replaced by another.
    if (error instanceof CoreError && error.code === 'wait-timeout') throw error
    return null
  }
}

/** Whether something keeps programs for a server. */
function hasHost(): boolean {
  const folder = runtimeFolder()
  return existsSync(folder) && readdirSync(folder).some((name) => /^host\b.*\.sock$/.test(name))
}

/** The server, started if need be; an error that says what to do where there is none. */
export async function findServer(flags: ServerFlags, { mayStart = false }: FindOptions = {}): Promise<FoundServer> {
  const found = await lookForServer(flags)
  if (found) return found
  if (mayStart && flags.start !== false) return startServer(flags)
  const [locked] = await serversOnPorts()
  if (locked) throw tokenNeeded(locked.url.replace(/^ws/, 'http'))
  if (hasHost())
    throw new CoreError('not-found', 'no server is running', {
      hint: 'One has ended and left its programs running: polytty serve, with the same flags as before, brings them back',
    })
  throw new CoreError('not-found', 'no server is running', {
    hint: mayStart
      ? 'Start one with: polytty serve (or leave --no-start out)'
      : 'Start one with: polytty serve, or a program on one with: polytty new -- COMMAND',
  })
}

/** The server that is there already; null if none is. One that was named must be. */
export async function lookForServer({ server, token }: ServerFlags): Promise<FoundServer | null> {
  const secret = token ?? process.env.POLYTTY_TOKEN ?? null
  if (server !== undefined) return named(server, secret, 'flag')
  const { POLYTTY_SERVER } = process.env
  if (POLYTTY_SERVER) return named(POLYTTY_SERVER, secret, 'environment')
  checkRuntimeFolder(runtimeFolder())
  const own = await lookAtSocket(defaultSocket())
  if (own) return { ...own, token: secret ?? own.token, by: 'socket' }
  const url = await firstOnPorts(secret !== null)
  return url === null ? null : { url, token: secret, socket: null, by: 'port' }
}

/** The socket of the server that is meant, for what only a socket can carry. */
export async function findSocket(): Promise<string> {
  const { socket, url } = await findServer({})
  if (socket !== null) return socket
  throw new CoreError('not-supported', `the server at ${url} was found by its port, but this needs its socket`, {
    hint: 'Name it with --server SOCKET',
  })
}

/** Talks to a server over its socket, or over its port. */
export async function connectTo({ url, token, socket }: FoundServer): Promise<Client> {
  // A command fails where a program would wait: whoever called it can call it again.
  const reconnectMs = 0
  return socket === null ? connect(url, { token: token ?? undefined, reconnectMs }) : connect(socket, { reconnectMs })
}

/** Talks to the server that is meant, and hangs up whatever happens. */
export async function withServer<T>(
  flags: ServerFlags,
  use: (client: Client, server: FoundServer) => Promise<T>,
  options?: FindOptions,
): Promise<T> {
  const server = await findServer(flags, options)
  const client = await connectTo(server)
  try {
    return await use(client, server)
  } catch (error) {
    const isLocked = error instanceof RpcError && error.code === errors['not-authenticated'].code
    throw isLocked ? tokenNeeded(server.url, error) : error
  } finally {
    client.close()
  }
}

async function named(address: string, token: string | null, by: 'flag' | 'environment'): Promise<FoundServer> {
  if (!isPath(address)) {
    const url = /^\w+:\/\//.test(address) ? address : `http://${address}`
    if (URL.canParse(url)) return { url: url.replace(/^ws/, 'http'), token, socket: null, by }
    throw new CoreError('invalid-params', `${address} is not a valid server address`, {
      hint: `Use a URL such as http://127.0.0.1:${FIRST_PORT}, or the path of a socket`,
    })
  }
  const found = await askSocket(address)
  return { ...found, token: token ?? found.token, by }
}

/** A socket is a path; an address has a scheme, or a host and a port. */
function isPath(given: string): boolean {
  return !/^\w+:\/\//.test(given) && given.includes('/')
}

async function askSocket(path: string): Promise<Omit<FoundServer, 'by'>> {
  const { socket, answer } = await join(path, { polytty: 'where' })
  socket.destroy()
  return { url: answer.url!, token: answer.token ?? null, socket: path }
}

/** The first that answers, in the order of the ports; one that asks for a token is no use to someone without one. */
async function firstOnPorts(hasToken: boolean): Promise<string | null> {
  const found = await serversOnPorts()
  const first = found.find(({ authentication }) => hasToken || authentication === 'none')
  return first ? first.url.replace(/^ws/, 'http') : null
}

function serversOnPorts(): Promise<Discovered[]> {
  const ports = Array.from({ length: LAST_PORT_LOOKED_AT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index)
  return discover('127.0.0.1', ownPorts(ports))
}

async function startServer(flags: ServerFlags): Promise<FoundServer> {
  // Others on this machine can reach its port: only who may read its socket learns the token.
  const env = { POLYTTY_TOKEN: randomBytes(24).toString('hex'), ...process.env }
  const started = startInBackground(['serve', '--linger', String(LINGER_SECONDS)], env)
  // Another command may have started one at the same moment.
  const failure = await started.then(
    () => null,
    (error: unknown) => error,
  )
  const found = await lookForServer(flags)
  if (!found) throw failure ?? new CoreError('not-found', 'the server was started but does not answer')
  if (!failure) reportStarted()
  return { ...found, by: 'start' }
}

function tokenNeeded(url: string, cause?: Error): CoreError {
  const hint = 'Give the token with --token, or in POLYTTY_TOKEN'
  return new CoreError('not-authenticated', `the server at ${url} requires a token`, { hint }, { cause })
}
