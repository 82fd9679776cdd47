/**
 * A cast as screens over time: plays the events into a terminal and gives a snapshot whenever one is due, at most so
 * many a second, with pauses capped, speed changed and a part cut out. Pictures are made from these elsewhere.
 */

import { type Snapshot, Terminal } from '@polytty/terminal'
import { requireWithin } from '../render-error.js'
import { type Cast, type CastEvent, MAX_SIZE } from './asciicast.js'

export interface PlaybackOptions {
  /** 0.01 to 100; 1 if absent. */
  readonly speed?: number
  /** Longest pause kept; the cast's own limit if absent, and none if it has none. */
  readonly idleLimitMs?: number | null
  /** Times in the recording (before speed and pauses are changed) between which to show. */
  readonly fromMs?: number | null
  readonly toMs?: number | null
  /** 1 to 60; 30 if absent. */
  readonly maxFps?: number
  /** How long the last screen is shown; 2000 if absent. */
  readonly lastFrameMs?: number
  /** When the recording ended: the last screen is shown until then, and for one step at least. */
  readonly endMs?: number
}

const LAST_FRAME_MS = 2000

/** A screen and how long it is shown. */
export interface ScreenFrame {
  readonly snapshot: Snapshot
  readonly atMs: number
  readonly durationMs: number
}

/** The events with the times they are played at. */
export function retime(cast: Cast, options: PlaybackOptions): CastEvent[] {
  const speed = requireWithin('speed', options.speed ?? 1, 0.01, 100)
  const idle = options.idleLimitMs ?? cast.header.idleLimitMs ?? Number.POSITIVE_INFINITY
  const from = options.fromMs ?? 0
  const to = options.toMs ?? Number.POSITIVE_INFINITY
  let playedMs = 0
  let lastMs = from
  return cast.events
    .filter(({ atMs }) => atMs <= to)
    .map((event) => {
      if (event.atMs > from) {
        playedMs += Math.min(event.atMs - lastMs, idle) / speed
        lastMs = event.atMs
      }
      return { ...event, atMs: playedMs }
    })
}

/** Plays the cast; frames come in order and their times meet. */
export function* castFrames(cast: Cast, options: PlaybackOptions = {}): Generator<ScreenFrame> {
  const stepMs = 1000 / requireWithin('maxFps', options.maxFps ?? 30, 1, 60)
  const terminal = new Terminal({ cols: cast.header.cols, rows: cast.header.rows })
  let atMs = 0
  for (const event of retime(cast, options)) {
    if (event.code !== 'o' && event.code !== 'r') continue
    // What happens within one step of the last frame belongs to it; a step later it is a frame of its own.
    if (event.atMs >= atMs + stepMs) {
      yield { snapshot: terminal.snapshot(), atMs, durationMs: event.atMs - atMs }
      atMs = event.atMs
    }
    play(terminal, event)
  }
  const untilEnd = options.endMs === undefined ? undefined : Math.max(options.endMs - atMs, stepMs)
  yield { snapshot: terminal.snapshot(), atMs, durationMs: untilEnd ?? options.lastFrameMs ?? LAST_FRAME_MS }
}

/** How long the frames of `castFrames` are shown in all, without playing them. */
export function playbackDurationMs(cast: Cast, options: PlaybackOptions = {}): number {
  return (retime(cast, options).at(-1)?.atMs ?? 0) + (options.lastFrameMs ?? LAST_FRAME_MS)
}

/** The screen at one time of the recording; the end if absent. */
export function castScreen(cast: Cast, atMs: number | null = null): Snapshot {
  const terminal = new Terminal({ cols: cast.header.cols, rows: cast.header.rows })
  for (const event of cast.events) {
    if (atMs !== null && event.atMs > atMs) break
    play(terminal, event)
  }
  return terminal.snapshot()
}

function play(terminal: Terminal, { code, data }: CastEvent): void {
  if (code === 'o') terminal.write(Buffer.from(data))
  const size = code === 'r' ? /^(\d{1,4})x(\d{1,4})$/.exec(data) : null
  if (size)
    terminal.resize(Math.min(Math.max(Number(size[1]), 1), MAX_SIZE), Math.min(Math.max(Number(size[2]), 1), MAX_SIZE))
}
