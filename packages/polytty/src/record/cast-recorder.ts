/**
 * Records a session as asciicast while it happens. Bytes become text as whole characters, however they were cut; a
 * redactor, if there is one, sees the stream first. A recording that ends early, since its sink takes no more, says so in
 * its last line, and when it is stopped.
 */

import { type CastEventCode, type CastHeader, type CastVersion, eventLine, headerLine } from '@polytty/render/screen'
import type { Clock } from '../base/clock.js'
import { DisposableBag } from '../base/disposable.js'
import type { Redactor } from '../redaction/redactor.js'
import { RedactingStream, type SavedStream } from '../redaction/stream.js'
import { Utf8Decoder } from '../text/utf8-decoder.js'
import { exitStatus } from './exit-status.js'
import { type LineSink, MemorySink } from './sink.js'
import type { SessionTap } from './tap.js'

export interface CastOptions {
  /** 2 if absent: the version every player reads. Only 3 has an event for the exit. */
  readonly version?: CastVersion
  readonly includeInput?: boolean
  readonly title?: string | null
  readonly command?: string | null
  readonly env?: Readonly<Record<string, string>> | null
  readonly redactor?: Redactor | null
  /** Memory if absent. */
  readonly sink?: LineSink
  /** Goes on with a recording that another process began; its sink has what was recorded so far. */
  readonly goOn?: SavedCast
  /** The sink takes no more: this is why. */
  readonly onEndedEarly?: (reason: string) => void
}

/** Where a recording stands, as plain data. */
export interface SavedCast {
  readonly version: CastVersion
  readonly includeInput: boolean
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly lastMs: number
  readonly events: number
  readonly endedEarly: string | null
  readonly output: SavedTrack
  readonly input: SavedTrack
}

interface SavedTrack {
  /** Bytes of a character that is not whole yet. */
  readonly unfinished: readonly number[]
  readonly redacting: SavedStream | null
}

export interface CastSummary {
  readonly durationMs: number
  readonly events: number
  /** Why the recording ended before it was stopped; null if it did not. */
  readonly endedEarly: string | null
}

/** Turns the bytes of one direction into text that is safe to write. */
class TextTrack {
  private readonly decoder = new Utf8Decoder()
  private readonly redacting: RedactingStream | null

  constructor(redactor: Redactor | null) {
    this.redacting = redactor && new RedactingStream(redactor, { keepWidth: true })
  }

  push(bytes: Uint8Array): string {
    const text = this.decoder.write(bytes)
    return this.redacting ? this.redacting.push(text) : text
  }

  save(): SavedTrack {
    return { unfinished: this.decoder.unfinished, redacting: this.redacting?.save() ?? null }
  }

  restore({ unfinished, redacting }: SavedTrack): void {
    this.decoder.write(Uint8Array.from(unfinished))
    if (redacting) this.redacting?.restore(redacting)
  }

  flush(): string {
    const text = this.decoder.end()
    return this.redacting ? this.redacting.push(text) + this.redacting.flush() : text
  }
}

export class CastRecorder {
  private readonly version: CastVersion
  private readonly includeInput: boolean
  private readonly sink: LineSink
  private readonly startedAt: number
  private readonly taps = new DisposableBag()
  private readonly output: TextTrack
  private readonly input: TextTrack
  private lastMs = 0
  private events = 0
  private endedEarly: string | null = null
  private readonly onEndedEarly: (reason: string) => void
  private summary: CastSummary | null = null

  /** Starts at once; `stop` ends it, and the session's exit does not, so that the exit is on record. */
  constructor(
    tap: SessionTap,
    private readonly clock: Clock,
    options: CastOptions = {},
  ) {
    const { title, command, env, redactor = null, goOn } = options
    const { version = 2, includeInput = false } = goOn ?? options
    this.version = version
    this.includeInput = includeInput
    this.sink = options.sink ?? new MemorySink()
    this.onEndedEarly = options.onEndedEarly ?? (() => {})
    this.output = new TextTrack(redactor)
    this.input = new TextTrack(redactor)
    const agoMs = goOn ? clock.now() - goOn.startedAt : 0
    this.startedAt = clock.monotonic() - agoMs
    if (goOn) this.restore(goOn)
    const header: CastHeader = {
      cols: tap.cols,
      rows: tap.rows,
      timestamp: Math.floor(clock.now() / 1000),
      title: redactor && title ? redactor.redact(title) : title,
      command: redactor && command ? redactor.redact(command) : command,
      env,
    }
    if (!goOn) this.sink.write(headerLine(header, version))
    this.taps.add(tap.onOutput.on(({ bytes, at }) => this.add('o', this.output.push(bytes), at)))
    if (includeInput) this.taps.add(tap.onInput.on(({ bytes }) => this.add('i', this.input.push(bytes))))
    this.taps.add(tap.onResize.on(({ cols, rows }) => this.add('r', `${cols}x${rows}`)))
    this.taps.add(tap.onExit.on((exit) => this.addExit(exit)))
  }

  save(): SavedCast {
    const { version, includeInput, lastMs, events, endedEarly } = this
    const startedAt = this.clock.now() - this.elapsed()
    const [output, input] = [this.output.save(), this.input.save()]
    return { version, includeInput, startedAt, lastMs, events, endedEarly, output, input }
  }

  private restore({ lastMs, events, endedEarly, output, input }: SavedCast): void {
    this.lastMs = lastMs
    this.events = events
    this.endedEarly = endedEarly
    this.output.restore(output)
    this.input.restore(input)
  }

  /** Puts a named point into the recording. */
  mark(label: string): void {
    this.add('m', label)
  }

  /** Ends the recording; a second call gives the same answer. */
  stop(): CastSummary {
    if (this.summary) return this.summary
    this.addRest()
    this.taps.dispose()
    if (this.endedEarly === null) this.sink.close()
    this.summary = { durationMs: this.elapsed(), events: this.events, endedEarly: this.endedEarly }
    return this.summary
  }

  private addExit(exit: { readonly code: number | null; readonly signal: string | null }): void {
    this.addRest()
    if (this.version === 3) this.add('x', String(exitStatus(exit)))
  }

  private addRest(): void {
    this.add('o', this.output.flush())
    this.add('i', this.input.flush())
  }

  private add(code: CastEventCode, data: string, at = this.clock.monotonic()): void {
    if (this.endedEarly !== null || this.summary || (data === '' && code !== 'm')) return
    const atMs = Math.max(this.lastMs, at - this.startedAt)
    if (!this.sink.write(eventLine({ atMs, code, data }, this.lastMs, this.version))) return this.endEarly(atMs)
    this.lastMs = atMs
    this.events++
  }

  private endEarly(atMs: number): void {
    this.endedEarly = this.sink.failure ?? 'no more could be written'
    this.taps.dispose()
    const data = `the recording ended here: ${this.endedEarly}`
    this.sink.close(eventLine({ atMs, code: 'm', data }, this.lastMs, this.version))
    this.onEndedEarly(this.endedEarly)
  }

  private elapsed(): number {
    return this.clock.monotonic() - this.startedAt
  }
}
