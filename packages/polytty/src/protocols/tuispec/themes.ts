/** The themes by this dialect's names: `auto` follows COLORFGBG, the pty-default ones are xterm's own colours. */

import { findTheme, parseTheme, type Theme, themeNames } from '@polytty/render'
import { CoreError } from '../../base/core-error.js'

// biome-ignore format: two rows of eight
const xtermColors = [
  '#000000', '#cd0000', '#00cd00', '#cdcd00', '#0000ee', '#cd00cd', '#00cdcd', '#e5e5e5',
  '#7f7f7f', '#ff0000', '#00ff00', '#ffff00', '#5c5cff', '#ff00ff', '#00ffff', '#ffffff',
]

const own = [
  { name: 'pty-default-dark', foreground: '#e5e5e5', background: '#000000', colors: xtermColors },
  { name: 'pty-default-light', foreground: '#000000', background: '#ffffff', colors: xtermColors },
].map(parseTheme)

/** The first colour number that terminals use for a light background. */
const FIRST_LIGHT = 7

/** The theme with this name; one that does not exist is an `invalid-params` error with those that do. */
export function snapshotTheme(name: string, colorFgBg = process.env.COLORFGBG): Theme {
  const wanted = name.trim().toLowerCase()
  if (wanted === 'auto') return findTheme(isLight(colorFgBg) ? 'light' : 'dark')
  const theme = own.find((candidate) => candidate.name === wanted)
  if (theme) return theme
  if (themeNames.includes(wanted)) return findTheme(wanted)
  const have = ['auto', ...own.map((candidate) => candidate.name), ...themeNames].join(', ')
  throw new CoreError('invalid-params', `no theme ${JSON.stringify(name)}; available: ${have}`)
}

/** COLORFGBG is "foreground;background", with more in between in some terminals. */
function isLight(colorFgBg: string | undefined): boolean {
  const background = colorFgBg?.split(';').at(-1) ?? ''
  return /^\d+$/.test(background) && Number(background) >= FIRST_LIGHT
}
