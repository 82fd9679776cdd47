/** A whole server, as seen by whoever starts one: its options, and its state while it runs. */
import type { AgentPolicy } from '../agent/index.js'
import type { Emitter } from '../base/emitter.js'
import type { FleetOptions } from '../base/fleet-options.js'
import type { BridgeSpec } from '../bridge/index.js'
import type { SessionRegistry } from '../session/index.js'

/** Options of a server that are for one protocol alone. */
export interface EndpointOptions {
  /** What wsh's clients know this server by; the machine's own name if absent. */
  readonly hostname?: string
  /** Which tools /mcp has: ours, or wsh's own as on a server of its original; ours if absent. */
  readonly mcpTools?: 'wsh'
  /** Manifests of ptywright plugins to load, and whether clients may load further ones. */
  readonly plugins?: readonly string[]
  readonly allowPluginLoad?: boolean
  /** Whether plugins' threads are started before the first adapter needs them. */
  readonly prepareAhead?: boolean
}

export interface ServerOptions extends EndpointOptions {
  /** What agents are allowed. */
  readonly agents?: AgentPolicy
  /** Address to bind; 127.0.0.1 if absent. Any other than loopback needs a token. */
  readonly host?: string
  /** Port to bind; the first free one from 9420 to 9520 if absent, any free one if 0. */
  readonly port?: number
  /** Also listen on this Unix socket, or on these. */
  readonly socket?: string | readonly string[]
  /** And on this one, unless another server has it already. */
  readonly sharedSocket?: string
  /** Keep programs in a host that listens here, and outlives this server; in this process if absent. */
  readonly hostSocket?: string
  /** How long the host keeps them without a server; a day if absent. */
  readonly keepSeconds?: number
  /** Keep sessions in this folder as well, for after the next start of the machine. */
  readonly persist?: string
  /** Also where secrets are masked, which they are not on disk. */
  readonly persistRaw?: boolean
  /** Send traces to this collector of OpenTelemetry, such as http://127.0.0.1:4318; nowhere if absent. */
  readonly traces?: string
  /** Be a node of a fleet; stand alone if absent. */
  readonly fleet?: FleetOptions
  /** End this long after the last session and the last client; never if absent. */
  readonly lingerMs?: number
  /** Bearer token and wrightty password. */
  readonly token?: string
  /** Serve without a token even where strangers can connect. Whoever reaches the address can run programs. */
  readonly noAuth?: boolean
  /** Requests that an address may make in a second; 100 if absent, and any number on loopback. */
  readonly maxPerSecond?: number
  /** A path under which everything is served: it begins with a slash and does not end with one. */
  readonly basePrefix?: string
  readonly name?: string
  readonly maxSessions?: number
  readonly maxConnections?: number
  readonly maxMessageBytes?: number
  /** Bytes queued for a client that does not read, before it is cut off. */
  readonly maxQueueBytes?: number
  /** Requests one connection may have unanswered. */
  readonly maxWaits?: number
  readonly allowOrigins?: readonly string[]
  /** PEM files; with both, the port speaks TLS alone. */
  readonly tlsCert?: string
  readonly tlsKey?: string
  /** The program of sessions that name none; $SHELL or /bin/sh if absent. */
  readonly shell?: string
  /** Mask what looks like a secret in everything that leaves the server. */
  readonly redact?: boolean
  /** Also mask these texts, and what these regular expressions match. */
  readonly redactLiterals?: readonly string[]
  readonly redactPatterns?: readonly string[]
  /** Terminals whose panes are sessions. */
  readonly bridges?: readonly BridgeSpec[]
  /** Be a bridge to the first of them and nothing else: new sessions are panes of it. */
  readonly bridgeOnly?: boolean
  /** Ports to try where `port` is absent; those of every server if this is absent too. */
  readonly ports?: readonly number[]
}

export interface Server {
  readonly host: string
  readonly port: number
  /** Where wrightty clients connect; sessions see it as WRIGHTTY_SOCKET. */
  readonly url: string
  /** The first of its Unix sockets. */
  readonly socket: string | null
  readonly sessions: SessionRegistry
  /** Clients connected now, and a signal whenever that changes. */
  readonly clients: number
  readonly onClients: Emitter<number>
  /** The server was asked to end, or is ephemeral and its last session has ended. */
  readonly onUnneeded: Emitter<void>
  /** The server was asked to make room for another that takes its sessions over. */
  readonly onReplaced: Emitter<void>
  /** Every terminal that was bridged is gone. */
  readonly onBridgesLost: Emitter<void>
  /** Whether the server stays when its last session ends; true unless it is set otherwise. */
  persistent: boolean
  /** Does ahead of time what the first clients would wait for, for some memory: for a server that stays. */
  prepare(): void
  /** Ends all sessions and connections. */
  stop(): Promise<void>
  /** Ends all connections, and leaves the sessions to the next server; only where a host has them. */
  release(): Promise<void>
}
