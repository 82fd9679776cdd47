/** A snapshot as a PNG. Painters are kept between calls, so that a screen that changed a little costs a little. */
import type { Snapshot } from '../terminal/types.js'
import { encodePng } from './image-png.js'
import { type RenderOptions, resolveOptions } from './options.js'
import { Painter } from './raster/painter.js'

export interface Picture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

const MAX_PAINTERS = 8
const painters = new Map<string, Painter>()

/** Draws the snapshot; the same snapshot and options give the same bytes everywhere. */
export function renderPng(snapshot: Snapshot, options: RenderOptions = {}): Picture {
  const { canvas } = painterFor(options).paint(snapshot)
  return { bytes: encodePng(canvas.pixels, canvas.width, canvas.height), width: canvas.width, height: canvas.height }
}

function painterFor(options: RenderOptions): Painter {
  const resolved = resolveOptions(options)
  const region = options.region ?? null
  const key = JSON.stringify([resolved, region])
  const painter = painters.get(key) ?? new Painter(resolved, region)
  painters.delete(key)
  painters.set(key, painter)
  if (painters.size > MAX_PAINTERS) painters.delete(painters.keys().next().value as string)
  return painter
}
