/** How a picture is to look: the flags, then the configuration. */
import { readFileSync } from 'node:fs'
import { parseTheme, type RenderOptions, type Theme } from '@polytty/render'
import { loadConfig } from '../config/load.js'
import type { PictureFlags } from './commands/pictures.js'

/** What people look at on today's screens. */
const DEFAULT_SCALE = 2

export function pictureOptions(flags: PictureFlags): RenderOptions {
  const { picture = {} } = loadConfig().config
  const { theme, fontSize, scale, padding, frame, title } = { ...picture, ...flags }
  return {
    theme: theme === undefined ? null : readTheme(theme),
    font: { size: fontSize },
    scale: scale ?? DEFAULT_SCALE,
    padding,
    frame,
    title: title ?? null,
  }
}

/** A theme by name, or one of the user's own from a JSON file. */
function readTheme(theme: string): string | Theme {
  return theme.endsWith('.json') ? parseTheme(JSON.parse(readFileSync(theme, 'utf8'))) : theme
}
