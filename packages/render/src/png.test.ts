import { type Snapshot, Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodePng } from './decode-png.js'
import { renderPng } from './png.js'
import { findTheme } from './theme.js'

function screen(bytes: string, cols = 20, rows = 4): Snapshot {
  const terminal = new Terminal({ cols, rows })
  terminal.write(bytes)
  return terminal.snapshot()
}

const plain = { padding: 0, cursor: false } as const
/** A set of options not used elsewhere, so that nothing is kept from another picture. */
let fresh = 0
const cold = () => ({ title: `cold ${fresh++}` })

function pixel(snapshot: Snapshot, x: number, y: number, options = {}): string {
  const { rgba, width } = decodePng(renderPng(snapshot, { ...plain, ...options }).bytes)
  return Buffer.from(rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)).toString('hex')
}

/** Letters in so many colours that no palette holds their edges. */
const colorful = Array.from({ length: 36 }, (_, index) => `\x1b[38;2;${index * 7};${255 - index * 5};90mM`).join('')

describe('PNG', () => {
  test('after any changes is, to the byte, what a fresh renderer makes', () => {
    const pieces = [
      'hello ',
      '日本',
      '\x1b[31m',
      '\x1b[44m',
      '\x1b[m',
      '\x1b[2J',
      '\x1b[H',
      '\r\n',
      '👍🏽',
      '┌─┐',
      '\x1b[4:3m',
      '\x1b]11;#203040\x07',
      '\x1b[?5h',
      '\x1b]104\x07',
      colorful,
    ]
    const step = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean(), (steps, frame) => {
        const terminal = new Terminal({ cols: 12, rows: 4 })
        const kept = cold()
        for (const bytes of steps) {
          terminal.write(bytes)
          const snapshot = terminal.snapshot()
          const warm = renderPng(snapshot, { ...kept, frame, title: 'same' })
          const again = renderPng(snapshot, {
            ...cold(),
            frame,
            title: 'same',
            padding: 10,
            lineHeight: 1 + fresh / 1e9,
          })
          expect(Buffer.from(warm.bytes).equals(Buffer.from(again.bytes))).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('colours: default, palette, true colour, reverse, reverse video, overrides', () => {
    const { background, colors } = findTheme('dark')
    const hex = ({ r, g, b }: { r: number; g: number; b: number }) => Buffer.from([r, g, b]).toString('hex')
    expect(pixel(screen(''), 3, 3)).toBe(hex(background))
    expect(pixel(screen('\x1b[41m '), 3, 3)).toBe(hex(colors[1]))
    expect(pixel(screen('\x1b[48;5;21m '), 3, 3)).toBe('0000ff')
    expect(pixel(screen('\x1b[48;2;1;2;3m '), 3, 3)).toBe('010203')
    expect(pixel(screen('\x1b[38;2;9;8;7;7m '), 3, 3)).toBe('090807')
    expect(pixel(screen('\x1b[?5h'), 3, 3)).toBe(hex(findTheme('dark').foreground))
    expect(pixel(screen('\x1b]4;1;#abcdef\x07\x1b[41m '), 3, 3)).toBe('abcdef')
    expect(pixel(screen('\x1b]11;#102030\x07'), 3, 3)).toBe('102030')
    expect(pixel(screen('\x1b]12;#ff0000\x07'), 3, 3, { cursor: true })).toBe('ff0000')
  })

  test('a hidden character is not drawn', () => {
    const { bytes } = renderPng(screen('\x1b[8msecret'), plain)
    expect(Buffer.from(bytes).equals(Buffer.from(renderPng(screen(''), plain).bytes))).toBe(true)
  })

  test('lines of neighbouring cells meet at every size', () => {
    for (let size = 6; size <= 40; size++) {
      const { rgba, width, height } = decodePng(renderPng(screen('───\r\n│', 3, 2), { ...plain, font: { size } }).bytes)
      const ink = Buffer.from(rgba.subarray(0, 3)).toString('hex')
      const at = (x: number, y: number) =>
        Buffer.from(rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)).toString('hex')
      const row = Array.from({ length: height / 2 }, (_, y) => y).find((y) => at(0, y) !== ink) as number
      for (let x = 1; x < width; x++) expect(at(x, row), `size ${size} x ${x}`).toBe(at(0, row))
    }
  })

  test('more than 256 colours fall back to direct colour', () => {
    let bytes = ''
    for (let index = 0; index < 400; index++) bytes += `\x1b[48;2;${index % 256};${index >> 1};7m `
    const { rgba, width } = decodePng(renderPng(screen(bytes, 40, 10), plain).bytes)
    const x = 5 * (width / 40) + 2
    expect([...rgba.subarray(x * 4, x * 4 + 3)]).toEqual([5, 2, 7])
  })

  test('a frame has transparent corners', () => {
    const { rgba } = decodePng(renderPng(screen('x'), { frame: true }).bytes)
    expect(rgba[3]).toBe(0)
    expect(rgba[4 * 100 + 3]).toBe(255)
  })
})
