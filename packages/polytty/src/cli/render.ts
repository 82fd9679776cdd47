/** `polytty render`: a cast as a picture, an animation or a video; the file's ending says which. */
import { readFileSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import {
  type AnimationProgress,
  pictureFile,
  pictureFormatNames,
  pictureFormatOf,
  pictureFormats,
  renderGif,
  renderVideo,
} from '@polytty/render'
import { CoreError, knownFailure } from '../base/core-error.js'
import { ProgressBar } from '../cli-kit/progress-bar.js'
import {
  type Cast,
  castFrames,
  castScreen,
  type PlaybackOptions,
  parseCast,
  playbackDurationMs,
} from '../record/index.js'
import type { PictureFlags } from './commands/pictures.js'
import { pictureOptions } from './picture-options.js'

export interface RenderFlags extends PictureFlags {
  readonly output: string
  readonly speed?: number
  readonly idleLimit?: number
  readonly from?: number
  readonly to?: number
  readonly at?: number
  readonly fps?: number
}

const stills = pictureFormatNames.map((name) => pictureFormats[name].ending)
const moving = ['.gif', '.mp4', '.webm']

export async function renderCast(file: string, flags: RenderFlags): Promise<void> {
  const kind = extname(flags.output).toLowerCase()
  if (![...stills, ...moving].includes(kind))
    throw new CoreError(
      'invalid-params',
      `${flags.output}: the extension must be one of ${[...moving, ...stills].join(', ')}`,
    )
  const cast = readCast(file)
  const look = pictureOptions(flags)
  const format = pictureFormatOf(kind)
  if (format) {
    const snapshot = castScreen(cast, seconds(flags.at))
    return writeFileSync(flags.output, pictureFile(pictureFormats[format].draw(snapshot, look)))
  }
  const playback: PlaybackOptions = {
    speed: flags.speed,
    idleLimitMs: seconds(flags.idleLimit),
    fromMs: seconds(flags.from),
    toMs: seconds(flags.to),
    maxFps: flags.fps,
  }
  if (flags.from !== undefined && flags.to !== undefined && flags.from >= flags.to)
    throw new CoreError('invalid-params', `--from ${flags.from} must be before --to ${flags.to}`)
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
    const known = knownFailure(error)
    if (known) throw new CoreError(known.code, `${file}: ${known.message}`)
    throw new CoreError('not-found', `cannot read ${file}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function seconds(value: number | undefined): number | null {
  return value === undefined ? null : value * 1000
}
