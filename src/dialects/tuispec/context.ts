/** What a handler of this dialect is given: the one client of the server, with its session, recording and subscription. */
import { CoreError } from '../../base/core-error.js'
import type { Session } from '../../session/index.js'
import { type ErrorBody, notificationBody, type Request } from '../../wire/json-rpc.js'
import type { Core } from '../core.js'
import { methodsFor } from '../define.js'
import type { Reply } from '../dispatch.js'
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
  /** Answers a request that stands inside another one. */
  answer(request: Request, client: TuispecClient, signal: AbortSignal): Promise<Reply | null>
  /** Ends the server with everything it runs, at once. */
  shutDown(): void
}

/** How a step ended. */
export interface StepOutcome {
  readonly result?: unknown
  readonly error?: ErrorBody
}

/** How deep batches and replays may contain each other. */
const MAX_DEPTH = 8

export class TuispecClient {
  tui: Tui | null = null
  recording: Recording | null = null
  subscription: ViewSubscription | null = null
  private depth = 0
  private gone = false

  constructor(
    readonly host: TuispecHost,
    readonly pusher: Pusher,
  ) {}

  get core(): Core {
    return this.host.core
  }

  /** What was still waiting its turn when the client went is not done: nobody would end it. */
  requireHere(): void {
    if (this.gone) throw new CoreError('wait-cancelled', 'the client has gone')
  }

  /** The session, which methods that need one may count on. */
  active(): Tui {
    if (this.tui) return this.tui
    throw new CoreError('session-not-found', 'call initialize first')
  }

  /** For those who look at who uses a session. */
  noteUse(session: Session): void {
    this.core.presence.note(session, 'tuispec', this.pusher)
  }

  /** Runs a method as a part of another one. */
  async runStep(method: string, params: unknown, signal: AbortSignal): Promise<StepOutcome> {
    if (this.depth >= MAX_DEPTH)
      throw new CoreError('resource-limit', `batches and replays are nested more than ${MAX_DEPTH} deep`)
    this.depth++
    try {
      const reply = await this.host.answer({ id: null, method, params }, this, signal)
      for (const action of reply?.afterwards ?? []) action()
      return (reply?.body ?? {}) as StepOutcome
    } finally {
      this.depth--
    }
  }

  tellViewChanged(params: { rows: number; cols: number; text?: string }): void {
    const body = notificationBody(viewChanged.name, params)
    this.recording?.message('notification', JSON.stringify(body))
    this.pusher.notify(body)
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
