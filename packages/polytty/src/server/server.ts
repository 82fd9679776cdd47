/**
 * The one place where protocols, transports and sessions meet: makes the core, opens every protocol's endpoint, the port
 * and the socket, and takes it all down again without leaving a process behind.
 */
import { join } from 'node:path'
import { Budget } from '../base/budget.js'
import { type Clock, systemClock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { createDiagnostics } from '../base/diagnostics.js'
import { defaults } from '../base/limits.js'
import { type Log, silentLog } from '../base/log.js'
import { Turns } from '../base/turns.js'
import { openRuntimeFolder } from '../files/runtime-folder.js'
import type { Fleet } from '../fleet/fleet.js'
import { Hosts } from '../host/link/hosts.js'
import { Clients } from '../protocols/clients.js'
import type { Core } from '../protocols/core.js'
import { createCore } from '../protocols/create-core.js'
import type { DispatcherOptions } from '../protocols/dispatcher.js'
import { protocols } from '../protocols/index.js'
import { openNamed } from '../protocols/open-named.js'
import type { EndpointHost, Protocol } from '../protocols/protocol.js'
import type { Server, ServerOptions } from '../protocols/running-server.js'
import { endOrphans } from '../session/index.js'
import { type ConnectionLimits, defaultConnectionLimits } from '../transport/connection.js'
import { Guard, isLoopback } from '../transport/guard.js'
import { listenHttp } from '../transport/http-server.js'
import { Outbox } from '../transport/outbox.js'
import { listenUnix, type UnixServer } from '../transport/unix-server.js'
import { lineFraming } from '../wire/line-framing.js'
import { underPrefix } from './base-prefix.js'
import type { SpanExport } from './export-spans.js'
import { lateEndpoint } from './late-endpoint.js'
import { endWhenIdle } from './linger.js'
import { openMetrics } from './metrics.js'
import { candidatePorts, checkOptions, readRedactor, readTls } from './options.js'
import { acceptOnSocket, commonEndpoint, type Served } from './socket.js'
import { webRoutes } from './web-page.js'

export type { Server, ServerOptions }

/** For tests and embedders: where time comes from, what is spoken, and how failures of ours are reported. */
export interface ServerParts extends DispatcherOptions {
  readonly clock?: Clock
  /** Every protocol there is, if absent. */
  readonly protocols?: readonly Protocol[]
}

/** Requests an address may make in a second, where other machines can reach the port. */
const MAX_PER_SECOND = 100

/** From asking programs to end to ending them, when the server stops. */
const STOP_GRACE_MS = 3000

export async function startServer(options: ServerOptions = {}, given: ServerParts = {}): Promise<Server> {
  checkOptions(options)
  const { host = defaults.host, maxMessageBytes = defaults.maxMessageBytes, basePrefix = '' } = options
  const { maxConnections = defaults.maxConnections, maxWaits = defaults.maxWaits } = options
  const { clock = systemClock } = given
  const diagnostics = given.diagnostics ?? createDiagnostics(silentLog, clock)
  const { log } = diagnostics
  const redactor = readRedactor(options)
  const tls = readTls(options)
  const limits = connectionLimits(options)
  const guard = new Guard({
    host,
    allowOrigins: options.allowOrigins ?? [],
    token: options.token ?? null,
    framed: /^\/recordings\/[^/]+\/embed$/,
  })
  const hosts = await openHosts(options, clock, log)
  // Sessions learn the server's address, which is known only once the port is bound.
  const baseEnv: Record<string, string | undefined> = { ...process.env }
  const core = createCore({
    clock,
    diagnostics,
    redactor,
    baseEnv,
    maxSessions: options.maxSessions ?? defaults.maxSessions,
    shell: options.shell,
    name: options.name,
    agents: options.agents,
    bridgeTo: options.bridgeOnly ? options.bridges?.[0] : undefined,
    ...(hosts && { launcher: hosts, ...keptFolders(options) }),
    auth: { required: guard.needsToken, accepts: (secret) => guard.accepts(secret) },
  })
  const fleet = await openFleet(options, core)
  const traces = await openTraces(options, core)
  const clients = new Clients()
  const intake = new Budget(Math.max(defaults.intakeBytes, 2 * maxMessageBytes))
  const answers = new Budget(defaults.answerBytes)
  const opening = fleet && { openNamed: (params: unknown) => openNamed(core.sessions, params) }
  const parts = { ...given, ...opening, redactor, diagnostics, turns: new Turns(), answers }
  const metrics = openMetrics({ core, clients, guard, outbox: limits.outbox, intake, answers, ...(hosts && { hosts }) })
  const served = await openAll(given.protocols ?? protocols, {
    ...parts,
    core,
    guard,
    clients,
    intake,
    maxMessageBytes,
    maxWaits,
    options: { prepareAhead: true, ...options },
  })
  const endpoints = served.map(({ endpoint }) => endpoint)
  await hosts?.adoptInto(core.sessions)
  try {
    for (const spec of options.bridges ?? []) await core.bridges.follow(spec)
  } catch (error) {
    await core.bridges.stop()
    await hosts?.release()
    throw error
  }
  await fleet?.join().catch(async (error: unknown) => {
    await hosts?.release()
    throw error
  })
  core.recordings.tidy()
  core.lifetime.replaceable = hosts !== null
  const http = await listenHttp({
    host,
    ports: candidatePorts(options, hosts?.note),
    guard,
    routes: underPrefix(basePrefix, [
      ...endpoints.flatMap(({ routes }) => routes ?? []),
      metrics.routes,
      webRoutes(basePrefix),
    ]),
    clock,
    maxConnections,
    // Strangers may guess at tokens, but not fast.
    maxPerSecond: options.maxPerSecond ?? (isLoopback(host) ? null : MAX_PER_SECOND),
    maxMessageBytes,
    intake,
    limits,
    diagnostics,
    tls,
  }).catch(async (error: unknown) => {
    await core.bridges.stop()
    await hosts?.release()
    throw error
  })
  const url = `${tls ? 'wss' : 'ws'}://${host.includes(':') ? `[${host}]` : host}:${http.port}${basePrefix}`
  const where = () => ({ url: url.replace(/^ws/, 'http'), token: options.token ?? null })
  const openSocket = (path: string) => {
    const refusal = commonEndpoint(served).refusal
    return listenUnix(
      path,
      {
        framing: lineFraming,
        maxMessageBytes,
        maxConnections,
        clock,
        intake,
        limits,
        diagnostics,
        refusal: refusal && ((error) => refusal(error, null)),
      },
      acceptOnSocket({ core, served, where }),
    )
  }
  const unix: UnixServer[] = []
  try {
    for (const path of [options.socket ?? []].flat()) unix.push(await openSocket(path))
    if (options.sharedSocket !== undefined)
      await openSocket(options.sharedSocket).then((one) => unix.push(one), ignoreConflict)
  } catch (error) {
    await Promise.all([http.close(), ...unix.map((one) => one.close()), hosts?.release()])
    throw error
  }
  const linger = options.lingerMs === undefined ? null : endWhenIdle(core, clients, options.lingerMs)
  baseEnv.WRIGHTTY_SOCKET = url
  const endLeftBehind = (): void =>
    void endOrphans(clock).then((count) => {
      if (count > 0) log.warn('ended programs that a killed server left behind', { count })
    })
  endLeftBehind()
  hosts?.onLost.on(endLeftBehind)
  hosts?.leaveNote(JSON.stringify({ port: http.port }))
  hosts?.prepare()
  const close = async (isReplaced: boolean): Promise<void> => {
    await Promise.all([http.close(isReplaced), ...unix.map((one) => one.close())])
    for (const endpoint of endpoints) endpoint.dispose?.()
    linger?.dispose()
    metrics.dispose()
    await traces?.flush()
    traces?.dispose()
    core.agents.dispose()
    core.lifetime.dispose()
    await core.bridges.stop()
  }
  log.info('listening', { url, sockets: unix.map(({ path }) => path).join(' ') })
  return {
    host,
    port: http.port,
    url,
    socket: unix[0]?.path ?? null,
    sessions: core.sessions,
    get clients() {
      return clients.count
    },
    onClients: clients.onChange,
    onUnneeded: core.lifetime.onUnneeded,
    onReplaced: core.lifetime.onReplaced,
    onBridgesLost: core.bridges.onAllLost,
    get persistent() {
      return core.lifetime.persistent
    },
    set persistent(stays) {
      core.lifetime.persistent = stays
    },
    prepare: () => {
      for (const endpoint of endpoints) endpoint.prepare?.()
    },
    stop: async () => {
      log.info('stopping', { sessions: core.sessions.list().length })
      // A client that comes now would find sessions that are ending; it is to try again later instead.
      http.refuseClients()
      for (const endpoint of endpoints) endpoint.shutdown?.()
      await core.sessions.dispose({ graceMs: STOP_GRACE_MS })
      await fleet?.stop(true)
      await hosts?.stop()
      await close(false)
    },
    release: async () => {
      if (!hosts) throw new CoreError('not-supported', 'the sessions of this server end with it')
      log.info('leaving the sessions to the next server', { sessions: core.sessions.list().length })
      http.refuseClients()
      core.sessions.release()
      await core.bridges.stop()
      await fleet?.stop(false)
      await hosts.release()
      core.recordings.release()
      await close(true)
    },
  }
}

/** Takes over what a server before left; null where programs are kept in this process. */
async function openHosts(options: ServerOptions, clock: Clock, log: Log): Promise<Hosts | null> {
  const { hostSocket: socket, keepSeconds = defaults.keepSeconds, persist } = options
  if (socket === undefined) return null
  const hosts = new Hosts({ socket, keepSeconds, persist, clock, log })
  await hosts.takeOver()
  return hosts
}

/** Makes this server a node; the code for it, and NATS's client, are loaded only then. */
async function openFleet(options: ServerOptions, core: Core): Promise<Fleet | null> {
  const { fleet, hostSocket, name, port, maxSessions = defaults.maxSessions } = options
  if (!fleet) return null
  const { Fleet } = await import('../fleet/fleet.js')
  const { sessions: registry, redactor, clock, diagnostics, version } = core
  const server = name ?? (port ? String(port) : '')
  const place = hostSocket ?? `process ${process.pid}`
  const { log, spans } = diagnostics
  const made = new Fleet(fleet, { registry, redactor, clock, log, spans, version, maxSessions, server, place })
  registry.join(made)
  return made
}

/** Only where they are asked for. */
async function openTraces({ traces, fleet, name }: ServerOptions, core: Core): Promise<SpanExport | null> {
  if (traces === undefined) return null
  const { exportSpans } = await import('./export-spans.js')
  const node = fleet ? (core.sessions.fleet?.node ?? '') : (name ?? '')
  const resource = { 'service.name': 'polytty', 'service.version': core.version, 'service.instance.id': node }
  return exportSpans(core.diagnostics, traces, resource)
}

/** What must outlive this server: scripts that shells read, and recordings that go on. */
function keptFolders({ hostSocket = '' }: ServerOptions): { scriptsFolder: string; recordingsFolder: string } {
  const scriptsFolder = join(openRuntimeFolder(), 'shell')
  return { scriptsFolder, recordingsFolder: hostSocket.replace(/\.sock$/, '.recordings') }
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof CoreError && error.code === 'conflict')) throw error
}

async function openAll(protocols: readonly Protocol[], host: EndpointHost): Promise<Served[]> {
  const served: Served[] = []
  for (const protocol of protocols) {
    const late = protocol.late?.(host.options)
    const endpoint = late ? lateEndpoint(() => protocol.open(host), late) : await protocol.open(host)
    served.push({ protocol, endpoint })
  }
  return served
}

function connectionLimits({
  maxQueueBytes = defaults.maxQueueBytes,
}: ServerOptions): ConnectionLimits & { readonly outbox: Outbox } {
  return {
    ...defaultConnectionLimits,
    // Producers hold back well before the client would be cut off.
    highWaterBytes: Math.min(defaultConnectionLimits.highWaterBytes, Math.floor(maxQueueBytes / 4)),
    maxQueueBytes,
    outbox: new Outbox(defaults.outboxBytes),
  }
}
