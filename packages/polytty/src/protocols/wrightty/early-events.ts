/**
 * What a session emitted between its creation and its creator's first subscription. A program may switch screens before
 * its creator's next message arrives; the subscription then begins with what was missed, so that no one has to race.
 */
import type { Disposable } from '../../base/disposable.js'
import type { Session, SessionEvent } from '../../session/index.js'

/** Enough for any program's start; what comes later is not early. */
const MAX_EVENTS = 100

export class EarlyEvents implements Disposable {
  private readonly received: SessionEvent[] = []
  private readonly listening: Disposable

  constructor(session: Session) {
    this.listening = session.onEvent.on((event) => {
      if (this.received.push(event) >= MAX_EVENTS) this.listening.dispose()
    })
  }

  /** Gives what was received, and listens no more. */
  take(): readonly SessionEvent[] {
    this.listening.dispose()
    return this.received
  }

  dispose(): void {
    this.listening.dispose()
  }
}
