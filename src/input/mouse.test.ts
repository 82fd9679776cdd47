import { describe, expect, test } from 'vitest'
import type { MouseEncoding, MouseTracking } from '../terminal/types.js'
import { encodeMouse, type MouseAction, reportsMouse } from './mouse.js'

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
    expect(types.filter((type) => reportsMouse(type, { mouseTracking: tracking }))).toEqual(expected)
    for (const type of types) {
      const encode = () => sent({ type, button: 'left', direction: 'up', ...at } as MouseAction, tracking)
      if ((expected as readonly string[]).includes(type)) expect(encode).not.toThrow()
      else expect(encode).toThrow(/tracking mode/)
    }
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
