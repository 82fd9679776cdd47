/** `polytty play`: a cast in this terminal, at its own pace; Ctrl+C ends it and leaves the terminal as it was. */
import { systemClock } from '../base/clock.js'
import { playCast } from '../record/index.js'
import { readCast } from './render.js'
import { untilSignal } from './signals.js'

export interface PlayFlags {
  readonly speed?: number
  readonly idleLimit?: number
}

/** Turns off what the recorded program may have turned on. */
const RESTORE = '\x1b[0m\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1049l\n'

export async function play(file: string, { speed, idleLimit }: PlayFlags): Promise<void> {
  const cast = readCast(file)
  const stop = new AbortController()
  void untilSignal().then(() => stop.abort())
  const options = { speed, idleLimitMs: idleLimit === undefined ? null : idleLimit * 1000, abort: stop.signal }
  await playCast(cast, (text) => void process.stdout.write(text), systemClock, options)
  process.stdout.write(RESTORE)
}
