/** A snapshot as a PNG. Painters are kept between calls, so that a screen that changed a little costs a little. */
import type { Snapshot } from '@polytty/terminal'
import type { Band, Geometry } from './geometry.js'
import { PngEncoder } from './image-png.js'
import { type RenderOptions, resolveOptions } from './options.js'
import type { Canvas } from './raster/canvas.js'
import { Painter } from './raster/painter.js'

export interface Picture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** A painter and the encoder that remembers the bands of its canvas. */
class PngRenderer {
  private encoder: PngEncoder | null = null
  private canvas: Canvas | null = null

  constructor(private readonly painter: Painter) {}

  render(snapshot: Snapshot): Picture {
    const { canvas, geometry, changedRows, repainted, colors } = this.painter.paint(snapshot)
    const { width, height } = canvas
    if (this.canvas !== canvas || !this.encoder) this.encoder = new PngEncoder(bandsOf(geometry))
    this.canvas = canvas
    const perBand = rowsPerBand(geometry)
    // The first band is what lies above the rows.
    const changed = new Set(changedRows.map((row) => 1 + Math.floor(row / perBand)))
    const bytes = this.encoder.encode(canvas, colors, (band) => repainted || changed.has(band))
    return { bytes, width, height }
  }
}

/** Bands smaller than this lose repetitions that the compressor would have seen. */
const MIN_BAND_PIXELS = 48_000

function rowsPerBand({ width, cell }: Geometry): number {
  return Math.ceil(MIN_BAND_PIXELS / (width * cell.height))
}

/** What is above the rows, a few rows each, what is below. */
function bandsOf(geometry: Geometry): Band[] {
  const { originY, height, cell, rows } = geometry
  const bands: Band[] = [{ top: 0, bottom: originY }]
  const end = originY + rows * cell.height
  const step = rowsPerBand(geometry) * cell.height
  for (let top = originY; top < end; top += step) bands.push({ top, bottom: Math.min(top + step, end) })
  return [...bands, { top: end, bottom: height }]
}

const MAX_RENDERERS = 8
/** Larger pictures are not worth the memory of keeping them. */
const MAX_KEPT_PIXELS = 8_000_000
const renderers = new Map<string, PngRenderer>()

/** Draws the snapshot; the same snapshot and options give the same picture everywhere. */
export function renderPng(snapshot: Snapshot, options: RenderOptions = {}): Picture {
  const resolved = resolveOptions(options)
  const region = options.region ?? null
  const key = JSON.stringify([resolved, region])
  const renderer = renderers.get(key) ?? new PngRenderer(new Painter(resolved, region))
  renderers.delete(key)
  const picture = renderer.render(snapshot)
  if (picture.width * picture.height <= MAX_KEPT_PIXELS) keep(key, renderer)
  return picture
}

function keep(key: string, renderer: PngRenderer): void {
  renderers.set(key, renderer)
  if (renderers.size > MAX_RENDERERS) renderers.delete(renderers.keys().next().value as string)
}
