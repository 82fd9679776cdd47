/** A client of sessions in this very process: the same calls as to a server, over memory, and nothing that listens. */
import { type Channel, Client } from '@polytty/client'
import type { Clock } from '../base/clock.js'
import { openStandAlone } from '../protocols/stand-alone.js'
import { wrightty } from '../protocols/wrightty/index.js'
import type { SessionRegistry } from '../session/index.js'
import type { Connection } from '../transport/connection.js'
import { connectMemory } from '../transport/memory.js'

export interface InProcess {
  readonly client: Client
  /** The same sessions, for code that is in this process anyway. */
  readonly sessions: SessionRegistry
  /** Ends the sessions with everything they started. */
  stop(): Promise<void>
}

export async function openInProcess(): Promise<InProcess> {
  const { host, endpoint, stop } = await openStandAlone(wrightty)
  const channel = memoryChannel(host.core.clock, (connection) => void endpoint.accept?.(connection, null))
  return { client: new Client(channel), sessions: host.core.sessions, stop }
}

function memoryChannel(clock: Clock, accept: (connection: Connection) => void): Channel {
  const { send, close, onMessage, onClosed } = connectMemory(clock, accept)
  return {
    send,
    close,
    receive: ({ message, closed }) => {
      onMessage.on(message)
      onClosed.on(() => closed('the client was closed'))
    },
  }
}
