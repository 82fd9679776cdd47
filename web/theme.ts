/** Dark or light, as the system has it. */
import type { ITerminalOptions, ITheme } from '@xterm/xterm'

const dark: ITheme = {
  background: '#14171a',
  foreground: '#d7dadc',
  cursor: '#d7dadc',
  cursorAccent: '#14171a',
  selectionBackground: '#3d566280',
}

const light: ITheme = {
  background: '#ffffff',
  foreground: '#22272b',
  cursor: '#22272b',
  cursorAccent: '#ffffff',
  selectionBackground: '#a8c7e680',
  black: '#22272b',
  red: '#b3261e',
  green: '#1d6b3a',
  yellow: '#7a5b00',
  blue: '#1f57b8',
  magenta: '#8a2d8f',
  cyan: '#0b6b75',
  white: '#6b7379',
  brightBlack: '#565e64',
  brightRed: '#9c1c16',
  brightGreen: '#14552d',
  brightYellow: '#604800',
  brightBlue: '#174590',
  brightMagenta: '#6d2172',
  brightCyan: '#08545c',
  brightWhite: '#3b4146',
}

const preference = matchMedia('(prefers-color-scheme: light)')

/** Programs choose their colours for dark backgrounds; on a light one they are made to stand out. */
export function currentAppearance(): Pick<ITerminalOptions, 'theme' | 'minimumContrastRatio'> {
  return preference.matches ? { theme: light, minimumContrastRatio: 4.5 } : { theme: dark, minimumContrastRatio: 1 }
}

export function onThemeChange(listener: () => void): () => void {
  preference.addEventListener('change', listener)
  return () => preference.removeEventListener('change', listener)
}
