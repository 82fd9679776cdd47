/** `polytty play`: a cast in this terminal, at its own pace. */
import { systemClock } from '../base/clock.js'
import { retime } from '../record/index.js'
import { readCast } from './render.js'

export interface PlayFlags {
  readonly speed?: number
  readonly idleLimit?: number
}

export async function playCast(file: string, { speed, idleLimit }: PlayFlags): Promise<void> {
  const cast = readCast(file)
  const started = systemClock.monotonic()
  for (const { atMs, code, data } of retime(cast, {
    speed,
    idleLimitMs: idleLimit === undefined ? null : idleLimit * 1000,
  })) {
    if (code !== 'o') continue
    const waitMs = atMs - (systemClock.monotonic() - started)
    if (waitMs > 0) await new Promise<void>((due) => systemClock.after(waitMs, due))
    process.stdout.write(data)
  }
  // What the recorded program had turned on is turned off again, so that the terminal is as before.
  process.stdout.write('\x1b[0m\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1049l\n')
}
