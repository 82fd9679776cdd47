/**
 * The asciicast formats: what a cast is, how its lines are written (versions 2 and 3) and read back (1, 2 and 3).
 * Times here are milliseconds from the start; the files have seconds, absolute in version 2, intervals in version 3.
 */
import { isObject, RenderError } from '../render-error.js'

export type CastVersion = 2 | 3
/** output, input, marker, resize ("COLSxROWS"), exit (a status as text). */
export type CastEventCode = 'o' | 'i' | 'm' | 'r' | 'x'

export interface CastEvent {
  readonly atMs: number
  readonly code: CastEventCode
  readonly data: string
}

export interface CastHeader {
  readonly cols: number
  readonly rows: number
  /** Seconds since the epoch. */
  readonly timestamp?: number | null
  readonly title?: string | null
  readonly command?: string | null
  readonly env?: Readonly<Record<string, string>> | null
  /** Longest pause a player should keep. */
  readonly idleLimitMs?: number | null
}

export interface Cast {
  readonly header: CastHeader
  readonly events: readonly CastEvent[]
}

const MAX_CAST_CHARS = 512 * 1024 * 1024
/** Columns and rows of a cast, each. */
export const MAX_SIZE = 1000

export function headerLine(header: CastHeader, version: CastVersion): string {
  const { cols, rows, timestamp, title, command, env } = header
  const limit = header.idleLimitMs ? header.idleLimitMs / 1000 : null
  const size = version === 2 ? { width: cols, height: rows } : { term: { cols, rows, type: env?.TERM } }
  const optional = { timestamp, title, command, env, idle_time_limit: limit }
  const given = Object.entries(optional).filter(([, value]) => value !== null && value !== undefined)
  return JSON.stringify({ version, ...size, ...Object.fromEntries(given) })
}

/** One event; `previousMs` is the time of the event before it, which version 3 counts from. */
export function eventLine(event: CastEvent, previousMs: number, version: CastVersion): string {
  const seconds = (ms: number) => Math.round(ms * 1000) / 1_000_000
  const time = version === 2 ? seconds(event.atMs) : seconds(event.atMs - previousMs)
  return JSON.stringify([time, event.code, event.data])
}

/** Reads a cast of any version. A last line that was cut short by a crash is left out; other damage is an error. */
export function parseCast(text: string): Cast {
  if (text.length > MAX_CAST_CHARS)
    throw new RenderError('resource-limit', `the cast has ${text.length} characters; at most ${MAX_CAST_CHARS}`)
  const lines = text.split('\n')
  const header = parseJson(lines[0] ?? '', 1) ?? parseJson(text, 1)
  if (!isObject(header)) throw invalid(1, 'the header must be a JSON object')
  if (header.version === 1) return readVersion1(header)
  if (header.version !== 2 && header.version !== 3)
    throw invalid(1, `version must be 1, 2 or 3, not ${JSON.stringify(header.version)}`)
  return { header: readHeader(header), events: readEvents(lines, header.version) }
}

function readHeader(raw: Record<string, unknown>): CastHeader {
  const term = isObject(raw.term) ? raw.term : {}
  const env = isObject(raw.env) ? raw.env : null
  const texts = env && Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    cols: readSize(raw.width ?? term.cols, 'width'),
    rows: readSize(raw.height ?? term.rows, 'height'),
    timestamp: typeof raw.timestamp === 'number' ? raw.timestamp : null,
    title: typeof raw.title === 'string' ? raw.title : null,
    command: typeof raw.command === 'string' ? raw.command : null,
    env: texts && Object.fromEntries(texts),
    idleLimitMs: typeof raw.idle_time_limit === 'number' ? raw.idle_time_limit * 1000 : null,
  }
}

function readEvents(lines: readonly string[], version: CastVersion): CastEvent[] {
  const events: CastEvent[] = []
  let atMs = 0
  const last = lines.findLastIndex((line) => line.trim() !== '')
  for (let index = 1; index <= last; index++) {
    const line = lines[index]
    if (line.trim() === '' || line.startsWith('#')) continue
    const parsed = parseJson(line, index + 1, index === last)
    if (parsed === null) break
    const [time, code, data] = Array.isArray(parsed) ? parsed : []
    if (
      typeof time !== 'number' ||
      !Number.isFinite(time) ||
      time < 0 ||
      typeof code !== 'string' ||
      typeof data !== 'string'
    )
      throw invalid(index + 1, 'an event must be [seconds, code, data]')
    atMs = version === 2 ? Math.max(time * 1000, atMs) : atMs + time * 1000
    if (isEventCode(code)) events.push({ atMs, code, data })
  }
  return events
}

function readVersion1(raw: Record<string, unknown>): Cast {
  if (!Array.isArray(raw.stdout)) throw invalid(1, 'a version 1 cast needs a "stdout" list')
  let atMs = 0
  const events = raw.stdout.map((frame: unknown, index): CastEvent => {
    const [delay, data] = Array.isArray(frame) ? frame : []
    if (typeof delay !== 'number' || !(delay >= 0) || typeof data !== 'string')
      throw invalid(1, `stdout[${index}] must be [seconds, text]`)
    atMs += delay * 1000
    return { atMs, code: 'o', data }
  })
  return { header: readHeader(raw), events }
}

function readSize(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_SIZE) return value
  throw invalid(1, `${name} must be a whole number from 1 to ${MAX_SIZE}, not ${JSON.stringify(value)}`)
}

function isEventCode(code: string): code is CastEventCode {
  return 'oimrx'.includes(code) && code.length === 1
}

/** Null when the text is not JSON and that is allowed: an unfinished last line, or a header over several lines. */
function parseJson(text: string, line: number, mayFail = line === 1): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (mayFail) return null
    throw new RenderError('invalid-params', `line ${line} of the cast is not JSON`, { line }, { cause: error })
  }
}

function invalid(line: number, what: string): RenderError {
  return new RenderError('invalid-params', `line ${line} of the cast: ${what}`, { line })
}
