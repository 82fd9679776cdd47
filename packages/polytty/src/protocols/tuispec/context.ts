/** What a handler of this dialect is given: the one client of the server, with its session, recording and subscription. */
import { CoreError } from '../../base/core-error.js'
import type { Session } from '../../session/index.js'
import { notificationBody } from '../../wire/json-rpc.js'
import type { Core } from '../core.js'
import { type Call, methodsFor } from '../define.js'
import type { Asked, Outcome } from '../dispatcher.js'
import { FirstLook } from '../first-look.js'
import type { Pusher } from '../peer.js'
import { viewChanged } from './events.js'
import type { Recording } from './recording.js'
import type { TuispecOptions } from './settings.js'
import type { Tui } from './tui.js'
import type { ViewSubscription } from './view-subscription.js'

/** What the client's server does for it. */
export interface TuispecHost {
  readonly core: Core
  readonly options: TuispecOptions
  /** A running session to take for the app, instead of launching one. */
  readonly session: Session | null
  /** Carries out a method that stands inside another one. */
  call(asked: Asked, client: TuispecClient, call: Call): Promise<Outcome>
  /** Ends the server with everything it runs, at once. */
  shutDown(): void
}

/** The original sleeps this long after every input; here a look waits for the answer, and no longer than that. */
const MOST_LOOK_MS = 80

/** How deep batches and replays may contain each other. */
const MAX_DEPTH = 8

export class TuispecClient {
  tui: Tui | null = null
  recording: Recording | null = null
  subscription: ViewSubscription | null = null
  readonly firstLook: FirstLook
  private depth = 0
  private gone = false

  constructor(
    readonly host: TuispecHost,
    readonly pusher: Pusher,
  ) {
    this.firstLook = new FirstLook(host.core.clock, MOST_LOOK_MS)
  }

  get core(): Core {
    return this.host.core
  }

  /** What was still waiting its turn when the client went is not done: no one would end it. */
  requireHere(): void {
    if (this.gone) throw new CoreError('wait-cancelled', 'the client has gone')
  }

  /** The session, which methods that need one may count on. */
  active(): Tui {
    if (this.tui) return this.tui
    throw new CoreError('session-not-found', 'call initialize first')
  }

  /** The session, to be looked at: its app has answered what was typed last, if it does so at once. */
  async settled(signal: AbortSignal): Promise<Tui> {
    const { app } = this.active()
    if (app) await this.firstLook.untilAnswered(app, signal)
    return this.active()
  }

  /** For those who look at who uses a session. */
  noteUse(session: Session): void {
    this.core.presence.note(session, 'tuispec', this.pusher)
  }

  /** Runs a method as a part of another one. */
  async runStep(method: string, params: unknown, signal: AbortSignal): Promise<Outcome> {
    if (this.depth >= MAX_DEPTH)
      throw new CoreError('resource-limit', `batches and replays are nested more than ${MAX_DEPTH} deep`)
    this.depth++
    try {
      const afterwards: (() => void)[] = []
      const afterReply = (action: () => void): void => void afterwards.push(action)
      const outcome = await this.host.call({ method, params }, this, { signal, afterReply })
      for (const action of afterwards) action()
      return outcome
    } finally {
      this.depth--
    }
  }

  notifyViewChanged(params: { rows: number; cols: number; text?: string }): void {
    this.recording?.message('notification', JSON.stringify(notificationBody(viewChanged.name, params)))
    this.pusher.notify(viewChanged, params)
  }

  stopRecording(): void {
    this.recording?.dispose()
    this.recording = null
  }

  unsubscribe(): void {
    this.subscription?.dispose()
    this.subscription = null
  }

  /** Ends what the client has going. */
  dispose(): void {
    this.gone = true
    this.unsubscribe()
    this.stopRecording()
    this.tui?.dispose()
  }
}

export const method = methodsFor<TuispecClient>()
