/** The keyboard protocols that a program asked for: kitty's flags, one stack per screen, and xterm's key options. */
import { limits } from '../limits.js'

/** All flags of kitty's protocol: disambiguate, event types, alternates, all keys, text. */
const allFlags = 31

/** Kinds of keys in xterm's key options. */
export const keyKind = { cursor: 1, function: 2, other: 4 } as const

/** How modifiers are sent at first, by kind: for cursor and function keys as the second parameter. */
const initialModify = [0, 2, 2, 0, 0, 0, 0, 0]

/** xterm's key options: what modifiers change (XTMODKEYS) and in which form (XTFMTKEYS), a number for each kind. */
export class KeyOptions {
  private readonly values: number[]

  constructor(
    private readonly initial: readonly number[],
    private readonly most: number,
  ) {
    this.values = [...initial]
  }

  /** The value as it was given. */
  get(kind: number): number | undefined {
    return this.values[kind]
  }

  /** The value as it acts: one beyond those with a meaning is as the last of them. */
  level(kind: number): number {
    return Math.min(this.values[kind], this.most)
  }

  /** Sets a kind, or gives it its first value back. */
  set(kind: number, value: number | null): void {
    if (kind >= this.values.length) return
    this.values[kind] = value ?? this.initial[kind]
  }

  reset(): void {
    for (const [kind, value] of this.initial.entries()) this.values[kind] = value
  }

  /** The kinds that are not as at first, with their values. */
  changed(): [kind: number, value: number][] {
    return [...this.values.entries()].filter(([kind, value]) => value !== this.initial[kind])
  }
}

export class KeyboardState {
  readonly modify = new KeyOptions(initialModify, 3)
  readonly format = new KeyOptions(
    initialModify.map(() => 0),
    1,
  )
  private main: number[] = [0]
  private alternate: number[] = [0]

  /** What decides how keys are encoded, by name. */
  options() {
    return {
      modifyOtherKeys: Math.min(Math.max(this.modify.level(keyKind.other), 0), 2),
      formatOtherKeys: this.format.level(keyKind.other),
      modifyCursorKeys: this.modify.level(keyKind.cursor),
      modifyFunctionKeys: this.modify.level(keyKind.function),
    }
  }

  flags(isAlternate: boolean): number {
    const stack = this.stack(isAlternate)
    return stack[stack.length - 1]
  }

  /** `how` is 1 to set exactly, 2 to add, 3 to remove. */
  set(isAlternate: boolean, flags: number, how: number): void {
    const stack = this.stack(isAlternate)
    const old = stack[stack.length - 1]
    const given = flags & allFlags
    stack[stack.length - 1] = how === 2 ? old | given : how === 3 ? old & ~given : how === 1 ? given : old
  }

  /** A full stack loses its oldest entry. */
  push(isAlternate: boolean, flags: number): void {
    const stack = this.stack(isAlternate)
    stack.push(flags & allFlags)
    if (stack.length > limits.kittyStack) stack.shift()
  }

  pop(isAlternate: boolean, count: number): void {
    const stack = this.stack(isAlternate)
    stack.length = Math.max(0, stack.length - count)
    if (stack.length === 0) stack.push(0)
  }

  /** The stack from the oldest entry on. */
  entries(isAlternate: boolean): readonly number[] {
    return this.stack(isAlternate)
  }

  reset(): void {
    this.main = [0]
    this.alternate = [0]
    this.modify.reset()
    this.format.reset()
  }

  private stack(isAlternate: boolean): number[] {
    return isAlternate ? this.alternate : this.main
  }
}
