/**
 * The terminal's answers on their way to the program that asked. One that is written while its asker is about to leave
 * is read by the next program, as if someone had typed it: vim asks for dozens of capabilities, and leaves on `:wq`
 * without waiting for them. So what is asked right after an input is answered when the asker has read all of that and
 * waits for more, and not at all when it has gone. All else is answered at once.
 */
import type { Clock } from '../base/clock.js'
import type { Disposable } from '../base/disposable.js'
import type { ForegroundFacts } from '../ready/kernel/foreground.js'

/** For how long after an input a program may be about to leave because of it. */
const RISKY_MS = 1000
/** When to look whether the asker waits, each after the one before. */
const LOOKS_MS = [0, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, ...new Array<number>(18).fill(50)]
/** Then it is answered as it is, unless it has not come to read yet: it gets as many looks again, by this much apart. */
const BUSY_LOOK_MS = 100
const MAX_LOOKS = 2 * LOOKS_MS.length
/** Answers that wait; a program that asks for more gets no answer. */
const MAX_WAITING = 256

const nothing = new Uint8Array(0)

interface Waiting {
  readonly bytes: Uint8Array
  /** Where it ends among all answers. */
  readonly number: number
  /** The group in the foreground when it was asked; 0 where that is not known. */
  readonly group: number
  readonly onAlternate: boolean
}

export interface ReplyTarget {
  /** Whether the alternate screen is shown now. */
  isAlternate(): boolean
  /** Whether a part of what was typed has not been read yet; null where that cannot be seen. */
  hasUnread(): boolean | null
  /** Nothing at all for an answer that is dropped. */
  write(bytes: Uint8Array, number: number): void
}

/** What is asked of the system. */
export interface Kernel {
  look(): ForegroundFacts | null
  groupExists(group: number): boolean
  /** Whether a process is a shell that asks a user. */
  isShell(pid: number): boolean
}

export class Replies {
  private waiting: Waiting[] = []
  private inputAt = Number.NEGATIVE_INFINITY
  private looks = 0
  private last: ForegroundFacts | null = null
  private timer: Disposable | null = null

  constructor(
    private readonly target: ReplyTarget,
    private readonly clock: Clock,
    private readonly kernel: Kernel,
  ) {}

  /** Someone typed: what the program does about it is not known yet. */
  noteInput(): void {
    this.inputAt = this.clock.monotonic()
    this.last = null
  }

  /** `onAlternate`: it was asked while the alternate screen was shown. `number`: where it ends among all answers. */
  send(bytes: Uint8Array, onAlternate: boolean, number: number): void {
    if (this.waiting.length === 0 && this.clock.monotonic() - this.inputAt > RISKY_MS) {
      this.target.write(bytes, number)
      return
    }
    if (this.waiting.length >= MAX_WAITING) return this.target.write(nothing, number)
    const group = this.kernel.look()?.group ?? 0
    this.waiting.push({ bytes, number, group, onAlternate })
    this.looks = 0
    this.timer ??= this.clock.after(LOOKS_MS[0], () => this.check())
  }

  dispose(): void {
    this.timer?.dispose()
    this.waiting = []
  }

  private check(): void {
    this.timer = null
    // In this order: who waits now, after all was read, has dealt with all of it.
    const unread = this.target.hasUnread()
    const facts = this.kernel.look()
    this.keep((each) => !this.hasLeft(each, facts))
    this.looks++
    const isLast = this.looks >= MAX_LOOKS
    if (facts === null || isLast || this.isSettled(facts, unread)) this.flush(facts)
    if (isLast) this.keep(() => false)
    if (this.waiting.length === 0) return
    this.timer = this.clock.after(LOOKS_MS[this.looks] ?? BUSY_LOOK_MS, () => this.check())
  }

  /** Drops the others. */
  private keep(isKept: (each: Waiting) => boolean): void {
    const dropped = this.waiting.filter((each) => !isKept(each))
    this.waiting = this.waiting.filter((each) => !dropped.includes(each))
    for (const { number } of dropped) this.target.write(nothing, number)
  }

  private hasLeft({ group, onAlternate }: Waiting, facts: ForegroundFacts | null): boolean {
    if (group === 0 || facts === null) return false
    if (facts.group !== group) return !this.kernel.groupExists(group)
    if (facts.ended) return true
    // A shell draws nothing there: it is back since a program has left that was gone before we could look.
    return onAlternate && !this.target.isAlternate() && this.kernel.isShell(group)
  }

  /** It has read all that was typed and waits, or at least sleeps, and has done so since the last look. */
  private isSettled(facts: ForegroundFacts, unread: boolean | null): boolean {
    const { last } = this
    this.last = facts
    if (unread === true || facts.runs) return false
    if (this.looks >= LOOKS_MS.length) return true
    return facts.waits !== false && last !== null && last.group === facts.group && last.sleeps === facts.sleeps
  }

  /** Answers whoever is in the foreground; others may come back to it. */
  private flush(facts: ForegroundFacts | null): void {
    const isInFront = ({ group }: Waiting): boolean => facts === null || group === 0 || group === facts.group
    const answered = this.waiting.filter(isInFront)
    this.waiting = this.waiting.filter((each) => !isInFront(each))
    for (const { bytes, number } of answered) this.target.write(bytes, number)
  }
}
