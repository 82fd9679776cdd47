/** `polytty render`: a cast as a picture, an animation or a video; the file's ending says which. */
import { readFileSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { CoreError } from '../base/core-error.js'
import {
  type Cast,
  castFrames,
  castScreen,
  type PlaybackOptions,
  parseCast,
  playbackDurationMs,
} from '../record/index.js'
import {
  type AnimationProgress,
  parseTheme,
  type RenderOptions,
  renderGif,
  renderPng,
  renderSvg,
  renderText,
  renderVideo,
} from '../render/index.js'
import { ProgressBar } from './progress-bar.js'

export interface RenderFlags {
  readonly output: string
  readonly theme?: string
  readonly fontSize?: number
  readonly speed?: number
  readonly idleLimit?: number
  readonly from?: number
  readonly to?: number
  readonly at?: number
  readonly fps?: number
}

const stills = ['.png', '.svg', '.txt']
const moving = ['.gif', '.mp4', '.webm']

export async function renderCast(file: string, flags: RenderFlags): Promise<void> {
  const kind = extname(flags.output).toLowerCase()
  if (![...stills, ...moving].includes(kind))
    throw new CoreError(
      'invalid-params',
      `${flags.output}: the ending must be one of ${[...moving, ...stills].join(', ')}`,
    )
  const cast = readCast(file)
  const look: RenderOptions = { theme: readTheme(flags.theme), font: { size: flags.fontSize } }
  if (stills.includes(kind)) return writeFileSync(flags.output, still(cast, kind, flags.at, look))
  const playback: PlaybackOptions = {
    speed: flags.speed,
    idleLimitMs: seconds(flags.idleLimit),
    fromMs: seconds(flags.from),
    toMs: seconds(flags.to),
    maxFps: flags.fps,
  }
  if (flags.from !== undefined && flags.to !== undefined && flags.from >= flags.to)
    throw new CoreError('invalid-params', `--from ${flags.from} must lie before --to ${flags.to}`)
  const frames = () => castFrames(cast, playback)
  const bar = new ProgressBar('rendering', process.stderr)
  const totalMs = playbackDurationMs(cast, playback)
  const onProgress = ({ frames: done, shownMs, pass, passes }: AnimationProgress) =>
    bar.update((pass - 1 + shownMs / totalMs) / passes, `${done} frames`)
  try {
    if (kind === '.gif') writeFileSync(flags.output, (await renderGif(frames, look, { onProgress })).bytes)
    else
      await renderVideo(
        frames,
        { ...look, format: kind === '.mp4' ? 'mp4' : 'webm', path: flags.output, fps: flags.fps },
        { onProgress },
      )
  } finally {
    bar.clear()
  }
}

/** Reads a recording, with an error that says what is wrong with it. */
export function readCast(file: string): Cast {
  try {
    return parseCast(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof CoreError) throw new CoreError(error.code, `${file}: ${error.message}`)
    throw new CoreError('not-found', `cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function still(cast: Cast, kind: string, at: number | undefined, look: RenderOptions): string | Uint8Array {
  const snapshot = castScreen(cast, seconds(at))
  if (kind === '.txt') return `${renderText(snapshot).trimEnd()}\n`
  return kind === '.svg' ? renderSvg(snapshot, look).svg : renderPng(snapshot, look).bytes
}

/** A theme by name, or one of the user's own from a JSON file. */
function readTheme(theme: string | undefined): RenderOptions['theme'] {
  return theme?.endsWith('.json') ? parseTheme(JSON.parse(readFileSync(theme, 'utf8'))) : theme
}

function seconds(value: number | undefined): number | null {
  return value === undefined ? null : value * 1000
}
