import { describe, expect, test } from 'vitest'
import { parseKey } from './key-names.js'
import { keyTable } from './key-table.js'

describe('parseKey', () => {
  test.each([
    ['Ctrl+Shift+Right', { key: 'ArrowRight', ctrl: true, shift: true }],
    ['ctrl_c', { key: 'c', ctrl: true }],
    ['control-c', { key: 'c', ctrl: true }],
    ['C-x', { key: 'x', ctrl: true }],
    ['M-x', { key: 'x', alt: true }],
    ['C-M-x', { key: 'x', ctrl: true, alt: true }],
    ['^C', { key: 'C', ctrl: true }],
    ['^', { key: '^' }],
    ['f5', { key: 'F5' }],
    ['ArrowUp', { key: 'ArrowUp' }],
    ['arrowup', { key: 'ArrowUp' }],
    ['up', { key: 'ArrowUp' }],
    ['page_up', { key: 'PageUp' }],
    ['PageDown', { key: 'PageDown' }],
    ['Page Down', { key: 'PageDown' }],
    ['shift_tab', { key: 'Tab', shift: true }],
    ['BackTab', { key: 'Tab', shift: true }],
    ['esc', { key: 'Escape' }],
    ['Space', { key: ' ' }],
    [' ', { key: ' ' }],
    ['+', { key: '+' }],
    ['Ctrl++', { key: '+', ctrl: true }],
    ['Ctrl+-', { key: '-', ctrl: true }],
    ['Ctrl+_', { key: '_', ctrl: true }],
    ['Cmd+k', { key: 'k', super: true }],
    ['numpad5', { key: 'Keypad5' }],
    ['NumpadAdd', { key: 'KeypadAdd' }],
    ['NumpadComma', { key: 'KeypadSeparator' }],
    ['KP_Prior', { key: 'KeypadPageUp' }],
    ['KeyA', { key: 'a' }],
    ['Ctrl+KeyC', { key: 'c', ctrl: true }],
    ['Shift+Digit1', { key: '1', shift: true }],
    ['BracketLeft', { key: '[' }],
    ['Ctrl+Backslash', { key: '\\', ctrl: true }],
    ['Super+Hyper+Meta+x', { key: 'x', super: true, hyper: true, meta: true }],
    ['F35', { key: 'F35' }],
    ['AudioVolumeMute', { key: 'VolumeMute' }],
    ['kp_enter', { key: 'KeypadEnter' }],
    ['\r', { key: 'Enter' }],
    ['\x03', { key: 'c', ctrl: true }],
    ['👍🏽', { key: '👍🏽' }],
  ])('%j', (spelling, expected) => expect(parseKey(spelling)).toEqual(expected))

  test('every name of the table is a spelling of itself', () => {
    for (const name of keyTable.keys()) expect(parseKey(name)).toEqual({ key: name })
  })

  test.each(['', 'ab', 'Ctrl+', 'Foo+a', 'F36', 'F0', 'c_x', `Ctrl+${'Shift+'.repeat(40)}a`])('%j is refused', (bad) =>
    expect(() => parseKey(bad)).toThrow(/unknown key/),
  )
})
