/** What a protocol's conformance folder says of itself, in its `setup.ts`: how to start a server, and how an example is asked. */
import type { Channel } from '@polytty/client'
import type { ExampleCase } from './examples.js'
import type { Bindings, Line } from './player.js'

export interface ConformanceSetup {
  /** A server for one conversation; `options` are those of its first line. `name` is its own, for files. */
  start(options: Readonly<Record<string, unknown>> | undefined, name: string): Promise<Conversation>
  /** An example of a declaration as a conversation. */
  example(example: ExampleCase): readonly Line[]
  /** What no conversation can show; the reasons are said beside it. */
  readonly unseen?: {
    readonly methods?: readonly string[]
    readonly events?: readonly string[]
    readonly codes?: readonly (number | string)[]
  }
  /** Ends what conversations have shared. */
  stop?(): Promise<void>
}

export interface Conversation {
  /** Where the server is, for those who connect in other ways; empty for one that has no port. */
  readonly url: string
  /** `client` is its name in the conversation. */
  connect(client: string): Promise<Channel>
  /** Names that are bound from the start. */
  readonly bindings?: Bindings
  stop(): Promise<void>
}

/** JSON-RPC, where an example needs nothing before it. */
export function jsonRpcExample({ method, params, expected }: ExampleCase): readonly Line[] {
  return [{ send: { jsonrpc: '2.0', id: 1, method, params } }, { expect: { jsonrpc: '2.0', id: 1, ...expected } }]
}
