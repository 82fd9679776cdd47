/** `replay`: a recording's screens, in a player on a terminal, or one after another into a pipe. */
import { systemClock } from '../../../base/clock.js'
import { CoreError } from '../../../base/core-error.js'
import { readText } from '../files.js'
import { type Film, readFilm } from './film.js'
import { FilmPlayer } from './film-player.js'

export interface ReplayFlags {
  readonly speed?: string
  readonly showInput?: boolean
}

export async function replay(file: string, { speed, showInput = false }: ReplayFlags): Promise<void> {
  const film = readFilm(await readText('recording', file))
  const { stdin, stdout } = process
  const inTerminal = stdin.isTTY && stdout.isTTY && film.frames.length > 0
  const factor = parseSpeed(speed ?? (inTerminal ? 'real-time' : 'as-fast-as-possible'))
  if (inTerminal) await new FilmPlayer(film, { clock: systemClock, factor, showInput, stdin, stdout }).play()
  else await stream(film, factor, showInput)
  const { frames, requests } = film
  stdout.write(
    frames.length > 0 ? `Replayed ${frames.length} frames\n` : `Replayed ${requests.length} request messages\n`,
  )
}

async function stream({ frames, requests }: Film, factor: number, showInput: boolean): Promise<void> {
  const screens = frames.map(({ atMs, text }, index) => ({
    atMs,
    text: `--- frame ${index + 1} at ${(atMs / 1000).toFixed(3)} s\n${text}\n`,
  }))
  const inputs = showInput ? requests.map(({ atMs, text }) => ({ atMs, text: `> ${text}\n` })) : []
  let now = 0
  for (const { atMs, text } of [...inputs, ...screens].sort((a, b) => a.atMs - b.atMs)) {
    const waitMs = (atMs - now) / factor
    if (waitMs > 0) await new Promise<void>((done) => systemClock.after(waitMs, done))
    now = atMs
    if (!process.stdout.write(text)) await new Promise<void>((done) => process.stdout.once('drain', done))
  }
}

/** How many times faster than it was; infinitely for as fast as possible. */
function parseSpeed(speed: string): number {
  if (speed === 'as-fast-as-possible') return Number.POSITIVE_INFINITY
  if (speed === 'real-time') return 1
  const factor = /^\d+(?:\.\d+)?x?$/.test(speed) ? Number.parseFloat(speed) : 0
  if (factor >= 0.01 && factor <= 1000) return factor
  throw new CoreError('invalid-params', `${JSON.stringify(speed)} is not a speed`, {
    hint: 'Give real-time, as-fast-as-possible, or a factor from 0.01 to 1000.',
  })
}
