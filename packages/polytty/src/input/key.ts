/**
 * What a key press is: one key, its modifiers, and (for programs that asked for them) whether it went down, repeated
 * or came up. Names and spellings live in key-names.ts, bytes in the encoders beside this file.
 */
import { type FunctionalKey, withoutShift, withShift } from './key-table.js'

export interface KeyModifiers {
  readonly shift?: boolean
  readonly alt?: boolean
  readonly ctrl?: boolean
  readonly meta?: boolean
  readonly super?: boolean
  readonly hyper?: boolean
  readonly capsLock?: boolean
  readonly numLock?: boolean
}

export interface KeyPress extends KeyModifiers {
  /** A name such as 'Enter', 'ArrowUp', 'F5', 'KeypadAdd', or the one character that the key types. */
  readonly key: FunctionalKey | (string & {})
  /** 'press' if absent. Repeats and releases reach only programs that asked for them (kitty keyboard protocol). */
  readonly event?: 'press' | 'repeat' | 'release'
  /** The text the key produces where that is not the key itself (a dead key, an input method). */
  readonly text?: string
}

/** The bits of xterm's modifier parameter; 8 is its Meta, where Super and Meta cannot be distinguished. */
export function xtermModifiers(key: KeyModifiers): number {
  return (key.shift ? 1 : 0) | (key.alt ? 2 : 0) | (key.ctrl ? 4 : 0) | (key.meta || key.super ? 8 : 0)
}

/** The bits of the kitty protocol's modifier field. */
export function kittyModifiers(key: KeyModifiers): number {
  return (
    (key.shift ? 1 : 0) |
    (key.alt ? 2 : 0) |
    (key.ctrl ? 4 : 0) |
    (key.super ? 8 : 0) |
    (key.hyper ? 16 : 0) |
    (key.meta ? 32 : 0) |
    (key.capsLock ? 64 : 0) |
    (key.numLock ? 128 : 0)
  )
}

/** The character that a key types: Shift changes it, and Caps Lock the case of letters once more. */
export function typedCharacter(char: string, { shift, capsLock }: KeyModifiers): string {
  const typed = shift ? withShift(char) : char
  if (!capsLock || withoutShift(char) !== char || char.toUpperCase() === char) return typed
  return shift ? char : withShift(char)
}
