/**
 * Screens over time as an animated GIF: one palette for all frames, and of each frame only the rectangle that changed,
 * unchanged pixels in it transparent. No dithering: text has no use for it.
 */

import type { Band } from '../geometry.js'
import { type RenderOptions, resolveOptions } from '../options.js'
import { Painter } from '../raster/painter.js'
import { RenderError } from '../render-error.js'
import { ColorCounter, ColorMapper } from './colors.js'
import { type AnimationControl, type AnimationFrame, FrameComposer, forEachFrame, turnAfter } from './composer.js'
import { LzwEncoder } from './lzw.js'

export interface GifPicture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly frames: number
  /** How long all frames are shown, as the file has it. */
  readonly durationMs: number
}

const MAX_BYTES = 512 * 1024 * 1024
/** Browsers slow frames of less than two hundredths down to ten. */
const MIN_DELAY = 2
const TRANSPARENT = 0
/** Scan lines that are encoded before others may have their turn. */
const SLICE_LINES = 16

interface Box extends Band {
  readonly left: number
  readonly right: number
}

/** `frames` is called twice: once to learn the colours, once to draw. */
export async function renderGif(
  frames: () => Iterable<AnimationFrame>,
  options: RenderOptions = {},
  control: AnimationControl = {},
): Promise<GifPicture> {
  const survey = await surveyFrames(frames(), options, control)
  const writer = new GifWriter(survey.width, survey.height, survey.palette)
  const resolved = resolveOptions(options)
  const painter = new Painter(resolved, options.region ?? null)
  const composer = new FrameComposer(survey.width, survey.height, resolved.theme)
  const draw = async ({ snapshot, durationMs }: AnimationFrame) => {
    const startedAt = performance.now()
    const band = composer.apply(painter.paint(snapshot))
    await writer.add(composer.pixels, band, durationMs, startedAt)
  }
  await forEachFrame(frames(), control, draw, { pass: 2, passes: 2 })
  const bytes = writer.finish()
  return { bytes, width: survey.width, height: survey.height, frames: writer.frames, durationMs: writer.durationMs }
}

/** The size of the largest frame, and the colours of all. */
async function surveyFrames(frames: Iterable<AnimationFrame>, options: RenderOptions, control: AnimationControl) {
  const painter = new Painter(resolveOptions(options), options.region ?? null)
  const colors = new ColorCounter()
  let [width, height] = [1, 1]
  const survey = async ({ snapshot }: AnimationFrame) => {
    const startedAt = performance.now()
    const { canvas, geometry, changedRows, repainted } = painter.paint(snapshot)
    await turnAfter(startedAt)
    width = Math.max(width, canvas.width)
    height = Math.max(height, canvas.height)
    if (repainted) return colors.add(canvas, 0, canvas.height)
    for (const row of changedRows) {
      const top = geometry.originY + row * geometry.cell.height
      colors.add(canvas, top, top + geometry.cell.height)
    }
  }
  await forEachFrame(frames, control, survey, { pass: 1, passes: 2 })
  return { width, height, palette: colors.palette(255) }
}

class GifWriter {
  /** What is written so far. */
  frames = 0
  durationMs = 0
  private readonly parts: Uint8Array[] = []
  private readonly lzw = new LzwEncoder()
  private readonly mapper: ColorMapper
  private readonly alphabetBits: number
  private readonly shown: Int32Array
  private bytes = 0
  /** The frame that is not written yet, because how long it is shown is not known yet. */
  private pending: { image: Uint8Array; durationMs: number } | null = null
  private owedMs = 0
  private first = true

  constructor(
    private readonly width: number,
    height: number,
    palette: Uint32Array,
  ) {
    this.mapper = new ColorMapper(palette)
    this.alphabetBits = Math.max(Math.ceil(Math.log2(palette.length + 1)), 2)
    this.shown = new Int32Array(width * height)
    this.push(header(width, height, palette, this.alphabetBits))
  }

  /**
   * Shows these pixels, of which the band may have changed; no change makes the last frame longer. Others have their turn
   * in between: `startedAt` is when this rendering had its own.
   */
  async add(pixels: Int32Array, band: Band | null, durationMs: number, startedAt: number): Promise<void> {
    const image = band && (await this.encodeChange(pixels, band, startedAt))
    if (!image && this.pending) this.pending.durationMs += durationMs
    if (!image) return
    this.flush()
    this.pending = { image, durationMs }
  }

  finish(): Uint8Array {
    this.flush()
    this.push(Uint8Array.of(0x3b))
    return Buffer.concat(this.parts)
  }

  private async encodeChange(pixels: Int32Array, band: Band, startedAt: number): Promise<Uint8Array | null> {
    let sliceStart = await turnAfter(startedAt)
    const box = this.first
      ? { left: 0, top: band.top, right: this.width, bottom: band.bottom }
      : this.changedBox(pixels, band)
    if (!box) return null
    const { left, top, right, bottom } = box
    this.lzw.begin(this.alphabetBits)
    for (let from = top; from < bottom; from += SLICE_LINES) {
      sliceStart = await turnAfter(sliceStart)
      this.lzw.take(this.indexesOf(pixels, { left, right, top: from, bottom: Math.min(from + SLICE_LINES, bottom) }))
    }
    this.first = false
    const place = new Uint8Array(10)
    place[0] = 0x2c
    writeUint16s(place, 1, left, top, right - left, bottom - top)
    return Buffer.concat([place, this.lzw.end()])
  }

  /** Palette indexes of these pixels, which are shown from now on; what is as before is transparent. */
  private indexesOf(pixels: Int32Array, { left, top, right, bottom }: Box): Uint8Array {
    const indexes = new Uint8Array((right - left) * (bottom - top))
    // Most pixels are as the one before them, which need not be looked up again.
    let last = pixels[top * this.width + left]
    let index = this.mapper.index(last) + 1
    for (let y = top, to = 0; y < bottom; y++)
      for (let at = y * this.width + left, end = y * this.width + right; at < end; at++, to++) {
        const pixel = pixels[at]
        if (!this.first && pixel === this.shown[at]) continue
        this.shown[at] = pixel
        if (pixel !== last) {
          last = pixel
          index = this.mapper.index(pixel) + 1
        }
        indexes[to] = index
      }
    return indexes
  }

  private changedBox(pixels: Int32Array, band: Band): Box | null {
    let [left, right, top, bottom] = [this.width, -1, -1, -1]
    for (let y = band.top; y < band.bottom; y++) {
      const start = y * this.width
      let from = 0
      while (from < this.width && pixels[start + from] === this.shown[start + from]) from++
      if (from === this.width) continue
      let to = this.width - 1
      while (pixels[start + to] === this.shown[start + to]) to--
      left = Math.min(left, from)
      right = Math.max(right, to)
      if (top < 0) top = y
      bottom = y
    }
    return bottom < 0 ? null : { left, top, right: right + 1, bottom: bottom + 1 }
  }

  private flush(): void {
    if (!this.pending) return
    // Delays are whole hundredths; what rounding takes away is given back to a later frame.
    const wanted = this.pending.durationMs + this.owedMs
    const delay = Math.min(Math.max(Math.round(wanted / 10), MIN_DELAY), 65_535)
    this.owedMs = wanted - delay * 10
    const control = Uint8Array.of(0x21, 0xf9, 4, 0x05, delay & 0xff, delay >> 8, TRANSPARENT, 0)
    this.push(control, this.pending.image)
    this.frames++
    this.durationMs += delay * 10
    this.pending = null
  }

  private push(...parts: Uint8Array[]): void {
    for (const part of parts) {
      this.bytes += part.length
      this.parts.push(part)
    }
    if (this.bytes > MAX_BYTES)
      throw new RenderError(
        'resource-limit',
        `the GIF grew beyond ${MAX_BYTES} bytes: choose a smaller font, part or frame rate`,
      )
  }
}

/** Palette entry 0 is the transparent one. The animation loops for ever. */
function header(width: number, height: number, palette: Uint32Array, bits: number): Uint8Array {
  const table = new Uint8Array(3 << bits)
  for (const [index, color] of palette.entries())
    table.set([color & 0xff, (color >> 8) & 0xff, (color >> 16) & 0xff], (index + 1) * 3)
  const screen = new Uint8Array(13)
  screen.set(Buffer.from('GIF89a'))
  writeUint16s(screen, 6, width, height)
  screen.set([0xf0 | (bits - 1), 0, 0], 10)
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1')
  return Buffer.concat([screen, table, loop])
}

function writeUint16s(target: Uint8Array, at: number, ...values: number[]): void {
  for (const [index, value] of values.entries()) target.set([value & 0xff, value >> 8], at + index * 2)
}
