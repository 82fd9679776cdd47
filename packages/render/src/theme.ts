/**
 * A theme: what the default colours and the sixteen named ones look like. The themes themselves are data in themes.ts;
 * here is their shape, the lookup by name, and the reading of a user's own from JSON.
 */

import type { Rgb } from '@polytty/terminal'
import { isObject, RenderError } from './render-error.js'
import { builtInThemes } from './themes.js'

export interface Theme {
  readonly name: string
  readonly foreground: Rgb
  readonly background: Rgb
  readonly cursor: Rgb
  /** The first 16 to 256 palette entries; the rest is xterm's cube and grey ramp. */
  readonly colors: readonly Rgb[]
}

const COLOR_NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
const themes = new Map<string, Theme>(builtInThemes.map((theme) => [theme.name, parseTheme(theme)]))

/** The names of the built-in themes, the default first. */
export const themeNames: readonly string[] = [...themes.keys()]

/** A theme by name (`default` is `dark`), or the given one itself. */
export function findTheme(theme: string | Theme | null | undefined): Theme {
  if (theme && typeof theme === 'object') return theme
  const found = themes.get(!theme || theme === 'default' ? themeNames[0] : theme.toLowerCase())
  if (found) return found
  const message = `no theme "${theme}"; available: ${themeNames.join(', ')}`
  throw new RenderError('not-found', message, { theme, have: themeNames })
}

/**
 * Reads a theme from parsed JSON: `{ name?, foreground, background, cursor?, colors }`, colours as "#rrggbb" or "#rgb";
 * `colors` is a list of 16 to 256, or an object with black … white and brightBlack … brightWhite.
 */
export function parseTheme(value: unknown): Theme {
  if (!isObject(value)) throw invalid('', 'an object', value)
  const foreground = parseHex(value.foreground, 'foreground')
  return {
    name: value.name === undefined ? 'custom' : requireString(value.name, 'name'),
    foreground,
    background: parseHex(value.background, 'background'),
    cursor: value.cursor === undefined ? foreground : parseHex(value.cursor, 'cursor'),
    colors: parseColors(value.colors),
  }
}

function parseColors(value: unknown): Rgb[] {
  if (Array.isArray(value)) {
    if (value.length < 16 || value.length > 256) throw invalid('colors', '16 to 256 colours', `${value.length} of them`)
    return value.map((color, index) => parseHex(color, `colors[${index}]`))
  }
  if (!isObject(value)) throw invalid('colors', 'a list of 16 to 256 colours, or an object of named ones', value)
  const bright = COLOR_NAMES.map((name) => `bright${name[0].toUpperCase()}${name.slice(1)}`)
  return [...COLOR_NAMES, ...bright].map((name) => parseHex(value[name], `colors.${name}`))
}

function parseHex(value: unknown, path: string): Rgb {
  const text = requireString(value, path)
  const short = /^#[0-9a-f]{3}$/i.test(text)
  if (!short && !/^#[0-9a-f]{6}$/i.test(text)) throw invalid(path, 'a colour like "#1e90ff"', text)
  const digits = short ? text.replace(/[0-9a-f]/gi, '$&$&') : text
  const packed = Number.parseInt(digits.slice(1), 16)
  return { r: packed >> 16, g: (packed >> 8) & 0xff, b: packed & 0xff }
}

function requireString(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw invalid(path, path === 'name' ? 'a string' : 'a colour like "#1e90ff"', value)
}

function invalid(path: string, expected: string, value: unknown): RenderError {
  const got = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  const message = `theme${path && `.${path}`} must be ${expected}, not ${got.slice(0, 80)}`
  return new RenderError('invalid-params', message, { path, expected })
}
