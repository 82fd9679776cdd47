/** `polytty play`: a cast in this terminal, at its own speed; Ctrl+C ends it and leaves the terminal as it was. */

import { ViewerSafe } from '@polytty/terminal'
import { systemClock } from '../base/clock.js'
import { untilSignal } from '../cli-kit/signals.js'
import { playCast } from '../record/index.js'
import { readCast } from './render.js'

export interface PlayFlags {
  readonly speed?: number
  readonly idleLimit?: number
}

export async function play(file: string, { speed, idleLimit }: PlayFlags): Promise<void> {
  const cast = readCast(file)
  const stop = new AbortController()
  void untilSignal().then(() => stop.abort())
  const options = { speed, idleLimitMs: idleLimit === undefined ? null : idleLimit * 1000, abort: stop.signal }
  const viewer = new ViewerSafe()
  await playCast(cast, (text) => void process.stdout.write(viewer.filter(text)), systemClock, options)
  process.stdout.write(`${viewer.restore}\n`)
}
