/** Notifies whoever subscribed that a screen has changed: at once, and then at most so often. */
import type { Clock } from '../../base/clock.js'
import type { Disposable } from '../../base/disposable.js'
import type { Session, SessionRegistry } from '../../session/index.js'

const MIN_INTERVAL_MS = 200
const MAX_SUBSCRIPTIONS = 256

interface Subscription extends Disposable {
  readonly session: Session
}

export class ScreenNews implements Disposable {
  private readonly subscriptions = new Map<string, Subscription>()

  constructor(
    private readonly sessions: SessionRegistry,
    private readonly clock: Clock,
    private readonly notify: (uri: string) => void,
  ) {}

  /** False where there are too many already. */
  add(uri: string, name: string): boolean {
    if (this.subscriptions.has(uri)) return true
    if (this.subscriptions.size >= MAX_SUBSCRIPTIONS) return false
    const session = this.sessions.get(name)
    let timer: Disposable | null = null
    let isStale = false
    const notify = (): void => {
      if (timer) return void (isStale = true)
      this.notify(uri)
      timer = this.clock.after(MIN_INTERVAL_MS, () => {
        timer = null
        if (isStale) notify()
        isStale = false
      })
    }
    const watches = [session.onChange.on(notify), session.onExit.on(notify)]
    this.subscriptions.set(uri, {
      session,
      dispose() {
        timer?.dispose()
        for (const watch of watches) watch.dispose()
      },
    })
    return true
  }

  remove(uri: string): void {
    this.subscriptions.get(uri)?.dispose()
    this.subscriptions.delete(uri)
  }

  dispose(): void {
    for (const subscription of this.subscriptions.values()) subscription.dispose()
    this.subscriptions.clear()
  }
}
