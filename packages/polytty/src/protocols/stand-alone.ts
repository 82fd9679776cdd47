/** A protocol without a whole server around it, with sessions that no one else shares. */
import type { Readable, Writable } from 'node:stream'
import { secretValues } from '../agent/index.js'
import { Budget } from '../base/budget.js'
import { defaults } from '../base/limits.js'
import { Redactor } from '../redaction/redactor.js'
import { Guard } from '../transport/guard.js'
import { connectStdio } from '../transport/stdio.js'
import type { Framing } from '../wire/framing.js'
import { lineFraming } from '../wire/line-framing.js'
import { Clients } from './clients.js'
import { type CoreOptions, createCore } from './create-core.js'
import type { DispatcherOptions } from './dispatcher.js'
import type { Endpoint, EndpointHost, Protocol } from './protocol.js'
import type { EndpointOptions } from './running-server.js'

export interface StandAloneOptions extends DispatcherOptions, EndpointOptions, Pick<CoreOptions, 'agents'> {
  readonly framing?: Framing
  /** Standard input and output if absent. */
  readonly streams?: { readonly input: Readable; readonly output: Writable }
  /** What the protocol gets as if one of our own commands had sent it. */
  readonly hello?: unknown
}

export interface StandAlone {
  /** Resolves when the client has gone. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export async function serveStdio(protocol: Protocol, options: StandAloneOptions = {}): Promise<StandAlone> {
  const { host, endpoint, stop } = await openStandAlone(protocol, options)
  const { framing = lineFraming, streams, hello = null } = options
  const ended = new Promise<void>((resolve) => host.clients.onChange.on((count) => count === 0 && resolve())).then(stop)
  connectStdio(
    { framing, maxMessageBytes: host.maxMessageBytes, clock: host.core.clock, diagnostics: options.diagnostics },
    (connection) => void endpoint.accept?.(connection, hello),
    streams,
  )
  return { ended, stop }
}

export interface OpenStandAlone {
  readonly host: EndpointHost
  readonly endpoint: Endpoint
  /** Ends the sessions, then the endpoint. */
  stop(): Promise<void>
}

/** The protocol's endpoint with a core of its own; nothing listens yet. */
export async function openStandAlone(protocol: Protocol, options: StandAloneOptions = {}): Promise<OpenStandAlone> {
  const host = standAloneHost(options)
  const endpoint = await protocol.open(host)
  const stop = async (): Promise<void> => {
    endpoint.shutdown?.()
    await host.core.sessions.dispose()
    endpoint.dispose?.()
    host.core.agents.dispose()
    host.core.lifetime.dispose()
  }
  return { host, endpoint, stop }
}

/** What takes the operator's secrets out of all that is seen; null where there are none. */
function secretsOf({ agents }: StandAloneOptions): Redactor | null {
  const literals = secretValues(agents)
  return literals.length > 0 ? new Redactor({ literals, builtIn: false }) : null
}

/** What a server would give the protocol, without a port. */
function standAloneHost(options: StandAloneOptions): EndpointHost {
  return {
    ...options,
    core: createCore({
      maxSessions: defaults.maxSessions,
      diagnostics: options.diagnostics,
      agents: options.agents,
      redactor: secretsOf(options),
    }),
    guard: new Guard({ host: defaults.host, allowOrigins: [], token: null }),
    clients: new Clients(),
    intake: new Budget(defaults.intakeBytes),
    maxMessageBytes: defaults.maxMessageBytes,
    maxWaits: defaults.maxWaits,
    options,
  }
}
