import { describe, expect, test } from 'vitest'
import { FULL, Rasterizer } from '../raster/rasterizer.js'
import { glyphFromShapes } from '../raster/shape-glyph.js'
import { isDrawn, shapesOf } from './index.js'

const cell = { width: 9, height: 20, line: 1 }

/** The cell as text: # for full, + for part, space for none. */
function picture(character: string, size = cell): string[] {
  const glyph = glyphFromShapes(shapesOf(character.codePointAt(0) as number, size) ?? [], size)
  return Array.from({ length: size.height }, (_, y) =>
    Array.from({ length: size.width }, (_, x) => {
      const [column, row] = [x - glyph.left, y - glyph.top]
      const inside = column >= 0 && column < glyph.width && row >= 0 && row < glyph.height
      const value = inside ? glyph.coverage[row * glyph.width + column] : 0
      return value === FULL ? '#' : value > 0 ? '+' : ' '
    }).join(''),
  )
}

/** The pixels of each edge: where the character touches its neighbours. */
function edges(character: string): Record<'up' | 'right' | 'down' | 'left', string> {
  const rows = picture(character)
  const column = (x: number) => rows.map((row) => row[x]).join('')
  return { up: rows[0], down: rows[cell.height - 1], left: column(0), right: column(cell.width - 1) }
}

describe('box drawing', () => {
  test.each([
    ['right', 'left', '─└├┌┬┴┼╭╰', '─┘┤┐┬┴┼╮╯'],
    ['down', 'up', '│┌┐├┤┬┼╭╮', '│└┘├┤┴┼╰╯'],
    ['right', 'left', '━┗┣┏┳┻╋', '━┛┫┓┳┻╋'],
    ['right', 'left', '═╚╠╔╦╩╬', '═╝╣╗╦╩╬'],
    ['down', 'up', '║╔╗╠╣╦╬', '║╚╝╠╣╩╬'],
    ['down', 'up', '┃┏┓┣┫┳╋', '┃┗┛┣┫┻╋'],
  ] as const)('arms to the %s continue on the %s', (out, back, froms, tos) => {
    for (const from of froms) for (const to of tos) expect(edges(from)[out], from + to).toBe(edges(to)[back])
  })

  test('a double corner has an outer and an inner line', () => {
    expect(picture('╔', { width: 7, height: 7, line: 1 })).toEqual([
      '       ',
      '       ',
      '  #####',
      '  #    ',
      '  # ###',
      '  # #  ',
      '  # #  ',
    ])
  })

  test('a light line crosses a double one, and stops at it in a junction', () => {
    const small = { width: 7, height: 3, line: 1 }
    expect(picture('╫', small)[1]).toBe('#######')
    expect(picture('╟', small)[1]).toBe('  # ###')
  })
})

test('full blocks, halves and quadrants fill their part to the pixel', () => {
  expect(picture('█').join('')).toBe('#'.repeat(180))
  expect(picture('▀').join('')).toBe('#'.repeat(90) + ' '.repeat(90))
  expect(picture('▞')[0]).toBe('     ####')
  expect(picture('▒').join('')).toBe('+'.repeat(180))
  expect(picture('🬂')[0]).toBe('#########')
  expect(picture('\u{1cd00}')[5]).toBe('#####    ')
})

test('every drawn character stays in its cell and has ink, at every size', () => {
  for (const size of [{ width: 4, height: 8, line: 1 }, cell, { width: 30, height: 61, line: 4 }])
    for (let code = 0; code < 0x20000; code++) {
      if (!isDrawn(code)) continue
      const { left, top, width, height } = glyphFromShapes(shapesOf(code, size) ?? [], size)
      const blank = code === 0x2800
      expect(width > 0, code.toString(16)).toBe(!blank)
      expect(
        left >= 0 && top >= 0 && left + width <= size.width && top + height <= size.height,
        code.toString(16),
      ).toBe(true)
    }
})

test('the rasteriser covers exact areas', () => {
  const raster = new Rasterizer(4, 4)
  raster.polygon([0.5, 1, 3, 1, 3, 3, 0.5, 3])
  const half = Math.round(FULL / 2)
  expect([...raster.finish()]).toEqual([0, 0, 0, 0, half, FULL, FULL, 0, half, FULL, FULL, 0, 0, 0, 0, 0])
  raster.polygon([-5, -5, 20, -5, 20, 20, -5, 20])
  expect([...raster.finish()].every((value) => value === FULL)).toBe(true)
  raster.polygon([0, 0, 4, 4, 0, 4])
  const triangle = [...raster.finish()]
  expect([triangle[0], triangle[3], triangle[12], triangle[15]]).toEqual([half, 0, FULL, half])
})
