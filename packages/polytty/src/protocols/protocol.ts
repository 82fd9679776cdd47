/**
 * A protocol as the rest of the product sees it: one object, from which the server, its socket, the command line, shims,
 * generated docs and conformance tests are made. What is large is loaded only when it is used.
 */
import type { Command } from 'commander'
import type { Budget } from '../base/budget.js'
import type { CoreError } from '../base/core-error.js'
import type { Diagnostics } from '../base/diagnostics.js'
import type { Connection } from '../transport/connection.js'
import type { Guard } from '../transport/guard.js'
import type { HttpRoutes } from '../transport/http-server.js'
import type { Clients } from './clients.js'
import type { Core } from './core.js'
import type { Dialect, DispatcherOptions } from './dispatcher.js'
import type { EndpointOptions, Server, ServerOptions } from './running-server.js'

export interface Protocol {
  readonly name: string
  /** What it is for, in a line: help and the list of protocols in the docs show it. */
  readonly summary: string
  /** Its methods, events and errors: what reference pages, schemas, clients and conformance tests are made from. */
  declarations(): Promise<Declarations>
  /** Serves clients: of the server, or of a process of their own. */
  open(host: EndpointHost): Promise<Endpoint>
  /** Whether a server opens it when its first client comes; when the server starts, if absent. */
  late?(options: EndpointOptions): OpenedLate | null
  /** Whether the first message on a socket is one of this protocol. */
  recognises?(first: unknown): boolean
  /** Where its clients connect, for people: what `serve` prints. */
  addresses(at: Address): readonly string[]
  /** `polytty NAME …`; absent where there is nothing to command. */
  command?(context: CommandContext): Promise<Command>
  /** Words that its shim puts before the user's; absent where no original program exists. */
  readonly shim?: readonly string[]
  /** Further programs of the original, and the words of ours that stand for them. */
  readonly otherShims?: Readonly<Record<string, readonly string[]>>
  /** Transcripts, and how to play them: what test/conformance runs. */
  readonly conformance: URL
}

/** What must be known of a protocol before it is opened. */
export interface OpenedLate {
  /** Which paths of the port are its; none if absent. */
  readonly paths?: (path: string) => boolean
  /** Whether it is opened once the server listens, to do ahead of time what its clients would wait for. */
  readonly prepares?: boolean
}

/** Types are folded away: whoever reads declarations does not call them. */
export interface Declarations {
  readonly dialect: Dialect<never>
  readonly errors: Readonly<Record<string, { readonly code: number | string }>>
}

/** Where a server listens. */
export interface Address {
  readonly http: string
  readonly webSocket: string
  readonly socket: string | null
}

/** What a protocol is given to serve with. */
export interface EndpointHost extends DispatcherOptions {
  readonly core: Core
  readonly guard: Guard
  readonly clients: Clients
  readonly intake: Budget
  readonly maxMessageBytes: number
  readonly maxWaits: number
  readonly options: EndpointOptions
}

/** A protocol at work. */
export interface Endpoint {
  /** Paths of the port; none if absent. */
  readonly routes?: HttpRoutes
  /**
   * Takes a client of a socket or of stdio. `hello` is what one of our own commands has said first; null for a stranger,
   * whose first message is delivered next. Throws to refuse.
   */
  accept?(connection: Connection, hello: unknown): void | Promise<void>
  /** A refusal in this protocol's shape; `first` is the message that it answers, if there was one. */
  refusal?(error: CoreError, first: string | null): string
  /** Does ahead of time what the first clients would wait for. */
  prepare?(): void
  /** The server is about to end its sessions. */
  shutdown?(): void
  dispose?(): void
}

/** What the commands of a protocol may use of the program they are part of. */
export interface CommandContext {
  /** Starts a whole server, with every protocol. */
  startServer(options: ServerOptions, diagnostics: Diagnostics): Promise<Server>
}
