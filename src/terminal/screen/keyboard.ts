/** The keyboard protocols that a program asked for: kitty's flags, one stack per screen, and xterm's modifyOtherKeys. */
import { limits } from '../limits.js'

/** All flags of kitty's protocol: disambiguate, event types, alternates, all keys, text. */
const allFlags = 31

/** xterm's resources for modifiers at the start: keyboard, cursor, function, keypad, other, then later ones. */
const initialModifiers = [0, 2, 2, 0, 0, 0, 0, 0]

export class KeyboardState {
  /** XTMODKEYS by number. */
  private modifiers = [...initialModifiers]
  private main: number[] = [0]
  private alternate: number[] = [0]

  /** modifyOtherKeys: 0, 1 or 2. */
  get modifyOtherKeys(): number {
    return this.modifiers[4]
  }

  set modifyOtherKeys(level: number) {
    this.modifiers[4] = level
  }

  /** What a program asked for under this number; null when there is no such resource. */
  modifier(resource: number): number | null {
    return this.modifiers[resource] ?? null
  }

  /** Remembers a value, or the initial one for null. */
  setModifier(resource: number, value: number | null): void {
    if (resource < initialModifiers.length) this.modifiers[resource] = Math.min(value ?? initialModifiers[resource], 9)
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
    this.modifiers = [...initialModifiers]
  }

  private stack(isAlternate: boolean): number[] {
    return isAlternate ? this.alternate : this.main
  }
}
