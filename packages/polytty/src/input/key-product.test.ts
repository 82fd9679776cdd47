/**
 * Every key with every modifier in every mode, against the rules of xterm and of kitty's protocol. The rules are stated
 * here once more, from the keyboard's side: what is printed on a key, what the manuals call its sequence.
 */
import { expect, test } from 'vitest'
import type { KeyModes } from './classic-keys.js'
import { encodeKey } from './encode-key.js'
import type { KeyPress } from './key.js'

const csi = '\x1b['
const ss3 = '\x1bO'
const caps = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Both characters on each key of a US keyboard. */
const characters = new Map([
  ...[..."`1234567890-=[]\\;',./"].map((char, at): [string, string] => [char, '~!@#$%^&*()_+{}|:"<>?'[at]]),
  ...[...caps].map((char): [string, string] => [char.toLowerCase(), char]),
  [' ', ' '],
])

const cursorFinals = { ArrowUp: 'A', ArrowDown: 'B', ArrowRight: 'C', ArrowLeft: 'D', Home: 'H', End: 'F' }
const editNumbers = { Insert: 2, Delete: 3, PageUp: 5, PageDown: 6 }
const functionNumbers = [15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
/** What the keypad types, with the final byte in application mode and kitty's number counted from 57399. */
const keypad = [...'0123456789./*-+'].map((char, at) => ({
  key: `Keypad${/\d/.test(char) ? char : ['Decimal', 'Divide', 'Multiply', 'Subtract', 'Add'][at - 10]}`,
  char,
  final: 'pqrstuvwxynojmk'[at],
  kitty: 57399 + at,
}))

/** Modifier bits as kitty numbers them; the lowest three are xterm's too. */
function press(key: string, bits: number, event?: KeyPress['event']): KeyPress {
  const names = ['shift', 'alt', 'ctrl', 'super', 'hyper', 'meta', 'capsLock', 'numLock']
  const held = names.filter((_, bit) => bits & (1 << bit)).map((name) => [name, true])
  return { key, ...(event && { event }), ...Object.fromEntries(held) }
}

/** Presses every key that `rule` has bytes for and gives back those that sent others. */
function wrong(modes: KeyModes, keys: Iterable<string>, rule: (key: string, bits: number) => string): string[] {
  const found: string[] = []
  for (const key of keys)
    for (let bits = 0; bits < 8; bits++) {
      const sent = Buffer.from(encodeKey(press(key, bits), modes)).toString('latin1')
      const expected = rule(key, bits)
      if (sent !== expected) found.push(`${key} with ${bits}: ${JSON.stringify(sent)}, not ${JSON.stringify(expected)}`)
    }
  return found
}

const alt = (bits: number) => (bits & 2 ? '\x1b' : '')

/** xterm's control codes: the column of the ASCII table for '@' to '~', and the digits beside them. */
function controlCode(char: string): string | undefined {
  if (char === ' ' || (char >= '@' && char <= '~')) return String.fromCharCode(char.charCodeAt(0) & 31)
  return { 2: '\0', 3: '\x1b', 4: '\x1c', 5: '\x1d', 6: '\x1e', 7: '\x1f', 8: '\x7f', '/': '\x1f', '?': '\x7f' }[char]
}

function typed(key: string, bits: number): string {
  const char = bits & 1 ? (characters.get(key) as string) : key
  return alt(bits) + (bits & 4 ? (controlCode(char) ?? char) : char)
}

test('characters', () => {
  expect(wrong({}, characters.keys(), typed)).toEqual([])
  expect(wrong({ cursorKeys: true, keypad: true, newLine: true }, characters.keys(), typed)).toEqual([])
  expect(wrong({ metaSendsEscape: false }, characters.keys(), (key, bits) => typed(key, bits & ~2))).toEqual([])
})

test.each([0, 1] as const)('characters with modifyOtherKeys in format %i', (formatOtherKeys) => {
  const other = (code: number, bits: number) =>
    formatOtherKeys ? `${csi}${code};${bits + 1}u` : `${csi}27;${bits + 1};${code}~`
  const code = (key: string, bits: number) => (bits & 1 ? (characters.get(key) as string) : key).charCodeAt(0)
  // Level 1 is for Ctrl with characters that have no code of their own; Ctrl+Shift+/ counts as such.
  const one = (key: string, bits: number) => {
    const char = String.fromCharCode(code(key, bits))
    return bits & 4 && (controlCode(char) === undefined || char === '?')
      ? other(code(key, bits), bits)
      : typed(key, bits)
  }
  // Level 2 leaves what is typed without modifiers, and with Shift what lies before '@'.
  const two = (key: string, bits: number) => {
    const isShifted = bits === 1 && code(key, 1) < 64 && key !== ' '
    return bits === 0 || isShifted ? typed(key, bits) : other(code(key, bits), bits)
  }
  expect(wrong({ modifyOtherKeys: 1, formatOtherKeys }, characters.keys(), one)).toEqual([])
  expect(wrong({ modifyOtherKeys: 2, formatOtherKeys }, characters.keys(), two)).toEqual([])
})

test('Enter, Tab, Backspace and Escape', () => {
  const plain = (key: string, bits: number) => {
    if (key === 'Enter') return `${alt(bits)}\r`
    if (key === 'Escape') return `${alt(bits)}\x1b`
    if (key === 'Tab') return alt(bits) + (bits & 1 ? `${csi}Z` : '\t')
    return alt(bits) + (bits & 4 ? '\b' : '\x7f')
  }
  const keys = ['Enter', 'Tab', 'Backspace', 'Escape']
  const codes: Record<string, number> = { Enter: 13, Tab: 9, Escape: 27 }
  const other = (key: string, bits: number) => `${csi}27;${bits + 1};${codes[key] ?? (bits & 4 ? 8 : 127)}~`
  // Alt alone, and Shift with Tab, keep their old meaning; Backspace and Escape change at level 2 only.
  const one = (key: string, bits: number) => {
    const isKept = bits === 0 || bits === 2 || key === 'Backspace' || key === 'Escape' || (key === 'Tab' && bits === 1)
    return isKept ? plain(key, bits) : other(key, bits)
  }
  const two = (key: string, bits: number) => {
    const isKept = bits === 0 || (key === 'Tab' && bits === 1) || (key === 'Backspace' && bits === 4)
    return isKept ? plain(key, bits) : other(key, bits)
  }
  const swapped = (key: string, bits: number) => plain(key, key === 'Backspace' ? bits ^ 4 : bits)
  expect(wrong({}, keys, plain)).toEqual([])
  expect(wrong({ backarrowKey: true }, keys, swapped)).toEqual([])
  expect(wrong({ newLine: true }, ['Enter'], (key, bits) => `${plain(key, bits)}\n`)).toEqual([])
  expect(wrong({ modifyOtherKeys: 1 }, keys, one)).toEqual([])
  expect(wrong({ modifyOtherKeys: 2 }, keys, two)).toEqual([])
})

test.each([-1, 0, 1, 2, 3])('cursor keys where modifiers go by rule %i', (modifyCursorKeys) => {
  const finals = new Map([...Object.entries(cursorFinals), ['KeypadBegin', 'E']])
  for (const name of Object.keys(cursorFinals))
    finals.set(name.replace(/^Arrow|^/, 'Keypad'), finals.get(name) as string)
  for (const cursorKeys of [false, true]) {
    const plain = cursorKeys ? ss3 : csi
    const rule = (key: string, bits: number) => {
      const final = finals.get(key)
      if (bits === 0 || modifyCursorKeys < 0) return `${plain}${final}`
      if (modifyCursorKeys < 2) return `${modifyCursorKeys ? csi : plain}${bits + 1}${final}`
      return `${csi}${modifyCursorKeys === 3 ? '>' : ''}1;${bits + 1}${final}`
    }
    expect(wrong({ cursorKeys, modifyCursorKeys }, finals.keys(), rule)).toEqual([])
  }
})

test.each([-1, 0, 1, 2, 3])('function keys where modifiers go by rule %i', (modifyFunctionKeys) => {
  const number = (key: number) => (key > 20 ? key + 21 : functionNumbers[key - 5])
  const plain = (key: number) => (key < 5 ? `${ss3}${'PQRS'[key - 1]}` : `${csi}${number(key)}~`)
  const rule = (name: string, bits: number) => {
    const key = Number(name.slice(1))
    const mark = modifyFunctionKeys === 3 ? '>' : ''
    if (bits === 0) return plain(key)
    if (modifyFunctionKeys < 0) return plain(key + (bits & 1 ? 10 : 0) + (bits & 4 ? 20 : 0))
    if (key > 4) return `${csi}${mark}${number(key)};${bits + 1}~`
    if (modifyFunctionKeys < 2) return `${modifyFunctionKeys ? csi : ss3}${bits + 1}${'PQRS'[key - 1]}`
    return `${csi}${mark}1;${bits + 1}${'PQRS'[key - 1]}`
  }
  const keys = Array.from({ length: 35 }, (_, at) => `F${at + 1}`)
  expect(wrong({ modifyFunctionKeys, cursorKeys: true }, keys, rule)).toEqual([])
})

test('editing keys, on the keypad too', () => {
  const numbers = new Map<string, number>([...Object.entries(editNumbers), ['Menu', 29]])
  for (const [name, number] of Object.entries(editNumbers)) numbers.set(`Keypad${name}`, number)
  const rule = (key: string, bits: number) => `${csi}${numbers.get(key)}${bits ? `;${bits + 1}` : ''}~`
  expect(wrong({}, numbers.keys(), rule)).toEqual([])
  expect(wrong({ modifyCursorKeys: 3, modifyFunctionKeys: 3, modifyOtherKeys: 2 }, numbers.keys(), rule)).toEqual([])
})

test('the keypad', () => {
  const rows = new Map(keypad.map((row) => [row.key, row]))
  const numeric = (key: string, bits: number) => alt(bits) + rows.get(key)?.char
  const application = (key: string, bits: number) => `${ss3}${bits ? bits + 1 : ''}${rows.get(key)?.final}`
  expect(wrong({}, rows.keys(), numeric)).toEqual([])
  expect(wrong({ modifyOtherKeys: 2 }, rows.keys(), numeric)).toEqual([])
  expect(wrong({ keypad: true }, rows.keys(), application)).toEqual([])
  expect(wrong({ keypad: true }, ['KeypadEnter'], (_, bits) => `${ss3}${bits ? bits + 1 : ''}M`)).toEqual([])
  expect(wrong({ modifyOtherKeys: 2 }, ['KeypadEnter'], (_, bits) => `${alt(bits)}\r`)).toEqual([])
  expect(wrong({ ansi: false, keypad: true }, rows.keys(), (key) => `\x1b?${rows.get(key)?.final}`)).toEqual([])
})

test('Num Lock takes the application keypad back to digits, unless the program forbids that', () => {
  const five = press('Keypad5', 128)
  expect(Buffer.from(encodeKey(five, { keypad: true })).toString()).toBe('5')
  expect(Buffer.from(encodeKey(five, { keypad: true, numLock: false })).toString()).toBe('\x1bOu')
})

test('a VT52 has no modifiers', () => {
  const keys = { ...cursorFinals, F1: 'P', F2: 'Q', F3: 'R', F4: 'S' }
  const rule = (key: string) => `\x1b${keys[key as keyof typeof keys]}`
  expect(wrong({ ansi: false, cursorKeys: true }, Object.keys(keys), rule)).toEqual([])
  expect(wrong({ ansi: false }, ['F5', 'Delete'], (key) => (key === 'F5' ? `${csi}15~` : `${csi}3~`))).toEqual([])
})

test('keys that only the kitty protocol has', () => {
  const silent = [
    'CapsLock',
    'PrintScreen',
    'Pause',
    'MediaPlay',
    'VolumeUp',
    'ShiftLeft',
    'SuperRight',
    'IsoLevel3Shift',
  ]
  expect(wrong({}, silent, () => '')).toEqual([])
  expect(wrong({ modifyOtherKeys: 2 }, silent, () => '')).toEqual([])
})

/** What a key is in kitty's protocol: number and final byte, the text it types, the other character on it. */
interface KittyKey {
  readonly code: number
  readonly final: string
  readonly text?: [plain: string, shifted: string]
  readonly kind?: 'letter' | 'legacy' | 'modifier'
}

const kittyKeys = new Map<string, KittyKey>([
  ...[...characters].map(([key, shifted]): [string, KittyKey] => [
    key,
    { code: key.charCodeAt(0), final: 'u', text: [key, shifted], ...(caps.includes(shifted) && { kind: 'letter' }) },
  ]),
  ...keypad.map(({ key, char, kitty }): [string, KittyKey] => [key, { code: kitty, final: 'u', text: [char, char] }]),
  ...Object.entries(cursorFinals).map(([key, final]): [string, KittyKey] => [key, { code: 1, final }]),
  ...Object.entries(editNumbers).map(([key, code]): [string, KittyKey] => [key, { code, final: '~' }]),
  ...['P', 'Q', 'S'].map((final): [string, KittyKey] => [`F${'PQRS'.indexOf(final) + 1}`, { code: 1, final }]),
  ['F3', { code: 13, final: '~' }],
  ...functionNumbers.slice(0, 8).map((code, at): [string, KittyKey] => [`F${at + 5}`, { code, final: '~' }]),
  ...Array.from({ length: 23 }, (_, at): [string, KittyKey] => [`F${at + 13}`, { code: 57376 + at, final: 'u' }]),
  ['Escape', { code: 27, final: 'u' }],
  ['Enter', { code: 13, final: 'u', kind: 'legacy' }],
  ['Tab', { code: 9, final: 'u', kind: 'legacy' }],
  ['Backspace', { code: 127, final: 'u', kind: 'legacy' }],
  ['KeypadBegin', { code: 1, final: 'E' }],
  ...['Enter', 'Equal', 'Separator', 'Left', 'Right', 'Up', 'Down', 'PageUp', 'PageDown', 'Home', 'End', 'Insert']
    .map((name, at): [string, KittyKey] => [`Keypad${name}`, { code: 57414 + at, final: 'u' }])
    .filter(([name]) => name !== 'KeypadEqual' && name !== 'KeypadSeparator'),
  ['Menu', { code: 57363, final: 'u' }],
  ['Pause', { code: 57362, final: 'u' }],
  ['MediaPlay', { code: 57428, final: 'u' }],
  ['VolumeMute', { code: 57440, final: 'u' }],
  ['CapsLock', { code: 57358, final: 'u', kind: 'modifier' }],
  ['ScrollLock', { code: 57359, final: 'u', kind: 'modifier' }],
  ['ShiftLeft', { code: 57441, final: 'u', kind: 'modifier' }],
  ['MetaRight', { code: 57452, final: 'u', kind: 'modifier' }],
  ['IsoLevel5Shift', { code: 57454, final: 'u', kind: 'modifier' }],
])

/** The protocol's page as a function, for flags with "disambiguate" (1) or "all keys" (8) among them. */
function kittyRule({ code, final, text, kind }: KittyKey, bits: number, event: number, flags: number): string {
  const [eventTypes, alternates, allKeys, withText] = [2, 4, 8, 16].map((flag) => (flags & flag) !== 0)
  if (event === 3 && !eventTypes) return ''
  if (kind === 'modifier' && !allKeys) return ''
  const isShifted = Boolean(bits & 1) !== (kind === 'letter' && Boolean(bits & 64))
  const types = text && !(bits & 0b111110) ? text[isShifted ? 1 : 0] : ''
  if (!allKeys) {
    if (types && event !== 3) return types
    if (kind === 'legacy' && event === 3) return ''
    if (kind === 'legacy' && !(bits & 63)) return code === 127 ? '\x7f' : String.fromCharCode(code)
  }
  const shifted = text && text[0] !== text[1] && bits & 1 && alternates ? `:${text[1].charCodeAt(0)}` : ''
  const modifiers = bits || (event > 1 && eventTypes) ? `${bits + 1}${event > 1 && eventTypes ? `:${event}` : ''}` : ''
  const inserted = withText && allKeys && types && event !== 3 ? `;${types.charCodeAt(0)}` : ''
  const rest = modifiers || inserted ? `;${modifiers}${inserted}` : ''
  return `${csi}${code === 1 && !rest ? '' : code}${shifted}${rest}${final}`
}

test('the kitty protocol, all flags and events', () => {
  const found: string[] = []
  const someBits = [...Array(16).keys(), 16, 32, 63, 64, 65, 68, 128, 192, 255]
  for (const [key, description] of kittyKeys)
    for (let flags = 1; flags < 32; flags++) {
      if (!(flags & 9)) continue
      for (const bits of someBits)
        for (const [at, event] of (['press', 'repeat', 'release'] as const).entries()) {
          const sent = Buffer.from(encodeKey(press(key, bits, event), { kittyKeyboard: flags })).toString('latin1')
          const expected = kittyRule(description, bits, at + 1, flags)
          if (sent !== expected) found.push(`${key} ${bits} ${event} ${flags}: ${sent}, not ${expected}`)
        }
    }
  expect(found).toEqual([])
})

test.each([
  ['Ctrl+a', 2, '\x01'],
  ['Ctrl+Shift+a', 2, `${csi}97;6u`],
  ['Ctrl+Shift+a', 6, `${csi}97:65;6u`],
  ['Alt+Shift+a', 2, '\x1bA'],
  ['Super+a', 2, `${csi}97;9u`],
  ['Escape', 2, '\x1b'],
  ['Ctrl+Escape', 2, `${csi}27;5u`],
  ['Ctrl+Enter', 2, `${csi}13;5u`],
  ['Ctrl+KeypadEnter', 2, `${csi}13;5u`],
  ['KeypadLeft', 2, `${csi}D`],
  ['F1', 2, `${csi}P`],
  ['F1', 4, `${ss3}P`],
  ['Ctrl+a', 16, '\x01'],
])('%s with only some of the flags (%i)', (key, kittyKeyboard, bytes) => {
  expect(Buffer.from(encodeKey(key, { kittyKeyboard })).toString('latin1')).toBe(bytes)
})
