/**
 * The frame log: protocol messages and the screen's text over time, one JSON object a line. The screen is sampled when
 * it changes, at most once per interval; a full frame about once a second, in between only the lines that differ.
 */
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import type { Disposable } from '../base/disposable.js'
import type { Redactor } from '../redaction/redactor.js'
import type { LineSink } from './sink.js'
import type { Source } from './tap.js'

export type FrameLogDirection = 'request' | 'response' | 'notification' | 'frame' | 'frame-delta'

export interface FrameLogEntry {
  readonly timestampMicros: number
  readonly direction: FrameLogDirection
  /** A raw message, a screen's text, or for a delta a JSON list of [line index, new text]. */
  readonly line: string
}

/** What is sampled: its text, and word that it changed. */
export interface FrameSource {
  readonly onChange: Source<unknown>
  text(): string
}

const KEYFRAME_MS = 1000
const DIRECTIONS: readonly string[] = ['request', 'response', 'notification', 'frame', 'frame-delta']

export class FrameLog implements Disposable {
  private watching: Disposable | null = null
  private source: FrameSource | null = null
  private timer: Disposable | null = null
  private last: readonly string[] | null = null
  private sampledAt = Number.NEGATIVE_INFINITY
  private keyframeAt = Number.NEGATIVE_INFINITY

  /** An interval of 0 logs messages only. */
  constructor(
    private readonly sink: LineSink,
    private readonly clock: Clock,
    private readonly frameIntervalMs = 200,
    private readonly redactor: Redactor | null = null,
  ) {}

  message(direction: 'request' | 'response' | 'notification', line: string): void {
    this.write(direction, this.redactor?.redact(line) ?? line)
  }

  /** Samples this screen from now on, instead of the one before; the first frame is full. */
  watch(source: FrameSource): void {
    this.unwatch()
    if (this.frameIntervalMs <= 0) return
    this.last = null
    this.source = source
    this.watching = source.onChange.on(() => this.schedule(source))
    this.sample(source)
  }

  /** Ends the log, with the last change in it. */
  dispose(): void {
    if (this.timer && this.source) this.sample(this.source)
    this.unwatch()
    this.sink.close()
  }

  private unwatch(): void {
    this.watching?.dispose()
    this.timer?.dispose()
    this.watching = this.timer = null
  }

  private schedule(source: FrameSource): void {
    if (this.timer) return
    const wait = this.sampledAt + this.frameIntervalMs - this.clock.monotonic()
    if (wait <= 0) this.sample(source)
    else
      this.timer = this.clock.after(wait, () => {
        this.timer = null
        this.sample(source)
      })
  }

  private sample(source: FrameSource): void {
    const now = this.clock.monotonic()
    this.sampledAt = now
    const text = this.redactor?.redact(source.text()) ?? source.text()
    const lines = text.split('\n')
    const { last } = this
    if (last && lines.length === last.length && now - this.keyframeAt < KEYFRAME_MS) {
      const delta = lines.flatMap((line, index) => (line === last[index] ? [] : [[index, line]]))
      if (delta.length > 0) this.write('frame-delta', JSON.stringify(delta))
    } else if (!last || text !== last.join('\n')) {
      this.keyframeAt = now
      this.write('frame', text)
    }
    this.last = lines
  }

  private write(direction: FrameLogDirection, line: string): void {
    const entry: FrameLogEntry = { timestampMicros: Math.round(this.clock.now() * 1000), direction, line }
    this.sink.write(JSON.stringify(entry))
  }
}

/** Reads a log; with deltas applied every screen comes back as a full `frame`. */
export function parseFrameLog(text: string): FrameLogEntry[] {
  const reader = new FrameLogReader()
  return text.split('\n').flatMap((line) => reader.read(line) ?? [])
}

/** Reads a log line by line. */
export class FrameLogReader {
  private screen: string[] = []
  private number = 0

  /** The entry of the next line; null for a blank one. */
  read(line: string): FrameLogEntry | null {
    this.number++
    if (line.trim() === '') return null
    const entry = parseEntry(line, this.number)
    if (entry.direction === 'frame') this.screen = entry.line.split('\n')
    if (entry.direction !== 'frame-delta') return entry
    this.screen = applyDelta(this.screen, entry.line, this.number)
    return { ...entry, direction: 'frame', line: this.screen.join('\n') }
  }
}

function applyDelta(screen: readonly string[], delta: string, line: number): string[] {
  const changed = [...screen]
  for (const pair of asList(parseJson(delta, line), line)) {
    const [index, text] = asList(pair, line)
    if (typeof index !== 'number' || !(index >= 0 && index < screen.length) || typeof text !== 'string')
      throw damaged(line, 'a delta must be a list of [line index, text] within the frame before it')
    changed[index] = text
  }
  return changed
}

function parseEntry(text: string, line: number): FrameLogEntry {
  const entry = parseJson(text, line) as Partial<FrameLogEntry> | null
  const known = typeof entry?.direction === 'string' && DIRECTIONS.includes(entry.direction)
  if (!known || typeof entry.timestampMicros !== 'number' || typeof entry.line !== 'string')
    throw damaged(line, 'expected {timestampMicros, direction, line}')
  return entry as FrameLogEntry
}

function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw damaged(line, 'no JSON')
  }
}

function asList(value: unknown, line: number): unknown[] {
  if (Array.isArray(value)) return value
  throw damaged(line, 'a delta must be a list of [line index, text]')
}

function damaged(line: number, what: string): CoreError {
  return new CoreError('invalid-params', `line ${line} of the recording: ${what}`, { line })
}
