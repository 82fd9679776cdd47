import { expect, test } from 'vitest'
import { describeInput } from './describe-input.js'
import { encodeKey, encodePaste, parseKey } from './index.js'

test.each([
  ['ls -l\r', 'ls -l<Enter>'],
  ['ls -l\n', 'ls -l<Enter>'],
  ['a\r\nb\t', 'a<Enter>b<Tab>'],
  ['cat <<EOF', 'cat <<EOF'],
  ['<Enter>', '<lt>Enter>'],
  ['grüße 日本 😀', 'grüße 日本 😀'],
  ['\x03', '<C-c>'],
  ['rm x\x7f\r', 'rm x<Backspace><Enter>'],
  ['\x1b:q!\r', '<A-:>q!<Enter>'],
  ['\x1b', '<Esc>'],
  ['\x1b[A\x1b[1;5C', '<ArrowUp><C-ArrowRight>'],
  ['\x1b[200~two\nlines\x1b[201~', 'two<Enter>lines'],
  ['\x1b[<0;3;2M', '<Mouse press 1,2>'],
  ['\x1b[I', '<FocusIn>'],
])('%j is %s', (bytes, script) => {
  expect(describeInput(new TextEncoder().encode(bytes))).toBe(script)
})

test('bytes that are no text are shown as they are', () => {
  expect(describeInput(Uint8Array.of(0x01, 0xff))).toBe('<C-a><0xff>')
})

test('what keys and pastes send', () => {
  expect(describeInput(encodeKey(parseKey('F5'), {}))).toBe('<F5>')
  expect(describeInput(encodePaste('x\ny', {}, true))).toBe('x<Enter>y')
})
