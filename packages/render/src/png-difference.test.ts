import { Terminal } from '@polytty/terminal'
import { expect, test } from 'vitest'
import { decodePng } from './decode-png.js'
import { renderPng } from './png.js'
import { pngDifference } from './png-difference.js'

function picture(text: string, cols = 10): Uint8Array {
  const terminal = new Terminal({ cols, rows: 1 })
  terminal.write(`\x1b[?25l${text}`)
  return renderPng(terminal.snapshot()).bytes
}

test('the same picture has no difference', () => {
  expect(pngDifference(picture('abc'), picture('abc')).pixels).toBe(0)
})

test('what differs is red, and only that', () => {
  const { bytes, pixels } = pngDifference(picture('abc'), picture('abd'))
  const { rgba } = decodePng(bytes)
  const red = Array.from({ length: rgba.length / 4 }, (_, at) => rgba.subarray(at * 4, at * 4 + 3)).filter(
    ([r, g, b]) => r === 0xe0 && g === 0x1b && b === 0x24,
  )
  expect(pixels).toBeGreaterThan(0)
  expect(red).toHaveLength(pixels)
})

test('pictures of two sizes differ where only one has pixels', () => {
  const [small, large] = [picture('a', 5), picture('a', 6)]
  const { width } = decodePng(pngDifference(small, large).bytes)
  expect(width).toBe(decodePng(large).width)
  expect(pngDifference(small, large).pixels).toBeGreaterThan(0)
})
