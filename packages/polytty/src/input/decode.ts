/**
 * Bytes that a person's terminal sent, back to keys, mouse actions, pastes and focus changes: for those who capture
 * input or show it. Each call decodes one piece of input on its own; where an encoding is ambiguous (Ctrl+I is Tab) the
 * more common key is meant.
 */
import { decodeMouse } from './decode-mouse.js'
import type { KeyModifiers, KeyPress } from './key.js'
import { characterKey } from './key-names.js'
import { keyTable } from './key-table.js'
import type { MouseAction } from './mouse.js'

type Decoded =
  | { readonly type: 'key'; readonly key: KeyPress }
  | { readonly type: 'mouse'; readonly action: MouseAction }
  | { readonly type: 'focus'; readonly focused: boolean }
  /** A sequence that is not input we know. */
  | { readonly type: 'unknown' }

/** One thing that a person did, and the bytes it came in. */
export type InputEvent = { readonly bytes: Uint8Array } & (Decoded | { readonly type: 'paste'; readonly text: string })

// Of keys that send the same, the first in the table is meant: F16, not Menu.
const entries = [...keyTable].reverse()
const named = <K>(keyOf: (row: (typeof entries)[number][1]) => K | undefined): Map<K, string> =>
  new Map(entries.flatMap(([name, row]): [K, string][] => (keyOf(row) === undefined ? [] : [[keyOf(row) as K, name]])))

const byFinal = named((row) => (typeof row.classic === 'string' ? row.classic : undefined))
const byApplication = named((row) => row.application)
const byKitty = named((row) => row.kitty)
const byNumber = new Map([
  // What other terminals send for Home, End and F1 to F4, and the kitty protocol for F3 and the middle of the keypad.
  ...Object.entries({
    1: 'Home',
    4: 'End',
    7: 'Home',
    8: 'End',
    11: 'F1',
    12: 'F2',
    13: 'F3',
    14: 'F4',
    57427: 'KeypadBegin',
  }).map(([number, name]): [number, string] => [Number(number), name]),
  ...named((row) => (typeof row.classic === 'number' ? row.classic : undefined)),
])

/** No key types more than this at once. */
const MAX_TEXT_CODES = 64
const PASTE_START = '\x1b[200~'
const PASTE_END = '\x1b[201~'
const utf8 = new TextDecoder()
const sequencePattern = /\x1b\[([<=>?]?)([\d:;]*)([ -/]*)([@-~])/y

/** What was typed, pasted, clicked and focused, in order. Never fails: what is unknown says so. */
export function decodeInput(bytes: Uint8Array): InputEvent[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const events: InputEvent[] = []
  for (let at = 0; at < text.length; ) {
    if (text.startsWith(PASTE_START, at)) {
      const end = text.indexOf(PASTE_END, at)
      const next = end < 0 ? text.length : end + PASTE_END.length
      const inner = bytes.subarray(at + PASTE_START.length, end < 0 ? next : end)
      events.push({ type: 'paste', text: utf8.decode(inner), bytes: bytes.subarray(at, next) })
      at = next
    } else {
      const [length, event] = decodeOne(text, bytes, at)
      events.push({ ...event, bytes: bytes.subarray(at, at + length) })
      at += length
    }
  }
  return events
}

function decodeOne(text: string, bytes: Uint8Array, at: number): [length: number, event: Decoded] {
  if (text[at] !== '\x1b') return decodeCharacter(bytes, at)
  if (text[at + 1] === '[') {
    sequencePattern.lastIndex = at
    const found = sequencePattern.exec(text)
    if (found) return decodeSequence(found, text, at)
  }
  if (text[at + 1] === 'O' && at + 2 < text.length) {
    const key = byFinal.get(text[at + 2]) ?? byApplication.get(text[at + 2])
    if (key) return [3, { type: 'key', key: { key } }]
  }
  if (at + 1 >= text.length) return [1, { type: 'key', key: { key: 'Escape' } }]
  // Alt comes as an ESC before whatever the key sends by itself.
  const [length, event] = text.startsWith('\x1b\x1b', at)
    ? decodeAfterEscape(text, bytes, at)
    : decodeCharacter(bytes, at + 1)
  return [length + 1, event.type === 'key' ? { type: 'key', key: { ...event.key, alt: true } } : event]
}

/** ESC ESC is Alt+Escape unless a sequence follows: then that has the Alt. */
function decodeAfterEscape(text: string, bytes: Uint8Array, at: number): [number, Decoded] {
  const next = text[at + 2]
  return next === '[' || next === 'O' ? decodeOne(text, bytes, at + 1) : [1, { type: 'key', key: { key: 'Escape' } }]
}

function decodeCharacter(bytes: Uint8Array, at: number): [number, Decoded] {
  const first = bytes[at]
  const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const char = utf8.decode(bytes.subarray(at, at + length))
  // Bytes that are no UTF-8 are taken one by one.
  if (char === '\ufffd' || [...char].length !== 1) return [1, { type: 'unknown' }]
  return [length, { type: 'key', key: characterKey(char) }]
}

function decodeSequence(found: RegExpExecArray, text: string, at: number): [number, Decoded] {
  const [whole, prefix, parameters, intermediates, final] = found
  const numbers = parameters.split(';').map((part) => part.split(':').map(Number))
  if (prefix === '' && parameters === '' && final === 'M' && at + 6 <= text.length) {
    const [code, x, y] = [3, 4, 5].map((offset) => text.charCodeAt(at + offset) - 32)
    return [6, mouse(code, x, y, false)]
  }
  const decoded = intermediates === '' ? decodeParameters(prefix, numbers, final) : null
  return [whole.length, decoded ?? { type: 'unknown' }]
}

function decodeParameters(prefix: string, numbers: number[][], final: string): Decoded | null {
  const [[number = 0], [modifiers = 0, event = 1] = [], third = []] = numbers
  if (prefix === '<' && (final === 'M' || final === 'm')) return mouse(number, modifiers, third[0] ?? 0, final === 'm')
  if (prefix !== '') return null
  if (final === 'M') return mouse(number - 32, modifiers, third[0] ?? 0, false)
  if (final === 'I' || final === 'O') return { type: 'focus', focused: final === 'I' }
  if (final === 'Z') return key('Tab', { shift: true })
  const details = { ...xtermModifierNames(modifiers), ...eventName(event) }
  if (final === '~' && number === 27 && third.length > 0) return codeKey(third[0], xtermModifierNames(modifiers))
  if (final === '~') return key(byNumber.get(number), details)
  if (final === 'u') {
    const typed =
      third.length > 0 && third[0] > 0
        ? String.fromCodePoint(...third.slice(0, MAX_TEXT_CODES).filter(isCodePoint))
        : undefined
    return codeKey(number, { ...kittyModifierNames(modifiers), ...eventName(event), ...(typed && { text: typed }) })
  }
  return key(byFinal.get(final), details)
}

function key(name: string | undefined, details: Omit<KeyPress, 'key'>): Decoded | null {
  return name === undefined ? null : { type: 'key', key: { key: name, ...details } }
}

function codeKey(code: number, details: Omit<KeyPress, 'key'>): Decoded | null {
  const name = byKitty.get(code) ?? (isCodePoint(code) && code >= 32 ? String.fromCodePoint(code) : undefined)
  return key(name, details)
}

function mouse(code: number, x: number, y: number, released: boolean): Decoded {
  const action = decodeMouse(code, x, y, released)
  return action ? { type: 'mouse', action } : { type: 'unknown' }
}

function isCodePoint(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
}

function eventName(event: number): Pick<KeyPress, 'event'> {
  return event === 2 ? { event: 'repeat' } : event === 3 ? { event: 'release' } : {}
}

const xtermNames = ['shift', 'alt', 'ctrl', 'meta'] as const
const kittyNames = ['shift', 'alt', 'ctrl', 'super', 'hyper', 'meta', 'capsLock', 'numLock'] as const

const xtermModifierNames = (parameter: number) => modifierNames(parameter, xtermNames)
const kittyModifierNames = (parameter: number) => modifierNames(parameter, kittyNames)

function modifierNames(parameter: number, names: readonly (keyof KeyModifiers)[]): KeyModifiers {
  const bits = Math.max(parameter - 1, 0)
  return Object.fromEntries(names.filter((_, bit) => bits & (1 << bit)).map((name) => [name, true]))
}
