/**
 * Frames of one fixed size out of paintings whose size may change: keeps the pixels as shown and says which band of
 * scan lines the last painting touched. Also the loop that both GIF and video run, with room for others to work.
 */
import type { Snapshot } from '@polytty/terminal'
import { packRgb } from '../color.js'
import type { Band } from '../geometry.js'
import { type Canvas, toPixel } from '../raster/canvas.js'
import type { Painting } from '../raster/painter.js'
import type { Theme } from '../theme.js'

/** A screen and how long it is shown. */
export interface AnimationFrame {
  readonly snapshot: Snapshot
  readonly durationMs: number
}

/** How far a rendering has come: the frames done in this pass, and how much time they show. */
export interface AnimationProgress {
  readonly frames: number
  readonly shownMs: number
  /** From 1 to `passes`: some formats look at all frames before they draw them. */
  readonly pass: number
  readonly passes: number
}

export interface AnimationControl {
  /** Called after each frame. */
  readonly onProgress?: (done: AnimationProgress) => void
  readonly abort?: AbortSignal
}

export class FrameComposer {
  readonly pixels: Int32Array

  constructor(
    readonly width: number,
    readonly height: number,
    private readonly theme: Theme,
  ) {
    this.pixels = new Int32Array(width * height).fill(toPixel(packRgb(theme.background)))
  }

  /** Takes over what changed; null when nothing did. */
  apply({ canvas, geometry, changedRows, repainted }: Painting): Band | null {
    if (repainted) {
      this.pixels.fill(toPixel(packRgb(this.theme.background)))
      this.copy(canvas, 0, canvas.height)
      return { top: 0, bottom: this.height }
    }
    if (changedRows.length === 0) return null
    const { height } = geometry.cell
    for (const row of changedRows) {
      const top = geometry.originY + row * height
      this.copy(canvas, top, top + height)
    }
    const first = geometry.originY + changedRows[0] * height
    return { top: first, bottom: geometry.originY + (changedRows[changedRows.length - 1] + 1) * height }
  }

  private copy(canvas: Canvas, top: number, bottom: number): void {
    const columns = Math.min(canvas.width, this.width)
    for (let y = top; y < Math.min(bottom, this.height); y++) canvas.readLine(y, columns, this.pixels, y * this.width)
  }
}

/** How long a rendering keeps the event loop before others have their turn. */
const SLICE_MS = 4

let lastTurn: Promise<unknown> = Promise.resolve()

/** A turn of the event loop for each rendering that asks: many take no longer in one than one does. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}

/** Lets others have their turn, if what began then has taken long enough; returns when what follows has begun. */
export async function turnAfter(startedAt: number): Promise<number> {
  if (performance.now() - startedAt < SLICE_MS) return startedAt
  await nextTurn()
  return performance.now()
}

/** Gives each frame to `handle`, letting everything else run in between, and minding an abort. */
export async function forEachFrame(
  frames: Iterable<AnimationFrame>,
  control: AnimationControl,
  handle: (frame: AnimationFrame) => void | Promise<void>,
  { pass, passes } = { pass: 1, passes: 1 },
): Promise<number> {
  let done = 0
  let shownMs = 0
  let sliceStart = performance.now()
  for (const frame of frames) {
    control.abort?.throwIfAborted()
    await handle(frame)
    done++
    shownMs += frame.durationMs
    control.onProgress?.({ frames: done, shownMs, pass, passes })
    sliceStart = await turnAfter(sliceStart)
  }
  return done
}
