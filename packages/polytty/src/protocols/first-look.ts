/**
 * Typing, then looking: clients look at the screen right after an input and count on the program's answer being there.
 * The first look after an input waits for it, a moment at most; whoever looks again does not.
 */
import type { Clock } from '../base/clock.js'
import type { Session } from '../session/index.js'

export class FirstLook {
  /** Sessions with an input that was not followed by a look yet, and when that was. */
  private readonly inputs = new WeakMap<Session, number>()

  constructor(
    private readonly clock: Clock,
    /** How long after the input a look waits at most. */
    private readonly mostMs: number,
  ) {}

  noteInput(session: Session): void {
    this.inputs.set(session, this.clock.monotonic())
    // What waits for a shell's first prompt is typed only then.
    void session.inputHeld?.then(() => this.inputs.has(session) && this.noteInput(session))
  }

  /** Resolves when the program has answered the last input, has ended, or the moment has passed. */
  async untilAnswered(session: Session, abort: AbortSignal): Promise<void> {
    const at = this.inputs.get(session)
    if (at === undefined) return
    this.inputs.delete(session)
    const timeoutMs = at + this.mostMs - this.clock.monotonic()
    if (timeoutMs > 0) await session.settled({ timeoutMs, abort })
  }
}
