/** Nodes of a fleet in this process, with a NATS of their own. */
import { type Client, connect } from '@polytty/client'
import { onTestFinished } from 'vitest'
import type { Server, ServerOptions } from '../../../packages/polytty/src/server/server.js'
import { startServer } from '../../../packages/polytty/src/server/server.js'
import type { Elsewhere } from '../../../packages/polytty/src/session/index.js'
import { Nats, type NatsOptions } from '../../support/nats.js'
import { newFolder } from '../../support/new-folder.js'

export async function startNats(options: Partial<NatsOptions> = {}): Promise<Nats> {
  const nats = await Nats.start({ folder: newFolder(), ...options })
  onTestFinished(() => nats.stop())
  return nats
}

export interface Node {
  readonly server: Server
  readonly client: Client
}

export async function startNode(
  servers: string,
  node: string,
  { fleet, ...options }: Omit<ServerOptions, 'fleet'> & { readonly fleet?: Partial<ServerOptions['fleet']> } = {},
): Promise<Node> {
  const server = await startServer({ port: 0, ...options, fleet: { servers, node, ...fleet } })
  onTestFinished(() => server.stop())
  const client = await connect(server.url, { token: options.token })
  onTestFinished(() => client.close())
  return { server, client }
}

/** Resolves when the condition holds; looked at whenever what the node knows of its fleet changes. */
export function until({ server }: Node, isSo: (fleet: Elsewhere) => boolean): Promise<void> {
  const fleet = server.sessions.fleet!
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isSo(fleet)) return
      watch.dispose()
      resolve()
    }
    const watch = fleet.onChange.on(look)
    look()
  })
}
