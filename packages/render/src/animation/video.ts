/**
 * Screens over time as MP4 or WebM, by the ffmpeg on the PATH: it is fed a raw frame whenever the picture changes, with its
 * time, and writes the file. Without ffmpeg the error says how to get it.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type RenderOptions, resolveOptions } from '../options.js'
import { Painter } from '../raster/painter.js'
import { RenderError, requireWithin } from '../render-error.js'
import { type AnimationControl, type AnimationFrame, FrameComposer, forEachFrame } from './composer.js'
import { matroskaFrameHead, matroskaHead } from './matroska.js'

export type VideoFormat = 'mp4' | 'webm'

export interface VideoOptions extends RenderOptions {
  readonly format: VideoFormat
  /** Where to write; an existing file is replaced. */
  readonly path: string
  /** 1 to 60; 30 if absent. */
  readonly fps?: number
}

export interface VideoFile {
  readonly path: string
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly durationMs: number
  readonly bytes: number
}

const CODECS: Readonly<Record<VideoFormat, readonly string[]>> = {
  mp4: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-tune', 'animation', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '6', '-row-mt', '1', '-crf', '30', '-b:v', '0'],
}
const MAX_STDERR_CHARS = 4000
/** A day at 60 frames a second, and then some: beyond that something is wrong. */
const MAX_STEPS = 6_000_000

export async function renderVideo(
  frames: () => Iterable<AnimationFrame>,
  options: VideoOptions,
  control: AnimationControl = {},
): Promise<VideoFile> {
  const fps = requireWithin('fps', options.fps ?? 30, 1, 60)
  const resolved = resolveOptions(options)
  const painter = new Painter(resolved, options.region ?? null)
  const size = largestFrame(frames(), options)
  const composer = new FrameComposer(size.width, size.height, resolved.theme)
  const encoder = new Encoder(options, size, fps)
  try {
    /** Times are counted in steps of the frame rate. */
    let elapsedMs = 0
    let steps = 0
    let lastStep = -1
    let written = 0
    let isNew = true
    await forEachFrame(frames(), control, async ({ snapshot, durationMs }) => {
      const painting = painter.paint(snapshot)
      composer.apply(painting)
      elapsedMs += durationMs
      isNew ||= painting.repainted || painting.changedRows.length > 0
      const next = Math.min(Math.round((elapsedMs * fps) / 1000), MAX_STEPS)
      if (isNew && next > steps) {
        await encoder.write(composer.pixels, steps)
        written++
        lastStep = steps
        isNew = false
      }
      steps = next
    })
    const total = Math.max(steps, 1)
    // A file ends one step after its last frame.
    if (lastStep < total - 1) {
      await encoder.write(composer.pixels, total - 1)
      written++
    }
    await encoder.finish()
    const { path } = options
    return { path, ...size, frames: written, durationMs: (total * 1000) / fps, bytes: statSync(path).size }
  } finally {
    encoder.stop()
  }
}

/** Whether MP4 and WebM can be made here. */
export function canEncodeVideo(): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, 'ffmpeg')))
}

/** Throws where they cannot, with what to do about it. */
export function requireVideoEncoder(): void {
  if (!canEncodeVideo()) throw encoderMissing()
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

let timeOptions: readonly string[] | null = null

/** That no frames are added between those that come, as ffmpeg does for MP4; the option has another name before version 6. */
function timesAsGiven(): readonly string[] {
  if (!timeOptions) {
    const { stdout } = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' })
    const [, major] = /^ffmpeg version n?(\d+)\./.exec(stdout ?? '') ?? []
    timeOptions = [major !== undefined && Number(major) < 6 ? '-vsync' : '-fps_mode', 'vfr']
  }
  return timeOptions
}

/** Codecs want even sizes. */
function largestFrame(frames: Iterable<AnimationFrame>, options: RenderOptions): { width: number; height: number } {
  let [cols, rows] = [0, 0]
  let [width, height] = [0, 0]
  const resolved = resolveOptions(options)
  for (const { snapshot } of frames) {
    if (snapshot.cols <= cols && snapshot.rows <= rows) continue
    ;[cols, rows] = [Math.max(cols, snapshot.cols), Math.max(rows, snapshot.rows)]
    const { geometry } = new Painter(resolved, options.region ?? null).paint(snapshot)
    ;[width, height] = [Math.max(width, geometry.width), Math.max(height, geometry.height)]
  }
  return { width: width + (width % 2), height: height + (height % 2) }
}

/** The ffmpeg process: takes frames under back-pressure and reports how it failed. */
class Encoder {
  private readonly process: ChildProcessByStdio<Writable, null, Readable>
  private readonly ended: Promise<RenderError | null>
  private failure: RenderError | null = null
  private stderr = ''

  constructor(
    { format, path }: VideoOptions,
    { width, height }: { width: number; height: number },
    private readonly fps: number,
  ) {
    const input = ['-f', 'matroska', '-i', 'pipe:0']
    const color = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', '-colorspace', 'bt709']
    const tags = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
    const args = [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      ...input,
      ...color,
      ...tags,
      ...timesAsGiven(),
      ...CODECS[format],
      '-f',
      format,
      path,
    ]
    this.process = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'pipe'] })
    this.process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-MAX_STDERR_CHARS)
    })
    // A broken pipe means ffmpeg has ended; its exit shows why.
    this.process.stdin.on('error', () => {})
    this.ended = new Promise((resolve) => {
      this.process.on('error', (error) => resolve((this.failure = startFailure(error))))
      this.process.on('close', (code) => resolve((this.failure ??= code === 0 ? null : this.exitFailure(code))))
    })
    this.process.stdin.write(matroskaHead(width, height, fps))
  }

  /** Adds a frame that is shown from a step of the frame rate on. */
  async write(pixels: Int32Array, step: number): Promise<void> {
    if (this.failure) throw this.failure
    this.process.stdin.write(matroskaFrameHead(Math.round((step * 1000) / this.fps), pixels.byteLength))
    // Waits until the pipe has taken the bytes: the caller draws the next frame into the same memory.
    const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength)
    const written = new Promise<void>((resolve) => this.process.stdin.write(bytes, () => resolve()))
    await Promise.race([written, this.ended])
  }

  async finish(): Promise<void> {
    this.process.stdin.end()
    const failure = await this.ended
    if (failure) throw failure
  }

  /** Ends ffmpeg if it still runs: after a failure or an abort. */
  stop(): void {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill('SIGKILL')
  }

  private exitFailure(code: number | null): RenderError {
    const reason = this.stderr.trim() || 'it gave no reason'
    return new RenderError('internal', `ffmpeg failed (exit ${code}): ${reason}`, {
      exitCode: code,
      stderr: this.stderr,
    })
  }
}

function startFailure(error: Error): RenderError {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return encoderMissing()
  const message = `cannot start ffmpeg: ${error.message}`
  return new RenderError('missing-program', message, { program: 'ffmpeg' }, { cause: error })
}

function encoderMissing(): RenderError {
  const message =
    'MP4 and WebM need ffmpeg, which is not on the PATH. Install it (Debian, Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install ffmpeg), or make a GIF, which needs nothing.'
  return new RenderError('missing-program', message, { program: 'ffmpeg' })
}
