import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CoreError } from '../base/core-error.js'
import type { KeyModes } from './classic-keys.js'
import { encodeKey } from './encode-key.js'
import type { KeyPress } from './key.js'
import { keyTable } from './key-table.js'

const sent = (key: KeyPress | string, modes: KeyModes = {}) => Buffer.from(encodeKey(key, modes)).toString('latin1')

describe('classic encoding', () => {
  test.each([
    ['a', 'a'],
    ['A', 'A'],
    ['Shift+a', 'A'],
    ['Shift+1', '!'],
    ['é', '\xc3\xa9'],
    ['Enter', '\r'],
    ['Tab', '\t'],
    ['shift_tab', '\x1b[Z'],
    ['Alt+Tab', '\x1b\t'],
    ['Backspace', '\x7f'],
    ['Ctrl+Backspace', '\b'],
    ['Alt+Backspace', '\x1b\x7f'],
    ['Escape', '\x1b'],
    ['Alt+Escape', '\x1b\x1b'],
    ['Alt+Enter', '\x1b\r'],
    ['Alt+a', '\x1ba'],
    ['Alt+A', '\x1bA'],
    ['Meta+a', '\x1ba'],
    ['ArrowUp', '\x1b[A'],
    ['ArrowLeft', '\x1b[D'],
    ['Home', '\x1b[H'],
    ['End', '\x1b[F'],
    ['Insert', '\x1b[2~'],
    ['Delete', '\x1b[3~'],
    ['PageUp', '\x1b[5~'],
    ['PageDown', '\x1b[6~'],
    ['F1', '\x1bOP'],
    ['F4', '\x1bOS'],
    ['F5', '\x1b[15~'],
    ['F12', '\x1b[24~'],
    ['F13', '\x1b[25~'],
    ['F20', '\x1b[34~'],
    ['F24', '\x1b[45~'],
    ['Ctrl+Shift+Right', '\x1b[1;6C'],
    ['Shift+F1', '\x1b[1;2P'],
    ['Ctrl+F5', '\x1b[15;5~'],
    ['Alt+Delete', '\x1b[3;3~'],
    ['KeypadEnter', '\r'],
    ['Keypad5', '5'],
    ['KeypadUp', '\x1b[A'],
    ['KeypadBegin', '\x1b[E'],
    ['CapsLock', ''],
  ])('%s', (key, bytes) => expect(sent(key)).toBe(bytes))

  test.each([
    ['ArrowUp', '\x1bA'],
    ['ArrowLeft', '\x1bD'],
    ['Ctrl+Right', '\x1bC'],
    ['F1', '\x1bP'],
    ['F4', '\x1bS'],
    ['a', 'a'],
    ['Enter', '\r'],
    ['Keypad5', '\x1b?u'],
    ['KeypadEnter', '\x1b?M'],
  ])('%s of a VT52 with its keypad on', (key, bytes) => expect(sent(key, { ansi: false, keypad: true })).toBe(bytes))

  test.each([
    ['a', 1],
    ['Z', 26],
    [' ', 0],
    ['@', 0],
    ['2', 0],
    ['`', 0],
    ['[', 27],
    ['3', 27],
    ['\\', 28],
    ['4', 28],
    [']', 29],
    ['5', 29],
    ['^', 30],
    ['6', 30],
    ['~', 30],
    ['_', 31],
    ['7', 31],
    ['/', 31],
    ['?', 127],
    ['8', 127],
  ])('Ctrl with %j', (key, code) => {
    expect(sent({ key, ctrl: true })).toBe(String.fromCharCode(code))
    expect(sent({ key, ctrl: true, alt: true })).toBe(`\x1b${String.fromCharCode(code)}`)
  })

  test('Ctrl with a character that has no control code sends the character', () => {
    expect(sent('Ctrl+1')).toBe('1')
    expect(sent('Ctrl+;')).toBe(';')
  })

  test('every modifier combination of a cursor key, a function key and an editing key', () => {
    for (let bits = 1; bits < 16; bits++) {
      const modifiers = { shift: !!(bits & 1), alt: !!(bits & 2), ctrl: !!(bits & 4), meta: !!(bits & 8) }
      expect(sent({ key: 'ArrowDown', ...modifiers }, { cursorKeys: true })).toBe(`\x1b[1;${bits + 1}B`)
      expect(sent({ key: 'F2', ...modifiers })).toBe(`\x1b[1;${bits + 1}Q`)
      expect(sent({ key: 'PageUp', ...modifiers })).toBe(`\x1b[5;${bits + 1}~`)
    }
  })

  test('modes: application cursor keys and keypad, newline, backarrow', () => {
    expect(sent('Up', { cursorKeys: true })).toBe('\x1bOA')
    expect(sent('Home', { cursorKeys: true })).toBe('\x1bOH')
    expect(sent('Delete', { cursorKeys: true })).toBe('\x1b[3~')
    expect(sent('Keypad0', { keypad: true })).toBe('\x1bOp')
    expect(sent('KeypadAdd', { keypad: true })).toBe('\x1bOk')
    expect(sent('KeypadEnter', { keypad: true })).toBe('\x1bOM')
    expect(sent('5', { keypad: true })).toBe('5')
    expect(sent('Enter', { newLine: true })).toBe('\r\n')
    expect(sent('Backspace', { backarrowKey: true })).toBe('\b')
    expect(sent('Ctrl+Backspace', { backarrowKey: true })).toBe('\x7f')
  })

  test('releases are not reported', () => {
    expect(sent({ key: 'a', event: 'release' })).toBe('')
    expect(sent({ key: 'a', event: 'repeat' })).toBe('a')
  })
})

describe('modifyOtherKeys', () => {
  test.each([
    ['Ctrl+a', '\x01', '\x1b[27;5;97~'],
    ['Ctrl+Shift+a', '\x01', '\x1b[27;6;65~'],
    ['Ctrl+Shift+2', '\0', '\x1b[27;6;64~'],
    ['Ctrl+Shift+3', '\x1b[27;6;35~', '\x1b[27;6;35~'],
    ['Ctrl+Shift+/', '\x1b[27;6;63~', '\x1b[27;6;63~'],
    ['Ctrl+Alt+Backspace', '\x1b\b', '\x1b[27;7;8~'],
    ['Shift+1', '!', '!'],
    ['Shift+2', '@', '\x1b[27;2;64~'],
    ['Ctrl+;', '\x1b[27;5;59~', '\x1b[27;5;59~'],
    ['Ctrl+Enter', '\x1b[27;5;13~', '\x1b[27;5;13~'],
    ['Shift+Enter', '\x1b[27;2;13~', '\x1b[27;2;13~'],
    ['Ctrl+Tab', '\x1b[27;5;9~', '\x1b[27;5;9~'],
    ['Shift+Tab', '\x1b[Z', '\x1b[Z'],
    ['Alt+a', '\x1ba', '\x1b[27;3;97~'],
    ['Shift+a', 'A', '\x1b[27;2;65~'],
    ['Shift+Space', ' ', '\x1b[27;2;32~'],
    ['Ctrl+Space', '\0', '\x1b[27;5;32~'],
    ['Escape', '\x1b', '\x1b'],
    ['Ctrl+Up', '\x1b[1;5A', '\x1b[1;5A'],
    ['x', 'x', 'x'],
  ])('%s', (key, one, two) => {
    expect(sent(key, { modifyOtherKeys: 1 })).toBe(one)
    expect(sent(key, { modifyOtherKeys: 2 })).toBe(two)
  })
})

describe('kitty keyboard protocol', () => {
  test.each([
    ['a', 1, 'a'],
    ['A', 1, 'A'],
    ['Escape', 1, '\x1b[27u'],
    ['Enter', 1, '\r'],
    ['Tab', 1, '\t'],
    ['Backspace', 1, '\x7f'],
    ['Shift+Enter', 1, '\x1b[13;2u'],
    ['Shift+Tab', 1, '\x1b[9;2u'],
    ['Ctrl+c', 1, '\x1b[99;5u'],
    ['Ctrl+C', 1, '\x1b[99;5u'],
    ['Ctrl+Shift+c', 1, '\x1b[99;6u'],
    ['Alt+a', 1, '\x1b[97;3u'],
    ['Alt+A', 1, '\x1b[97;4u'],
    ['Ctrl+!', 1, '\x1b[49;6u'],
    ['Super+a', 1, '\x1b[97;9u'],
    ['Hyper+a', 1, '\x1b[97;17u'],
    ['Meta+a', 1, '\x1b[97;33u'],
    ['Up', 1, '\x1b[A'],
    ['Ctrl+Up', 1, '\x1b[1;5A'],
    ['F1', 1, '\x1b[P'],
    ['F3', 1, '\x1b[13~'],
    ['F5', 1, '\x1b[15~'],
    ['F13', 1, '\x1b[57376u'],
    ['ShiftLeft', 1, ''],
    ['Keypad5', 1, '5'],
    ['KeypadLeft', 1, '\x1b[57417u'],
    ['Ctrl+Shift+c', 5, '\x1b[99:67;6u'],
    ['Ctrl+c', 5, '\x1b[99;5u'],
    ['a', 8, '\x1b[97u'],
    ['A', 8, '\x1b[97;2u'],
    ['Enter', 8, '\x1b[13u'],
    ['ShiftLeft', 8, '\x1b[57441u'],
    ['a', 24, '\x1b[97;;97u'],
    ['A', 28, '\x1b[97:65;2;65u'],
    ['!', 28, '\x1b[49:33;2;33u'],
    ['é', 24, '\x1b[233;;233u'],
    ['Ctrl+a', 24, '\x1b[97;5u'],
    ['Keypad5', 24, '\x1b[57404;;53u'],
    ['Ctrl+a', 2, '\x01'],
  ])('%s with flags %d', (key, kittyKeyboard, bytes) => expect(sent(key, { kittyKeyboard })).toBe(bytes))

  test('event types', () => {
    const modes = { kittyKeyboard: 3 }
    expect(sent({ key: 'a', event: 'release' }, modes)).toBe('\x1b[97;1:3u')
    expect(sent({ key: 'ArrowUp', event: 'repeat' }, modes)).toBe('\x1b[1;1:2A')
    expect(sent({ key: 'ArrowUp', ctrl: true, event: 'release' }, modes)).toBe('\x1b[1;5:3A')
    expect(sent({ key: 'Enter', event: 'release' }, modes)).toBe('')
    expect(sent({ key: 'Enter', event: 'release' }, { kittyKeyboard: 11 })).toBe('\x1b[13;1:3u')
    expect(sent({ key: 'a', event: 'release' }, { kittyKeyboard: 1 })).toBe('')
  })

  test('text that the key itself does not show', () => {
    expect(sent({ key: 'a', text: 'å' }, { kittyKeyboard: 24 })).toBe('\x1b[97;;229u')
  })

  test('cursor key mode is ignored', () => expect(sent('Up', { kittyKeyboard: 1, cursorKeys: true })).toBe('\x1b[A'))
})

test('every key in every mode gives printable text or one well-formed sequence', () => {
  const key = fc.oneof(fc.constantFrom(...keyTable.keys()), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }))
  const flagBits = { shift: fc.boolean(), alt: fc.boolean(), ctrl: fc.boolean(), meta: fc.boolean() }
  const modes = fc.record({
    cursorKeys: fc.boolean(),
    keypad: fc.boolean(),
    kittyKeyboard: fc.integer({ min: 0, max: 31 }),
    modifyOtherKeys: fc.integer({ min: 0, max: 2 }),
  })
  const event = fc.constantFrom('press', 'repeat', 'release')
  fc.assert(
    fc.property(fc.record({ key, event, ...flagBits }), modes, (press, keyModes) => {
      const text = Buffer.from(encodeKey(press as KeyPress, keyModes)).toString()
      expect(text).not.toContain('undefined')
      expect(text).not.toContain('NaN')
      if (keyTable.has(press.key) && text.startsWith('\x1b[')) expect(text).toMatch(/^\x1b\[[\d:;]*[A-Zu~]$/)
    }),
  )
})

test('an unknown key is refused with a hint', () => {
  expect(() => encodeKey('Entr')).toThrow(/unknown key "Entr".*Enter/)
  expect(() => encodeKey({ key: '' })).toThrow(CoreError)
})
