/** Waiting until nothing has happened on a session for a while, once or again and again. Driven by activity and time. */
import type { Disposable } from '../../base/disposable.js'
import type { WshSession } from './wsh-session.js'

export interface IdleOptions {
  /** How long nothing may happen. */
  readonly quietMs: number
  /** How long to wait for that at most; null for as long as it takes. */
  readonly maxWaitMs: number | null
  /** If the session is still there, something has to happen first. */
  readonly lastGeneration?: number | null
  /** Count the silence from now on, not from what happened before. */
  readonly fresh?: boolean
}

export type IdleOutcome = 'idle' | 'timeout' | 'ended' | 'cancelled'

export function awaitIdle(wshSession: WshSession, options: IdleOptions, signal: AbortSignal): Promise<IdleOutcome> {
  const { clock, session } = wshSession
  return new Promise((resolve) => {
    const startedAt = clock.monotonic()
    let mayCount = options.lastGeneration === undefined || options.lastGeneration !== wshSession.generation
    let quiet: Disposable | null = null
    const end = (outcome: IdleOutcome): void => {
      for (const held of [quiet, deadline, activity, exit]) held?.dispose()
      signal.removeEventListener('abort', cancel)
      resolve(outcome)
    }
    const cancel = (): void => end('cancelled')
    const check = (): void => {
      quiet = null
      const from = options.fresh ? Math.max(startedAt, session.lastActivityAt) : session.lastActivityAt
      const left = from + options.quietMs - clock.monotonic()
      if (left <= 0) end('idle')
      else quiet = clock.after(Math.ceil(left), check)
    }
    const deadline = options.maxWaitMs === null ? null : clock.after(options.maxWaitMs, () => end('timeout'))
    // A running timer looks again by itself; it need not be set again for each chunk of a flood.
    const activity = wshSession.onActivity.on(() => {
      mayCount = true
      if (!quiet) check()
    })
    const exit = session.onExit.on(() => end('ended'))
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) cancel()
    else if (session.exited) end('ended')
    else if (mayCount) check()
  })
}

/** Reports each time a session falls silent and each time it becomes active again. */
export class QuietWatch implements Disposable {
  private readonly activity: Disposable
  private timer: Disposable | null = null
  private silent: boolean

  constructor(
    private readonly wshSession: WshSession,
    private readonly quietMs: number,
    private readonly listener: { quiet(): void; active(): void },
  ) {
    this.silent = wshSession.quietMs >= quietMs
    this.activity = wshSession.onActivity.on(() => this.stir())
    if (!this.silent) this.arm()
  }

  get isQuiet(): boolean {
    return this.silent
  }

  dispose(): void {
    this.activity.dispose()
    this.timer?.dispose()
  }

  private stir(): void {
    if (this.silent) {
      this.silent = false
      this.listener.active()
    }
    if (!this.timer) this.arm()
  }

  private arm(): void {
    const { clock, session } = this.wshSession
    const left = session.lastActivityAt + this.quietMs - clock.monotonic()
    this.timer = clock.after(Math.max(Math.ceil(left), 0), () => {
      this.timer = null
      if (session.lastActivityAt + this.quietMs > clock.monotonic()) return this.arm()
      this.silent = true
      this.listener.quiet()
    })
  }
}
