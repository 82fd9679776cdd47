/**
 * Keys in the classic encoding: what xterm sends as long as the program has not asked for the kitty protocol, with
 * cursor-key, keypad, backarrow and newline modes and modifyOtherKeys.
 */
import type { TerminalModes } from '@polytty/terminal'
import { type KeyPress, typedCharacter, xtermModifiers } from './key.js'
import { keyTable } from './key-table.js'

const ESC = '\x1b'
const CSI = '\x1b['
const SS3 = '\x1bO'
const VT52_KEYPAD = '\x1b?'

export type KeyModes = Partial<
  Pick<
    TerminalModes,
    | 'ansi'
    | 'cursorKeys'
    | 'keypad'
    | 'numLock'
    | 'newLine'
    | 'backarrowKey'
    | 'metaSendsEscape'
    | 'kittyKeyboard'
    | 'modifyOtherKeys'
    | 'formatOtherKeys'
    | 'modifyCursorKeys'
    | 'modifyFunctionKeys'
  >
>

/** The bytes of a key press, as a string of them; '' for keys that have no classic encoding. */
export function encodeClassic(press: KeyPress, modes: KeyModes): string {
  const row = keyTable.get(press.key)
  if (!row) return encodeCharacter(press, modes)
  const isVt52 = modes.ansi === false
  // A VT52 knows no modifiers.
  const modifiers = isVt52 ? 0 : xtermModifiers(press)
  if (row.application && modes.keypad && !(press.numLock && modes.numLock !== false))
    return (isVt52 ? VT52_KEYPAD : SS3) + (modifiers ? modifiers + 1 : '') + row.application
  // The keypad types what is printed on it, whatever Shift and Ctrl would make of that character elsewhere.
  if (row.types !== undefined) return altPrefix(press, modes) + row.types
  if (row.like) return encodeClassic({ ...press, key: row.like }, { ...modes, modifyOtherKeys: 0 })
  if (row.classic === undefined) return encodeControlKey(press, modes)
  const isSingle = row.ss3 === 'always' || (row.ss3 === 'cursorKeys' && modes.cursorKeys === true)
  if (modifiers) return encodeModified(press, row.classic, isSingle, modifiers, modes)
  if (typeof row.classic === 'number') return `${CSI}${row.classic}~`
  return (isVt52 ? ESC : isSingle ? SS3 : CSI) + row.classic
}

/**
 * Where the modifiers go is the program's choice (XTMODKEYS): -1 nowhere, 0 into the plain sequence, 1 the same but
 * always as CSI, 2 as the second parameter, 3 marked as private. Editing keys have no such choice in xterm.
 */
function encodeModified(
  press: KeyPress,
  classic: string | number,
  isSingle: boolean,
  modifiers: number,
  modes: KeyModes,
): string {
  const functionKey = /^F(\d+)$/.exec(press.key)
  const chosen = functionKey ? modes.modifyFunctionKeys : typeof classic === 'string' ? modes.modifyCursorKeys : 2
  const level = chosen ?? 2
  if (level < 0) {
    if (functionKey) return numberedFunctionKey(Number(functionKey[1]), press)
    return (isSingle ? SS3 : CSI) + classic
  }
  const introducer = level >= 3 ? `${CSI}>` : level === 0 && isSingle ? SS3 : CSI
  if (typeof classic === 'number') return `${introducer}${classic};${modifiers + 1}~`
  return `${introducer}${level >= 2 ? '1;' : ''}${modifiers + 1}${classic}`
}

/** Function keys without modifiers: Shift makes F11 of F1, Ctrl F21. */
function numberedFunctionKey(number: number, press: KeyPress): string {
  const made = number + (press.shift ? 10 : 0) + (press.ctrl ? 20 : 0)
  const known = keyTable.has(`F${made}`)
  // Beyond the table the numbers go on as they do from F21.
  return known ? encodeClassic({ key: `F${made}` }, {}) : `${CSI}${made + 21}~`
}

/** Escape, Enter, Tab and Backspace: single control characters, with Alt as an ESC before them. */
function encodeControlKey(press: KeyPress, modes: KeyModes): string {
  const modifiers = xtermModifiers(press)
  const level = modes.modifyOtherKeys ?? 0
  const prefix = altPrefix(press, modes)
  switch (press.key) {
    case 'Escape':
      return level >= 2 && modifiers ? otherKey(27, modifiers, modes) : prefix + ESC
    case 'Enter':
      if (level >= 1 && modifiers && !(level === 1 && onlyAlt(press))) return otherKey(13, modifiers, modes)
      return prefix + (modes.newLine ? '\r\n' : '\r')
    case 'Tab':
      if (modifiers === 1) return `${CSI}Z`
      if (level >= 1 && modifiers && !(level === 1 && onlyAlt(press))) return otherKey(9, modifiers, modes)
      return prefix + (press.shift ? `${CSI}Z` : '\t')
    case 'Backspace': {
      // Ctrl sends the other one of BS and DEL, whichever the mode made the plain key send.
      const backspace = Boolean(modes.backarrowKey) !== Boolean(press.ctrl)
      if (level >= 2 && modifiers & ~4) return otherKey(backspace ? 8 : 127, modifiers, modes)
      return prefix + (backspace ? '\b' : '\x7f')
    }
    default:
      return ''
  }
}

function encodeCharacter(press: KeyPress, modes: KeyModes): string {
  const char = typedCharacter(press.key, press)
  const level = modes.modifyOtherKeys ?? 0
  const modifiers = xtermModifiers(press)
  const control = press.ctrl ? controlCode(char) : null
  if (level >= 1 && modifiers && wantsOtherKey(press, char, control !== null, level))
    return otherKey(char.codePointAt(0) as number, modifiers, modes)
  return altPrefix(press, modes) + (control ?? press.text ?? char)
}

/**
 * Level 1 leaves alone what has a well-known classic meaning; level 2 leaves only plain text, and shifted text where no
 * control code could be made of it. As xterm does it.
 */
function wantsOtherKey(press: KeyPress, char: string, hasControlCode: boolean, level: number): boolean {
  if (xtermModifiers(press) === 1) return level >= 2 && (char === ' ' || (char >= '@' && char <= '~'))
  if (level >= 2) return true
  return Boolean(press.ctrl) && (!hasControlCode || (char === '?' && press.shift === true))
}

function otherKey(code: number, modifiers: number, modes: KeyModes): string {
  return modes.formatOtherKeys === 1 ? `${CSI}${code};${modifiers + 1}u` : `${CSI}27;${modifiers + 1};${code}~`
}

/** The control code that Ctrl makes of a character, null where there is none: as X11 keyboards do, with Ctrl+? as DEL. */
function controlCode(char: string): string | null {
  if (char.length !== 1) return null
  const code = char.charCodeAt(0)
  if (code === 0x20 || (code >= 0x40 && code <= 0x7e)) return String.fromCharCode(code & 0x1f)
  if (char === '/') return '\x1f'
  if (char === '8' || char === '?') return '\x7f'
  if (char >= '2' && char <= '7') return String.fromCharCode(code === 0x32 ? 0 : code - 0x33 + 0x1b)
  return null
}

/** Alt is an ESC before what the key sends by itself, unless the program does not want that (mode 1036). */
function altPrefix(press: KeyPress, modes: KeyModes): string {
  return isAlt(press) && modes.metaSendsEscape !== false ? ESC : ''
}

function isAlt(press: KeyPress): boolean {
  return Boolean(press.alt || press.meta)
}

function onlyAlt(press: KeyPress): boolean {
  return isAlt(press) && !press.ctrl && !press.shift
}
