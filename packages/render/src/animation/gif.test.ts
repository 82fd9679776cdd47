import { type Snapshot, Terminal } from '@polytty/terminal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeGif } from '../../../../test/golden/decode-gif.js'
import { decodePng } from '../decode-png.js'
import { renderPng } from '../png.js'
import { renderGif } from './gif.js'
import { LzwEncoder } from './lzw.js'

function screens(...steps: string[]): Snapshot[] {
  const terminal = new Terminal({ cols: 12, rows: 3 })
  return steps.map((bytes) => {
    terminal.write(bytes)
    return terminal.snapshot()
  })
}

const opaque = (rgba: Uint8Array) => Buffer.from(rgba).toString('latin1')

describe('GIF', () => {
  test('shows exactly what the PNGs of the same screens show', async () => {
    const shown = screens('hello', '\x1b[31m red', '\x1b[2J\x1b[H日本 ┌─┐', '\x1b[3;1H\x1b[44mbottom')
    const frames = shown.map((snapshot) => ({ snapshot, durationMs: 100 }))
    const { bytes, ...size } = await renderGif(() => frames)
    const gif = decodeGif(bytes)
    expect({ width: gif.width, height: gif.height, frames: gif.frames.length, durationMs: 400 }).toEqual(size)
    expect(size.frames).toBe(4)
    for (const [index, snapshot] of shown.entries())
      expect(
        opaque(gif.frames[index].rgba) === opaque(decodePng(renderPng(snapshot).bytes).rgba),
        `frame ${index}`,
      ).toBe(true)
  })

  test('keeps time: equal screens become one longer frame, rounding does not add up', async () => {
    const [first, second] = screens('a', 'b')
    const frames = Array.from({ length: 30 }, (_, index) => ({
      snapshot: index % 2 ? second : first,
      durationMs: 33.3,
    }))
    const same = [...frames, { snapshot: second, durationMs: 1000 }]
    const { bytes } = await renderGif(() => same)
    const delays = decodeGif(bytes).frames.map(({ delayMs }) => delayMs)
    expect(delays).toHaveLength(30)
    expect(Math.abs(delays.reduce((sum, delay) => sum + delay, 0) - 1999)).toBeLessThanOrEqual(10)
  })

  test('a screen that grows gets room from the start', async () => {
    const terminal = new Terminal({ cols: 5, rows: 2 })
    terminal.write('a')
    const small = terminal.snapshot()
    terminal.resize(10, 4)
    const { bytes, width } = await renderGif(() =>
      [small, terminal.snapshot()].map((snapshot) => ({ snapshot, durationMs: 50 })),
    )
    expect(decodeGif(bytes).width).toBe(width)
    expect(width).toBe(renderPng(terminal.snapshot()).width)
  })

  test('more colours than the palette holds come out near', async () => {
    const terminal = new Terminal({ cols: 40, rows: 20 })
    for (let index = 0; index < 800; index++)
      terminal.write(`\x1b[48;2;${index % 256};${(index * 7) % 256};${(index * 3) % 256}m `)
    const snapshot = terminal.snapshot()
    const { bytes } = await renderGif(() => [{ snapshot, durationMs: 100 }])
    const expected = decodePng(renderPng(snapshot).bytes).rgba
    const { rgba } = decodeGif(bytes).frames[0]
    let off = 0
    for (let at = 0; at < rgba.length; at++) off += Math.abs(rgba[at] - expected[at])
    expect(off / rgba.length).toBeLessThan(8)
  })

  test('a large screen is drawn over many turns of the event loop', async () => {
    const terminal = new Terminal({ cols: 300, rows: 100 })
    for (let row = 0; row < 99; row++) terminal.write(`${String(row).repeat(140)}\r\n`)
    const snapshot = terminal.snapshot()
    let [turns, over] = [0, false]
    const count = (): void => {
      turns++
      if (!over) setImmediate(count)
    }
    count()
    await renderGif(() => [{ snapshot, durationMs: 100 }])
    over = true
    expect(turns).toBeGreaterThan(6)
  })

  test('reports its progress and stops when asked', async () => {
    const frames = screens('a', 'b', 'c').map((snapshot) => ({ snapshot, durationMs: 100 }))
    const reported: unknown[] = []
    await renderGif(() => frames, {}, { onProgress: (done) => reported.push(done) })
    const pass = (number: number) =>
      [1, 2, 3].map((done) => ({ frames: done, shownMs: done * 100, pass: number, passes: 2 }))
    expect(reported).toEqual([...pass(1), ...pass(2)])
    await expect(renderGif(() => frames, {}, { abort: AbortSignal.abort() })).rejects.toThrow()
  })
})

test('LZW codes of any indexes decode to them, in whatever pieces they come', async () => {
  const { decodeLzw } = await import('../../../../test/golden/decode-gif.js')
  const encoder = new LzwEncoder()
  const pixels = fc.uint8Array({ minLength: 1, maxLength: 20_000 })
  const alphabetBits = fc.integer({ min: 2, max: 8 })
  fc.assert(
    fc.property(pixels, alphabetBits, fc.integer({ min: 1, max: 20_000 }), (random, bits, piece) => {
      const indexes = random.map((value) => value & ((1 << bits) - 1))
      encoder.begin(bits)
      for (let at = 0; at < indexes.length; at += piece) encoder.take(indexes.subarray(at, at + piece))
      expect(Buffer.from(decodeLzw(encoder.end(), 0).indexes).equals(Buffer.from(indexes))).toBe(true)
    }),
  )
})
