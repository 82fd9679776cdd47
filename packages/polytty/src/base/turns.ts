/**
 * Taking turns on the one thread: whoever has more than a moment's work asks before each piece of it. While this turn of
 * the event loop is young the answer is yes; afterwards all wait in line, one piece a turn, so that input and output of
 * everyone else come in between. Those with much to do stand in a line of their own that moves more slowly.
 */
import { type Clock, systemClock } from './clock.js'

/** How long a turn may have lasted when another piece of work begins in it. */
const SLICE_MS = 4

/** Of so many turns one goes to those with much to do, when others wait as well. */
const LONG_EVERY = 4

export class Turns {
  private readonly short: (() => void)[] = []
  private readonly long: (() => void)[] = []
  private startedAt: number | null = null
  private given = 0

  constructor(private readonly clock: Clock = systemClock) {}

  /** Null when work may begin at once; otherwise resolves when it may. `isLong` for one of many large pieces. */
  take(isLong = false): Promise<void> | null {
    const waiting = this.short.length + this.long.length
    if (waiting === 0 && this.isYoung()) return null
    if (waiting === 0) setImmediate(() => this.next())
    return new Promise((resolve) => (isLong ? this.long : this.short).push(resolve))
  }

  private isYoung(): boolean {
    const now = this.clock.monotonic()
    if (this.startedAt === null) {
      this.startedAt = now
      setImmediate(() => {
        this.startedAt = null
      })
    }
    return now - this.startedAt < SLICE_MS
  }

  private next(): void {
    const [first, second] = ++this.given % LONG_EVERY === 0 ? [this.long, this.short] : [this.short, this.long]
    const begin = first.shift() ?? second.shift()
    begin?.()
    if (this.short.length + this.long.length > 0) setImmediate(() => this.next())
  }
}

/** The next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
