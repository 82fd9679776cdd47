import { expect, test } from 'vitest'
import { findTheme, parseTheme, themeNames } from './index.js'
import { RenderError } from './render-error.js'

const colors = Array.from({ length: 16 }, (_, index) => `#0000${index.toString(16).padStart(2, '0')}`)
const valid = { foreground: '#fff', background: '#102030', colors }

test('every built-in theme is complete, and text on it can be read', () => {
  expect(themeNames.length).toBeGreaterThanOrEqual(11)
  for (const name of themeNames) {
    const { foreground, background, colors } = findTheme(name)
    const light = ({ r, g, b }: { r: number; g: number; b: number }) => 0.3 * r + 0.6 * g + 0.1 * b
    expect(Math.abs(light(foreground) - light(background)), name).toBeGreaterThan(90)
    expect(colors, name).toHaveLength(16)
  }
})

test('a theme of one’s own: hex colours, named or listed', () => {
  expect(parseTheme(valid)).toMatchObject({
    name: 'custom',
    foreground: { r: 255, g: 255, b: 255 },
    cursor: { r: 255 },
  })
  const named: Record<string, string> = {}
  for (const name of ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'])
    named[name] = named[`bright${name[0].toUpperCase()}${name.slice(1)}`] = '#010203'
  expect(parseTheme({ ...valid, name: 'mine', colors: named }).colors[15]).toEqual({ r: 1, g: 2, b: 3 })
  expect(findTheme(parseTheme(valid)).name).toBe('custom')
  expect(findTheme('default')).toBe(findTheme(null))
})

test.each([
  [null, /theme must be an object, not null/],
  [{ ...valid, foreground: undefined }, /theme\.foreground must be a colour like "#1e90ff", not nothing/],
  [{ ...valid, background: 'blue' }, /theme\.background must be a colour like "#1e90ff", not blue/],
  [{ ...valid, colors: ['#000'] }, /theme\.colors must be 16 to 256 colours, not 1 of them/],
  [{ ...valid, colors: { black: '#000' } }, /theme\.colors\.red must be/],
  [{ ...valid, colors: [...colors.slice(1), 7] }, /theme\.colors\[15\] must be/],
  [{ ...valid, name: 3 }, /theme\.name must be a string/],
])('%j is refused with a reason', (theme, reason) => {
  expect(() => parseTheme(theme)).toThrowError(RenderError)
  expect(() => parseTheme(theme)).toThrowError(reason)
})
