/** Clients of the five protocols on one server, each over a real socket, with what they received. */
import { once } from 'node:events'
import { join as joinPath } from 'node:path'
import {
  type Channel,
  type Event,
  HttpChannel,
  openUnixSocket,
  openWebSocket,
  type ProtocolTypes,
  type Ptywright,
  RpcClient,
  StreamChannel,
  type Termwright,
  type Tuispec,
  type Wrightty,
  type Wsh,
  type WshHttp,
} from '@polytty/client'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { join } from '../../../packages/polytty/src/cli-kit/join.js'
import type { Hello } from '../../../packages/polytty/src/protocols/hello.js'
import {
  type Server,
  type ServerOptions,
  type ServerParts,
  startServer,
} from '../../../packages/polytty/src/server/server.js'
import { newFolder } from '../../support/new-folder.js'

interface Protocols {
  readonly wrightty: Wrightty
  readonly ptywright: Ptywright
  readonly termwright: Termwright
  readonly tuispec: Tuispec
  readonly wsh: Wsh
}

type Name = keyof Protocols

/** A client that keeps what it gets. */
export class Witness<P extends ProtocolTypes> extends RpcClient<P> {
  readonly events: Event<P>[] = []
  /** Everything that came, as it came. */
  readonly received: string[]
  readonly closed: Promise<string>
  /** Calls that have no answer yet. */
  unanswered = 0
  private readonly watchers = new Set<() => void>()

  constructor(channel: Channel, jsonrpc: boolean) {
    const received: string[] = []
    super(channel, { jsonrpc, onMessage: (text) => received.push(text) })
    this.received = received
    this.closed = new Promise((resolve) => this.onClose(resolve))
    this.onEvent((event) => {
      this.events.push(event)
      for (const look of [...this.watchers]) look()
    })
  }

  override send(method: string, params: unknown): Promise<unknown> {
    this.unanswered++
    return super.send(method, params).finally(() => this.unanswered--)
  }

  /** The first event from now on, or before, that fits. */
  event(fits: (event: Event<P>) => boolean): Promise<Event<P>> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.events.find(fits)
        if (!found) return
        this.watchers.delete(look)
        resolve(found)
      }
      this.watchers.add(look)
      look()
    })
  }
}

/** What clients of all protocols have in common. */
export type AnyWitness = Pick<Witness<never>, 'send' | 'close' | 'closed' | 'received' | 'unanswered'> & {
  readonly events: readonly { readonly name: string; readonly params: unknown }[]
}

export interface Shared {
  readonly server: Server
  readonly folder: string
  /** wsh over HTTP. */
  readonly http: RpcClient<WshHttp>
  /** `greeting` is the first line of our own commands, which a stranger leaves out. */
  unix<N extends Name>(protocol: N, greeting?: Hello): Promise<Witness<Protocols[N]>>
  webSocket<N extends Name>(protocol: N, path: string): Promise<Witness<Protocols[N]>>
  termwright(session: string): Promise<Witness<Termwright>>
  tuispec(session?: string): Promise<Witness<Tuispec>>
  /** A socket whose binary messages are gathered. */
  bytes(path: string): Promise<{ text(): string }>
}

export async function shareServer(options: ServerOptions = {}, parts: ServerParts = {}): Promise<Shared> {
  const folder = newFolder()
  const server = await startServer({ port: 0, socket: joinPath(folder, 'socket'), ...options }, parts)
  onTestFinished(async () => {
    await server.stop()
  })
  const { token } = options
  const unix: Shared['unix'] = async (protocol, greeting) =>
    witness(protocol, await (greeting ? greet(server.socket!, greeting) : openUnixSocket(server.socket!)))
  return {
    server,
    folder,
    http: new RpcClient(new HttpChannel(server.url.replace(/^ws/, 'http'), { token })),
    unix,
    webSocket: async (protocol, path) => witness(protocol, await openWebSocket(`${server.url}${path}`, { token })),
    termwright: (session) => unix('termwright', { polytty: 'termwright', session } as Hello),
    tuispec: (session) => {
      const place = { artifactDir: joinPath(folder, 'artifacts'), cwd: folder, env: process.env, cols: 80, rows: 24 }
      const rules = { timeoutSeconds: 10, ambiguityMode: 'fail' }
      return unix('tuispec', { polytty: 'tuispec', session: session ?? null, ...place, ...rules } as Hello)
    },
    async bytes(path) {
      const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
      const socket = new WebSocket(`${server.url}${path}`, { headers })
      let gathered = ''
      socket.on('message', (data: Buffer) => {
        gathered += data.toString()
      })
      await once(socket, 'open')
      return { text: () => gathered }
    },
  }
}

function witness<N extends Name>(protocol: N, channel: Channel): Witness<Protocols[N]> {
  return new Witness(channel, protocol !== 'termwright' && protocol !== 'wsh')
}

async function greet(path: string, greeting: Hello): Promise<Channel> {
  const { socket } = await join(path, greeting)
  socket.resume()
  return new StreamChannel(socket, socket, () => void socket.destroy())
}
