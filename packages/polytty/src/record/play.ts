/** Plays a cast into a terminal in its own time: output at the moments it was recorded, changed as the options say. */

import { type Cast, type PlaybackOptions, retime } from '@polytty/render/screen'
import type { Clock } from '../base/clock.js'
import { deferred } from '../base/deferred.js'

export interface PlayOptions extends PlaybackOptions {
  /** Ends the playing early; the promise then resolves to false. */
  readonly abort?: AbortSignal
}

/** Resolves to true after the last output. */
export async function playCast(
  cast: Cast,
  write: (text: string) => void,
  clock: Clock,
  options: PlayOptions = {},
): Promise<boolean> {
  const start = clock.monotonic()
  for (const { code, data, atMs } of retime(cast, options)) {
    if (code !== 'o') continue
    const waitMs = start + atMs - clock.monotonic()
    if (waitMs > 0 && !options.abort?.aborted) await pause(waitMs, clock, options.abort)
    if (options.abort?.aborted) return false
    write(data)
  }
  return true
}

async function pause(ms: number, clock: Clock, abort: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = deferred<void>()
  const timer = clock.after(ms, () => resolve())
  const handleAbort = () => resolve()
  abort?.addEventListener('abort', handleAbort)
  await promise
  abort?.removeEventListener('abort', handleAbort)
  timer.dispose()
}
