/** Key press → bytes for the program, in the encoding that the program chose by its modes. */
import { CoreError } from '../base/core-error.js'
import { encodeClassic, type KeyModes } from './classic-keys.js'
import type { KeyPress } from './key.js'
import { isOneCharacter, parseKey } from './key-names.js'
import { keyTable } from './key-table.js'
import { encodeKitty, speaksKitty } from './kitty-keys.js'

const encoder = new TextEncoder()

/**
 * The bytes that a terminal in these modes sends for a key. Empty for keys and events which that terminal would not
 * report: a release without the kitty protocol, a lone Shift.
 */
export function encodeKey(key: KeyPress | string, modes: KeyModes = {}): Uint8Array {
  return encoder.encode(encode(typeof key === 'string' ? parseKey(key) : checked(key), modes))
}

function encode(press: KeyPress, modes: KeyModes): string {
  if (speaksKitty(modes.kittyKeyboard ?? 0)) return encodeKitty(press, modes)
  return press.event === 'release' ? '' : encodeClassic(press, modes)
}

/** A KeyPress may use any spelling for its key; its own modifiers add to those in the spelling. */
function checked(press: KeyPress): KeyPress {
  if (typeof press.key !== 'string')
    throw new CoreError('invalid-params', `a key press needs a key name, not ${typeof press.key}`)
  if (keyTable.has(press.key) || (isOneCharacter(press.key) && press.key >= ' ' && press.key !== '\x7f')) return press
  return { ...press, ...parseKey(press.key) }
}
