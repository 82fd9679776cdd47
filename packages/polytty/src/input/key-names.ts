/**
 * The spellings of keys that people and protocols use: 'Ctrl+Shift+Right', 'ctrl_c', 'page_up', 'F5', 'C-x', '^C',
 * 'KeyA', a single character. A dialect that takes fewer spellings checks that itself before it asks here.
 */
import { CoreError } from '../base/core-error.js'
import type { KeyModifiers, KeyPress } from './key.js'
import { keyTable } from './key-table.js'

const MAX_SPELLING_CHARS = 64

const aliases: Readonly<Record<string, string>> = {
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  return: 'Enter',
  cr: 'Enter',
  esc: 'Escape',
  bs: 'Backspace',
  bspace: 'Backspace',
  del: 'Delete',
  dc: 'Delete',
  ins: 'Insert',
  ic: 'Insert',
  pgup: 'PageUp',
  ppage: 'PageUp',
  prior: 'PageUp',
  pgdn: 'PageDown',
  pgdown: 'PageDown',
  npage: 'PageDown',
  next: 'PageDown',
  space: ' ',
  spacebar: ' ',
  plus: '+',
  minus: '-',
  underscore: '_',
  comma: ',',
  period: '.',
  slash: '/',
  backslash: '\\',
  semicolon: ';',
  quote: "'",
  apostrophe: "'",
  backquote: '`',
  grave: '`',
  equal: '=',
  bracketleft: '[',
  bracketright: ']',
  print: 'PrintScreen',
  contextmenu: 'Menu',
  kpplus: 'KeypadAdd',
  kpminus: 'KeypadSubtract',
  kpcomma: 'KeypadSeparator',
  numpadcomma: 'KeypadSeparator',
  kpprior: 'KeypadPageUp',
  kpnext: 'KeypadPageDown',
  audiovolumeup: 'VolumeUp',
  audiovolumedown: 'VolumeDown',
  audiovolumemute: 'VolumeMute',
}

const names = new Map<string, string>([
  ...[...keyTable.keys()].map((name): [string, string] => [name.toLowerCase(), name]),
  ...[...keyTable.keys()]
    .filter((name) => name.startsWith('Keypad'))
    .flatMap((name): [string, string][] => {
      const rest = name.slice('Keypad'.length).toLowerCase()
      return [
        [`kp${rest}`, name],
        [`numpad${rest}`, name],
      ]
    }),
  ...Object.entries(aliases),
  // The names of browsers for the keys of a US keyboard.
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter): [string, string] => [`key${letter}`, letter]),
  ...[...'0123456789'].map((digit): [string, string] => [`digit${digit}`, digit]),
])

/** Names as people write them, for guesses at what was meant. */
export const spellings: readonly string[] = [...keyTable.keys(), 'Up', 'Down', 'Left', 'Right', 'Esc', 'Space']

const modifierNames: Readonly<Record<string, keyof KeyModifiers>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  option: 'alt',
  opt: 'alt',
  shift: 'shift',
  meta: 'meta',
  super: 'super',
  cmd: 'super',
  command: 'super',
  win: 'super',
  hyper: 'hyper',
}

/** The short forms of Emacs and tmux, which only make sense before a hyphen. */
const shortModifiers: Readonly<Record<string, keyof KeyModifiers>> = { C: 'ctrl', M: 'alt', A: 'alt', S: 'shift' }

// Made when it is first needed, since it takes 10 ms.
let graphemes: Intl.Segmenter | null = null

/** True for text that one key press can type: a single character, combining marks included. */
export function isOneCharacter(text: string): boolean {
  if (text.length <= 1) return text.length === 1
  if (text.length > MAX_SPELLING_CHARS) return false
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const segments = graphemes.segment(text)[Symbol.iterator]()
  segments.next()
  return segments.next().done === true
}

/** The key named by this spelling. Unknown ones are an `invalid-params` error that says what would be understood. */
export function parseKey(spelling: string): KeyPress {
  const key = spelling.length <= MAX_SPELLING_CHARS ? parse(spelling) : null
  if (key) return key
  const shown = JSON.stringify(spelling.slice(0, MAX_SPELLING_CHARS))
  throw new CoreError(
    'invalid-params',
    `unknown key ${shown}: give one character, or a name like Enter, ArrowUp, PageDown or F5, with modifiers as in Ctrl+Shift+Right`,
    { key: spelling.slice(0, MAX_SPELLING_CHARS) },
  )
}

function parse(spelling: string): KeyPress | null {
  if (isOneCharacter(spelling)) return characterKey(spelling)
  const plain = spelling.toLowerCase().replace(/[-_ ]/g, '')
  if (plain === 'backtab' || plain === 'btab') return { key: 'Tab', shift: true }
  const name = names.get(plain)
  if (name) return { key: name }
  if (spelling.length === 2 && spelling[0] === '^') return { ...characterKey(spelling[1]), ctrl: true }
  const prefix = /^([A-Za-z]+)([-+_])(?=.)/s.exec(spelling)
  if (!prefix) return null
  const modifier = modifierNames[prefix[1].toLowerCase()] ?? (prefix[2] === '-' ? shortModifiers[prefix[1]] : undefined)
  const rest = modifier && parse(spelling.slice(prefix[0].length))
  return rest ? { ...rest, [modifier]: true } : null
}

/** Control characters are the keys that send them, so that pressing "\r" is pressing Enter. */
export function characterKey(char: string): KeyPress {
  const code = char.codePointAt(0) as number
  if (char === '\r\n' || code === 13) return { key: 'Enter' }
  if (code === 9) return { key: 'Tab' }
  if (code === 27) return { key: 'Escape' }
  if (code === 127) return { key: 'Backspace' }
  if (code < 32) return { key: String.fromCharCode(code + 64).toLowerCase(), ctrl: true }
  return { key: char }
}
