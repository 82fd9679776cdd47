/** Serves tuispec clients: each launches apps of its own, or drives a session that runs already. */
import { z } from 'zod'
import type { Session } from '../../../session/index.js'
import { errorBody } from '../../../wire/json-rpc.js'
import { checkParams } from '../../define.js'
import type { DispatcherOptions } from '../../dispatcher.js'
import { surroundings } from '../../hello.js'
import { type Link, Peer } from '../../peer.js'
import type { Endpoint, EndpointHost } from '../../protocol.js'
import { TuispecClient, type TuispecHost, type TuispecOptions } from '../dialect.js'
import { TuispecDispatcher } from '../dispatcher.js'
import { encodeError } from '../errors.js'
import { ambiguityMode } from '../params.js'

/** What our own commands say first. */
const hello = z.object({
  /** A running session to drive; apps are launched if absent. */
  session: z.string().nullish(),
  artifactDir: z.string(),
  cols: z.number().int(),
  rows: z.number().int(),
  timeoutSeconds: z.number(),
  ambiguityMode,
  ...surroundings,
})

export type TuispecHello = z.output<typeof hello> & { readonly polytty: 'tuispec' }

export interface ServeOptions {
  readonly options: TuispecOptions
  /** A running session to drive; null to launch apps. */
  readonly session: Session | null
  /** The client asked for the end. */
  readonly shutDown: () => void
}

export interface TuispecEndpoint extends Endpoint {
  serve(link: Link, options: ServeOptions): Peer<TuispecClient>
}

export function openTuispec(host: DispatcherOptions & Pick<EndpointHost, 'core' | 'clients'>): TuispecEndpoint {
  const { core, clients } = host
  const dispatcher = new TuispecDispatcher(host)
  const serve: TuispecEndpoint['serve'] = (link, options) => {
    const call: TuispecHost['call'] = (asked, client, call) => dispatcher.call(asked, client, call)
    const peer = new Peer(dispatcher, link, (pusher) => new TuispecClient({ ...options, core, call }, pusher))
    clients.add('tuispec', peer)
    return peer
  }
  return {
    serve,
    accept(connection, first) {
      const { session, env, ...options } = checkParams(hello, first)
      const peer = serve(connection, {
        options: { ...options, env, inherit: env },
        session: session ? core.sessions.get(session) : null,
        shutDown: () => connection.close(),
      })
      // What the client launched ends with it; a session that it only drives does not.
      peer.owned.add({
        dispose: () => {
          void peer.context.tui?.leave()
          peer.context.dispose()
        },
      })
    },
    refusal: (error) => JSON.stringify(errorBody(null, encodeError(error))),
  }
}
