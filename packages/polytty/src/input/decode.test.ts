import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeInput } from './decode.js'
import { encodeKey } from './encode-key.js'
import type { KeyPress } from './key.js'
import { keyTable } from './key-table.js'
import { encodeMouse, type MouseAction } from './mouse.js'

const decoded = (bytes: string | Uint8Array) =>
  decodeInput(typeof bytes === 'string' ? Buffer.from(bytes) : bytes).map(({ bytes: _, ...event }) => event)

describe('keys', () => {
  test.each<[string, KeyPress[]]>([
    ['a', [{ key: 'a' }]],
    ['é日', [{ key: 'é' }, { key: '日' }]],
    ['\r\t\x7f', [{ key: 'Enter' }, { key: 'Tab' }, { key: 'Backspace' }]],
    ['\x03', [{ key: 'c', ctrl: true }]],
    ['\x1b', [{ key: 'Escape' }]],
    ['\x1b\x1b', [{ key: 'Escape', alt: true }]],
    ['\x1ba', [{ key: 'a', alt: true }]],
    ['\x1b\x01', [{ key: 'a', alt: true, ctrl: true }]],
    ['\x1b[A\x1bOA', [{ key: 'ArrowUp' }, { key: 'ArrowUp' }]],
    ['\x1b[1;6C', [{ key: 'ArrowRight', shift: true, ctrl: true }]],
    ['\x1b\x1b[A', [{ key: 'ArrowUp', alt: true }]],
    ['\x1b[Z', [{ key: 'Tab', shift: true }]],
    ['\x1b[15;5~', [{ key: 'F5', ctrl: true }]],
    ['\x1b[1~\x1b[4~', [{ key: 'Home' }, { key: 'End' }]],
    ['\x1b[27;5;13~', [{ key: 'Enter', ctrl: true }]],
    ['\x1b[97:65;6u', [{ key: 'a', shift: true, ctrl: true }]],
    ['\x1b[97;1:3u', [{ key: 'a', event: 'release' }]],
    ['\x1b[97;;229u', [{ key: 'a', text: 'å' }]],
    ['\x1bOp', [{ key: 'Keypad0' }]],
    ['\x1b[', [{ key: '[', alt: true }]],
    ['\x1bO', [{ key: 'O', alt: true }]],
  ])('%j', (bytes, keys) => expect(decoded(bytes)).toEqual(keys.map((key) => ({ type: 'key', key }))))

  const modifiers = fc.record({ shift: fc.boolean(), alt: fc.boolean(), ctrl: fc.boolean() })
  const onlyTrue = (key: KeyPress) => Object.fromEntries(Object.entries(key).filter(([, value]) => value !== false))

  test('every key with a classic sequence comes back from it', () => {
    const isEncoded = (name: string) => keyTable.get(name)?.classic !== undefined && name !== 'Menu'
    const names = [...keyTable.keys()].filter(isEncoded)
    fc.assert(
      fc.property(fc.constantFrom(...names), modifiers, fc.boolean(), (key, mods, cursorKeys) => {
        const press = { key, ...mods }
        expect(decoded(encodeKey(press, { cursorKeys }))).toEqual([{ type: 'key', key: onlyTrue(press) }])
      }),
    )
  })

  test('what several keys send is the more common one', () => {
    expect(decoded(encodeKey('Menu'))).toEqual([{ type: 'key', key: { key: 'F16' } }])
    expect(decoded(Buffer.from('\x1b[57427~'))).toEqual([{ type: 'key', key: { key: 'KeypadBegin' } }])
  })

  test('every key comes back from the kitty protocol', () => {
    const kittyModifiers = fc.record({
      shift: fc.boolean(),
      ctrl: fc.boolean(),
      super: fc.boolean(),
      hyper: fc.boolean(),
    })
    const names = [...keyTable].filter(([, row]) => row.kitty !== undefined).map(([name]) => name)
    const key = fc.oneof(fc.constantFrom(...names), fc.constantFrom('a', '1', ' ', 'é', '日'))
    fc.assert(
      fc.property(key, kittyModifiers, fc.constantFrom('repeat', 'release'), (name, mods, event) => {
        const press = { key: name, ...mods, event } as KeyPress
        expect(decoded(encodeKey(press, { kittyKeyboard: 11 }))).toEqual([{ type: 'key', key: onlyTrue(press) }])
      }),
    )
  })
})

test('mouse actions come back in every encoding that says them whole', () => {
  const place = { row: fc.nat(99), col: fc.nat(99) }
  const button = fc.constantFrom('left', 'middle', 'right')
  const action = fc.oneof(
    fc.record({ type: fc.constantFrom('press', 'drag'), button, ...place }),
    fc.record({ type: fc.constant('release'), button: fc.constant('left'), ...place }),
    fc.record({ type: fc.constant('move'), ...place }),
    fc.record({
      type: fc.constant('scroll'),
      direction: fc.constantFrom('up', 'down'),
      ctrl: fc.constant(true),
      ...place,
    }),
  )
  fc.assert(
    fc.property(action, fc.constantFrom('sgr', 'urxvt', 'default'), (given, mouseEncoding) => {
      const modes = { mouseTracking: 'any', mouseEncoding } as const
      const bytes = encodeMouse(given as MouseAction, modes, { cols: 100, rows: 100 })
      expect(decoded(bytes)).toEqual([{ type: 'mouse', action: given }])
    }),
  )
})

test('pastes, focus and what is unknown', () => {
  expect(decoded('a\x1b[200~x\ny\x1b[201~\x1b[I\x1b[O')).toEqual([
    { type: 'key', key: { key: 'a' } },
    { type: 'paste', text: 'x\ny' },
    { type: 'focus', focused: true },
    { type: 'focus', focused: false },
  ])
  expect(decoded('\x1b[200~open')).toEqual([{ type: 'paste', text: 'open' }])
  expect(decoded('\x1b[?1;2c\x1b[99~')).toEqual([{ type: 'unknown' }, { type: 'unknown' }])
})

test('any bytes are decoded, and none is lost', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(Buffer.concat(decodeInput(bytes).map((event) => event.bytes))).toEqual(Buffer.from(bytes))
    }),
  )
  const piece = fc.constantFrom('\x1b', '[', 'O', '<', '1', ';', ':', '~', 'M', 'u', 'A', '99999999999', 'é')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const bytes = Buffer.from(pieces.join(''))
      expect(Buffer.concat(decodeInput(bytes).map((event) => event.bytes))).toEqual(bytes)
    }),
  )
})
