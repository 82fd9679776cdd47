import type { MouseEncoding, MouseTracking } from '@polytty/terminal'
import { describe, expect, test } from 'vitest'
import { buttonCodes, encodeMouse, type MouseAction, type MouseButton, scrollCodes } from './mouse.js'

const screen = { cols: 300, rows: 100, cellWidth: 8, cellHeight: 16 }
const at = { row: 4, col: 9 }
const sent = (action: MouseAction, mouseTracking: MouseTracking, mouseEncoding: MouseEncoding = 'sgr') =>
  Buffer.from(encodeMouse(action, { mouseTracking, mouseEncoding }, screen)).toString('latin1')

describe('encodings', () => {
  const press: MouseAction = { type: 'press', button: 'left', ...at }
  const release: MouseAction = { type: 'release', button: 'right', ...at }
  test.each([
    ['default', press, '\x1b[M *%'],
    ['default', release, '\x1b[M#*%'],
    ['sgr', press, '\x1b[<0;10;5M'],
    ['sgr', release, '\x1b[<2;10;5m'],
    ['urxvt', press, '\x1b[32;10;5M'],
    ['urxvt', release, '\x1b[35;10;5M'],
    ['sgrPixel', press, '\x1b[<0;77;73M'],
    ['utf8', press, '\x1b[M *%'],
    ['utf8', { ...press, col: 200 }, '\x1b[M \xc3\xa9%'],
    ['default', { ...press, col: 200 }, '\x1b[M \xe9%'],
  ] as const)('%s %j', (encoding, action, bytes) => expect(sent(action, 'normal', encoding)).toBe(bytes))

  test('a place beyond the reach of the encoding is refused', () => {
    expect(sent({ ...press, col: 222 }, 'normal', 'default')).toBe('\x1b[M \xff%')
    expect(() => sent({ ...press, col: 223 }, 'normal', 'default')).toThrow(/default mouse encoding/)
    const wide = { ...screen, cols: 4000 }
    const utf8 = (col: number) =>
      encodeMouse({ ...press, col }, { mouseTracking: 'normal', mouseEncoding: 'utf8' }, wide)
    expect(Buffer.from(utf8(2014)).toString()).toBe('\x1b[M \u07ff%')
    expect(() => utf8(2015)).toThrow(/utf8 mouse encoding/)
    expect(sent({ ...press, col: 299 }, 'normal', 'sgr')).toBe('\x1b[<0;300;5M')
  })
})

describe('actions', () => {
  test.each([
    [{ type: 'press', button: 'middle', ...at }, '\x1b[<1;10;5M'],
    [{ type: 'press', button: 'left', ctrl: true, alt: true, shift: true, ...at }, '\x1b[<28;10;5M'],
    [{ type: 'press', button: 'back', ...at }, '\x1b[<128;10;5M'],
    [{ type: 'drag', button: 'left', ...at }, '\x1b[<32;10;5M'],
    [{ type: 'drag', button: 'right', ctrl: true, ...at }, '\x1b[<50;10;5M'],
    [{ type: 'move', ...at }, '\x1b[<35;10;5M'],
    [{ type: 'scroll', direction: 'up', ...at }, '\x1b[<64;10;5M'],
    [{ type: 'scroll', direction: 'down', shift: true, ...at }, '\x1b[<69;10;5M'],
    [{ type: 'scroll', direction: 'left', ...at }, '\x1b[<66;10;5M'],
    [{ type: 'scroll', direction: 'right', ...at }, '\x1b[<67;10;5M'],
  ] as const)('%j', (action, bytes) => expect(sent(action, 'any')).toBe(bytes))

  test('X10 tracking drops the modifiers', () =>
    expect(sent({ type: 'press', button: 'left', ctrl: true, ...at }, 'x10', 'default')).toBe('\x1b[M *%'))
})

test('every action with every modifier in every encoding', () => {
  const codes = new Map<number, MouseAction>([[35, { type: 'move', ...at }]])
  const numbers = { left: 0, middle: 1, right: 2, back: 128, forward: 129, button10: 130, button11: 131 }
  expect(buttonCodes).toEqual(numbers)
  expect(scrollCodes).toEqual({ up: 64, down: 65, left: 66, right: 67 })
  for (const [button, code] of Object.entries(numbers) as [MouseButton, number][]) {
    codes.set(code, { type: 'press', button, ...at })
    codes.set(code + 32, { type: 'drag', button, ...at })
    // Distinguished from the press by its final byte, or by being button 3.
    codes.set(code + 1024, { type: 'release', button, ...at })
  }
  for (const direction of ['up', 'down', 'left', 'right'] as const)
    codes.set(scrollCodes[direction], { type: 'scroll', direction, ...at })
  for (const [number, action] of codes)
    for (let bits = 0; bits < 8; bits++) {
      const held = { ...action, shift: !!(bits & 1), alt: !!(bits & 2), ctrl: !!(bits & 4) }
      const isRelease = number >= 1024
      const code = (isRelease ? number - 1024 : number) + bits * 4
      const old = 32 + (isRelease ? bits * 4 + 3 : code)
      const utf8 = Buffer.from(`\x1b[M${String.fromCharCode(old)}*%`).toString('latin1')
      expect(sent(held, 'any', 'sgr')).toBe(`\x1b[<${code};10;5${isRelease ? 'm' : 'M'}`)
      expect(sent(held, 'any', 'sgrPixel')).toBe(`\x1b[<${code};77;73${isRelease ? 'm' : 'M'}`)
      expect(sent(held, 'any', 'urxvt')).toBe(`\x1b[${old};10;5M`)
      expect(sent(held, 'any', 'default')).toBe(`\x1b[M${String.fromCharCode(old)}*%`)
      expect(sent(held, 'any', 'utf8')).toBe(utf8)
    }
})

describe('the wheel on the alternate screen', () => {
  const modes = { alternateScroll: true, alternateScreen: true }
  const scrolled = (direction: 'up' | 'down' | 'left', more: object) =>
    Buffer.from(encodeMouse({ type: 'scroll', direction, ...at }, { ...modes, ...more }, screen)).toString()

  test('is the arrow keys when the program asked for that', () => {
    expect(scrolled('up', {})).toBe('\x1b[A')
    expect(scrolled('down', { cursorKeys: true })).toBe('\x1bOB')
  })

  test('is a mouse for who wants one, and nothing for who does not', () => {
    expect(scrolled('up', { mouseTracking: 'normal', mouseEncoding: 'sgr' })).toBe('\x1b[<64;10;5M')
    for (const more of [{ alternateScroll: false }, { alternateScreen: false }])
      expect(() => scrolled('up', more)).toThrow(/not enabled mouse reporting/)
    expect(() => scrolled('left', {})).toThrow(/not enabled mouse reporting/)
  })
})

describe('what the program did not ask for', () => {
  test('no mouse at all', () =>
    expect(() => sent({ type: 'press', button: 'left', ...at }, 'none')).toThrow(
      expect.objectContaining({ code: 'mouse-not-enabled' }),
    ))

  test.each([
    ['x10', ['press']],
    ['normal', ['press', 'release', 'scroll']],
    ['button', ['press', 'release', 'scroll', 'drag']],
    ['any', ['press', 'release', 'scroll', 'drag', 'move']],
  ] as const)('%s tracking', (tracking, expected) => {
    const types = ['press', 'release', 'scroll', 'drag', 'move'] as const
    for (const type of types) {
      const encode = () => sent({ type, button: 'left', direction: 'up', ...at } as MouseAction, tracking)
      if ((expected as readonly string[]).includes(type)) expect(encode).not.toThrow()
      else expect(encode).toThrow(/tracking mode/)
    }
  })

  test('X10 tracking has three buttons', () => {
    expect(sent({ type: 'press', button: 'right', ...at }, 'x10', 'default')).toBe('\x1b[M"*%')
    expect(() => sent({ type: 'press', button: 'back', ...at }, 'x10')).toThrow(/three mouse buttons/)
  })

  test('buttons and directions that do not exist', () => {
    const encode = (action: object) => () => sent({ ...at, ...action } as MouseAction, 'any')
    expect(encode({ type: 'press', button: 'fourth' })).toThrow(/unknown mouse button "fourth": one of left, middle/)
    expect(encode({ type: 'scroll', direction: 'in' })).toThrow(/unknown mouse scroll direction "in"/)
  })

  test('a place outside the screen', () => {
    for (const place of [
      { row: -1, col: 0 },
      { row: 0, col: 300 },
      { row: 100, col: 0 },
      { row: 0.5, col: 0 },
    ])
      expect(() => sent({ type: 'move', ...place }, 'any')).toThrow(/outside the screen/)
  })
})
