/** The options of every picture, checked once and made complete. What is wrong gets an error that names the option. */

import type { Region, Snapshot } from '@polytty/terminal'
import type { FontRequest } from './font/chain.js'
import { RenderError, requireWithin } from './render-error.js'
import { findTheme, type Theme } from './theme.js'

export interface FontOptions {
  /** A bundled family or one installed on this machine; "JetBrains Mono" if absent. */
  readonly family?: string | null
  /** Pixels per em, 6 to 96; 15 if absent. */
  readonly size?: number | null
  /** A TrueType file of the caller's own; wins over `family`. */
  readonly file?: string | null
}

export interface RenderOptions {
  /** The part to show; the whole screen if absent. Clipped to the screen. */
  readonly region?: Region | null
  /** A built-in theme's name or a theme; the default dark one if absent. */
  readonly theme?: string | Theme | null
  readonly font?: FontOptions | null
  /** Height of a row in parts of the font's own, 0.8 to 3; 1 if absent. */
  readonly lineHeight?: number
  /** Empty pixels around the text, 0 to 200; 10 if absent. A frame needs at least 8, for its corners. */
  readonly padding?: number
  /** Whether to show the cursor (if the program shows it); true if absent. */
  readonly cursor?: boolean
  /** A window frame with a title bar; false if absent. */
  readonly frame?: boolean
  /** The title in the frame; the screen's own if absent. */
  readonly title?: string | null
  /** Pixels per unit: 1, 2 or 3. */
  readonly scale?: number
}

/** The same with nothing left open. */
export interface ResolvedOptions {
  readonly theme: Theme
  readonly font: FontRequest
  readonly fontSize: number
  readonly lineHeight: number
  readonly padding: number
  readonly cursor: boolean
  readonly frame: boolean
  readonly title: string | null
  readonly scale: number
}

/** Radius of a frame's corners, where no text can be. */
export const ROUNDED = 8

export function resolveOptions(options: RenderOptions): ResolvedOptions {
  return {
    theme: findTheme(options.theme),
    font: { family: options.font?.family ?? 'JetBrains Mono', file: options.font?.file ?? null },
    fontSize: requireWithin('font.size', options.font?.size ?? 15, 6, 96),
    lineHeight: requireWithin('lineHeight', options.lineHeight ?? 1, 0.8, 3),
    padding: Math.max(Math.round(requireWithin('padding', options.padding ?? 10, 0, 200)), options.frame ? ROUNDED : 0),
    cursor: options.cursor ?? true,
    frame: options.frame ?? false,
    title: options.title ?? null,
    scale: Math.round(requireWithin('scale', options.scale ?? 1, 1, 3)),
  }
}

/** The region clipped to the screen; one that lies outside altogether is an error. */
export function resolveRegion(snapshot: Pick<Snapshot, 'rows' | 'cols'>, region: Region | null | undefined): Region {
  const { rows, cols } = snapshot
  if (!region) return { top: 0, left: 0, bottom: rows - 1, right: cols - 1 }
  const clipped = {
    top: Math.max(region.top, 0),
    left: Math.max(region.left, 0),
    bottom: Math.min(region.bottom, rows - 1),
    right: Math.min(region.right, cols - 1),
  }
  if (clipped.top <= clipped.bottom && clipped.left <= clipped.right) return clipped
  const message = `region shows nothing: the screen has rows 0–${rows - 1} and columns 0–${cols - 1}`
  throw new RenderError('invalid-params', message, { region, rows, cols })
}
