/**
 * When a program's output is read. It waits while a subscriber has fallen behind, and while it is the turn of others: in
 * each turn of the event loop output may take so much time in all; who prints much and comes after that stands in line.
 * So requests and quiet programs are served in between, however many others print without end.
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import type { Pty } from './pty/port.js'

/** The time that the output of all programs may take in one turn. */
const TURN_MS = 0.25
/** How many of those in line go on in one turn: each wakes a program that then wants the processor. */
const GO_ON = 1
/** Who has taken less than this in so long has printed little. */
const LITTLE_MS = 0.25
const WINDOW_MS = 250

/** Whose turn it is, of all sessions; of those in line the one that waits longest goes on first. */
export class ReadingTurns {
  private readonly line: (() => void)[] = []
  private spentMs = 0
  private spender: object | null = null
  private isShared = false
  private scheduled = false

  /** Counts time that was spent on a program's output; true when it is enough for this turn, and others want some of it. */
  spend(spender: object, ms: number): boolean {
    this.isShared ||= this.spender !== null && this.spender !== spender
    this.spender = spender
    this.spentMs += ms
    this.schedule()
    return this.spentMs > TURN_MS && (this.isShared || this.line.length > 0)
  }

  wait(goOn: () => void): void {
    this.line.push(goOn)
    this.schedule()
  }

  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => this.begin())
  }

  private begin(): void {
    this.scheduled = false
    this.spentMs = 0
    this.spender = null
    this.isShared = false
    for (const goOn of this.line.splice(0, GO_ON)) goOn()
    if (this.line.length > 0) this.schedule()
  }
}

export class Reading {
  private holds = 0
  private waiting = false
  private isPaused = false
  private windowAt = Number.NEGATIVE_INFINITY
  private spentMs = 0

  constructor(
    private readonly pty: Pick<Pty, 'pause' | 'resume'>,
    private readonly turns: ReadingTurns,
    private readonly clock: Clock,
  ) {}

  /** Whether a subscriber has fallen behind. */
  get isHeld(): boolean {
    return this.holds > 0
  }

  /** Stops reading until the handle is disposed. */
  hold(): Disposable {
    this.holds++
    this.adjust()
    let active = true
    return {
      dispose: () => {
        if (!active) return
        active = false
        this.holds--
        this.adjust()
      },
    }
  }

  /** Does what output makes necessary, and counts the time. */
  spend(work: () => void): void {
    const startedAt = this.clock.monotonic()
    work()
    const ms = this.clock.monotonic() - startedAt
    if (startedAt - this.windowAt > WINDOW_MS) {
      this.windowAt = startedAt
      this.spentMs = 0
    }
    this.spentMs += ms
    if (!this.turns.spend(this, ms) || this.waiting || this.spentMs < LITTLE_MS) return
    this.setWaiting(true)
    this.turns.wait(() => this.setWaiting(false))
  }

  private setWaiting(waiting: boolean): void {
    this.waiting = waiting
    this.adjust()
  }

  private adjust(): void {
    const shouldPause = this.holds > 0 || this.waiting
    if (shouldPause === this.isPaused) return
    this.isPaused = shouldPause
    if (shouldPause) this.pty.pause()
    else this.pty.resume()
  }
}
