/** A recording as something to watch: its screens and its requests, each with the time since the start. */
import { parseFrameLog } from '../../../record/index.js'
import { parseJson } from '../../../wire/json-rpc.js'

export interface Moment {
  readonly atMs: number
  readonly text: string
}

export interface Film {
  readonly frames: readonly Moment[]
  /** What was asked, in short: the method and its params. */
  readonly requests: readonly Moment[]
}

export function readFilm(recording: string): Film {
  const entries = parseFrameLog(recording)
  const start = entries[0]?.timestampMicros ?? 0
  const moments = (direction: string, textOf: (line: string) => string): Moment[] =>
    entries
      .filter((entry) => entry.direction === direction)
      .map(({ timestampMicros, line }) => ({ atMs: (timestampMicros - start) / 1000, text: textOf(line) }))
  return { frames: moments('frame', shown), requests: moments('request', (line) => shown(inShort(line))) }
}

/** A recording is a file that anyone may have written: what would act on a terminal is not shown. */
function shown(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '')
}

function inShort(line: string): string {
  const { method, params } = (parseJson(line) ?? {}) as { method?: unknown; params?: unknown }
  if (typeof method !== 'string') return line
  return params === undefined || params === null ? method : `${method} ${JSON.stringify(params)}`
}
