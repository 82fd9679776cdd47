/**
 * The one table of keys that are not characters: what each sends in the classic (VT220/xterm) encoding and its number
 * in the kitty keyboard protocol. The encoders, the decoder and the spellings all read it.
 */

interface TableRow {
  /**
   * Classic encoding. 'A'…'Z': a final byte, `CSI A` or with modifiers `CSI 1;m A`. A number: `CSI n ~`. Absent: the
   * key sends nothing of its own there.
   */
  readonly classic?: string | number
  /** Sent as SS3 instead of CSI when unmodified: always, or in application cursor mode. */
  readonly ss3?: 'always' | 'cursorKeys'
  /** Number in the kitty protocol, where it differs from the classic one. Its final byte is then `u`. */
  readonly kitty?: number
  /** For a keypad key: the character it types, and its SS3 final byte in application keypad mode. */
  readonly types?: string
  readonly application?: string
  /** For a keypad key: the key it stands for when the program did not ask to distinguish them. */
  readonly like?: string
}

const cursor = (classic: string): TableRow => ({ classic, ss3: 'cursorKeys' })
const keypad = (kitty: number, types: string, application: string): TableRow => ({ kitty, types, application })

const rows = {
  ArrowUp: cursor('A'),
  ArrowDown: cursor('B'),
  ArrowRight: cursor('C'),
  ArrowLeft: cursor('D'),
  Home: cursor('H'),
  End: cursor('F'),
  Insert: { classic: 2 },
  Delete: { classic: 3 },
  PageUp: { classic: 5 },
  PageDown: { classic: 6 },
  Escape: { kitty: 27 },
  Enter: { kitty: 13 },
  Tab: { kitty: 9 },
  Backspace: { kitty: 127 },
  F1: { classic: 'P', ss3: 'always' },
  F2: { classic: 'Q', ss3: 'always' },
  F3: { classic: 'R', ss3: 'always' },
  F4: { classic: 'S', ss3: 'always' },
  F5: { classic: 15 },
  F6: { classic: 17 },
  F7: { classic: 18 },
  F8: { classic: 19 },
  F9: { classic: 20 },
  F10: { classic: 21 },
  F11: { classic: 23 },
  F12: { classic: 24 },
  F13: { classic: 25, kitty: 57376 },
  F14: { classic: 26, kitty: 57377 },
  F15: { classic: 28, kitty: 57378 },
  F16: { classic: 29, kitty: 57379 },
  F17: { classic: 31, kitty: 57380 },
  F18: { classic: 32, kitty: 57381 },
  F19: { classic: 33, kitty: 57382 },
  F20: { classic: 34, kitty: 57383 },
  // The VT220 ends at F20; xterm numbers the rest from 42.
  F21: { classic: 42, kitty: 57384 },
  F22: { classic: 43, kitty: 57385 },
  F23: { classic: 44, kitty: 57386 },
  F24: { classic: 45, kitty: 57387 },
  F25: { classic: 46, kitty: 57388 },
  F26: { classic: 47, kitty: 57389 },
  F27: { classic: 48, kitty: 57390 },
  F28: { classic: 49, kitty: 57391 },
  F29: { classic: 50, kitty: 57392 },
  F30: { classic: 51, kitty: 57393 },
  F31: { classic: 52, kitty: 57394 },
  F32: { classic: 53, kitty: 57395 },
  F33: { classic: 54, kitty: 57396 },
  F34: { classic: 55, kitty: 57397 },
  F35: { classic: 56, kitty: 57398 },
  Keypad0: keypad(57399, '0', 'p'),
  Keypad1: keypad(57400, '1', 'q'),
  Keypad2: keypad(57401, '2', 'r'),
  Keypad3: keypad(57402, '3', 's'),
  Keypad4: keypad(57403, '4', 't'),
  Keypad5: keypad(57404, '5', 'u'),
  Keypad6: keypad(57405, '6', 'v'),
  Keypad7: keypad(57406, '7', 'w'),
  Keypad8: keypad(57407, '8', 'x'),
  Keypad9: keypad(57408, '9', 'y'),
  KeypadDecimal: keypad(57409, '.', 'n'),
  KeypadDivide: keypad(57410, '/', 'o'),
  KeypadMultiply: keypad(57411, '*', 'j'),
  KeypadSubtract: keypad(57412, '-', 'm'),
  KeypadAdd: keypad(57413, '+', 'k'),
  KeypadEnter: { kitty: 57414, application: 'M', like: 'Enter' },
  KeypadEqual: keypad(57415, '=', 'X'),
  KeypadSeparator: keypad(57416, ',', 'l'),
  KeypadLeft: { kitty: 57417, like: 'ArrowLeft' },
  KeypadRight: { kitty: 57418, like: 'ArrowRight' },
  KeypadUp: { kitty: 57419, like: 'ArrowUp' },
  KeypadDown: { kitty: 57420, like: 'ArrowDown' },
  KeypadPageUp: { kitty: 57421, like: 'PageUp' },
  KeypadPageDown: { kitty: 57422, like: 'PageDown' },
  KeypadHome: { kitty: 57423, like: 'Home' },
  KeypadEnd: { kitty: 57424, like: 'End' },
  KeypadInsert: { kitty: 57425, like: 'Insert' },
  KeypadDelete: { kitty: 57426, like: 'Delete' },
  KeypadBegin: cursor('E'),
  CapsLock: { kitty: 57358 },
  ScrollLock: { kitty: 57359 },
  NumLock: { kitty: 57360 },
  PrintScreen: { kitty: 57361 },
  Pause: { kitty: 57362 },
  // xterm sends the Menu key as F16.
  Menu: { classic: 29, kitty: 57363 },
  MediaPlay: { kitty: 57428 },
  MediaPause: { kitty: 57429 },
  MediaPlayPause: { kitty: 57430 },
  MediaReverse: { kitty: 57431 },
  MediaStop: { kitty: 57432 },
  MediaFastForward: { kitty: 57433 },
  MediaRewind: { kitty: 57434 },
  MediaTrackNext: { kitty: 57435 },
  MediaTrackPrevious: { kitty: 57436 },
  MediaRecord: { kitty: 57437 },
  VolumeDown: { kitty: 57438 },
  VolumeUp: { kitty: 57439 },
  VolumeMute: { kitty: 57440 },
  ShiftLeft: { kitty: 57441 },
  ControlLeft: { kitty: 57442 },
  AltLeft: { kitty: 57443 },
  SuperLeft: { kitty: 57444 },
  HyperLeft: { kitty: 57445 },
  MetaLeft: { kitty: 57446 },
  ShiftRight: { kitty: 57447 },
  ControlRight: { kitty: 57448 },
  AltRight: { kitty: 57449 },
  SuperRight: { kitty: 57450 },
  HyperRight: { kitty: 57451 },
  MetaRight: { kitty: 57452 },
  IsoLevel3Shift: { kitty: 57453 },
  IsoLevel5Shift: { kitty: 57454 },
} satisfies Record<string, TableRow>

export type FunctionalKey = keyof typeof rows

export const keyTable: ReadonlyMap<string, TableRow> = new Map(Object.entries(rows))

/** Modifiers and locks: keys that are reported only to programs that want every key as an escape code. */
export function isModifierKey(name: string): boolean {
  return /^(?:Shift|Control|Alt|Super|Hyper|Meta)(?:Left|Right)$|^(?:Caps|Num|Scroll)Lock$|^IsoLevel/.test(name)
}

const unshifted = "`1234567890-=[]\\;',./"
const shifted = '~!@#$%^&*()_+{}|:"<>?'

/** The character that Shift makes of this one on a US keyboard; letters of any script become upper case. */
export function withShift(char: string): string {
  const at = unshifted.indexOf(char)
  if (at >= 0) return shifted[at]
  const upper = char.toUpperCase()
  return [...upper].length === 1 ? upper : char
}

/** The character on the same key without Shift, as on a US keyboard. */
export function withoutShift(char: string): string {
  const at = shifted.indexOf(char)
  if (at >= 0) return unshifted[at]
  const lower = char.toLowerCase()
  return [...lower].length === 1 ? lower : char
}
