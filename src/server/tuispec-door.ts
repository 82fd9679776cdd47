/** Where tuispec clients come in: stdio, or the server's socket with their options and perhaps a session said beforehand. */
import type { Core } from '../dialects/core.js'
import type { DispatcherOptions } from '../dialects/dispatch.js'
import { type Link, Peer } from '../dialects/peer.js'
import { TuispecDispatcher } from '../dialects/tuispec/dispatcher.js'
import { TuispecClient, type TuispecHost, type TuispecOptions } from '../dialects/tuispec/index.js'
import type { Session } from '../session/index.js'

export interface TuispecWish {
  readonly options: TuispecOptions
  /** A running session to drive; null to launch apps. */
  readonly session: Session | null
  /** The client asked for the end. */
  readonly shutDown: () => void
}

export interface TuispecDoor {
  welcome(link: Link, wish: TuispecWish): Peer<TuispecClient>
}

export function tuispecDoor(core: Core, parts: DispatcherOptions = {}): TuispecDoor {
  const dispatcher = new TuispecDispatcher(parts)
  return {
    welcome(link, wish) {
      const answer: TuispecHost['answer'] = (request, client, signal) => dispatcher.answerStep(request, client, signal)
      return new Peer(dispatcher, link, (pusher) => new TuispecClient({ ...wish, core, answer }, pusher))
    },
  }
}
