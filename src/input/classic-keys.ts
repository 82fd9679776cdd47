/**
 * Keys in the classic encoding: what xterm sends as long as the program has not asked for the kitty protocol, with
 * cursor-key, keypad, backarrow and newline modes and modifyOtherKeys.
 */
import type { TerminalModes } from '../terminal/types.js'
import { type KeyPress, xtermModifiers } from './key.js'
import { keyTable, withShift } from './key-table.js'

const ESC = '\x1b'
const CSI = '\x1b['
const SS3 = '\x1bO'
const VT52_KEYPAD = '\x1b?'

export type KeyModes = Partial<
  Pick<
    TerminalModes,
    'ansi' | 'cursorKeys' | 'keypad' | 'newLine' | 'backarrowKey' | 'kittyKeyboard' | 'modifyOtherKeys'
  >
>

/** The bytes of a key press, as a string of them; '' for keys that have no classic encoding. */
export function encodeClassic(press: KeyPress, modes: KeyModes): string {
  const row = keyTable.get(press.key)
  if (!row) return encodeCharacter(press, modes)
  const isVt52 = modes.ansi === false
  if (row.application && modes.keypad && xtermModifiers(press) === 0)
    return (isVt52 ? VT52_KEYPAD : SS3) + row.application
  if (row.types !== undefined) return encodeCharacter({ ...press, key: row.types }, modes)
  if (row.like) return encodeClassic({ ...press, key: row.like }, modes)
  if (row.classic === undefined) return encodeControlKey(press, modes)
  const modifiers = xtermModifiers(press)
  if (typeof row.classic === 'number')
    return modifiers ? `${CSI}${row.classic};${modifiers + 1}~` : `${CSI}${row.classic}~`
  // A VT52 has arrows and four function keys, and no modifiers for them.
  if (isVt52) return ESC + row.classic
  if (modifiers) return `${CSI}1;${modifiers + 1}${row.classic}`
  const single = row.ss3 === 'always' || (row.ss3 === 'cursorKeys' && modes.cursorKeys)
  return (single ? SS3 : CSI) + row.classic
}

/** Escape, Enter, Tab and Backspace: single control characters, with Alt as an ESC before them. */
function encodeControlKey(press: KeyPress, modes: KeyModes): string {
  const modifiers = xtermModifiers(press)
  const level = modes.modifyOtherKeys ?? 0
  const prefix = isAlt(press) ? ESC : ''
  switch (press.key) {
    case 'Escape':
      return level >= 2 && modifiers ? otherKey(27, modifiers) : prefix + ESC
    case 'Enter':
      if (level >= 1 && modifiers && !(level === 1 && onlyAlt(press))) return otherKey(13, modifiers)
      return prefix + (modes.newLine ? '\r\n' : '\r')
    case 'Tab':
      if (modifiers === 1) return `${CSI}Z`
      if (level >= 1 && modifiers && !(level === 1 && onlyAlt(press))) return otherKey(9, modifiers)
      return prefix + (press.shift ? `${CSI}Z` : '\t')
    case 'Backspace': {
      // Ctrl sends the other one of BS and DEL, whichever the mode made the plain key send.
      const backspace = Boolean(modes.backarrowKey) !== Boolean(press.ctrl)
      if (level >= 2 && modifiers & ~4) return otherKey(127, modifiers)
      return prefix + (backspace ? '\b' : '\x7f')
    }
    default:
      return ''
  }
}

function encodeCharacter(press: KeyPress, modes: KeyModes): string {
  const char = press.shift ? withShift(press.key) : press.key
  const level = modes.modifyOtherKeys ?? 0
  const modifiers = xtermModifiers(press)
  const control = press.ctrl ? controlCode(char, press.key) : null
  if (level >= 1 && modifiers && wantsOtherKey(press, char, control !== null, level))
    return otherKey(char.codePointAt(0) as number, modifiers)
  const prefix = isAlt(press) ? ESC : ''
  return prefix + (control ?? press.text ?? char)
}

/**
 * Level 1 leaves alone what has a well-known classic meaning; level 2 leaves only plain and shifted text.
 * Source: xterm's description of modifyOtherKeys.
 */
function wantsOtherKey(press: KeyPress, char: string, hasControlCode: boolean, level: number): boolean {
  if (xtermModifiers(press) === 1) return level >= 2 && char === ' '
  if (level >= 2) return true
  if (!press.ctrl) return false
  return !hasControlCode || Boolean(press.shift && /^[A-Za-z]$/.test(char))
}

function otherKey(code: number, modifiers: number): string {
  return `${CSI}27;${modifiers + 1};${code}~`
}

/**
 * The control code that Ctrl makes of a character, null where there is none: the rule that X11 keyboards follow, with
 * Ctrl+? as DEL. Where Shift changed the key to one without a code, the unshifted key decides (Ctrl+Shift+2 is Ctrl+@).
 */
function controlCode(char: string, unshifted: string): string | null {
  return singleControlCode(char) ?? singleControlCode(unshifted)
}

function singleControlCode(char: string): string | null {
  if (char.length !== 1) return null
  const code = char.charCodeAt(0)
  if (code === 0x20 || (code >= 0x40 && code <= 0x7e)) return String.fromCharCode(code & 0x1f)
  if (char === '/') return '\x1f'
  if (char === '8' || char === '?') return '\x7f'
  if (char >= '2' && char <= '7') return String.fromCharCode(code === 0x32 ? 0 : code - 0x33 + 0x1b)
  return null
}

function isAlt(press: KeyPress): boolean {
  return Boolean(press.alt || press.meta)
}

function onlyAlt(press: KeyPress): boolean {
  return isAlt(press) && !press.ctrl && !press.shift
}
