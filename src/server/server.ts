/**
 * The one place where dialects, transports and sessions meet: builds the shared registry, gives every dialect its
 * door, opens the port and the socket, and takes it all down again without leaving a process behind.
 */
import { type Clock, systemClock } from '../base/clock.js'
import type { Emitter } from '../base/emitter.js'
import type { Core } from '../dialects/core.js'
import { Dispatcher, type DispatcherOptions } from '../dialects/dispatch.js'
import { Presence } from '../dialects/presence.js'
import { createWrighttyServer, wrightty } from '../dialects/wrightty/index.js'
import { WshHost } from '../dialects/wsh/index.js'
import { redactRows, redactSnapshot } from '../render/index.js'
import { SessionRegistry, type Veil } from '../session/index.js'
import type { Redactor } from '../text/redact.js'
import { defaultConnectionLimits } from '../transport/connection.js'
import { Guard, isLoopback } from '../transport/guard.js'
import { listenHttp } from '../transport/http-server.js'
import { listenUnix, type UnixServer } from '../transport/unix-server.js'
import { lineFraming } from '../wire/line-framing.js'
import { Clients } from './clients.js'
import { mcpRoutes } from './mcp-door.js'
import { candidatePorts, checkOptions, defaults, readRedactor, readTls, type ServerOptions } from './options.js'
import { overviewRoutes } from './overview.js'
import { loadPlugins, ptywrightDoor } from './ptywright-door.js'
import { socketDoor } from './socket-door.js'
import { termwrightDoor } from './termwright-door.js'
import { tuispecDoor } from './tuispec-door.js'
import { version } from './version.js'
import { webRoutes } from './web-door.js'
import { wrighttyRoutes } from './wrightty-door.js'
import { WshAccess } from './wsh-access.js'
import { wshDoor } from './wsh-door.js'

export interface Server {
  readonly host: string
  readonly port: number
  /** Where wrightty clients connect; sessions see it as WRIGHTTY_SOCKET. */
  readonly url: string
  readonly socket: string | null
  readonly sessions: SessionRegistry
  /** Clients connected now, and a signal whenever that changes. */
  readonly clients: number
  readonly onClients: Emitter<number>
  /** The server was asked over wsh to end, or is ephemeral and its last session has ended. */
  readonly onUnneeded: Emitter<void>
  /** Whether the server stays when its last session ends; true unless it is told otherwise. */
  persistent: boolean
  /** Ends all sessions and connections. */
  stop(): Promise<void>
}

/** For tests and embedders: where time comes from, and how failures of ours are heard. */
export interface ServerParts extends DispatcherOptions {
  readonly clock?: Clock
}

/** Requests an address may make in a second, where other machines can reach the port. */
const MAX_PER_SECOND = 100

/** From asking programs to end to ending them, when the server stops. */
const STOP_GRACE_MS = 3000

export async function startServer(options: ServerOptions = {}, given: ServerParts = {}): Promise<Server> {
  checkOptions(options)
  const redactor = readRedactor(options)
  const parts = { ...given, redactor }
  const { host = defaults.host, maxMessageBytes = defaults.maxMessageBytes, maxWaits = defaults.maxWaits } = options
  const clock = parts.clock ?? systemClock
  const tls = readTls(options)
  const limits = { ...defaultConnectionLimits, maxQueueBytes: options.maxQueueBytes ?? defaults.maxQueueBytes }
  const maxConnections = options.maxConnections ?? defaults.maxConnections
  const guard = new Guard({ host, allowOrigins: options.allowOrigins ?? [], token: options.token ?? null })
  // Sessions learn the server's address, which is known only once the port is bound.
  const baseEnv: Record<string, string | undefined> = { ...process.env }
  const core = createCore(options, guard, clock, baseEnv, redactor)
  const wrighttyServer = createWrighttyServer(core)
  const clients = new Clients()
  const doors = {
    core,
    clients,
    dispatcher: new Dispatcher(wrightty, parts),
    server: wrighttyServer,
    termwright: termwrightDoor(core, maxWaits, parts),
    ptywright: ptywrightDoor(core, maxWaits, { ...parts, allowPluginLoad: options.allowPluginLoad }),
    tuispec: tuispecDoor(core, parts),
    guard,
    maxMessageBytes,
    maxWaits,
  }
  await loadPlugins(doors.ptywright, options.plugins ?? [])
  const wshHost = new WshHost(core)
  const access = new WshAccess({ guard, redeem: (ticket) => wshHost.redeem(ticket) })
  const wsh = wshDoor({ ...parts, host: wshHost, access, clients, maxWaits })
  const http = await listenHttp({
    host,
    ports: candidatePorts(options.port),
    guard,
    routes: [
      wrighttyRoutes(doors),
      overviewRoutes(core, access),
      wsh.routes,
      mcpRoutes(wshHost, access, parts),
      webRoutes(),
    ],
    clock,
    maxConnections,
    // Strangers may guess at tokens, but not fast.
    maxPerSecond: isLoopback(host) ? null : MAX_PER_SECOND,
    maxMessageBytes,
    limits,
    tls,
  })
  const url = `${tls ? 'wss' : 'ws'}://${host.includes(':') ? `[${host}]` : host}:${http.port}`
  const where = () => ({ url: url.replace(/^ws/, 'http'), token: options.token ?? null })
  const unix = await openSocket(options.socket, () =>
    listenUnix(
      options.socket!,
      { framing: lineFraming, maxMessageBytes, maxConnections, clock, limits },
      socketDoor({ ...doors, where }),
    ),
  ).catch(async (error: unknown) => {
    await http.close()
    throw error
  })
  baseEnv.WRIGHTTY_SOCKET = url
  return {
    host,
    port: http.port,
    url,
    socket: unix?.path ?? null,
    sessions: core.sessions,
    get clients() {
      return clients.count
    },
    onClients: clients.onChange,
    onUnneeded: wshHost.onUnneeded,
    get persistent() {
      return wshHost.persistent
    },
    set persistent(stays) {
      wshHost.persistent = stays
    },
    stop: async () => {
      wsh.shutdown()
      await core.sessions.dispose({ graceMs: STOP_GRACE_MS })
      await Promise.all([http.close(), unix?.close()])
      wrighttyServer.dispose()
      doors.ptywright.dispose()
      wshHost.dispose()
    },
  }
}

function createCore(
  options: ServerOptions,
  guard: Guard,
  clock: Clock,
  baseEnv: Record<string, string | undefined>,
  redactor: Redactor | null,
): Core {
  const maxSessions = options.maxSessions ?? defaults.maxSessions
  return {
    sessions: new SessionRegistry({ clock, maxSessions, baseEnv, veil: redactor && veilOf(redactor) }),
    redactor,
    clock,
    presence: new Presence(),
    version,
    shell: options.shell ?? process.env.SHELL ?? '/bin/sh',
    maxSessions,
    name: options.name ?? null,
    auth: { required: guard.needsToken, accepts: (secret) => guard.accepts(secret) },
  }
}

function veilOf(redactor: Redactor): Veil {
  return {
    redactor,
    screen: (snapshot, above) => redactSnapshot(snapshot, redactor, above),
    rows: (rows, cols) => redactRows(rows, cols, redactor),
  }
}

async function openSocket(path: string | undefined, open: () => Promise<UnixServer>): Promise<UnixServer | null> {
  return path === undefined ? null : open()
}
